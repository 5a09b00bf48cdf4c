import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import type { TimelineGroup, TimelineKind } from './person-timeline-kinds.ts'

const PAGE = 50

export type TimelineEntry = {
	/** Of the row in its table, with the kind. */
	key: string
	at: Date
	kind: TimelineKind
	/** What happened: a code of the kind. Nothing that anybody wrote. */
	what: string
	/** The number of what it is about; 0 for none. */
	subjectId: number
}

const selectEntries = checkedSql({ at: timestamptz, place: int4, key: text, kind: text.as<TimelineKind>(), what: text, subjectId: int4 })

/** A row of the union; ties within a millisecond are broken by the hash of the key. */
const entry = (
	kind: TimelineKind,
	group: TimelineGroup,
	id: RawBuilder<unknown>,
	at: RawBuilder<unknown>,
	what: RawBuilder<unknown>,
	subject: RawBuilder<unknown>,
	from: RawBuilder<unknown>,
) =>
	sql`select date_trunc('milliseconds', ${at}) as at, ${sql.lit(kind)}::text || ':' || ${id} as key, ${sql.lit(kind)}::text as kind,
		${sql.lit(group)}::text as "group", ${what}::text as what, (${subject})::integer as "subjectId" ${from}`

/**
 * What an account did, what was done to it and what staff read of it, the newest first: facts and numbers over the tables that
 * keep them, in one statement. The look is recorded. Throws not-found for an unknown uid.
 */
export async function readTimeline(
	ctx: RecentStaffCtx,
	uid: string,
	{ group, cursor }: { group: TimelineGroup | null; cursor: string | null },
): Promise<{ name: string; items: TimelineEntry[]; page: Page }> {
	requireRecentStaff(ctx, 'support')
	return inTransaction(ctx, async (trx) => {
		const user = await trx.db.selectFrom('users').select(['id', 'last_name', 'first_name']).where('uid', '=', uid).executeTakeFirst()
		if (!user) throw notFound('user')
		const page = keysetPage<{ at: Date; place: number }>(cursor, {
			...byMoment({ moment: sql`at`, id: sql`place` }, ({ at, place }) => ({ moment: at, id: place })),
			direction: 'desc',
			size: PAGE,
		})
		const { rows } = await selectEntries`
			select at, place, key, kind, what, "subjectId" from (
				select *, hashtext(key) & 2147483647 as place from (${sql.join(sourcesOf(uid, user.id), sql` union all `)}) one
			) entry
			where ${page.beyond} and ${group === null ? sql`true` : sql`"group" = ${group}`}
			order by ${page.order} limit ${page.limit}
		`.execute(trx.db)
		const cut = page.cut(rows)
		await recordAuditEvent(trx, { action: 'user.timeline', subject: `user:${user.id}` })
		return {
			name: `${user.last_name} ${user.first_name}`.trim(),
			page: cut.page,
			items: cut.rows.map(({ place: _place, ...row }) => row),
		}
	})
}

function sourcesOf(uid: string, userId: string) {
	const own = sql`${userId}::bigint`
	const expert = sql`(select e.id from experts e where e.user_id = ${own})`
	return [
		entry('auth', 'account', sql`id`, sql`at`, sql`kind`, sql`0`, sql`from auth_events where uid = ${uid}`),
		entry('question', 'posts', sql`id`, sql`created_at`, sql`''`, sql`id`, sql`from questions where asker_id = ${own}`),
		entry('answer', 'posts', sql`id`, sql`created_at`, sql`''`, sql`question_id`, sql`from answers where expert_id = ${expert}`),
		entry('review', 'posts', sql`id`, sql`created_at`, sql`''`, sql`office_id`, sql`from reviews where user_id = ${own}`),
		entry(
			'request',
			'cases',
			sql`id`,
			sql`sent_at`,
			sql`state`,
			sql`id`,
			sql`from estimate_requests where user_id = ${own} and sent_at is not null`,
		),
		entry('inquiry', 'cases', sql`id`, sql`created_at`, sql`''`, sql`office_id`, sql`from inquiries where user_id = ${own}`),
		entry('contact', 'cases', sql`id`, sql`created_at`, sql`category`, sql`id`, sql`from support_requests where user_id = ${own}`),
		entry('report', 'reports', sql`id`, sql`created_at`, sql`kind`, sql`subject_id`, sql`from reports where reporter_id = ${own}`),
		entry('appeal', 'reports', sql`id`, sql`created_at`, sql`kind`, sql`subject_id`, sql`from appeals where author_id = ${own}`),
		entry('invoice', 'billing', sql`id`, sql`issued_at`, sql`kind`, sql`id`, sql`from invoices where user_id = ${own}`),
		entry('mail', 'mails', sql`id`, sql`at`, sql`state`, sql`0`, sql`from mails where user_id = ${own}`),
		// What staff did to the account, to what it is an expert for, and to what it has posted.
		entry(
			'staff',
			'staff',
			sql`id`,
			sql`at`,
			sql`action`,
			sql`0`,
			sql`from audit_log where subject = any (array(
				select 'user:' || ${userId}::text union all select 'expert:' || id from experts where user_id = ${own}
				union all select 'question:' || id from questions where asker_id = ${own}
				union all select 'answer:' || id from answers where expert_id = ${expert}
				union all select 'review:' || id from reviews where user_id = ${own}))`,
		),
	]
}
