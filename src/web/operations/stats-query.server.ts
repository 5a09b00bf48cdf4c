import { type StatsRange, statsRanges } from '../../domain/operations/stats-measures.ts'

/** Range and office of an address; what is not known counts as 30 days of all. */
export function statsQuery(request: Request): { days: StatsRange; officeId: number | null } {
	const { searchParams } = new URL(request.url)
	const days = statsRanges.find((range) => `${range}` === searchParams.get('days')) ?? 30
	const office = searchParams.get('office') ?? ''
	return { days, officeId: /^[1-9]\d{0,8}$/.test(office) ? Number(office) : null }
}
