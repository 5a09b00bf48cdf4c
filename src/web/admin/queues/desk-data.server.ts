import type { RecentStaffCtx, StaffCtx } from '../../../domain/accounts/staff.ts'
import { claimItem, findPendingVerdict, listFailedVerdicts } from '../../../domain/operations/desk.ts'
import type { DeskQueue } from '../../../domain/operations/desk-input.ts'
import { type DeskItem, listDeskItems, listQueueAssociations } from '../../../domain/operations/desk-lists.ts'
import { readTargets } from '../../../domain/operations/queue-counts.ts'
import { type Colleague, listColleagues } from '../../../domain/operations/queue-work/assignments.ts'
import {
	hasPlaces,
	hasRounds,
	ownFilterName,
	type QueueFilters,
	readQueueFilters,
	risksOf,
} from '../../../domain/operations/queue-work/queue-filters.ts'
import { prefectures } from '../../../domain/geography/prefectures.ts'
import { reasonsOn } from '../../../domain/operations/templates/reason-words.ts'
import { listQueueViews } from '../../../domain/operations/queue-work/queue-views.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import type { ActionArgs } from '../../forms/page-action.server.ts'
import { ageText } from '../../format/age-text.ts'
import { formToken } from '../../session/form-token.server.ts'
import { bulkPath, deskPath } from '../../../domain/shared/links.ts'
import { deskAddress, deskFilters } from './desk-action.server.ts'

/** An item as the lists of the desk show it. */
export type DeskRow = {
	id: number
	title: string
	/** Under the title, each on its own: what it is about and how often it has been here. */
	about: string
	risks: string[]
	age: string
	isLate: boolean
	claimedBy: string | null
	/** Who is in charge, in words. */
	charge: string | null
}

/** An item in words. */
export function deskRow(ctx: StaffCtx, queue: DeskQueue, item: DeskItem): DeskRow {
	const { id, title, about, since, isLate, risks, round, claimedBy, assignee } = item
	const isMine = ctx.viewer.uid === assignee?.uid
	return {
		id,
		title,
		about: [about, round !== null && round > 1 ? `${round}回目` : ''].filter((text) => text !== '').join('・'),
		risks: risks.map((risk) => risksOf(queue)[risk] ?? risk),
		age: ageText(since, ctx.now()),
		isLate,
		claimedBy,
		charge: assignee && (isMine ? '自分が担当' : `担当：${assignee.name}`),
	}
}

/** What the rows of every queue can be narrowed to besides its own filters. */
const narrowings = [
	{ value: '', label: 'すべて' },
	{ value: 'late', label: '目安を過ぎたもの' },
	{ value: 'free', label: 'だれも開いていないもの' },
] as const

/** The boxes to narrow a list with, and what is chosen in each. */
export async function loadFacets(ctx: StaffCtx, queue: DeskQueue, filters: QueueFilters, colleagues: readonly Colleague[]) {
	const associations = await listQueueAssociations(ctx, queue)
	const risks = Object.entries(risksOf(queue)).map(([value, label]) => ({ value, label }))
	return [
		{
			name: 'association',
			label: '所属会',
			chosen: filters.association,
			options: withChosen(
				filters.association,
				associations.map(({ association, count }) => ({ value: association, label: `${association}（${count.toLocaleString('ja-JP')}）` })),
			),
		},
		{
			name: 'prefecture',
			label: '都道府県',
			chosen: filters.prefectureId === null ? '' : `${filters.prefectureId}`,
			options: hasPlaces(queue) ? prefectures.map(({ id, name }) => ({ value: `${id}`, label: name })) : [],
		},
		{
			name: 'risk',
			label: '注意',
			chosen: filters.risk,
			options: risks.length === 0 ? [] : [{ value: 'some', label: '注意あり' }, { value: 'none', label: '注意なし' }, ...risks],
		},
		{
			name: 'round',
			label: '回数',
			chosen: filters.round,
			options: hasRounds(queue)
				? [
						{ value: 'first', label: '1回目' },
						{ value: 'again', label: '2回目以降' },
					]
				: [],
		},
		{
			name: 'assignee',
			label: '担当',
			chosen: filters.assignee,
			options: [
				{ value: 'me', label: '自分' },
				{ value: 'nobody', label: '担当なし' },
				...colleagues.filter(({ isMe }) => !isMe).map(({ uid, name }) => ({ value: uid, label: name })),
			],
		},
	].filter(({ options }) => options.length > 0)
}

