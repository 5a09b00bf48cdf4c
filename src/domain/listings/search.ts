import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { foldText } from '../../platform/search-text.ts'
import type { Ctx } from '../shared/context.ts'
import { type Area, areaId, areaName } from '../geography/areas.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { listPath } from './list-path.ts'
import { areasOf } from './area-lookup.ts'
import { type ProfessionSlug, findProfession, professionBit } from '../taxonomy/attributes.ts'
import { canonicalSearch, emptyQuery, parseSearchText } from './list-query.ts'
import { type RankedTopic, rankTopics, readOwnTopics } from './search-topics.ts'
import { type Word, chooseReading, readingsOf, wordsOf } from './search-words.ts'
import { type Term, prefixesOf, rankTerms, readNames, termColumns, termShape, toSuggestion } from './suggestions.ts'
import type { SearchResult } from './types.ts'

const DIRECT_LINKS = 6
/** Of how many topics lists are linked. */
const SCOPES = 3
const GROUP = 10
const isTopic = (term: Term) => term.kind === 'category' || term.kind === 'task'

/**
 * The result page: what the words stand for, by groups, and first of all links to the lists that they ask for together
 * (「税理士 三鷹」: lists of that profession at 三鷹駅 and in 三鷹市). `pinnedAreaId` is the place that a suggestion meant,
 * where several have one name.
 */
export async function search(ctx: Ctx, text: string, pinnedAreaId: number | null = null): Promise<SearchResult> {
	const cleaned = parseSearchText(text)
	const words = wordsOf(cleaned)
	const readings = words.map(readingsOf)
	const [terms, pinned] = await Promise.all([
		readTerms(ctx, [...new Set(readings.flat(2).flatMap((word) => word.keys))]),
		pinnedAreaId === null ? null : areasOf(ctx, [pinnedAreaId]).then((areas) => areas.get(pinnedAreaId) ?? null),
	])
	const known = Map.groupBy(terms, (term) => term.key)
	const chosen = readings.map((reading): Word[] => chooseReading(reading, (key) => known.has(key)) ?? reading.slice(0, 1).flat())
	const asked = chosen.flat()
	// 「三鷹 税理士」 asks for no office that is called 税理士 and lies anywhere.
	const others = words.filter((_, place) => chosen[place]?.some(({ profession }) => profession === null))
	const topics: Term[] = []
	const places: Term[][] = []
	for (const word of asked) {
		const hits = rankTerms(
			word.keys.flatMap((key) => known.get(key) ?? []),
			word.keys,
		)
		topics.push(...hits.filter(isTopic))
		const here = hits.filter((term) => !isTopic(term) && (!word.station || term.kind === 'station'))
		if (here.length > 0 && !word.profession) places.push(here)
	}
	const professions = [...new Set(asked.flatMap(({ profession }) => profession ?? []))]
	const [areas, groups, own] = await Promise.all([
		pinned ? [pinned] : resolveAreas(ctx, places),
		readGroups(ctx, cleaned, words, others.length > 0 ? others : words),
		readOwnTopics(ctx, professions),
	])
	const ranked = rankTopics([...topics, ...groups.tasks], own, asked)
	const directLinks = await readDirectLinks(ctx, { areas, topics: topicsOfLinks(ranked), profession: professions[0] ?? null })
	return {
		text: cleaned,
		directLinks,
		tasks: ranked.slice(0, GROUP).map(({ term }) => toSuggestion(term)),
		areas: rankTerms([...places.flat(), ...groups.areas], words.map(foldText))
			.slice(0, GROUP)
			.map(toSuggestion),
		offices: groups.names
			.filter((term) => term.kind === 'office')
			.slice(0, GROUP)
			.map(toSuggestion),
		experts: groups.names
			.filter((term) => term.kind === 'expert')
			.slice(0, GROUP)
			.map(toSuggestion),
	}
}

async function readTerms(ctx: Ctx, keys: string[]): Promise<Term[]> {
	if (keys.length === 0) return []
	const { rows } = await checkedSql(termShape)`
		select ${termColumns} from suggestion_terms
		where kind not in ('office', 'expert') and key = any (${keys}::text[])
		order by popularity desc, id limit 300
	`.execute(ctx.db)
	return rows
}

const areaIdOf = (term: Term): number =>
	term.kind === 'station' || term.kind === 'municipality' || term.kind === 'prefecture' ? areaId({ kind: term.kind, id: term.id }) : 0

/** Several place words narrow each other: 東京都 and 府中 mean the 府中 of Tokyo. */
async function resolveAreas(ctx: Ctx, places: Term[][]): Promise<Area[]> {
	if (places.length === 0) return []
	const found = await areasOf(ctx, [...new Set(places.flat().map(areaIdOf))])
	const areasOfWords = places.map((terms) => terms.flatMap((term) => found.get(areaIdOf(term)) ?? []))
	const prefectureIds = areasOfWords.flat().flatMap((area) => (area.kind === 'prefecture' ? area.id : []))
	const smaller = areasOfWords.flat().filter((area) => area.kind === 'municipality' || area.kind === 'station')
	const within = smaller.filter((area) => prefectureIds.includes(area.prefectureId))
	const prefectures = areasOfWords.flat().filter((area) => area.kind === 'prefecture')
	// 大阪 alone is prefecture, city and station; beside a second word its prefecture only narrows.
	if (places.length > 1 && within.length > 0) return within.slice(0, 3)
	return [...prefectures, ...smaller].slice(0, 3)
}

/** What the words name or a profession of them does; a word that is no topic's name may still be a part of one: 開業 of 開業資金. */
function topicsOfLinks(ranked: readonly RankedTopic[]): RankedTopic[] {
	const meant = ranked.filter(({ isNamed, isOwn }) => isNamed || isOwn)
	return meant.length > 0 ? meant.slice(0, SCOPES) : ranked.slice(0, 2)
}

