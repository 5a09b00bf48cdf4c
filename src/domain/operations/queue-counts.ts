import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { isStaffWith, type StaffCtx } from '../accounts/staff.ts'
import type { StaffRole } from '../shared/context.ts'
import { hours, TIME_ZONE } from '../shared/japan-time.ts'
import { supportCategories, supportCategoryNames } from '../support/support-input.ts'
import { leadsInNeed, undeliveredMails } from './queue-work/waiting-items.ts'
import { targetSetting } from './settings/setting-names.ts'
import { readSettingGroup } from './settings/site-settings.ts'

/** Queues of work for staff. */
export const queueNames = [
	'experts',
	'credentials',
	'offices',
	'claims',
	'articles',
	'reports',
	'appeals',
	'accesses',
	'contacts',
	'privacy',
	'diagnoses',
	'leads',
	'mail',
	'transfers',
	'refunds',
] as const
export type QueueName = (typeof queueNames)[number]

type QueueFacts = {
	/** Roles that handle it; admins see every queue. */
	roles: readonly StaffRole[]
	/** Target time in hours from arrival to handling. */
	targetHours: number
	/** Rows `since timestamptz`, one for each item that waits; each reads a partial index or a small table. */
	waiting: (ctx: StaffCtx) => RawBuilder<unknown>
}

const queues: Readonly<Record<QueueName, QueueFacts>> = {
	experts: {
		roles: ['reviewer'],
		targetHours: 48,
		waiting: () => sql`select submitted_at as since from experts where state = 'submitted'`,
	},
	credentials: {
		roles: ['reviewer'],
		targetHours: 48,
		waiting: () => sql`select c.submitted_at as since from credential_changes c join experts e on e.id = c.expert_id
			where c.state = 'submitted' and e.state = 'verified'`,
	},
	offices: {
		roles: ['reviewer'],
		targetHours: 48,
		waiting: () => sql`select asked_at as since from office_changes where state = 'open'`,
	},
	claims: {
		roles: ['reviewer'],
		targetHours: 48,
		waiting: () => sql`select staff_since as since from office_claims where staff_since is not null`,
	},
	articles: {
		roles: ['editor'],
		targetHours: 72,
		waiting: () => sql`select submitted_at as since from articles where stage = 'submitted'`,
	},
	// Several reports of one subject are one item.
	reports: {
		roles: ['moderator'],
		targetHours: 24,
		waiting: () => sql`select min(created_at) as since from reports where state = 'open' group by kind, subject_id`,
	},
	appeals: { roles: ['moderator'], targetHours: 72, waiting: () => sql`select created_at as since from appeals where state = 'open'` },
	/** Approvals are the admins' alone. */
	accesses: {
		roles: ['admin'],
		targetHours: 24,
		waiting: () => sql`select requested_at as since from message_accesses where decision is null`,
	},
	contacts: {
		roles: ['support', 'moderator'],
		targetHours: 72,
		waiting: (ctx) => sql`select created_at as since from support_requests where closed_at is null and category = any (
			${supportCategoryNames.filter((name) => isStaffWith(ctx.viewer, supportCategories[name].role))}::text[])`,
	},
	/** 14 days are promised (/privacy), or the day of an outlook; a request counts as late from the day on which it is due. */
	privacy: {
		roles: ['support'],
		targetHours: 14 * 24,
		waiting: () => sql`select (due_on - 14)::timestamp at time zone ${TIME_ZONE} as since from privacy_requests where closed_at is null`,
	},
	diagnoses: {
		roles: ['support'],
		targetHours: 24,
		waiting: () => sql`select coalesce(confirmed_at, created_at) as since from diagnosis_contacts where state = 'new'`,
	},
	leads: { roles: ['support'], targetHours: 48, waiting: (ctx) => sql`select sent_at as since from (${leadsInNeed(ctx)}) r` },
	mail: { roles: ['support'], targetHours: 24, waiting: (ctx) => sql`select first_at as since from (${undeliveredMails(ctx)}) m` },
	transfers: {
		roles: ['accounting'],
		targetHours: 72,
		waiting: () => sql`select imported_at as since from bank_lines where payment_id is null and ignored_reason is null`,
	},
	refunds: {
		roles: ['accounting'],
		targetHours: 72,
		waiting: () => sql`select requested_at as since from refunds where state in ('requested', 'approved')`,
	},
}

export type QueueCount = {
	queue: QueueName
	count: number
	/** When the item arrived that waits longest. */
	oldestAt: Date | null
	/** Whether that item has waited longer than the queue's target. */
	isLate: boolean
}

const selectCounts = checkedSql({ queue: text.as<QueueName>(), count: int4, oldest: timestamptz.nullable })

/** The queues of the viewer's roles, each with its number of items and the oldest arrival, by one statement. */
export async function countQueues(ctx: StaffCtx): Promise<QueueCount[]> {
	const own = queueNames.filter((name) => isStaffWith(ctx.viewer, ...queues[name].roles))
	if (own.length === 0) return []
	const parts = own.map(
		(name) => sql`select ${name}::text as queue, count(*)::integer as count, min(since) as oldest from (${queues[name].waiting(ctx)}) item`,
	)
	const [{ rows }, targetOf] = await Promise.all([selectCounts`${sql.join(parts, sql` union all `)}`.execute(ctx.db), readTargets(ctx)])
	const now = ctx.now().getTime()
	return own.flatMap((queue) => {
		const row = rows.find((one) => one.queue === queue)
		if (!row) return []
		const isLate = row.oldest !== null && now - row.oldest.getTime() > hours(targetOf(queue))
		return [{ queue, count: row.count, oldestAt: row.oldest, isLate }]
	})
}

/** Within so many hours of its arrival an item of a queue is to be dealt with, where staff have set nothing else. */
export const standardTargetHours = (queue: QueueName): number => queues[queue].targetHours

/** The targets of the queues in hours, as staff have set them. */
export async function readTargets(ctx: Pick<StaffCtx, 'db'>): Promise<(queue: QueueName) => number> {
	const { values } = await readSettingGroup(ctx, targetSetting(''))
	return (queue) => Number(values[targetSetting(queue)] ?? standardTargetHours(queue))
}
