import { sql } from 'kysely'
import { z } from 'zod'
import { builtJson, checkedSql, type RowOf, text, textArray } from '../../platform/checked-sql.ts'
import type { StaffCtx } from '../accounts/staff.ts'
import type { IsoDate } from '../shared/column-types.ts'
import type { Ctx } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'
import { type Comparison, type Fact, factState, type FactState, nextComparison } from './facts.ts'

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
				numbers: z.record(z.string(), z.number()),
				validFrom: z.string(),
				validUntil: z.string().nullable(),
				renewalFrom: z.string().nullable(),
				checkedOn: z.string(),
				comparedOn: z.string().nullable(),
				compareBy: z.string().nullable(),
				note: z.string().nullable(),
				pending: z.string().nullable(),
			}),
		),
	),
})

/** Of facts `f` joined with their editions `e` and grouped by key: both tables are small and read once. */
const columns = sql`
	f.key, f.topic, f.name, f.words, f.law, f.source_title, f.source_url,
	json_agg(json_build_object(
		'value', e.value, 'aliases', e.aliases, 'numbers', e.numbers, 'validFrom', e.valid_from, 'validUntil', e.valid_until,
		'renewalFrom', e.renewal_from, 'checkedOn', e.checked_on, 'comparedOn', e.compared_on,
		'compareBy', e.compare_by, 'note', e.note, 'pending', e.pending
	) order by e.valid_from) as editions
`
const source = sql`facts f join fact_editions e on e.fact_key = f.key`

const toFact = ({ source_title: title, source_url: url, ...fact }: RowOf<typeof selectFacts>): Fact => ({ ...fact, source: { title, url } })

type FactsOfADay = { day: IsoDate; facts: Promise<Fact[]> }

/** By connection pool, so that a transaction of a test never sees what another one wrote. */
const datedFacts = new WeakMap<object, FactsOfADay>()

/**
 * The facts that a text may quote with a value that is no longer the right one, or not known to be: those that have changed up to
 * today, those whose next value is overdue and those that were not compared with the law yet. Read once a day by each process: facts change only with a release, which starts new processes.
 */
export function readDatedFacts(ctx: Pick<Ctx, 'db' | 'now'>): Promise<Fact[]> {
	const day = isoDay(ctx.now())
	const known = datedFacts.get(ctx.db)
	if (known?.day === day) return known.facts
	const read: FactsOfADay = { day, facts: selectDatedFacts(ctx.db, day) }
	datedFacts.set(ctx.db, read)
	// A failed read is not cached.
	read.facts.catch(() => datedFacts.get(ctx.db) === read && datedFacts.delete(ctx.db))
	return read.facts
}

async function selectDatedFacts(db: Ctx['db'], today: IsoDate): Promise<Fact[]> {
	const { rows } = await selectFacts`
		select ${columns} from ${source} group by f.key
		having count(*) filter (where e.valid_from <= ${today}::date) > 1 or bool_or(e.renewal_from <= ${today}::date)
			or bool_or(e.pending is not null and e.valid_from <= ${today}::date)
		order by f.position
	`.execute(db)
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

export type FactInReview = Fact & { state: FactState; lastDay: string | null; comparison: Comparison | null }

const NO_END = '9999-12-31'

/** All facts for staff: those that end first come first, then those without an end. */
export async function listFacts(ctx: StaffCtx): Promise<FactInReview[]> {
	const today = isoDay(ctx.now())
	const { rows } = await selectFacts`select ${columns} from ${source} group by f.key order by f.position`.execute(ctx.db)
	return rows
		.map(toFact)
		.map((fact) => ({ ...fact, ...factState(fact, today), comparison: nextComparison(fact, today) }))
		.toSorted((a, b) => (a.lastDay ?? NO_END).localeCompare(b.lastDay ?? NO_END))
}

/** How many facts have ended, end soon, await a new value or are due to be compared with their source. */
export const countFactsDue = async (ctx: StaffCtx): Promise<number> =>
	(await listFacts(ctx)).filter(({ state }) => state !== 'current').length
