import { reasonsOn } from '../../../domain/operations/templates/reason-words.ts'
import { redirect } from 'react-router'
import { z } from 'zod'
import { skipItem } from '../../../domain/operations/desk.ts'
import { type DeskQueue, deskQueues, deskRoles, deskTitles, skipReasons, UNDO_SECONDS } from '../../../domain/operations/desk-input.ts'
import { listDeskItems } from '../../../domain/operations/desk-lists.ts'
import {
	bulkVerdicts,
	giveVerdicts,
	MOST_AT_ONCE,
	readItemVersions,
	undoVerdicts,
} from '../../../domain/operations/queue-work/bulk-verdicts.ts'
import { assignItems, listColleagues } from '../../../domain/operations/queue-work/assignments.ts'
import { readQueueFilters } from '../../../domain/operations/queue-work/queue-filters.ts'
import { requireStaff, type RecentStaffCtx } from '../../../domain/accounts/staff.ts'
import { DomainError, notFound } from '../../../domain/shared/errors.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { bulkPath, deskPath } from '../../../domain/shared/links.ts'
import { parseInput } from '../../../domain/shared/parse-input.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { textField, textsField } from '../../forms/form-fields.server.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import { deskFilters, reasonOf } from './desk-action.server.ts'
import { deskRow, keptBeside, loadFacets } from './desk-data.server.ts'
import { Facets } from './facets.tsx'
import { reasonSchemas } from './reason-schemas.server.ts'
import { BulkForm } from './bulk-form.tsx'
import type { Route } from './+types/bulk.page'

const workers = ['reviewer', 'editor', 'moderator', 'support'] as const

/** The queue of an address. Throws not-found for an unknown one. */
function queueOf(url: string): DeskQueue {
	const asked = new URL(url).searchParams.get('queue')
	const queue = deskQueues.find((name) => name === asked)
	if (!queue) throw notFound('queue')
	return queue
}

const idsOf = (text: string): number[] =>
	text
		.split('-')
		.map(parseId)
		.filter((id) => id > 0)

export const loader = staffLoader([...workers], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const queue = queueOf(request.url)
	requireStaff(ctx, ...deskRoles[queue])
	const search = new URL(request.url).searchParams
	const filters = readQueueFilters(queue, search)
	const [{ items, page }, colleagues] = await Promise.all([listDeskItems(ctx, queue, filters), listColleagues(ctx, queue)])
	const versions = await readItemVersions(
		ctx,
		queue,
		items.map(({ id }) => id),
	)
	const pageAt = (link: { cursor: string | null } | null) =>
		link && bulkPath(queue, `${deskFilters(request.url)}&${new URLSearchParams({ page: link.cursor ?? '' }).toString()}`)
	return {
		queue,
		title: deskTitles[queue],
		filters: deskFilters(request.url),
		items: items.map((item) => ({
			...deskRow(ctx, queue, item),
			value: `${item.id}:${versions.get(item.id) ?? ''}`,
			to: deskPath(queue, { item: `${item.id}` }),
		})),
		facets: await loadFacets(ctx, queue, filters, colleagues),
		/** The filters that the form of the boxes keeps besides them. */
		kept: [{ name: 'queue', value: queue }, ...keptBeside(queue, filters)],
		pager: { number: page.number, previous: pageAt(page.previous), next: pageAt(page.next) },
		colleagues,
		verdicts: bulkVerdicts(queue),
		templates: reasonsOn(ctx.site, queue).filter(({ body }) => !body.includes('{')),
		given: idsOf(search.get('given') ?? ''),
		done: search.get('done'),
		most: MOST_AT_ONCE,
		csrfToken: formToken(context, request),
	}
})

/** The button of a verdict names it after the intent. */
const chosen = z.object({
	item: textsField,
	targetId: textField,
	reason: textField,
	template: textsField,
	skipReason: textField,
	assignee: textField,
})

const itemsOf = (values: readonly string[]) =>
	values.map((value) => {
		const [id = '', version = ''] = value.split(':')
		return { itemId: parseId(id), version: version === '' ? null : Number(version) || 0 }
	})

const back = (url: string, more: Record<string, string>) =>
	redirect(`${bulkPath(queueOf(url), deskFilters(url))}&${new URLSearchParams(more).toString()}`, 303)

