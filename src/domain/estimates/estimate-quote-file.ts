import { checkedSql, date, int4, storedJson, text, timestamptz } from '../../platform/checked-sql.ts'
import { notFound } from '../shared/errors.ts'
import { openResultKey } from './estimate-context.ts'
import { type QuoteLine, quoteTotals } from './estimate-quote.ts'
import type { Ctx } from '../shared/context.ts'
import type { QuoteSheet } from './estimate-quote-pdf.ts'

const selectQuote = checkedSql({
	id: int4,
	version: int4,
	lines: storedJson<QuoteLine[]>(),
	expenses: int4,
	valid_until: date,
	message: text,
	created_at: timestamptz,
	contact_name: text.nullable,
	task_name: text,
	office_name: text,
	representative: text,
	invoice_number: text.nullable,
	postal_code: text.nullable,
	address: text,
})

/**
 * What a quote's file says. For its client (a visitor by one of the keys of private links), and for the members of its office;
 * `not-found` for anybody else.
 */
export async function readQuoteSheet(ctx: Ctx, quoteId: number, keys: readonly string[]): Promise<QuoteSheet> {
	const userId = ctx.viewer.kind === 'member' ? ctx.viewer.userId : null
	const requestIds = keys.map((key) => openResultKey(ctx, key)).filter((id) => id > 0)
	const { rows } = await selectQuote`
		select q.id, q.version, q.lines, q.expenses, q.valid_until, q.message, q.created_at, r.contact_name, t.name as task_name,
			o.name as office_name, o.representative, o.invoice_number, o.postal_code, p.name || m.name || o.address_line as address
		from estimate_quotes q
		join estimate_deliveries d on d.id = q.delivery_id
		join estimate_requests r on r.id = d.request_id
		join tasks t on t.id = r.task_id
		join offices o on o.id = d.office_id
		join prefectures p on p.id = o.prefecture_id
		join municipalities m on m.id = o.municipality_id
		where q.id = ${quoteId}::integer and (
			r.user_id = ${userId}::bigint
			or (r.user_id is null and r.id = any (${requestIds}::integer[]))
			or exists (
				select from office_members om join experts e on e.id = om.expert_id and e.state = 'verified'
				where om.office_id = d.office_id and e.user_id = ${userId}::bigint
			)
		)
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('quote')
	return {
		number: `${row.id}-${row.version}`,
		issuedAt: row.created_at,
		validUntil: row.valid_until,
		client: row.contact_name,
		subject: row.task_name,
		lines: row.lines,
		totals: quoteTotals(row.lines, row.expenses),
		message: row.message,
		office: {
			name: row.office_name,
			representative: row.representative,
			invoiceNumber: row.invoice_number,
			postalCode: row.postal_code,
			address: row.address,
		},
	}
}
