import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, type RowOf, text as textColumn } from '../../platform/checked-sql.ts'
import { foldText, prefixRange, romajiOfLatin, withoutUnfinishedKana } from '../../platform/search-text.ts'
import type { Ctx } from '../shared/context.ts'
import { loadSearchDictionary } from '../taxonomy/search-dictionary.ts'
import type { SuggestionKind } from './tables.ts'
import type { Suggestion } from './types.ts'

/** What `termColumns` are. */
export const termShape = {
	kind: textColumn.as<SuggestionKind>(),
	id: int4,
	key: textColumn,
	label: textColumn,
	detail: textColumn,
	path: textColumn,
	popularity: int4,
}

export type Term = RowOf<typeof termShape>

/** How many terms of a prefix are looked at. Places are few thousand at most; names are cut in the order of their keys. */
const TOPICS = 40
const PLACES = 40
const NAMES = 40

const LIMIT = 8
const MAX_LIMIT = 20

/** Names come up from the second folded character on: a single one begins the names of tens of thousands. */
const NAME_LENGTH = 2

/**
 * Suggestions for typed text: categories and tasks by name, reading or synonym, then prefectures,
 * municipalities and stations, then offices and experts; within each full matches first, then by the number of
 * offices. Understands kanji, kana, romaji and half-composed input (みたk). The work is bounded whatever the number of
 * offices.
 */
export async function suggest(ctx: Ctx, text: string, options: { limit?: number } = {}): Promise<Suggestion[]> {
	const limit = Math.min(Math.max(1, Math.trunc(options.limit ?? LIMIT)), MAX_LIMIT)
	const prefixes = prefixesOf(text)
	if (prefixes.length === 0) return []
	const [first = '', second = first] = prefixes
	const withNames = first.length >= NAME_LENGTH || second.length >= NAME_LENGTH
	const [places, names, meant] = await Promise.all([
		readTopicsAndPlaces(ctx, prefixes),
		withNames ? readNames(ctx, prefixes) : [],
		readMeantTopics(ctx, text),
	])
	const typed = rankTerms([...places, ...names], prefixes)
	return withMeant(typed, meant, prefixes).slice(0, limit).map(toSuggestion)
}

/** How many tasks for everyday words come before places and names. */
const MEANT = 4

/** Tasks for everyday words in the text, after full matches of names. */
function withMeant(typed: readonly Term[], meant: readonly Term[], prefixes: readonly string[]): Term[] {
	const isSame = (a: Term) => (b: Term) => a.kind === b.kind && a.id === b.id
	const full = typed.filter((term) => prefixes.includes(term.key) && groupOf[term.kind] === 0)
	const topics = typed.filter((term) => groupOf[term.kind] === 0 && !full.includes(term))
	const fresh = meant.filter((term) => !full.some(isSame(term))).slice(0, MEANT)
	const rest = [...topics, ...typed.filter((term) => groupOf[term.kind] !== 0)]
	return [...full, ...fresh, ...rest.filter((term) => !fresh.some(isSame(term)))]
}

/** Tasks for what a text says in everyday words, or for words of it that are written in kana. */
async function readMeantTopics(ctx: Ctx, text: string): Promise<Term[]> {
	const dictionary = await loadSearchDictionary()
	const words = dictionary
		.readingsOf(text)
		.flatMap(({ typed, words: ones }) => ones.map((word) => text.normalize('NFKC').replace(typed, word)))
	const intents = [
		...dictionary.intentsBeginning(text),
		...[text, ...words].flatMap((one) => dictionary.intentsOf(one).map(({ intent }) => intent)),
	]
	const slugs = [...new Set(intents.flatMap(({ tasks }) => tasks))]
	const [helping, named] = await Promise.all([readIntentTopics(ctx, slugs), readTopicsNamed(ctx, words)])
	return [...named, ...helping]
}

/** The terms of tasks, in the order of their slugs here. */
export async function readIntentTopics(ctx: Ctx, slugs: readonly string[]): Promise<Term[]> {
	if (slugs.length === 0) return []
	const { rows } = await checkedSql(termShape)`
		select s.* from unnest(${[...slugs]}::text[]) with ordinality as w (slug, place)
		join tasks t on t.slug = w.slug
		cross join lateral (
			select ${termColumns} from suggestion_terms where kind = 'task' and target_id = t.id order by key limit 1
		) s
		order by w.place
	`.execute(ctx.db)
	return rows
}

