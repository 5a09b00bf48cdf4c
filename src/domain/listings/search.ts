import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { foldText } from '../../platform/search-text.ts'
import type { Ctx } from '../shared/context.ts'
import { type Area, areaId, areaName } from '../geography/areas.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { listPath } from './list-path.ts'
import { areasOf } from './area-lookup.ts'
import { searchPath, unlistedProfessionPath } from '../shared/links.ts'
import { unlistedProfessionsOf } from '../taxonomy/unlisted-professions.ts'
import { type Flag, type ProfessionSlug, findProfession, flags as allFlags, professionBit, requiredBits } from '../taxonomy/attributes.ts'
import { loadSearchDictionary, type SearchDictionary } from '../taxonomy/search-dictionary.ts'
import { loadCardsOf } from './cards.ts'
import { canonicalSearch, emptyQuery, type ListQuery, parseSearchText } from './list-query.ts'
import { listFirstOffices } from './office-list.ts'
import { ALL_OFFICES } from '../taxonomy/scopes.ts'
import { facetsOfText } from './search-facets.ts'
import { isOnlyNoise, piecesOf, type Segment, segmentsOf } from './search-segments.ts'
import { holdsWord, type RankedTopic, rankTopics, readOwnTopics } from './search-topics.ts'
import { type Word, wordsOf } from './search-words.ts'
import { type Term, prefixesOf, rankTerms, readIntentTopics, readNames, termColumns, termShape, toSuggestion } from './suggestions.ts'
import type { OfficeCard, SearchResult } from './types.ts'

const DIRECT_LINKS = 6
/** For how many topics lists are linked. */
const SCOPES = 3
const GROUP = 10
const isTopic = (term: Term) => term.kind === 'category' || term.kind === 'task'

/** What answers a search first: the list that its words ask for, with its first offices, and the offices that they name. */
export type SearchAnswer = {
	result: SearchResult
	first: { link: DirectLink; scopeId: number; offices: OfficeCard[] } | null
	named: OfficeCard[]
	/** The words are the name of an office rather than of a place or a topic. */
	areNamesFirst: boolean
}
type DirectLink = SearchResult['directLinks'][number]

/** So many offices answer at once; the rest is in their list. */
const FIRST_OFFICES = 3

/** `search` for a page, with the offices themselves: one round trip more. */
export async function searchWithOffices(ctx: Ctx, text: string, pinnedAreaId: number | null = null): Promise<SearchAnswer> {
	const { result, best } = await readSearch(ctx, text, pinnedAreaId)
	const [link] = result.directLinks
	// Words that are an office's whole name mean that office, whatever else they have in them: 「三鷹つむぎ税理士事務所」.
	const isWhole = (one: { label: string }) => folded(one.label) === folded(result.text)
	const inOrder = [...result.offices.filter(isWhole), ...result.offices.filter((one) => !isWhole(one))]
	const [offices, named] = await Promise.all([
		best ? listFirstOffices(ctx, { ...best, query: queryOf(best), limit: FIRST_OFFICES }) : [],
		loadCardsOf(
			ctx,
			inOrder.map(({ id }) => id),
			ALL_OFFICES,
		),
	])
	const first = link && best && offices.length > 0 ? { link, scopeId: best.scopeId, offices } : null
	const isAsked = (one: { label: string }) => folded(one.label).includes(folded(result.text))
	const isTopic = best !== null && (!best.isGuess || best.profession !== null)
	const areNamesAsked = !isTopic && result.offices.some(isAsked) && !result.areas.some(isAsked)
	return { result, first, named, areNamesFirst: result.offices.some(isWhole) || areNamesAsked }
}

const folded = (label: string): string => foldText(label).replaceAll(/\s/gu, '')

/** The result as the API gives it. */
export async function search(ctx: Ctx, text: string, pinnedAreaId: number | null = null): Promise<SearchResult> {
	return (await readSearch(ctx, text, pinnedAreaId)).result
}

/**
 * The result page: what the words mean, by groups, and first links to the lists that they ask for together (「税理士 三鷹」: lists
 * of that profession at 三鷹駅 and in 三鷹市). Everyday phrases mean the tasks that help, words such as 夜間 a facet. `pinnedAreaId`
 * is the place that a suggestion meant, where several have one name. `best` is the first list, where it has an office.
 */
