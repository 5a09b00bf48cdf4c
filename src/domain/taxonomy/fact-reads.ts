import { sql } from 'kysely'
import { z } from 'zod'
import { builtJson, checkedSql, type RowOf, text, textArray } from '../../platform/checked-sql.ts'
import type { StaffCtx } from '../accounts/staff.ts'
import type { Ctx } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'
import { type Fact, factState, type FactState } from './facts.ts'

const selectFacts = checkedSql({
	key: text,
	topic: text,
	name: text,
	words: textArray,
	law: text,
	source_title: text,
	source_url: text,
	editions: builtJson(() =>
		z.array(
			z.strictObject({
				value: z.string(),
				aliases: z.array(z.string()),
				amount: z.number().nullable(),
				validFrom: z.string(),
				validUntil: z.string().nullable(),
				checkedOn: z.string(),
				note: z.string().nullable(),
			}),
		),
	),
})

/** Of facts `f` joined with their editions `e` and grouped by key: both tables are small and read once. */
const columns = sql`
	f.key, f.topic, f.name, f.words, f.law, f.source_title, f.source_url,
	json_agg(json_build_object(
		'value', e.value, 'aliases', e.aliases, 'amount', e.amount, 'validFrom', e.valid_from, 'validUntil', e.valid_until,
		'checkedOn', e.checked_on, 'note', e.note
	) order by e.valid_from) as editions
`
const source = sql`facts f join fact_editions e on e.fact_key = f.key`

const toFact = ({ source_title: title, source_url: url, ...fact }: RowOf<typeof selectFacts>): Fact => ({ ...fact, source: { title, url } })

/** The facts whose value has changed up to today: those of which a text may quote a former value. */
export async function readChangedFacts(ctx: Ctx): Promise<Fact[]> {
	const today = isoDay(ctx.now())
	const { rows } = await selectFacts`
		select ${columns} from ${source} group by f.key having count(*) filter (where e.valid_from <= ${today}::date) > 1
		order by f.position
	`.execute(ctx.db)
	return rows.map(toFact)
}

/** The facts of these keys. Throws when one is not there: code refers to it by its key. */
export async function getFacts<Key extends string>(ctx: Pick<Ctx, 'db'>, keys: readonly Key[]): Promise<Record<Key, Fact>> {
	const { rows } = await selectFacts`select ${columns} from ${source} where f.key = any (${keys}::text[]) group by f.key`.execute(ctx.db)
	const found = Object.fromEntries(rows.map((row) => [row.key, toFact(row)])) as Record<Key, Fact>
	const missing = keys.filter((key) => !(key in found))
	if (missing.length > 0) throw new Error(`there is no fact ${missing.join(', ')}`)
	return found
}

export type FactInReview = Fact & { state: FactState; lastDay: string | null }

const NO_END = '9999-12-31'

/** All facts for staff: those that end first come first, then those without an end. */
export async function listFacts(ctx: StaffCtx): Promise<FactInReview[]> {
	const today = isoDay(ctx.now())
	const { rows } = await selectFacts`select ${columns} from ${source} group by f.key order by f.position`.execute(ctx.db)
	return rows
		.map((row) => ({ ...toFact(row), ...factState(toFact(row), today) }))
		.toSorted((a, b) => (a.lastDay ?? NO_END).localeCompare(b.lastDay ?? NO_END))
}

/** How many facts have ended, end soon or were not checked for a year. */
export const countFactsDue = async (ctx: StaffCtx): Promise<number> =>
	(await listFacts(ctx)).filter(({ state }) => state !== 'current').length
