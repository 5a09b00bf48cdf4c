import { addDays, isoDay } from '../src/domain/shared/japan-time.ts'

/** The day in Japan that is this many days from today. */
export const inDays = (count: number): string => addDays(isoDay(Date.now()), count)

/** A finished funding diagnosis, as its address has it. */
export function diagnosisQuery(): string {
	const conditions = { receivable: 'invoiced', debtor: 'large', face: '3000000', wanted: '1000000', tax: 'none' }
	const days = { due: inDays(70), by: inDays(20) }
	return `?${new URLSearchParams({ business: 'corporation', industry: 'construction', ...conditions, ...days }).toString()}`
}