async function readSearch(ctx: Ctx, text: string, pinnedAreaId: number | null): Promise<{ result: SearchResult; best: Wanted | null }> {
	const cleaned = parseSearchText(text)
	const { facets, rest } = facetsOfText(cleaned)
	const dictionary = await loadSearchDictionary()
	const unlisted = await unlistedProfessionsOf(rest)
	// 「土地家屋調査士」 means no sale of land: where a profession is named, everyday phrases inside its name stand for nothing.
	const intents = unlisted.length > 0 ? [] : dictionary.intentsOf(rest)
	const chunks = wordsOf(inKanji(rest, dictionary)).filter((chunk) => !isOnlyNoise(chunk))
	const [terms, intentTopics, pinned] = await Promise.all([
		readTerms(ctx, [...new Set(chunks.flatMap(piecesOf).flatMap((word) => word.keys))]),
		readIntentTopics(ctx, [...new Set(intents.flatMap(({ intent }) => intent.tasks))]),
		pinnedAreaId === null ? null : areasOf(ctx, [pinnedAreaId]).then((areas) => areas.get(pinnedAreaId) ?? null),
	])
	const known = Map.groupBy(terms, (term) => term.key)
	const isKnown = (word: Word) => word.profession !== null || word.keys.some((key) => known.has(key))
	const read = readSegments(
		chunks.map((chunk) => segmentsOf(chunk, isKnown, dictionary)),
		known,
	)
	const professions = [...new Set(read.asked.flatMap(({ profession }) => profession ?? []))]
	const [areas, groups, own] = await Promise.all([
		pinned ? [pinned] : resolveAreas(ctx, read.places),
		readGroups(ctx, { text: rest, ...read.group }),
		readOwnTopics(ctx, professions),
	])
	const ranked = withIntents(rankTopics([...read.topics, ...groups.tasks], own, read.asked), intentTopics)
	const flags = facets.flatMap(({ flag }) => flag ?? [])
	const { links: directLinks, best } = await readDirectLinks(ctx, {
		areas,
		topics: topicsOfLinks(ranked),
		profession: professions[0] ?? null,
		flags,
	})
	const result = {
		text: cleaned,
		facets: facets.map(({ label, note, typed }) => ({ label, note, path: searchPath(without(cleaned, typed), pinnedAreaId) })),
		directLinks,
		unlisted: unlisted.map(({ slug, name, summary }) => ({ name, summary, path: unlistedProfessionPath(slug) })),
		tasks: ranked.slice(0, GROUP).map(({ term }) => toSuggestion(term)),
		areas: firstOf(rankTerms([...read.places.flat(), ...groups.areas], chunks.map(foldText))),
		offices: firstOf(groups.names.filter((term) => term.kind === 'office')),
		experts: firstOf(groups.names.filter((term) => term.kind === 'expert')),
	}
	return { result, best }
}

const firstOf = (terms: readonly Term[]) => terms.slice(0, GROUP).map(toSuggestion)

/** The text without this piece, as if it had never been typed. */
const without = (text: string, typed: string): string => text.normalize('NFKC').replace(typed, ' ').replaceAll(/\s+/gu, ' ').trim()

/** Words that are half in kana, as the terms have them. A word of kana alone is looked up by its reading. */
const inKanji = (text: string, dictionary: SearchDictionary): string =>
	dictionary
		.readingsOf(text)
		.filter(({ typed }) => /\p{Script=Han}/u.test(typed) || text.replace(typed, '').match(/^\p{Script=Han}/u))
		.reduce((rest, { typed, words }) => rest.replace(typed, words[0] ?? typed), text.normalize('NFKC'))

type ReadSegments = {
	asked: Word[]
	topics: Term[]
	places: Term[][]
	/** Words that may be a part of a topic's name, the beginning of a place's and of a person's or an office's. */
	group: { topicWords: string[]; placeWords: string[]; names: string[] }
}

/** What the pieces of each chunk mean. */
function readSegments(chunks: readonly Segment[][], known: ReadonlyMap<string, Term[]>): ReadSegments {
	const read: ReadSegments = { asked: [], topics: [], places: [], group: { topicWords: [], placeWords: [], names: [] } }
	for (const segments of chunks) {
		const whole = segments.map(({ text }) => text).join('')
		const isWhollyProfession = segments.every(({ word, kind }) => kind === 'filler' || (word !== null && word.profession !== null))
		// 「三鷹 税理士」 does not mean an office anywhere that is named 税理士.
		if (!isWhollyProfession && !segments.some(({ kind }) => kind === 'intent')) read.group.names.push(whole)
		for (const { text, kind, word } of segments) {
			if (kind === 'unknown' && Array.from(text).length >= 2) {
				read.group.topicWords.push(text)
				read.group.names.push(text)
				if (segments.length === 1) read.group.placeWords.push(text)
			}
			if (!word) continue
			read.asked.push(word)
			const hits = rankTerms(
				word.keys.flatMap((key) => known.get(key) ?? []),
				word.keys,
			)
			const topics = hits.filter(isTopic)
			const here = hits.filter((term) => !isTopic(term) && (!word.station || term.kind === 'station'))
			read.topics.push(...topics)
			if (here.length > 0 && !word.profession) read.places.push(here)
			if (!word.profession) read.group[topics.length > 0 ? 'topicWords' : 'placeWords'].push(text)
		}
	}
	if (read.group.names.length === 0) read.group.names.push(...read.asked.flatMap(({ keys }) => keys.slice(0, 1)))
	return read
}

