import { sql } from 'kysely'
import type { z } from 'zod'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { notifyOffice, notifyRequester } from './estimate-context.ts'
import { estimateTexts, leadTexts } from './estimate-words.ts'
import { findOwnLead } from './estimate-leads.ts'
import { hasRepresentation, readOpponent, writeOpponent } from './estimate-reading.ts'
import { changeOpen, conflict, deliveryOf, isOpen, type Locked, lockRequest, type RequestKey } from './estimate-requests.ts'
import type { opponentSchema } from './estimate-schemas.ts'

/**
 * Discloses the names of opponents to one office of an open request, which is asked to check for a conflict of interest. Throws
 * `conflict` while another office knows them, or when this one has found a conflict before. Repeating it only changes the names.
 */
export async function discloseOpponent(
	ctx: Ctx,
	key: RequestKey,
	deliveryId: number,
	{ opponent }: z.output<typeof opponentSchema>,
): Promise<void> {
	await changeOpen(ctx, key, async (trx, request) => {
		const delivery = await deliveryOf(trx, request, deliveryId)
		if (!(await mayHaveOpponents(trx, request.task_id))) throw conflict('この業務には、相手方がいません。')
		if (delivery.state === 'declined' || delivery.state === 'timed_out') throw conflict('この事務所とのやり取りは終わっています。')
		const checks = await trx.db
			.selectFrom('conflict_checks as c')
			.innerJoin('estimate_deliveries as d', 'd.id', 'c.delivery_id')
			.innerJoin('offices as o', 'o.id', 'd.office_id')
			.select(['c.delivery_id', 'c.state', 'o.name'])
			.where('c.request_id', '=', request.id)
			.execute()
		const own = checks.find((check) => check.delivery_id === deliveryId)
		if (own?.state === 'conflict') throw conflict('この事務所は、利益相反のため依頼を受けられません。')
		const other = checks.find((check) => check.delivery_id !== deliveryId && (check.state === 'disclosed' || check.state === 'clear'))
		if (other) throw conflict(`いまは「${other.name}」に知らせています。取りやめてから、別の事務所に知らせてください。`)
		const isKnown = own?.state === 'disclosed' || own?.state === 'clear'
		const isSame = (await readOpponent(trx, request.id)) === opponent
		// The check was about other names and must be repeated.
		if (isKnown && isSame) return
		await writeOpponent(trx, request.id, opponent)
		await trx.db
			.insertInto('conflict_checks')
			.values({ delivery_id: deliveryId, request_id: request.id, state: 'disclosed', disclosed_at: trx.now() })
			.onConflict((conflicting) =>
				conflicting.column('delivery_id').doUpdateSet({ state: 'disclosed', disclosed_at: trx.now(), decided_at: null }),
			)
			.execute()
		await notifyOffice(trx, delivery, `opponent-${trx.now().getTime()}`, writeText(trx.site, leadTexts.opponentDisclosed, {}))
	})
}

/** Withdraws the names from an office: it no longer sees them, and they may be disclosed to another office. */
export async function withdrawOpponent(ctx: Ctx, key: RequestKey, deliveryId: number): Promise<void> {
	await changeOpen(ctx, key, async (trx, request) => {
		const delivery = await deliveryOf(trx, request, deliveryId)
		const { numUpdatedRows } = await trx.db
			.updateTable('conflict_checks')
			.set({ state: 'withdrawn' })
			.where('delivery_id', '=', deliveryId)
			.where('state', 'in', ['disclosed', 'clear'])
			.executeTakeFirst()
		if (numUpdatedRows > 0n)
			await notifyOffice(trx, delivery, `opponent-${trx.now().getTime()}`, writeText(trx.site, leadTexts.opponentWithdrawn, {}))
	})
}

/** Asks, for an office, who the opponent is before it takes the case on. Idempotent; the requester decides. */
export async function askForOpponent(ctx: Ctx, deliveryId: number): Promise<void> {
	await changeCheck(ctx, deliveryId, async (trx, request, delivery) => {
		if (!(await mayHaveOpponents(trx, request.task_id))) throw conflict('この業務には、相手方がいません。')
		if (delivery.state === 'declined' || delivery.state === 'timed_out') throw conflict('この依頼とのやり取りは終わっています。')
		const { numInsertedOrUpdatedRows } = await trx.db
			.insertInto('conflict_checks')
			.values({ delivery_id: deliveryId, request_id: request.id, state: 'asked', asked_at: trx.now() })
			.onConflict((conflicting) => conflicting.doNothing())
			.executeTakeFirst()
		if (!numInsertedOrUpdatedRows) return
		await notifyRequester(
			trx,
			request,
			`opponent-asked-${deliveryId}`,
			writeText(trx.site, estimateTexts.opponentAsked, { 事務所名: delivery.name }),
		)
	})
}

/** The office that knows the names answers. After a conflict it no longer sees them and cannot be chosen. */
export async function decideConflict(ctx: Ctx, deliveryId: number, result: 'clear' | 'conflict'): Promise<void> {
	await changeCheck(ctx, deliveryId, async (trx, request, delivery) => {
		const { numUpdatedRows } = await trx.db
			.updateTable('conflict_checks')
			.set({ state: result, decided_at: trx.now() })
			.where('delivery_id', '=', deliveryId)
			.where('state', '=', 'disclosed')
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw conflict('確認を頼まれていないか、すでに結果を知らせています。')
		await notifyRequester(
			trx,
			request,
			`opponent-${result}-${deliveryId}-${trx.now().getTime()}`,
			writeText(trx.site, estimateTexts[result === 'clear' ? 'opponentClear' : 'opponentConflict'], { 事務所名: delivery.name }),
		)
	})
}

async function changeCheck(
	ctx: Ctx,
	deliveryId: number,
	handler: (trx: Ctx, request: Locked, delivery: { state: string; name: string }) => Promise<void>,
): Promise<void> {
	const { request_id: requestId } = await findOwnLead(ctx, deliveryId)
	await inTransaction(ctx, async (trx) => {
		const request = await lockRequest(trx, requestId)
		if (!request || !isOpen(request, trx.now())) throw conflict('この依頼は、すでに終わっています。')
		const delivery = await trx.db
			.selectFrom('estimate_deliveries as d')
			.innerJoin('offices as o', 'o.id', 'd.office_id')
			.select(['d.state', 'o.name'])
			.where('d.id', '=', deliveryId)
			.executeTakeFirstOrThrow()
		await handler(trx, request, delivery)
	})
}

async function mayHaveOpponents(ctx: Ctx, taskId: number): Promise<boolean> {
	const { found } = await ctx.db.selectNoFrom(hasRepresentation(sql`${taskId}::integer`).as('found')).executeTakeFirstOrThrow()
	return found
}
