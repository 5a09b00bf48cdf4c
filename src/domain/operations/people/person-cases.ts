import { sql } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../../platform/checked-sql.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { isStaffWith, requireRecentStaff, type RecentStaffCtx } from '../../accounts/staff.ts'
import { type InvoiceItem, listInvoicesOf } from '../../billing/invoice-reading.ts'
import { findSubscription, type StoredSubscription } from '../../billing/subscription-store.ts'
import type { RequestState } from '../../estimates/estimate-input.ts'
import { inTransaction } from '../../shared/context.ts'
import { notFound } from '../../shared/errors.ts'
import { byMoment, keysetPage } from '../../shared/keyset.ts'
import type { Page } from '../../shared/paging.ts'

const PAGE = 20

export type PersonCase = {
	kind: 'request' | 'inquiry'
	id: number
	at: Date
	/** Of a request its state; of an inquiry how far it is. */
	state: RequestState | 'waiting' | 'talking' | 'agreed' | 'closed'
	task: string | null
	/** The office of an inquiry. */
	officeId: number | null
	office: string | null
	/** Offices that got a request, or messages of an inquiry. */
	count: number
}

const selectCases = checkedSql({
	kind: text.as<PersonCase['kind']>(),
	id: int4,
	at: timestamptz,
	state: text.as<PersonCase['state']>(),
	task: text.nullable,
	officeId: int4.nullable,
	office: text.nullable,
	count: int4,
	place: int4,
})

export type PersonBilling = { subscription: StoredSubscription | null; invoices: InvoiceItem[] }

/**
 * What an account has asked of offices, as facts without a word of what was written, the newest first; and for the accounting role
 * what it pays. The look is recorded. Throws not-found for an unknown uid.
 */
export async function readPersonCases(
	ctx: RecentStaffCtx,
	uid: string,
	cursor: string | null,
): Promise<{ name: string; items: PersonCase[]; page: Page; billing: PersonBilling | null }> {
	requireRecentStaff(ctx, 'support')
	return inTransaction(ctx, async (trx) => {
		const user = await trx.db.selectFrom('users').select(['id', 'last_name', 'first_name']).where('uid', '=', uid).executeTakeFirst()
		if (!user) throw notFound('user')
		const page = keysetPage<{ at: Date; place: number }>(cursor, {
			...byMoment({ moment: sql`at`, id: sql`place` }, ({ at, place }) => ({ moment: at, id: place })),
			direction: 'desc',
			size: PAGE,
		})
		const { rows } = await selectCases`
			select kind, id, at, state, task, "officeId", office, count, place from (${casesOf(user.id)}) one
			where ${page.beyond} order by ${page.order} limit ${page.limit}
		`.execute(trx.db)
		const cut = page.cut(rows)
		await recordAuditEvent(trx, { action: 'user.cases', subject: `user:${user.id}` })
		return {
			name: `${user.last_name} ${user.first_name}`.trim(),
			items: cut.rows.map(({ place: _place, ...one }) => one),
			page: cut.page,
			billing: isStaffWith(trx.viewer, 'accounting')
				? { subscription: await findSubscription(trx, user.id), invoices: await listInvoicesOf(trx, user.id) }
				: null,
		}
	})
}

const casesOf = (userId: string) => sql`
	select 'request'::text as kind, r.id, date_trunc('milliseconds', r.sent_at) as at, r.state::text as state, t.name as task,
		null::integer as "officeId", null::text as office,
		(select count(*)::integer from estimate_deliveries d where d.request_id = r.id) as count, r.id * 2 as place
	from estimate_requests r join tasks t on t.id = r.task_id
	where r.user_id = ${userId}::bigint and r.sent_at is not null
	union all
	select 'inquiry', i.id, date_trunc('milliseconds', i.created_at),
		case when i.closed_at is not null then 'closed' when i.accepted_at is not null then 'agreed'
			when i.first_reply_at is null and i.booked_at is null then 'waiting' else 'talking' end,
		t.name, o.id, o.name, (select count(*)::integer from inquiry_messages m where m.inquiry_id = i.id), i.id * 2 + 1
	from inquiries i join offices o on o.id = i.office_id left join tasks t on t.id = i.task_id
	where i.user_id = ${userId}::bigint and i.delivery_id is null
`

export type PersonCredential = {
	id: number
	professionId: number
	number: string
	association: string
	registeredOn: string | null
	/** The state of a change that was handed in and not decided, or was returned. */
	change: 'submitted' | 'needs_fix' | null
}

/** The credentials that an expert typed, without the documents, which are for reviewers alone. */
export async function listPersonCredentials(ctx: RecentStaffCtx, expertId: number): Promise<PersonCredential[]> {
	requireRecentStaff(ctx, 'support')
	const rows = await ctx.db
		.selectFrom('expert_credentials as c')
		.leftJoin('credential_changes as n', (join) =>
			join
				.onRef('n.expert_id', '=', 'c.expert_id')
				.onRef('n.profession_id', '=', 'c.profession_id')
				.on('n.sub_qualification_id', 'is', null)
				.on('n.state', 'in', ['submitted', 'needs_fix']),
		)
		.select(['c.id', 'c.profession_id', 'c.registration_number', 'c.association', 'c.registered_on', 'n.state as change'])
		.where('c.expert_id', '=', expertId)
		.orderBy('c.profession_id')
		.execute()
	return rows.map((row) => ({
		id: row.id,
		professionId: row.profession_id,
		number: row.registration_number,
		association: row.association,
		registeredOn: row.registered_on,
		change: row.change === 'submitted' || row.change === 'needs_fix' ? row.change : null,
	}))
}