type Scope = { scopeId: number; scopeName: string; /** Not linked where it has no office: nobody asked for it by name. */ isGuess: boolean }
type Wanted = Scope & { area: Area; profession: ProfessionSlug | null }

async function readDirectLinks(
	ctx: Ctx,
	asked: { areas: Area[]; topics: RankedTopic[]; profession: ProfessionSlug | null },
): Promise<SearchResult['directLinks']> {
	const { topics, profession } = asked
	if (topics.length === 0 && asked.areas.length === 0) return []
	const areas: Area[] = asked.areas.length > 0 ? asked.areas : [{ kind: 'japan' }]
	// A topic in each of the places, the best first; of a place alone its usual topics.
	const wanted: Wanted[] =
		topics.length > 0
			? topics.flatMap(({ term, isNamed, isOwn }) =>
					areas.map((area) => ({ scopeId: term.id, scopeName: term.label, isGuess: isOwn && !isNamed, area, profession })),
				)
			: (await usualScopes(ctx, areas)).map((one) => ({ ...one, isGuess: true, profession }))
	const counts = await countWanted(ctx, wanted)
	return wanted
		.flatMap((one, place) => {
			const officeCount = counts[place] ?? 0
			return officeCount === 0 && one.isGuess ? [] : [{ label: labelOf(one, areas), path: pathOf(one), officeCount }]
		})
		.sort((a, b) => Number(b.officeCount > 0) - Number(a.officeCount > 0))
		.slice(0, DIRECT_LINKS)
}

/** The categories of which the first of the places has most offices, in each of the places. */
async function usualScopes(ctx: Ctx, areas: readonly Area[]): Promise<{ scopeId: number; scopeName: string; area: Area }[]> {
	const [first] = areas
	const rows = await ctx.db
		.selectFrom('task_categories as c')
		.innerJoin('listing_totals as t', 't.scope_id', 'c.id')
		.select(['c.id', 'c.name'])
		.where('t.area_id', '=', first ? areaId(first) : 0)
		.orderBy('t.office_count', 'desc')
		.orderBy('c.id')
		.limit(DIRECT_LINKS)
		.execute()
	return areas.flatMap((area) => rows.map((row) => ({ scopeId: row.id, scopeName: row.name, area })))
}

async function countWanted(ctx: Ctx, wanted: Wanted[]): Promise<number[]> {
	if (wanted.length === 0) return []
	const areaIds = wanted.map((one) => areaId(one.area))
	const scopeIds = wanted.map((one) => one.scopeId)
	const masks = wanted.map((one) => (one.profession === null ? 0 : professionBit(findProfession(one.profession)?.id ?? 0)))
	const { rows } = await checkedSql({ offices: int4 })`
		select coalesce((
			select sum(c.office_count) from listing_counts c
			where c.area_id = w.area_id and c.scope_id = w.scope_id and c.attributes & w.mask = w.mask
		), 0)::integer as offices
		from unnest(${areaIds}::integer[], ${scopeIds}::smallint[], ${masks}::integer[]) with ordinality as w (area_id, scope_id, mask, place)
		order by w.place
	`.execute(ctx.db)
	return rows.map((row) => row.offices)
}

function labelOf({ area, scopeName, profession }: Wanted, areas: readonly Area[]): string {
	const ambiguous = areas.filter((one) => areaName(one) === areaName(area)).length > 1
	const prefecture = ambiguous && 'prefectureId' in area ? getPrefecture(area.prefectureId).name : ''
	const topic = profession === null ? scopeName : `${scopeName}（${findProfession(profession)?.name ?? ''}）`
	return area.kind === 'japan' ? topic : `${prefecture}${areaName(area)} × ${topic}`
}

function pathOf({ area, scopeId, profession }: Wanted): string {
	const query = emptyQuery(area.kind)
	return listPath({
		scopeId,
		area,
		search: canonicalSearch(profession === null ? query : { ...query, professions: [profession] }, area.kind),
	})
}

/** What begins with the text or one of its words, and topics that contain a word; `names` are the words that may begin a name. */
async function readGroups(
	ctx: Ctx,
	text: string,
	words: string[],
	names: string[],
): Promise<{ tasks: Term[]; areas: Term[]; names: Term[] }> {
	const folded = words.map(foldText).filter((word) => word.length >= 2)
	const prefixesOfWords = (some: string[]) =>
		[...new Set([text, ...some].flatMap(prefixesOf))].filter((prefix) => prefix.length >= 2).slice(0, 8)
	const prefixes = prefixesOfWords(words)
	const namePrefixes = prefixesOfWords(names)
	const [topics, areas, found] = await Promise.all([
		folded.length === 0
			? { rows: [] as Term[] }
			: checkedSql(termShape)`
				select ${termColumns} from suggestion_terms
				where kind in ('category', 'task') and exists (select from unnest(${folded}::text[]) w where position(w in key) > 0)
				order by popularity desc, id limit 60
			`.execute(ctx.db),
		prefixes.length === 0
			? { rows: [] as Term[] }
			: checkedSql(termShape)`
				select hits.* from unnest(${prefixes}::text[]) w
				cross join lateral (
					select ${termColumns} from suggestion_terms
					where kind not in ('office', 'expert') and key ~>=~ w and key ~<~ (w || ${'\u{10FFFF}'})
					order by popularity desc, id limit 20
				) hits
				where hits.kind not in ('category', 'task')
			`.execute(ctx.db),
		readNames(ctx, namePrefixes, 20),
	])
	return { tasks: topics.rows, areas: areas.rows, names: rankTerms(found, namePrefixes) }
}