/** Tasks that help with what everyday words say come right behind what is named. */
function withIntents(ranked: readonly RankedTopic[], helping: readonly Term[]): RankedTopic[] {
	const isHelping = ({ term }: RankedTopic) => helping.some(({ kind, id }) => kind === term.kind && id === term.id)
	const named = ranked.filter(({ isNamed }) => isNamed)
	const fresh = helping.filter((term) => !named.some((one) => one.term.kind === term.kind && one.term.id === term.id))
	return [
		...named,
		...fresh.map((term): RankedTopic => ({ term, isNamed: true, isOwn: false })),
		...ranked.filter((one) => !one.isNamed && !isHelping(one)),
	]
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

type Scope = {
	scopeId: number
	scopeName: string
	/** Not linked where it has no office: it was not searched for by name. */ isGuess: boolean
}
type Wanted = Scope & { area: Area; profession: ProfessionSlug | null; flags: readonly Flag[] }

async function readDirectLinks(
	ctx: Ctx,
	asked: { areas: Area[]; topics: RankedTopic[]; profession: ProfessionSlug | null; flags: readonly Flag[] },
): Promise<{ links: DirectLink[]; best: Wanted | null }> {
	const { topics, profession, flags } = asked
	if (topics.length === 0 && asked.areas.length === 0 && flags.length === 0) return { links: [], best: null }
	const areas: Area[] = asked.areas.length > 0 ? asked.areas : [{ kind: 'japan' }]
	// A topic in each of the places, the best first; of a place alone its usual topics.
	const wanted: Wanted[] =
		topics.length > 0
			? topics.flatMap(({ term, isNamed, isOwn }) =>
					areas.map((area) => ({ scopeId: term.id, scopeName: term.label, isGuess: isOwn && !isNamed, area, profession, flags })),
				)
			: (await usualScopes(ctx, areas)).map((one) => ({ ...one, isGuess: true, profession, flags }))
	const counts = await countWanted(ctx, wanted)
	const links = wanted.map((one, place) => ({
		label: labelOf(one, areas),
		path: pathOf(one),
		officeCount: counts[place] ?? 0,
		wanted: one,
	}))
	const worthIt = links.filter(({ officeCount, wanted: { isGuess } }) => officeCount > 0 || !isGuess)
	// Empty lists show nearby offices.
	const shown = (worthIt.length > 0 ? worthIt : links.slice(0, SCOPES))
		.toSorted((a, b) => Number(b.officeCount > 0) - Number(a.officeCount > 0))
		.slice(0, DIRECT_LINKS)
	const [first] = shown
	return {
		links: shown.map(({ label, path, officeCount }) => ({ label, path, officeCount })),
		best: first && first.officeCount > 0 ? first.wanted : null,
	}
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
	const masks = wanted.map(
		({ profession, flags }) =>
			(profession === null ? 0 : professionBit(findProfession(profession)?.id ?? 0)) |
			requiredBits({ flags, professions: [], subQualifications: [] }),
	)
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

function labelOf({ area, scopeName, profession, flags }: Wanted, areas: readonly Area[]): string {
	const ambiguous = areas.filter((one) => areaName(one) === areaName(area)).length > 1
	const prefecture = ambiguous && 'prefectureId' in area ? getPrefecture(area.prefectureId).name : ''
	const narrowed = [
		...(profession === null ? [] : [findProfession(profession)?.name ?? '']),
		...flags.map((flag) => allFlags.find(({ param }) => param === flag)?.label ?? ''),
	]
	const topic = narrowed.length === 0 ? scopeName : `${scopeName}（${narrowed.join('・')}）`
	return area.kind === 'japan' ? topic : `${prefecture}${areaName(area)} × ${topic}`
}

function pathOf(wanted: Wanted): string {
	const { area, scopeId } = wanted
	return listPath({ scopeId, area, search: canonicalSearch(queryOf(wanted), area.kind) })
}

function queryOf({ area, profession, flags }: Wanted): ListQuery {
	return { ...emptyQuery(area.kind), flags, professions: profession === null ? [] : [profession] }
}

/** What begins with the text or one of its words, and topics that have a word in their names. */
async function readGroups(
	ctx: Ctx,
	{ text, topicWords, placeWords, names }: ReadSegments['group'] & { text: string },
): Promise<{ tasks: Term[]; areas: Term[]; names: Term[] }> {
	const folded = [...new Set(topicWords.map(foldText))].filter((word) => word.length >= 2)
	const prefixesOfWords = (some: readonly string[]) =>
		[...new Set(some.flatMap(prefixesOf))].filter((prefix) => prefix.length >= 2).slice(0, 8)
	const prefixes = prefixesOfWords(placeWords)
	const namePrefixes = prefixesOfWords(names.length > 0 ? [text, ...names] : [])
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
	return {
		tasks: topics.rows.filter(({ key }) => folded.some((word) => holdsWord(key, word))),
		areas: areas.rows,
		names: rankTerms(found, namePrefixes),
	}
}
