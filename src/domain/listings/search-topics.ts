import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { type ProfessionSlug, findProfession, getProfession } from '../taxonomy/attributes.ts'
import type { Word } from './search-words.ts'
import { type Term, termShape } from './suggestions.ts'

/** How well categories and tasks match the words of a search. */

/** Weight of one word for a topic. */
const NAMES = 3
const BEGINS = 2
const HOLDS = 1
/** A single character occurs in too many names to be useful. */
const TELLING_LENGTH = 2

/** A category or task that a profession works at. `weight` is the weight of the profession's word, `place` its rank. */
export type OwnTopic = { term: Term; profession: ProfessionSlug; weight: number; place: number }

export type RankedTopic = {
	term: Term
	/** A word that is no profession's is its name, reading or synonym. */
	isNamed: boolean
	/** A profession of the words works at it. */
	isOwn: boolean
}

type Scored = RankedTopic & { isAbout: boolean; weight: number; place: number }

/**
 * One of each topic, best first: what words are about before what a profession of them does besides, then the more of the
 * words speak for it, and the more closely, the earlier. 「相続 税理士」 puts 相続税申告, which both words mean, before
 * 相続登記, and 「税理士」 the profession's own category and tasks before others that have more offices.
 */
export function rankTopics(terms: readonly Term[], own: readonly OwnTopic[], words: readonly Word[]): RankedTopic[] {
	const targetOf = ({ kind, id }: Term) => `${kind} ${id}`
	const ownByTarget = Map.groupBy(own, ({ term }) => targetOf(term))
	const byTarget = Map.groupBy([...terms, ...own.map(({ term }) => term)], targetOf)
	return [...byTarget]
		.flatMap(([target, [term, ...others]]): Scored[] => {
			if (!term) return []
			const keys = [term, ...others].map(({ key }) => key)
			const ownHere = ownByTarget.get(target) ?? []
			const spoken = words.map((word) => {
				const byName = Math.max(...keys.map((key) => closeness(key, word.keys)))
				const byProfession = ownHere.find(({ profession }) => profession === word.profession)?.weight ?? 0
				return { word, byName, weight: Math.max(byName, byProfession) }
			})
			const about = spoken.filter(({ word, byName }) => word.profession === null && byName > 0)
			return [
				{
					term,
					isNamed: about.some(({ byName }) => byName === NAMES),
					isOwn: ownHere.length > 0,
					isAbout: about.length > 0,
					weight: spoken.reduce((sum, { weight }) => sum + weight, 0),
					place: Math.min(...ownHere.map(({ place }) => place)),
				},
			]
		})
		.sort(
			(a, b) =>
				Number(b.isAbout) - Number(a.isAbout) ||
				b.weight - a.weight ||
				(a.place === b.place ? 0 : a.place - b.place) ||
				b.term.popularity - a.term.popularity ||
				a.term.id - b.term.id,
		)
		.map(({ term, isNamed, isOwn }) => ({ term, isNamed, isOwn }))
}

function closeness(key: string, keysOfWord: readonly string[]): number {
	if (keysOfWord.includes(key)) return NAMES
	const telling = keysOfWord.filter((one) => one.length >= TELLING_LENGTH)
	if (telling.some((one) => key.startsWith(one))) return BEGINS
	return telling.some((one) => holdsWord(key, one)) ? HOLDS : 0
}

/** Characters that form another word when attached: 正社員 and 正社員化 are no 社員. */
const PREFIXES = /[正非再未新元前副準無不他]$/u

/** Whether a word occurs in a longer one as a word: 申告 in 確定申告, but not 社員 in 正社員化. */
export function holdsWord(key: string, word: string): boolean {
	const at = key.indexOf(word)
	if (at < 0) return false
	const [before, after] = [key.slice(0, at), key.slice(at + word.length)]
	if (PREFIXES.test(before)) return false
	// The boundary is between two words.
	const ends = new Set<number>([0])
	let end = 0
	for (const { segment } of segmenter.segment(key)) ends.add((end += segment.length))
	return (before === '' || ends.has(before.length)) && (after === '' || ends.has(before.length + word.length))
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/**
 * The categories of professions (`whose`, of `p.profession_id`) that work at published tasks of them: in how many it comes
 * first, in how many at all, and which is its own, where it comes first most often.
 */
export const professionCategories = (whose: RawBuilder<unknown>) => sql`
	select *, row_number() over (partition by profession_id order by firsts desc, tasks desc, task_category_id) = 1 as is_own
	from (
		select p.profession_id, t.task_category_id, count(*) filter (where p.position = 1) as firsts, count(*) as tasks
		from task_professions p join tasks t on t.id = p.task_id and t.published_at is not null
		where ${whose}
		group by 1, 2
	) counted
`

/**
 * What professions work at: of each its own category with the tasks there, then other tasks in which it comes first, then
 * all others; what the law reserves before the rest.
 */
export async function readOwnTopics(ctx: Ctx, professions: readonly ProfessionSlug[]): Promise<OwnTopic[]> {
	if (professions.length === 0) return []
	const ids = professions.flatMap((slug) => findProfession(slug)?.id ?? [])
	const theirs = sql`p.profession_id = any (${ids}::smallint[])`
	const { rows } = await checkedSql({ ...termShape, profession_id: int4, weight: int4, place: int4 })`
		with done as (
			select p.profession_id, p.position = 1 as is_first, t.id, t.task_category_id, t.exclusive_law is null as is_free
			from task_professions p join tasks t on t.id = p.task_id and t.published_at is not null
			where ${theirs}
		), categories as (${professionCategories(theirs)}), topics as (
			select profession_id, 'category' as kind, task_category_id as id, is_own, false as is_free,
				case when is_own then ${NAMES}::integer when firsts > 0 then ${BEGINS}::integer else ${HOLDS}::integer end as weight
			from categories
			union all
			select profession_id, 'task', id, is_own, is_free, case when is_first then ${NAMES}::integer else ${BEGINS}::integer end
			from done join categories using (profession_id, task_category_id)
		)
		select s.*, t.profession_id, t.weight,
			row_number() over (
				partition by t.profession_id
				order by t.weight desc, t.is_own desc, t.kind, t.is_free, s.popularity desc, t.id
			)::integer as place
		from topics t
		join lateral (
			select kind, target_id as id, key, label, detail, path, popularity from suggestion_terms
			where kind = t.kind and target_id = t.id order by key limit 1
		) s on true
	`.execute(ctx.db)
	return rows.map(({ profession_id, weight, place, ...term }) => ({ term, profession: getProfession(profession_id).slug, weight, place }))
}
