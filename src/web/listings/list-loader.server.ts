import { redirect, type RouterContextProvider } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import { findScope, findTaskCategory } from '../../domain/taxonomy/categories.ts'
import { canonicalSearch, hasFacets, type ListQuery, parseListQuery } from '../../domain/listings/list-query.ts'
import { listOffices, ROTATION_TAG } from '../../domain/listings/office-list.ts'
import { findTask } from '../../domain/taxonomy/tasks.ts'
import type { Scope, Task, TaskSummary } from '../../domain/taxonomy/types.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { type Area, areaId, areaName, japan, type Municipality, type Prefecture, type Station } from '../../domain/geography/areas.ts'
import { findMeantMunicipality, findMeantPrefecture, findMeantStation } from '../../domain/geography/meant-places.ts'
import { findMunicipality, getMunicipality } from '../../domain/geography/municipalities.ts'
import { findPrefecture, prefectureSlugOf } from '../../domain/geography/prefectures.ts'
import { findStation, type AmbiguousStations, type StationDetail } from '../../domain/geography/stations.ts'
import { estimateFormPath, taskFeesPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { listNewestQuestions } from '../../domain/questions/question-list.ts'
import { questionListTag } from '../../domain/questions/thread.ts'
import { listPickups, pickupTag } from '../../domain/pickups/pickups.ts'
import { listPlacedOffices } from '../../domain/placements/placements.ts'
import { cacheable, readsData } from '../context.ts'
import type { ArticleLink } from '../articles/article-links.tsx'
import { ARTICLES_TAG, newestArticleLinks } from '../articles/newest-articles.server.ts'
import { type PickupCard, toPickup } from '../ui/pickups/pickup-experts.tsx'
import { type QuestionItem, viewItem } from '../questions/question-item.ts'
import type { OwnMarks } from '../social/own-marks.ts'
import { readOwnMarks } from '../social/own-marks.server.ts'
import { redirectMoved } from '../seo/moved.server.ts'
import { type AreaParents, type ListView, listView, noParents } from './list-view.ts'
import { listTag, officeTag } from '../../domain/listings/listing-tags.ts'
import { pack, type Packed } from './packed.ts'

/** Segments of a list's address after its scope, as React Router has decoded them. */
type AreaParams = { prefecture?: string; municipality?: string; stationName?: string }

export type TaskFacts = Pick<TaskSummary, 'id' | 'name' | 'summary' | 'exclusiveLaw' | 'fee'> & { professions: string[]; feesPath: string }
export type TaskText = Pick<Task, 'body' | 'leadTime' | 'documents' | 'faq' | 'validUntil' | 'useCases'> & { toolCount: number }
export type ScopeLink = { name: string; path: string; selected: boolean }
export type StationChoice = { path: string; name: string; place: string; lines: string[] }

export type ListPageData =
	| {
			kind: 'list'
			view: Packed<ListView>
			scope: Scope
			/** One line below the heading: a category's sentence or a station's lines. */
			lead: string
			task: TaskFacts | null
			/** Where estimates of the task are asked for in this area. */
			estimatePath: string | null
			/** Only in the list of all Japan: elsewhere it would be the same text again and again. */
			text: TaskText | null
			/** The newest about the task, in the list of all Japan. */
			questions: QuestionItem[]
			articles: ArticleLink[]
			/** Experts whom editors introduce, on the first page of the list of Japan or a prefecture. */
			pickups: PickupCard[]
			/** Whether the signed-in viewer keeps the task: read where the page has a button for it. */
			marks: OwnMarks | null
			/** The tasks of the category, in the same area. */
			tasks: ScopeLink[]
	  }
	| { kind: 'stations'; name: string; prefectureName: string; scopeName: string; stations: StationChoice[] }

type Place =
	| { area: Area; parents: AreaParents; lead: string }
	| { ambiguous: AmbiguousStations; prefecture: Prefecture }
	/** To be redirected to, because the address had a code, a former name or another spelling. */
	| { named: Prefecture | Municipality | Station }

type Viewed = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Reads the list of a task or category wherever it is narrowed to. Unknown segments give not-found, never an empty list.
 * `viewed` is given by the page on which the task can be kept.
 */
export async function loadList(
	ctx: Ctx,
	kind: Scope['kind'],
	scopeText: string,
	params: AreaParams,
	request: Request,
	viewed: Viewed | null = null,
) {
	const [scope, place] = await Promise.all([getScope(ctx, kind, scopeText, request), getPlace(ctx, params)])
	const search = new URL(request.url).searchParams
	if ('named' in place) {
		const { kind: areaKind } = place.named
		const query = parseListQuery(search, areaKind, scope.isNeutral)
		throw redirect(listPath({ scopeId: scope.id, area: place.named, search: canonicalSearch(query, areaKind) }), 301)
	}
	if ('ambiguous' in place) {
		const data: ListPageData = stationChoice(scope, place.prefecture, place.ambiguous)
		return cacheable(data, ['geography', 'taxonomy'])
	}
	const { area, parents } = place
	const isTaskOfJapan = scope.kind === 'task' && area.kind === 'japan'
	const query = parseListQuery(search, area.kind, scope.isNeutral)
	const [list, placed, pickups, category, { task, questions, articles }, marks] = await Promise.all([
		listOffices(ctx, { scopeId: scope.id, area, query }),
		listPlacedOffices(ctx, { scopeId: scope.id, area, query, isNeutral: scope.isNeutral }),
		readPickups(ctx, scope, area, query),
		findTaskCategory(ctx, scope.categoryId),
		isTaskOfJapan ? readAboutTask(ctx, scope.id) : { task: null, questions: [], articles: [] },
		viewed && readOwnMarks(ctx, { kind: 'task', targetId: scope.id }, viewed),
	])
	const tasks = category?.tasks ?? []
	const facts = tasks.find(({ id }) => id === scope.id)
	const data: ListPageData = {
		kind: 'list',
		view: pack(listView(list, scope, parents, placed), readsData(request)),
		scope,
		lead: place.lead || (facts?.summary ?? category?.summary ?? ''),
		task: facts ? taskFacts(facts, area) : null,
		estimatePath: facts ? estimateFormPath({ taskId: facts.id, ...placeOf(area) }) : null,
		text: task && taskText(task),
		questions: questions.map(viewItem),
		articles,
		pickups: pickups.cards,
		marks,
		tasks: tasks.map(({ id, name }) => ({ name, path: listPath({ scopeId: id, area }), selected: id === scope.id })),
	}
	const shown = [...list.items, ...(list.widened?.items ?? []), ...placed]
	return cacheable(data, [
		listTag(scope.id, areaId(area)),
		'taxonomy',
		'geography',
		...changingTags(scope, isTaskOfJapan),
		...pickups.tags,
		// They take turns daily.
		...(placed.length > 0 ? [ROTATION_TAG] : []),
		...shown.map(({ id }) => officeTag(id)),
	])
}

/** The experts whom editors introduce: in no list that must recommend nobody, and in none that a visitor has narrowed or turned on. */
async function readPickups(
	ctx: Ctx,
	{ id, isNeutral }: Scope,
	area: Area,
	query: ListQuery,
): Promise<{ cards: PickupCard[]; tags: string[] }> {
	const hasPlace = area.kind === 'japan' || area.kind === 'prefecture'
	if (!hasPlace || isNeutral || query.cursor !== null || hasFacets(query)) return { cards: [], tags: [] }
	const place = { scopeId: id, prefectureId: areaId(area) }
	const pickups = await listPickups(ctx, place)
	return { cards: pickups.map(toPickup), tags: [pickupTag(place), ...pickups.map((one) => `expert:${one.id}`)] }
}

/** What changes a list besides its offices: the content below it, and the day where it rotates daily. */
const changingTags = ({ id, isNeutral }: Scope, isTaskOfJapan: boolean): string[] => [
	...(isTaskOfJapan ? [questionListTag({ taskId: id }), ARTICLES_TAG] : []),
	...(isNeutral ? [ROTATION_TAG] : []),
]

/** What the list of a task in all of Japan shows beside its offices. */
async function readAboutTask(ctx: Ctx, taskId: number) {
	const [task, questions, articles] = await Promise.all([
		findTask(ctx, taskId),
		listNewestQuestions(ctx, { taskId, limit: 3 }),
		newestArticleLinks(ctx, { taskId }),
	])
	return { task, questions, articles }
}

/** The area as the form for estimates knows it: a station is in its municipality. */
function placeOf(area: Area): { prefectureId?: number; municipalityId?: number } {
	switch (area.kind) {
		case 'japan':
			return {}
		case 'prefecture':
			return { prefectureId: area.id }
		case 'municipality':
			return { prefectureId: area.prefectureId, municipalityId: area.id }
		case 'station':
			return { prefectureId: area.prefectureId, municipalityId: area.municipalityId }
	}
}

async function getScope(ctx: Ctx, kind: Scope['kind'], text: string, request: Request): Promise<Scope> {
	const id = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
	const scope = id > 0 ? await findScope(ctx, id) : null
	if (!scope && kind === 'task') await redirectMoved(ctx, 'task', id, request)
	if (scope?.kind !== kind) throw notFound(kind)
	return scope
}

async function getPlace(ctx: Ctx, { prefecture: slug, municipality, stationName }: AreaParams): Promise<Place> {
	if (slug === undefined) return { area: japan, parents: noParents, lead: '' }
	const prefecture = findPrefecture(slug)
	if (!prefecture) return meantPlace(ctx, slug, { municipality, stationName })
	if (municipality !== undefined) return municipalityPlace(ctx, prefecture, municipality)
	if (stationName !== undefined) return stationPlace(ctx, prefecture, stationName)
	return { area: prefecture, parents: noParents, lead: '' }
}

/** The place of an address whose prefecture is written in capital letters or in Japanese. */
async function meantPlace(ctx: Ctx, slug: string, below: Omit<AreaParams, 'prefecture'>): Promise<Place> {
	const prefecture = findMeantPrefecture(slug)
	if (!prefecture) throw notFound('prefecture')
	const place = await getPlace(ctx, { ...below, prefecture: prefecture.slug })
	return 'area' in place && place.area.kind !== 'japan' ? { named: place.area } : place
}

async function municipalityPlace(ctx: Ctx, prefecture: Prefecture, segment: string): Promise<Place> {
	const municipality = (await findMunicipality(ctx, prefecture.id, segment)) ?? (await findMeantMunicipality(ctx, prefecture.id, segment))
	if (!municipality) throw notFound('municipality')
	if (segment !== municipality.name) return { named: municipality }
	return { area: municipality, parents: { municipality: null, city: await cityOf(ctx, municipality) }, lead: '' }
}

async function stationPlace(ctx: Ctx, prefecture: Prefecture, segment: string): Promise<Place> {
	const station = await findStation(ctx, prefecture.id, segment)
	if (!station) {
		const meant = await findMeantStation(ctx, prefecture.id, segment)
		if (!meant) throw notFound('station')
		return { named: meant }
	}
	if (station.kind === 'ambiguous') return { ambiguous: station, prefecture }
	const { municipality } = station
	return { area: station, parents: { municipality, city: await cityOf(ctx, municipality) }, lead: stationLead(station) }
}

/** The designated city of a ward; null for any other municipality. */
const cityOf = async (ctx: Ctx, municipality: Municipality) =>
	municipality.cityId === municipality.id ? null : getMunicipality(ctx, municipality.cityId)

const LINES_SHOWN = 4

function stationLead({ lines, municipality }: StationDetail): string {
	const shown = lines.slice(0, LINES_SHOWN).map(({ name }) => name)
	const others = lines.length > shown.length ? `ほか${lines.length - shown.length}路線` : ''
	// 「JR中央・総武線」 is one line: a comma tells lines apart.
	const where = shown.length > 0 ? `${shown.join('、')}${others}（${municipality.name}）` : municipality.name
	return `${where}。駅から2km以内にある事務所です。`
}

const stationChoice = (scope: Scope, prefecture: Prefecture, { name, stations }: AmbiguousStations): ListPageData => ({
	kind: 'stations',
	name,
	prefectureName: prefecture.name,
	scopeName: scope.name,
	stations: stations.map((station) => ({
		path: listPath({ scopeId: scope.id, area: station }),
		name: areaName(station),
		place: station.municipality.name,
		lines: station.lines.map(({ name, operator }) => `${operator} ${name}`),
	})),
})

const taskFacts = ({ id, name, summary, exclusiveLaw, fee, professions }: TaskSummary, area: Area): TaskFacts => ({
	id,
	name,
	summary,
	exclusiveLaw,
	fee,
	professions: professions.map((profession) => profession.name),
	feesPath: taskFeesPath(id, prefectureSlugOf(area)),
})

const taskText = ({ body, leadTime, documents, faq, validUntil, useCases, tools }: Task): TaskText => ({
	body,
	leadTime,
	documents,
	faq,
	validUntil,
	useCases,
	toolCount: tools.length,
})
