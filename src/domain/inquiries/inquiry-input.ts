/** Definitions about inquiries that pages and server share. Pure. */
export type Side = 'user' | 'office'

export const inquiryLengths = {
	subject: { min: 2, max: 60 },
	name: { min: 1, max: 60 },
	body: { min: 1, max: 3_000 },
} as const

export const MAX_FILES = 5
export const FILE_BYTES = 5 * 1_048_576
export const fileTypes = 'application/pdf,image/jpeg,image/png,image/webp'

const DAY_MINUTES = 9 * 60

/** A measured time in business minutes, as visitors read it: of nine business hours to the day. */
export function replyTimeText(minutes: number | null): string | null {
	if (minutes === null) return null
	if (minutes <= 60) return '通常1時間以内に返信'
	if (minutes <= 180) return '通常3時間以内に返信'
	const days = Math.ceil(minutes / DAY_MINUTES)
	return days <= 5 ? `通常${days}営業日以内に返信` : null
}
