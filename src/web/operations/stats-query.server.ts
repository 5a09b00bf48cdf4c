import { type StatsRange, statsRanges } from '../../domain/operations/stats-measures.ts'

/** Range and office of an address; what is not known counts as the shortest range of all. */
export function statsQuery(request: Request): { days: StatsRange; officeId: number | null } {
	const { searchParams } = new URL(request.url)
	const days = statsRanges.find((range) => `${range}` === searchParams.get('days')) ?? statsRanges[0]
	const office = searchParams.get('office') ?? ''
	return { days, officeId: /^[1-9]\d{0,8}$/.test(office) ? Number(office) : null }
}

/** A file for spreadsheets that is nobody else's to keep. */
export const csvFile = (content: string, name: string): Response =>
	new Response(content, {
		headers: {
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="${name}.csv"`,
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
