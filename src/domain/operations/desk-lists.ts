import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, text, textArray, timestamptz } from '../../platform/checked-sql.ts'
import { isStaffWith, requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { reasonLabel, type ReportReason, reportReasons, type SubjectKind, subjectLabels } from '../moderation/input.ts'
import { hours, minutes, TIME_ZONE } from '../shared/japan-time.ts'
import { supportCategories, supportCategoryNames } from '../support/support-input.ts'
import { credentialName } from '../taxonomy/attributes.ts'
import { type DeskQueue, deskRoles, LEAD_REST_HOURS, MAIL_PATIENCE_HOURS, PRESENCE_MINUTES, SKIP_HOURS } from './desk-input.ts'

/** How many items the list beside the item holds. */
const SHOWN = 50

/** Not decided on a moment ago, and not put off by the viewer within a day. */
const isOpenFor = (ctx: StaffCtx, queue: DeskQueue, id: RawBuilder<unknown>, showsSkipped: boolean) => sql`
	not exists (select from delayed_verdicts v where v.queue = ${queue} and v.item_id = ${id} and v.outcome is null)
	and ${
		showsSkipped
			? sql`true`
			: sql`not exists (select from queue_skips s where s.queue = ${queue} and s.item_id = ${id} and s.user_id = ${ctx.viewer.userId}::bigint
				and s.skipped_at > ${new Date(ctx.now().getTime() - hours(SKIP_HOURS))})`
	}`

/** Who else looks at it now, by name. */
const claimedBy = (ctx: StaffCtx, queue: DeskQueue, id: RawBuilder<unknown>) => sql`(
	select coalesce(nullif(btrim(concat(u.last_name, ' ', u.first_name)), ''), '名前のないスタッフ') from queue_claims k join users u on u.id = k.user_id
	where k.queue = ${queue} and k.item_id = ${id} and k.user_id <> ${ctx.viewer.userId}::bigint
		and k.seen_at > ${new Date(ctx.now().getTime() - minutes(PRESENCE_MINUTES))})`

export type ReportItem = { id: number; kind: SubjectKind; reasons: ReportReason[]; count: number; since: Date; claimedBy: string | null }

const selectReports = checkedSql({
	id: int4,
	kind: text.as<SubjectKind>(),
	reasons: textArray,
	count: int4,
	since: timestamptz,
	claimedBy: text.nullable,
})

/** Reported things that wait, each once; personal data first, then those that wait longest. */
export async function listReportItems(
	ctx: StaffCtx,
	{ reason, showsSkipped }: { reason: ReportReason | null; showsSkipped: boolean },
): Promise<ReportItem[]> {
	requireStaff(ctx, 'moderator')
	const { rows } = await selectReports`
		with item as (
			select min(id) as id, kind, count(*)::integer as count, min(created_at) as since, array_agg(distinct reason) as reasons
			from reports where state = 'open' group by kind, subject_id
		)
		select item.id, item.kind, item.reasons, item.count, item.since, ${claimedBy(ctx, 'reports', sql`item.id`)} as "claimedBy" from item
		where ${isOpenFor(ctx, 'reports', sql`item.id`, showsSkipped)} and ${reason === null ? sql`true` : sql`${reason}::text = any (item.reasons)`}
		order by 'personal' = any (item.reasons) desc, item.since, item.id limit ${sql.lit(SHOWN)}
	`.execute(ctx.db)
	return rows.map(({ reasons, ...row }) => ({ ...row, reasons: reasons as ReportReason[] }))
}

export type ExpertItem = { id: number; name: string; professions: string[]; rounds: number; since: Date; claimedBy: string | null }

const selectExperts = checkedSql({
	id: int4,
	name: text,
	professions: textArray.nullable,
	rounds: int4,
	since: timestamptz,
	claimedBy: text.nullable,
})

/** Applications that wait for a reviewer, those that wait longest first. */
export async function listExpertItems(
	ctx: StaffCtx,
	{ professionId, showsSkipped }: { professionId: number | null; showsSkipped: boolean },
): Promise<ExpertItem[]> {
	requireStaff(ctx, 'reviewer')
	const { rows } = await selectExperts`
		select e.id, e.display_name as name, e.submitted_at as since, ${claimedBy(ctx, 'experts', sql`e.id`)} as "claimedBy",
			(select array_agg(p.name order by p.id) from expert_credentials c join professions p on p.id = c.profession_id where c.expert_id = e.id)
				as professions,
			(select count(*)::integer + 1 from expert_decisions d where d.expert_id = e.id) as rounds
		from experts e
		where e.state = 'submitted' and e.submitted_at is not null and ${isOpenFor(ctx, 'experts', sql`e.id`, showsSkipped)}
			and ${professionId === null ? sql`true` : sql`exists (select from expert_credentials c where c.expert_id = e.id and c.profession_id = ${professionId}::integer)`}
		order by e.submitted_at, e.id limit ${sql.lit(SHOWN)}
	`.execute(ctx.db)
	return rows.map(({ professions, ...row }) => ({ ...row, professions: professions ?? [] }))
}

/** An item of a queue whose rows are shown alike. */
export type DeskItem = {
	id: number
	title: string
	about: string
	/** Since when it waits. */
	since: Date
	/** The end of the day that was promised to the sender; null where the queue's target counts. */
	dueAt: Date | null
	claimedBy: string | null
}

/** The queues that `listDeskItems` lists. */
export type PlainQueue = Exclude<DeskQueue, 'experts' | 'reports'>

const selectItems = checkedSql({
	id: int4,
	title: text,
	about: text.nullable,
	since: timestamptz,
	due: timestamptz.nullable,
	claimedBy: text.nullable,
})

/** Requests without a quote, but for those that support has done something about within a day. */
export const leadsInNeed = (ctx: StaffCtx) => sql`
	select r.* from estimate_requests r
	where r.state = 'sent' and r.expires_at > ${ctx.now()} and not exists (
		select from lead_cares c where c.request_id = r.id and c.kind <> 'note' and c.at > ${new Date(ctx.now().getTime() - hours(LEAD_REST_HOURS))}
	)`

/** Mails that did not arrive: no such address, or none of the tries of an hour went through. */
export const undeliveredMails = (ctx: StaffCtx) => sql`
	select m.* from mails m where m.state in ('failed', 'bounced') and m.settled_at is null
		and (m.state = 'bounced' or m.first_at <= ${new Date(ctx.now().getTime() - hours(MAIL_PATIENCE_HOURS))})`

/** Categories of contacts whose requests the viewer may answer. */
const ownCategories = ({ viewer }: StaffCtx): string[] =>
	supportCategoryNames.filter((name) => isStaffWith(viewer, supportCategories[name].role))

/** Rows `id, title, about, since, due`, of the items that wait; `filter` is one of the queue's, or anything for none. */
const waiting: Readonly<Record<PlainQueue, (ctx: StaffCtx, filter: string) => RawBuilder<unknown>>> = {
	credentials: (_ctx, filter) => sql`
		select c.id, e.display_name as title, concat_ws(':', c.profession_id, c.sub_qualification_id) as about, c.submitted_at as since,
			null::timestamptz as due
		from credential_changes c join experts e on e.id = c.expert_id
		where c.state = 'submitted' and e.state = 'verified' and ${/^\d{1,2}$/.test(filter) ? sql`c.profession_id = ${Number(filter)}` : sql`true`}`,
	offices: (_ctx, filter) => sql`
		select c.id, o.name as title, p.name || m.name as about, c.asked_at as since, null::timestamptz as due
		from office_changes c join offices o on o.id = c.office_id
		join municipalities m on m.id = o.municipality_id join prefectures p on p.id = m.prefecture_id
		where c.state = 'open' and ${/^\d{1,2}$/.test(filter) ? sql`m.prefecture_id = ${Number(filter)}` : sql`true`}`,
	articles: (_ctx, filter) => sql`
		select a.id, coalesce(nullif(a.manuscript ->> 'title', ''), '（題名なし）') as title,
			coalesce(e.display_name, '編集部') || case when a.published_at is null then '' else '・公開中の記事の改訂' end as about,
			a.submitted_at as since, null::timestamptz as due
		from articles a left join experts e on e.id = a.expert_id
		where a.stage = 'submitted' and ${
			filter === 'new' ? sql`a.published_at is null` : filter === 'revision' ? sql`a.published_at is not null` : sql`true`
		}`,
	appeals: (_ctx, filter) => sql`
		select id, kind as title, left(body, 40) as about, created_at as since, null::timestamptz as due from appeals
		where state = 'open' and ${Object.hasOwn(subjectLabels, filter) ? sql`kind = ${filter}` : sql`true`}`,
	contacts: (ctx, filter) => sql`
		select id, category as title, case when answered_at is null then '未返信' else '返信済み' end as about, created_at as since,
			(due_on + 1)::timestamp at time zone ${TIME_ZONE} as due
		from support_requests
		where closed_at is null and category = any (${ownCategories(ctx).filter((name) => !ownCategories(ctx).includes(filter) || name === filter)}::text[])`,
	leads: (ctx, filter) => sql`
		select r.id, t.name as title, concat_ws('・', p.name,
				(select count(*) filter (where d.state in ('delivered', 'viewed')) || '／' || count(*) || 'か所が回答前'
				from estimate_deliveries d where d.request_id = r.id)) as about,
			r.sent_at as since, null::timestamptz as due
		from (${leadsInNeed(ctx)}) r join tasks t on t.id = r.task_id left join prefectures p on p.id = r.prefecture_id
		where ${
			filter === 'stalled' || filter === 'waiting'
				? sql`${filter === 'waiting' ? sql`` : sql`not`} exists (
			select from estimate_deliveries d where d.request_id = r.id and d.state in ('delivered', 'viewed'))`
				: sql`true`
		}`,
	mail: (ctx, filter) => sql`
		select id, subject as title, case when state = 'bounced' then '宛先がない' else tries || '回送れなかった' end as about, first_at as since,
			null::timestamptz as due
		from (${undeliveredMails(ctx)}) m where ${filter === 'bounced' || filter === 'failed' ? sql`state = ${filter}` : sql`true`}`,
}

/** What stands in the columns `title` and `about` of a queue, in words. */
function named(queue: PlainQueue, title: string, about: string): { title: string; about: string } {
	if (queue === 'credentials') {
		const [profession, qualification] = about.split(':').map(Number)
		return { title, about: credentialName(profession ?? 0, qualification ?? null) }
	}
	if (queue === 'appeals') return { title: `${subjectLabels[title as SubjectKind]}についての申し立て`, about }
	if (queue === 'contacts') return { title: supportCategories[title as keyof typeof supportCategories].label, about }
	return { title, about }
}

/** The items of a queue that wait for the viewer, those first whose deadline is nearest or that wait longest. */
export async function listDeskItems(
	ctx: StaffCtx,
	queue: PlainQueue,
	{ filter, showsSkipped }: { filter: string; showsSkipped: boolean },
): Promise<DeskItem[]> {
	requireStaff(ctx, ...deskRoles[queue])
	const { rows } = await selectItems`
		select item.*, ${claimedBy(ctx, queue, sql`item.id`)} as "claimedBy" from (${waiting[queue](ctx, filter)}) item
		where ${isOpenFor(ctx, queue, sql`item.id`, showsSkipped)}
		order by coalesce(item.due, item.since), item.id limit ${sql.lit(SHOWN)}
	`.execute(ctx.db)
	return rows.map(({ due, title, about, ...row }) => ({ ...row, ...named(queue, title, about ?? ''), dueAt: due }))
}

/** An item of any queue as a list shows it. */
export type QueueRow = Pick<DeskItem, 'id' | 'title' | 'about' | 'since'>

/** The items of any queue that wait for the viewer, by the filters of its address. */
export async function listQueueRows(ctx: StaffCtx, queue: DeskQueue, filters: Readonly<Record<string, string>>): Promise<QueueRow[]> {
	const showsSkipped = filters['skipped'] !== undefined
	if (queue === 'experts') {
		const professionId = /^[1-9]$/.test(filters['profession'] ?? '') ? Number(filters['profession']) : null
		const items = await listExpertItems(ctx, { professionId, showsSkipped })
		return items.map(({ id, name, professions, since }) => ({ id, title: name || `申請${id}`, about: professions.join('・'), since }))
	}
	if (queue === 'reports') {
		const reason = reportReasons.find(({ value }) => value === filters['reason'])?.value ?? null
		const items = await listReportItems(ctx, { reason, showsSkipped })
		return items.map(({ id, kind, reasons, count, since }) => ({
			id,
			title: `${subjectLabels[kind]}への報告`,
			about: `${reasons.map(reasonLabel).join('・')}・${count}件`,
			since,
		}))
	}
	return listDeskItems(ctx, queue, { filter: filters['filter'] ?? '', showsSkipped })
}
