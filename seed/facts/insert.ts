import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { ALL_PAGES, publishTags } from '../../src/platform/page-tags.ts'
import { readMark, writeMark } from '../marks.ts'
import { type Columns, insertRows } from '../rows.ts'
import { loadFacts } from './load.ts'

const FACTS = {
	key: 'text',
	position: 'int',
	topic: 'text',
	name: 'text',
	words: 'text[]',
	law: 'text',
	source_title: 'text',
	source_url: 'text',
} as const satisfies Columns

const EDITIONS = {
	fact_key: 'text',
	valid_from: 'date',
	valid_until: 'date',
	value: 'text',
	aliases: 'text[]',
	numbers: 'json',
	renewal_from: 'date',
	checked_on: 'date',
	compared_on: 'date',
	compare_by: 'date',
	note: 'text',
	pending: 'text',
} as const satisfies Columns

/** Replaces the facts in the database by those of content/facts, unless they are the same. */
export async function seedFacts(db: Kysely<Database>, onProgress: (line: string) => void): Promise<void> {
	const facts = loadFacts()
	const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
	if ((await readMark(db, 'facts')) === hash) return
	await db.transaction().execute(async (trx) => {
		await trx.deleteFrom('facts').execute()
		await insertRows(
			trx,
			'facts',
			FACTS,
			facts.map(({ key, topic, name, words, law, source }, place) => [key, place + 1, topic, name, words, law, source.title, source.url]),
		)
		await insertRows(
			trx,
			'fact_editions',
			EDITIONS,
			facts.flatMap(({ key, editions }) =>
				editions.map((one) => [
					key,
					one.validFrom,
					one.validUntil,
					one.value,
					one.aliases,
					JSON.stringify(one.numbers),
					one.renewalFrom,
					one.checkedOn,
					one.comparedOn,
					one.compareBy,
					one.note,
					one.pending,
				]),
			),
		)
		await writeMark(trx, 'facts', hash)
	})
	await publishTags(db, [ALL_PAGES])
	onProgress(`Facts: ${facts.length}`)
}
