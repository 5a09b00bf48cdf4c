import { days } from '../shared/japan-time.ts'

/** Limits and texts of documents in a case. Pure: pages and the browser's upload use them too. */

export const MAX_BYTES = 50 * 1_048_576
/** Most that a form takes without a script. */
export const FORM_BYTES = 10 * 1_048_576
/** A file is sent, encrypted and stored in parts of this size; only its last part is smaller. */
export const PART_BYTES = 2 * 1_048_576
/** Of one case, so that all of them fit into one ZIP of the plain format. */
export const MAX_DOCUMENTS = 200
export const CASE_BYTES = 2_000 * 1_048_576
export const MAX_REQUESTS = 40
export const REQUEST_LENGTH = { min: 1, max: 100 } as const

export const documentKinds = ['pdf', 'jpg', 'xlsx', 'docx', 'pptx', 'csv', 'txt'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** For `accept` of a file field. */
export const documentTypes = '.pdf,.jpg,.jpeg,.png,.webp,.xlsx,.docx,.pptx,.csv,.txt,application/pdf,image/jpeg,image/png,image/webp'

export const DEFAULT_KEEP_DAYS = 90
export const keepChoices = [
	{ days: 30, label: '30日' },
	{ days: 90, label: '90日' },
	{ days: 180, label: '180日' },
	{ days: 365, label: '1年' },
	{ days: 1_095, label: '3年' },
	{ days: 1_825, label: '5年' },
] as const

export const keepLabel = (keepDays: number): string => keepChoices.find(({ days }) => days === keepDays)?.label ?? `${keepDays}日`

/** Documents of a case in which nobody does anything any more. */
export const IDLE_DAYS = 365
/** After a shorter rule, or a file that came late, nothing is deleted sooner than this. */
export const GRACE_DAYS = 14
/** How long before the deletion both sides are warned. */
export const WARN_MS = days(7)
/** An upload that was not completed is deleted after this. */
export const ABANDONED_MS = days(1)

export const partsOf = (bytes: number): number => Math.ceil(bytes / PART_BYTES)

/** 「1.2MB」 */
export const sizeText = (bytes: number): string =>
	bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))}KB` : `${(bytes / 1_000_000).toFixed(1)}MB`
