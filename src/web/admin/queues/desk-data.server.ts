import type { RecentStaffCtx, StaffCtx } from '../../../domain/accounts/staff.ts'
import { claimItem, findPendingVerdict, listFailedVerdicts } from '../../../domain/operations/desk.ts'
import type { DeskQueue } from '../../../domain/operations/desk-input.ts'
import { listDeskItems, type PlainQueue } from '../../../domain/operations/desk-lists.ts'
import { readTargets } from '../../../domain/operations/queue-counts.ts'
import { reasonsOn } from '../../../domain/operations/templates/reason-words.ts'
import { listQueueViews } from '../../../domain/operations/queue-work/queue-views.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { hours } from '../../../domain/shared/japan-time.ts'
import type { ActionArgs } from '../../forms/page-action.server.ts'
import { ageText } from '../../format/age-text.ts'
import { formToken } from '../../session/form-token.server.ts'
import { bulkPath, deskPath } from '../../../domain/shared/links.ts'
import { deskAddress, deskFilters } from './desk-action.server.ts'

export type DeskRow = {
	id: number
	to: string
	title: string
	about: string
	age: string
	isLate: boolean
	claimedBy: string | null
}

/** `dueAt` is null where the target of the queue counts. */
type Listed = { id: number; title: string; about: string; since: Date; claimedBy: string | null; dueAt: Date | null }

/** What every desk shows beside its item: the list, the neighbours of the item, the verdict that can be taken back, failed ones. */
export async function loadDesk(ctx: StaffCtx | RecentStaffCtx, queue: DeskQueue, url: string, listed: readonly Listed[]) {
	const search = new URL(url).searchParams
	const itemId = parseId(search.get('item'))
	const now = ctx.now()
	const [targetOf, views] = await Promise.all([readTargets(ctx), listQueueViews(ctx, queue)])
	const target = hours(targetOf(queue))
	const rows = listed.map(({ since, dueAt, ...one }): DeskRow => ({
		...one,
		to: deskAddress(queue, url, { item: `${one.id}` }),
		age: ageText(since, now),
		isLate: now.getTime() > (dueAt?.getTime() ?? since.getTime() + target),
	}))
	const place = rows.findIndex(({ id }) => id === itemId)
	const [undo, failed, holder] = await Promise.all([
		findPendingVerdict(ctx, parseId(search.get('undo'))),
		listFailedVerdicts(ctx, queue),
		itemId > 0 && place >= 0 ? claimItem(ctx, queue, itemId) : null,
	])
	const query = deskFilters(url)
	return {
		queue,
		itemId,
		rows,
		/** The viewer's own, and whether the filters of now can become one. */
		views: views.map((view) => ({
			id: view.id,
			name: view.name,
			to: `${deskPath(queue)}${view.query === '' ? '' : `?${view.query}`}`,
			isCurrent: view.query === query,
		})),
		isFiltered: query !== '',
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

/** The desk of a queue whose rows are shown alike, as its address filters it. `openId` is the item to show; 0 for none. */
export async function openDesk(
	ctx: StaffCtx | RecentStaffCtx,
	queue: PlainQueue,
	{ request, context }: Pick<ActionArgs, 'request' | 'context'>,
) {
	const search = new URL(request.url).searchParams
	const filter = search.get('filter') ?? ''
	const showsSkipped = search.has('skipped')
	const desk = await loadDesk(ctx, queue, request.url, await listDeskItems(ctx, queue, { filter, showsSkipped }))
	const openId = desk.rows.some(({ id }) => id === desk.itemId) ? desk.itemId : 0
	return { desk, filter, showsSkipped, openId, csrfToken: formToken(context, request) }
}

export type OpenDesk = Awaited<ReturnType<typeof openDesk>>
