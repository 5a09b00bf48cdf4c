export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A finished funding diagnosis, as its address has it. */
export function diagnosisQuery(): string {
	const conditions = { receivable: 'invoiced', debtor: 'large', face: '3000000', wanted: '1000000', tax: 'none' }
	const days = { due: inDays(70), by: inDays(20) }
	return `?${new URLSearchParams({ business: 'corporation', industry: 'construction', ...conditions, ...days }).toString()}`
}
