import type { Hindrance } from '../../../domain/offices/office-deletion.ts'
import { openEstimateOf } from '../../../domain/estimates/office-ties.ts'

/** Rooms whose open business prevents deleting an office, each with its sentence. */
export const openBusiness: readonly Hindrance[] = [openEstimateOf]