async function readTopicsNamed(ctx: Ctx, words: readonly string[]): Promise<Term[]> {
	const keys = words.map(foldText).filter((key) => key.length >= NAME_LENGTH)
	if (keys.length === 0) return []
	const { rows } = await checkedSql(termShape)`
		select ${termColumns} from suggestion_terms
		where kind in ('category', 'task') and kind not in ('office', 'expert') and key = any (${keys}::text[])
		order by popularity desc, id limit ${sql.lit(MEANT)}
	`.execute(ctx.db)
	return rows
}

/** The folded text, without 駅, and as romaji where it is in Latin letters: one or two prefixes. */
export function prefixesOf(text: string): string[] {
	const folded = withoutUnfinishedKana(foldText(text.slice(0, 80)))
	if (folded === '') return []
	const romaji = romajiOfLatin(text.slice(0, 80))
	const other = romaji ?? folded.replace(/(?<=.)(?:駅|えき)$/u, '')
	return other === '' || other === folded ? [folded] : [folded, other]
}

/** Two ranges in every statement, so that there is one text to prepare; the second may repeat the first. */
function inRanges(prefixes: readonly string[]): RawBuilder<unknown> {
	const [first = '', second = first] = prefixes
	const a = prefixRange(first)
	const b = prefixRange(second)
	return sql`(key ~>=~ ${a.from} and key ~<~ ${a.to} or key ~>=~ ${b.from} and key ~<~ ${b.to})`
}

/** Of `suggestion_terms`. */
export const termColumns = sql`kind, target_id as id, key, label, detail, path, popularity`

async function readTopicsAndPlaces(ctx: Ctx, prefixes: readonly string[]): Promise<Term[]> {
	const { rows } = await checkedSql(termShape)`
		with hits as materialized (
			select ${termColumns} from suggestion_terms where kind not in ('office', 'expert') and ${inRanges(prefixes)}
		)
		(select * from hits where kind in ('category', 'task') order by key = any (${prefixes}::text[]) desc, popularity desc, id limit ${sql.lit(TOPICS)})
		union all
		(select * from hits where kind not in ('category', 'task') order by key = any (${prefixes}::text[]) desc, popularity desc, id limit ${sql.lit(PLACES)})
	`.execute(ctx.db)
	return rows
}

/** The first names in the order of the index, so that the exact ones are among them. */
export async function readNames(ctx: Ctx, prefixes: readonly string[], limit = NAMES): Promise<Term[]> {
	const pages = await Promise.all(
		prefixes
			.filter((prefix) => prefix.length >= NAME_LENGTH)
			.map((prefix) => {
				const { from, to } = prefixRange(prefix)
				return checkedSql(termShape)`
					select ${termColumns} from suggestion_terms
					where kind in ('office', 'expert') and key ~>=~ ${from} and key ~<~ ${to}
					order by key using ~<~ limit ${limit}
				`.execute(ctx.db)
			}),
	)
	return pages.flatMap(({ rows }) => rows)
}

const groupOf: Record<SuggestionKind, number> = { category: 0, task: 0, prefecture: 1, municipality: 1, station: 1, office: 2, expert: 2 }

/** One entry for each target, full matches before prefixes within its group; stations alternate with other places. */
export function rankTerms(terms: readonly Term[], prefixes: readonly string[]): Term[] {
	const best = new Map<string, Term>()
	const isFull = (term: Term) => prefixes.includes(term.key)
	for (const term of terms) {
		const target = `${term.kind} ${term.id}`
		const known = best.get(target)
		if (!known || (isFull(term) && !isFull(known))) best.set(target, term)
	}
	const ranked = [...best.values()].sort(
		(a, b) =>
			groupOf[a.kind] - groupOf[b.kind] ||
			Number(isFull(b)) - Number(isFull(a)) ||
			b.popularity - a.popularity ||
			a.key.length - b.key.length ||
			a.id - b.id,
	)
	// Otherwise the wards of a big city would fill the list before the station of its name.
	const turns = new Map<Term, number>()
	for (const stations of [true, false])
		for (const [turn, term] of ranked.filter((one) => groupOf[one.kind] === 1 && (one.kind === 'station') === stations).entries())
			turns.set(term, turn)
	return ranked.sort(
		(a, b) => groupOf[a.kind] - groupOf[b.kind] || Number(isFull(b)) - Number(isFull(a)) || (turns.get(a) ?? 0) - (turns.get(b) ?? 0),
	)
}

export const toSuggestion = ({ kind, id, label, detail, path }: Term): Suggestion => ({ kind, id, label, detail, path })
