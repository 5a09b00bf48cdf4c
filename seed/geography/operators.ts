import { z } from 'zod'
import { cellNumber, readCsv } from '../content-files.ts'

/**
 * Who runs which of the package's lines today. The first digits of a line id identify its company; the package itself
 * has no operators. First and last id are included.
 */
const operatorRanges = readCsv(
	'geography/operators.csv',
	z.strictObject({ firstLine: cellNumber, lastLine: cellNumber, operator: z.string().min(1) }),
)

/** Throws for a line that the table does not know: the package is pinned. */
export function operatorOf(lineId: number): string {
	const range = operatorRanges.find(({ firstLine, lastLine }) => lineId >= firstLine && lineId <= lastLine)
	if (!range) throw new Error(`No operator is known for the packaged line ${lineId}`)
	return range.operator
}

/** The short form of an operator in a URL when a prefecture has two stations of one name; else the operator's own name. */
const urlNames = new Map(
	readCsv('geography/operator-url-names.csv', z.strictObject({ operator: z.string().min(1), urlName: z.string().min(1) })).map(
		({ operator, urlName }) => [operator, urlName],
	),
)

export const operatorUrlName = (operator: string) => urlNames.get(operator) ?? operator.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
