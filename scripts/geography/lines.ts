import trainData from 'japan-train-data'
import { z } from 'zod'
import { cellNumber, readCsv } from '../../seed/content-files.ts'
import { operatorOf } from '../../seed/geography/operators.ts'

/**
 * Today's names where the package has a nickname without the company, or a name of 2017. Parts of one line that the
 * package splits by section get one name here and so become one line again.
 */
const currentNames = new Map(
	readCsv('geography/line-names.csv', z.strictObject({ line: cellNumber, name: z.string().min(1) })).map(({ line, name }) => [line, name]),
)

export type PackagedLine = { id: number; name: string; operator: string }

/** NFKC, without the section or note in brackets. */
export const withoutBrackets = (name: string) =>
	name
		.normalize('NFKC')
		.replace(/[（(〈<【[].*$/u, '')
		.trim()

/**
 * The packaged lines under their present names and operators, keyed by every packaged id. Sections of one line share
 * one entry, whose id is the lowest of theirs.
 */
export function loadPackagedLines(): Map<number, PackagedLine> {
	const byName = new Map<string, PackagedLine>()
	const byId = new Map<number, PackagedLine>()
	for (const { id, name } of trainData.lines.toSorted((a, b) => a.id - b.id)) {
		const line = { id, name: currentNames.get(id) ?? withoutBrackets(name.ja), operator: operatorOf(id) }
		const key = `${line.operator}/${line.name}`
		const known = byName.get(key) ?? line
		byName.set(key, known)
		byId.set(id, known)
	}
	return byId
}
