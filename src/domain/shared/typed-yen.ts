const amount = /^(?:(\d{1,4}(?:\.\d{1,4})?)億)?(?:(\d{1,6}(?:\.\d{1,4})?)万)?(\d{1,12})?$/

/** Parses yen as people write them: 3,000,000 or ３００万円 or 1億2000万. Null for anything else. */
export function parseYen(text: string): number | null {
	const plain = text.normalize('NFKC').replaceAll(/[,、¥\s円]/g, '')
	const match = plain === '' ? null : amount.exec(plain)
	if (!match) return null
	const [, oku = '0', man = '0', rest = '0'] = match
	return Math.round(Number(oku) * 100_000_000 + Number(man) * 10_000 + Number(rest))
}
