import { sql } from 'kysely'
import { requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import type { DeliveryState } from '../../estimates/estimate-input.ts'
import { listOfficesAtAddress } from '../../experts/registration-office.ts'
import { notFound } from '../../shared/errors.ts'

/** How many rows each list of the overview has, the newest. */
const SHOWN = 10

export type OfficeOverview = {
	kana: string
	place: string
	phone: string | null
	website: string | null
	corporateNumber: string | null
	invoiceNumber: string | null
	createdAt: Date
	publishedAt: Date | null
	/** Offices that may be the same, each with what they share. */
	doubles: { id: number; name: string; shared: string[] }[]
	changes: {
		id: number
		state: 'open' | 'approved' | 'returned' | 'withdrawn'
		askedAt: Date
		decidedAt: Date | null
		by: string
		reason: string
	}[]
	/** Requests for quotes that it got: what and when, not what they say. */
	requests: { id: number; requestId: number; taskName: string; state: DeliveryState; at: Date }[]
}

/** Facts, doubles, history of changes and requests of an office. Throws not-found for one that is deleted. */
export async function getOfficeOverview(ctx: StaffCtx, officeId: number): Promise<OfficeOverview> {
	requireStaff(ctx, 'reviewer')
	const office = await ctx.db
		.selectFrom('offices as o')
		.innerJoin('prefectures as p', 'p.id', 'o.prefecture_id')
		.innerJoin('municipalities as c', 'c.id', 'o.municipality_id')
		.select(['o.id', 'o.kana', 'o.phone', 'o.website', 'o.corporate_number', 'o.invoice_number', 'o.created_at', 'o.published_at'])
		.select(['o.postal_code', 'o.municipality_id', 'o.address_line', 'p.name as prefecture', 'c.name as municipality'])
		.where('o.id', '=', officeId)
		.where('o.state', '!=', 'deleted')
		.executeTakeFirst()
	if (!office) throw notFound('office')
	const [atAddress, withPhone, changes, requests] = await Promise.all([
		listOfficesAtAddress(ctx, office),
		listOfficesWithPhone(ctx, office),
		listChanges(ctx, officeId),
		listRequests(ctx, officeId),
	])
	const doubles = new Map<number, { id: number; name: string; shared: string[] }>()
	for (const [shared, found] of [['所在地', atAddress] as const, ['電話', withPhone] as const])
		for (const { id, name } of found) doubles.set(id, { id, name, shared: [...(doubles.get(id)?.shared ?? []), shared] })
	return {
		kana: office.kana,
		place: `${office.prefecture}${office.municipality}${office.address_line}`,
		phone: office.phone,
		website: office.website,
		corporateNumber: office.corporate_number,
		invoiceNumber: office.invoice_number,
		createdAt: office.created_at,
		publishedAt: office.published_at,
		doubles: [...doubles.values()],
		changes,
		requests,
	}
}

async function listOfficesWithPhone({ db }: StaffCtx, { id, phone }: { id: number; phone: string | null }) {
	if (phone === null) return []
	return (
		db
			// Found first: with the limit PostgreSQL would rather read all offices in their order than those with the number.
			.with(
				(cte) => cte('found').materialized(),
				(query) =>
					query
						.selectFrom('offices')
						.select(['id', 'name'])
						.where('phone', 'is not', null)
						.where(sql<boolean>`regexp_replace(phone, '[^0-9]', '', 'g') = ${phone.replaceAll(/\D/g, '')}`)
						.where('state', '!=', 'deleted')
						.where('id', '!=', id),
			)
			.selectFrom('found')
			.selectAll()
			.orderBy('id')
			.limit(SHOWN)
			.execute()
	)
}

async function listChanges({ db }: StaffCtx, officeId: number): Promise<OfficeOverview['changes']> {
	const rows = await db
		.selectFrom('office_changes as h')
		.leftJoin('users as u', 'u.id', 'h.decided_by')
		.select(['h.id', 'h.state', 'h.reason', 'h.asked_at', 'h.decided_at', 'u.last_name', 'u.first_name'])
		.where('h.office_id', '=', officeId)
		.orderBy('h.id', 'desc')
		.limit(SHOWN)
		.execute()
	return rows.map(({ id, state, reason, asked_at: askedAt, decided_at: decidedAt, last_name: last, first_name: first }) => ({
		id,
		state,
		reason,
		askedAt,
		decidedAt,
		by: `${last ?? ''} ${first ?? ''}`.trim(),
	}))
}

async function listRequests({ db }: StaffCtx, officeId: number): Promise<OfficeOverview['requests']> {
	const rows = await db
		.selectFrom('estimate_deliveries as d')
		.innerJoin('estimate_requests as r', 'r.id', 'd.request_id')
		.innerJoin('tasks as t', 't.id', 'r.task_id')
		.select(['d.id', 'd.request_id', 't.name', 'd.state', 'd.delivered_at'])
		.where('d.office_id', '=', officeId)
		.orderBy('d.id', 'desc')
		.limit(SHOWN)
		.execute()
	return rows.map((row) => ({ id: row.id, requestId: row.request_id, taskName: row.name, state: row.state, at: row.delivered_at }))
}