export const action = staffAction([...workers], 'verdict', {
	decide: {
		input: chosen,
		async run(ctx, input, { request }) {
			const queue = queueOf(request.url)
			requireStaff(ctx, ...deskRoles[queue])
			const needsReason = bulkVerdicts(queue).find(({ verdict }) => verdict === input.targetId)?.needsReason
			const reason = needsReason ? reasonOf(input) : ''
			if (needsReason) parseInput(reasonSchemas[queue], { reason })
			const { given, refused } = await giveVerdicts(ctx, queue, { items: itemsOf(input.item), verdict: input.targetId, reason })
			if (refused.length > 0)
				throw new DomainError('conflict', 'some were refused', {
					fields: {
						form: `${given.length}件の判断を受け付けました。次の${refused.length}件は受け付けませんでした。${refused.map(({ itemId, why }) => `番号${itemId}：${why}`).join(' ')}`,
					},
				})
			return back(request.url, { given: given.join('-') })
		},
	},
	skip: {
		input: chosen,
		async run(ctx: RecentStaffCtx, input: z.output<typeof chosen>, { request }: { request: Request }) {
			const queue = queueOf(request.url)
			requireStaff(ctx, ...deskRoles[queue])
			const items = itemsOf(input.item).slice(0, MOST_AT_ONCE)
			if (items.length === 0) throw new DomainError('invalid', 'no items', { fields: { items: '1件以上を選んでください。' } })
			for (const { itemId } of items) await skipItem(ctx, queue, itemId, input.skipReason.slice(0, 200) || skipReasons[0])
			return back(request.url, { done: 'queue-skip' })
		},
	},
	assign: {
		input: chosen,
		async run(ctx, { item, assignee }, { request }) {
			const { changed, gone } = await assignItems(ctx, queueOf(request.url), {
				itemIds: itemsOf(item).map(({ itemId }) => itemId),
				assignee,
			})
			if (gone.length > 0)
				throw new DomainError('conflict', 'some are gone', {
					fields: { form: `${changed}件の担当を変えました。番号${gone.join('、')}は、もう待っていません。` },
				})
			return back(request.url, { done: assignee === '' ? 'queue-unassigned' : 'queue-assigned' })
		},
	},
	undo: {
		input: z.object({ given: textField }),
		async run(ctx, { given }, { request }) {
			requireStaff(ctx, ...deskRoles[queueOf(request.url)])
			const undone = await undoVerdicts(ctx, idsOf(given))
			if (undone === 0)
				throw new DomainError('conflict', 'settled already', {
					fields: { form: '取り消せる時間を過ぎたため、判断はすでに反映されています。' },
				})
			return back(request.url, { done: 'queue-bulk-undone' })
		},
	},
})

export default function BulkPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { queue, title, filters, items, given, done, csrfToken } = loaderData
	return (
		<div className={styles.body}>
			<Head title={`${title}をまとめて行う`} description="作業台の件をまとめて扱います。" path={bulkPath(queue)} noindex />
			<p>
				<Link to={`${deskPath(queue)}${filters === '' ? '' : `?${filters}`}`}>{`${title}の作業台`}</Link>
			</p>
			<h1>{`${title}をまとめて行う`}</h1>
			{!formState && <DoneNote done={done} />}
			{given.length > 0 && !formState && (
				<form method="post" className={`${styles.done} ${styles.scheduled}`}>
					<HiddenFields csrfToken={csrfToken} intent="undo" />
					<input type="hidden" name="given" value={given.join('-')} />
					<p role="status">{`${given.length}件の判断を受け付けました。${UNDO_SECONDS}秒後に反映されます。`}</p>
					<button type="submit" className="button" data-kind="quiet">
						取り消す
					</button>
				</form>
			)}
			<Facets facets={loaderData.facets} kept={loaderData.kept} action={bulkPath(queue)} />
			<ErrorSummary formState={formState} />
			{items.length === 0 ? (
				<p className={styles.empty}>この条件で待っているものはありません。</p>
			) : (
				<BulkForm data={loaderData} formState={formState} />
			)}
			<Pager {...loaderData.pager} label="対象のページ" />
		</div>
	)
}
