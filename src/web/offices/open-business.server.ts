import type { Hindrance } from '../../domain/directory/office-deletion.ts'
import { openEstimateOf } from '../../domain/leads/office-ties.ts'

/** Rooms whose open business keeps an office from being deleted, each with its sentence. */
export const openBusiness: readonly Hindrance[] = [openEstimateOf]
