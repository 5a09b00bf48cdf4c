import { recordAuditEvent } from '../../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../../accounts/staff.ts'
import { inTransaction } from '../../shared/context.ts'
import { notFound } from '../../shared/errors.ts'
import { invoiceNumber } from '../invoice-number.ts'

const MOST = 100

/** Open items for accounting staff: events that could not be handled, disputes, and differences to Stripe; newest first. */
export async function readCardDesk({ db }: StaffCtx) {
	const events = await db
		.selectFrom('stripe_events')
		.select(['id', 'type', 'object_id as objectId', 'received_at as receivedAt', 'attempt_count as attempts', 'last_error as lastError'])
		.where('handled_at', 'is', null)
		.orderBy('received_at', 'desc')
		.limit(MOST)
		.execute()
	const disputes = await db
		.selectFrom('card_disputes as d')
		.innerJoin('card_charges as c', 'c.id', 'd.charge_id')
		.innerJoin('invoices as i', 'i.id', 'c.invoice_id')
		.select(['d.id', 'd.amount', 'd.reason', 'd.funds', 'd.answer_by as answerBy', 'd.opened_at as openedAt'])
		.select(['i.id as invoiceId', 'i.kind', 'i.year', 'i.number', 'i.addressee'])
		.orderBy('d.opened_at', 'desc')
		.limit(MOST)
		.execute()
	const differences = await db
		.selectFrom('card_differences')
		.select(['id', 'kind', 'subject', 'detail', 'found_at as foundAt'])
		.where('resolved_at', 'is', null)
		.orderBy('id', 'desc')
		.limit(MOST)
		.execute()
	return {
		events,
		disputes: disputes.map(({ kind, year, number, ...rest }) => ({ ...rest, invoice: invoiceNumber({ kind, year, number }) })),
		differences,
	}
}

/** How many items are open: differences, disputes to answer, and events that failed before. */
export async function countCardWork({ db, cards }: StaffCtx): Promise<number> {
	if (cards === null) return 0
	const { count } = await db
		.selectNoFrom((eb) => [
			eb(
				eb(
					eb.selectFrom('card_differences').select(eb.fn.countAll<number>().as('n')).where('resolved_at', 'is', null),
					'+',
					eb.selectFrom('card_disputes').select(eb.fn.countAll<number>().as('n')).where('funds', 'in', ['kept', 'withdrawn']),
				),
				'+',
				eb
					.selectFrom('stripe_events')
					.select(eb.fn.countAll<number>().as('n'))
					.where('handled_at', 'is', null)
					.where('attempt_count', '>', 2),
			).as('count'),
		])
		.executeTakeFirstOrThrow()
	return Number(count)
}

/** Makes the next run handle an event again. */
export async function retryEvent(ctx: RecentStaffCtx, id: string): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	await inTransaction(ctx, async (trx) => {
		const { numUpdatedRows } = await trx.db
			.updateTable('stripe_events')
			.set({ attempt_count: 0, try_after: trx.now() })
			.where('id', '=', id)
			.where('handled_at', 'is', null)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw notFound('event')
		await recordAuditEvent(trx, { action: 'billing.card-event', subject: `card-event:${id}` })
	})
}

/** Marks a difference as checked. */
export async function resolveDifference(ctx: RecentStaffCtx, id: number): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	await inTransaction(ctx, async (trx) => {
		const { numUpdatedRows } = await trx.db
			.updateTable('card_differences')
			.set({ resolved_at: trx.now(), resolved_by: trx.viewer.userId })
			.where('id', '=', id)
			.where('resolved_at', 'is', null)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw notFound('difference')
		await recordAuditEvent(trx, { action: 'billing.card-difference', subject: `card-difference:${id}` })
	})
}
