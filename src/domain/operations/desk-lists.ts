import { sql } from 'kysely'
import { checkedSql, int4, text, textArray, timestamptz } from '../../platform/checked-sql.ts'
import { requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { reasonLabel, type ReportReason, type SubjectKind, subjectLabels } from '../moderation/input.ts'
import { hours } from '../shared/japan-time.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { supportCategories } from '../support/support-input.ts'
import { credentialName } from '../taxonomy/attributes.ts'
import { type DeskQueue, deskRoles } from './desk-input.ts'
import { readTargets } from './queue-counts.ts'
import { joinAssignees } from './queue-work/assignments.ts'
import { fitting, openedBy, type QueueFilters, staffName } from './queue-work/queue-filters.ts'
import { momentOf, waitingAssociations, waitingItems } from './queue-work/waiting-items.ts'

/** How many items the list beside the item holds. */
const SHOWN = 50
/** How many associations are offered to choose from. */
const ASSOCIATIONS = 200

/** An item of a queue as its lists show it. */
export type DeskItem = {
	id: number
	title: string
	about: string
	/** Since when it waits. */
	since: Date
	/** Whether it waits longer than it should. */
	isLate: boolean
	/** Which of the queue's risks it has (`queueRisks`). */
	risks: string[]
	/** For the how manyeth time it is here; null where items do not come back. */
	round: number | null
	/** Who else has it open. */
	claimedBy: string | null
	/** Who is in charge of it. */
	assignee: { uid: string; name: string } | null
}

const selectItems = checkedSql({
	id: int4,
	title: text,
	about: text.nullable,
	since: timestamptz,
	due: timestamptz.nullable,
	rank: int4,
	risks: textArray,
	round: int4.nullable,
	claimedBy: text.nullable,
	assigneeUid: text.nullable,
	assigneeName: text,
})

/** What stands in the columns `title` and `about` of a queue, in words. */
function named(queue: DeskQueue, id: number, title: string, about: string): { title: string; about: string } {
	if (queue === 'experts') return { title: title || `申請${id}`, about }
	if (queue === 'reports') {
		const [kind, count] = title.split(':')
		const reasons = about.split(',').map((reason) => reasonLabel(reason as ReportReason))
		return { title: `${subjectLabels[kind as SubjectKind]}への報告（${count}件）`, about: reasons.join('・') }
	}
	if (queue === 'credentials') {
		const [profession, qualification] = about.split(':').map(Number)
		return { title, about: credentialName(profession ?? 0, qualification ?? null) }
	}
	if (queue === 'appeals') return { title: `${subjectLabels[title as SubjectKind]}についての申し立て`, about }
	if (queue === 'contacts') return { title: supportCategories[title as keyof typeof supportCategories].label, about }
	return { title, about }
}

type Place = { rank: number; since: Date; due: Date | null; id: number }

/** By rank, then by the nearest deadline or the longest wait. */
const queuePage = (queue: DeskQueue, cursor: string | null) =>
	keysetPage<Place>(cursor, {
		by: [sql`item.rank`, momentOf(queue), sql`item.id`],
		direction: 'asc',
		size: SHOWN,
		keyLength: 4,
		keyOf({ rank, since, due, id }) {
			const ms = (due ?? since).getTime()
			return [rank, Math.floor(ms / 1_000), ms % 1_000, id]
		},
		place: ([rank, second, ms, id]) =>
			sql`(${rank}::integer, to_timestamp(${second}::integer) + ${ms}::integer * interval '1 ms', ${id}::integer)`,
	})

const everything: QueueFilters = {
	own: '',
	only: '',
	association: '',
	prefectureId: null,
	risk: '',
	round: '',
	assignee: '',
	showsSkipped: false,
	cursor: null,
}

/**
 * The items of a queue that wait for the viewer, those first whose deadline is nearest or that wait longest; of the reports, personal
 * data first.
 */
export async function listDeskItems(
	ctx: StaffCtx,
	queue: DeskQueue,
	filters: Partial<QueueFilters> = {},
): Promise<{ items: DeskItem[]; page: Page }> {
	requireStaff(ctx, ...deskRoles[queue])
	const asked = { ...everything, ...filters }
	const targetHours = (await readTargets(ctx))(queue)
	const page = queuePage(queue, asked.cursor)
	const { rows } = await selectItems`
		select item.*, ${openedBy(ctx, queue)} as "claimedBy", assignee.uid as "assigneeUid", ${staffName(sql`assignee`)} as "assigneeName"
		from (${waitingItems[queue](ctx, asked)}) item ${joinAssignees(queue)}
		where ${fitting(ctx, queue, asked, targetHours)} and ${page.beyond}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const now = ctx.now().getTime()
	const cut = page.cut(rows)
	return {
		page: cut.page,
		items: cut.rows.map(({ due, rank: _rank, title, about, assigneeUid, assigneeName, ...row }) => ({
			...row,
			...named(queue, row.id, title, about ?? ''),
			isLate: now > (due?.getTime() ?? row.since.getTime() + hours(targetHours)),
			assignee: assigneeUid === null ? null : { uid: assigneeUid, name: assigneeName },
		})),
	}
}

const selectAssociations = checkedSql({ association: text, count: int4 })

/** The associations of the items that wait in a queue, those of most items first; none where items have no association. */
export async function listQueueAssociations(ctx: StaffCtx, queue: DeskQueue): Promise<{ association: string; count: number }[]> {
	requireStaff(ctx, ...deskRoles[queue])
	const from = waitingAssociations[queue]
	if (!from) return []
	const { rows } = await selectAssociations`
		select w.association, count(*)::integer as count from (${from}) w where w.association <> ''
		group by w.association order by count(*) desc, w.association limit ${sql.lit(ASSOCIATIONS)}
	`.execute(ctx.db)
	return rows
}