/** With what is chosen, where nothing of it waits any longer. */
const withChosen = (chosen: string, options: { value: string; label: string }[]) =>
	chosen === '' || options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }]

/** The filters of an address that a form keeps besides its own boxes. */
export const keptBeside = (queue: DeskQueue, { own, only, showsSkipped }: QueueFilters) =>
	[
		{ name: ownFilterName(queue), value: own },
		{ name: 'only', value: only },
		{ name: 'skipped', value: showsSkipped ? '1' : '' },
	].filter(({ value }) => value !== '')

/** What every desk shows beside its item: the list, the neighbours of the item, the verdict that can be taken back, failed ones. */
async function loadDesk(ctx: StaffCtx | RecentStaffCtx, queue: DeskQueue, url: string, filters: QueueFilters) {
	const search = new URL(url).searchParams
	const itemId = parseId(search.get('item'))
	const now = ctx.now()
	const [{ items, page }, targetOf, views, colleagues] = await Promise.all([
		listDeskItems(ctx, queue, filters),
		readTargets(ctx),
		listQueueViews(ctx, queue),
		listColleagues(ctx, queue),
	])
	const rows = items.map((item) => ({ ...deskRow(ctx, queue, item), to: deskAddress(queue, url, { item: `${item.id}` }) }))
	const place = rows.findIndex(({ id }) => id === itemId)
	const [facets, undo, failed, holder] = await Promise.all([
		loadFacets(ctx, queue, filters, colleagues),
		findPendingVerdict(ctx, parseId(search.get('undo'))),
		listFailedVerdicts(ctx, queue),
		itemId > 0 && place >= 0 ? claimItem(ctx, queue, itemId) : null,
	])
	const query = deskFilters(url)
	const pageAt = (link: { cursor: string | null } | null) => link && deskAddress(queue, url, { page: link.cursor ?? '' })
	return {
		queue,
		itemId,
		rows,
		pager: { number: page.number, previous: pageAt(page.previous), next: pageAt(page.next) },
		/** The viewer's own and those of all, and whether the filters of now can become one. */
		views: views.map(({ query: kept, ...view }) => ({
			...view,
			to: `${deskPath(queue)}${kept === '' ? '' : `?${kept}`}`,
			isCurrent: kept === query,
		})),
		isFiltered: query !== '',
		/** The rows that wait too long, or that nobody else has open. */
		narrowings: narrowings.map(({ value, label }) => ({
			label,
			to: deskAddress(queue, url, { only: value, page: '' }),
			isCurrent: value === filters.only,
		})),
		facets,
		kept: keptBeside(queue, filters),
		colleagues,
		/** Who is in charge of the item that is open; '' for nobody. */
		assignee: items[place]?.assignee?.uid ?? '',
		targetHours: targetOf(queue),
		/** The reasons on offer, as staff have edited them. */
		reasons: reasonsOn(ctx.site, queue),
		bulkPath: bulkPath(queue, query),
		/** The list once more, without an item. */
		listPath: deskAddress(queue, url, {}),
		previous: place > 0 ? (rows[place - 1] ?? null) : null,
		next: rows[place + 1] ?? null,
		/** What opens after a verdict: the next one, or the first of those that are left. */
		nextId: (rows[place + 1] ?? rows.find(({ id }) => id !== itemId))?.id ?? 0,
		undo: undo && { id: undo.id, seconds: Math.max(0, Math.ceil((undo.dueAt.getTime() - now.getTime()) / 1_000)) },
		failed: failed.map((one) => ({ ...one, to: deskAddress(queue, url, { item: `${one.itemId}` }) })),
		done: search.get('done'),
		holder: holder && { name: holder.name, ago: ageText(holder.seenAt, now) },
	}
}

export type DeskData = Awaited<ReturnType<typeof loadDesk>>

/** The desk of a queue as its address filters it. `openId` is the item to show; 0 for none. */
export async function openDesk(
	ctx: StaffCtx | RecentStaffCtx,
	queue: DeskQueue,
	{ request, context }: Pick<ActionArgs, 'request' | 'context'>,
) {
	const filters = readQueueFilters(queue, new URL(request.url).searchParams)
	const desk = await loadDesk(ctx, queue, request.url, filters)
	const openId = desk.rows.some(({ id }) => id === desk.itemId) ? desk.itemId : 0
	return { desk, filter: filters.own, showsSkipped: filters.showsSkipped, openId, csrfToken: formToken(context, request) }
}

export type OpenDesk = Awaited<ReturnType<typeof openDesk>>
