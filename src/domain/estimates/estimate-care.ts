import type { Transaction } from 'kysely'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, type Database, inTransaction } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { notifyOffice, notifyRequester } from './estimate-context.ts'
import { estimateTexts, leadTexts } from './estimate-words.ts'
import { answerDeadline } from '../shared/business-hours.ts'
import type { LeadCareKind } from './estimate-input.ts'
import { conflict, isOpen, type Locked, lockRequest } from './estimate-requests.ts'

export type LeadCare = { id: number; kind: LeadCareKind; body: string; by: string | null; at: Date }

/** What support has done about a request so far and its notes, newest first. */
export async function listLeadCares(ctx: StaffCtx, requestId: number): Promise<LeadCare[]> {
	requireStaff(ctx, 'support')
	const rows = await ctx.db
		.selectFrom('lead_cares as c')
		.leftJoin('users as u', 'u.id', 'c.user_id')
		.select(['c.id', 'c.kind', 'c.body', 'c.at', 'u.last_name', 'u.first_name'])
		.where('c.request_id', '=', requestId)
		.orderBy('c.id', 'desc')
		.limit(50)
		.execute()
	return rows.map(({ last_name, first_name, ...row }) => ({ ...row, by: `${last_name ?? ''} ${first_name ?? ''}`.trim() || null }))
}

/** Adds a note for the colleagues. Neither side of the request ever sees it. */
export async function noteLead(ctx: StaffCtx, requestId: number, body: string): Promise<void> {
	requireStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		if (!(await lockRequest(trx, requestId))) throw notFound('estimate')
		await keep(trx, requestId, 'note', body)
	})
}

/** Asks the offices that still may answer to do so, each once per call. Throws conflict where none may. */
export const remindOffices = (ctx: StaffCtx, requestId: number): Promise<void> =>
	careForLead(ctx, requestId, 'remind', '', async (trx, _request, occasion) => {
		const waiting = await waitingOffices(trx, requestId)
		if (waiting.length === 0) throw conflict('回答を待っている事務所がありません。期限を延ばすか、依頼者に案内してください。')
		for (const delivery of waiting) await notifyOffice(trx, delivery, occasion, writeText(trx.site, leadTexts.remind, {}))
	})

/**
 * Gives every office without an answer, those that let the deadline pass included, the time of a new request, though not
 * beyond the request's own end. Throws conflict where no office would get more time.
 */
export const extendLead = (ctx: StaffCtx, requestId: number): Promise<void> =>
	careForLead(ctx, requestId, 'extend', '', async (trx, request, occasion) => {
		const fresh = answerDeadline(trx.now())
		const due = request.expires_at !== null && request.expires_at < fresh ? request.expires_at : fresh
		const extended = await trx.db
			.updateTable('estimate_deliveries as d')
			.set((eb) => ({
				due_at: due,
				state: eb
					.case()
					.when('d.state', '=', 'timed_out')
					.then(
						eb
							.case()
							.when('d.viewed_at', 'is', null)
							.then('delivered' as const)
							.else('viewed' as const)
							.end(),
					)
					.else(eb.ref('d.state'))
					.end(),
			}))
			.where('d.request_id', '=', requestId)
			.where('d.state', 'in', ['delivered', 'viewed', 'timed_out'])
			.where('d.due_at', '<', due)
			// Somebody else was asked in its place.
			.where((eb) => eb.not(eb.exists(eb.selectFrom('estimate_deliveries as n').select('n.id').whereRef('n.replaces_id', '=', 'd.id'))))
			.returning(['d.id', 'd.office_id'])
			.execute()
		if (extended.length === 0) throw conflict('これ以上、期限を延ばせる事務所がありません。')
		for (const delivery of extended) await notifyOffice(trx, delivery, occasion, writeText(trx.site, leadTexts.extended, {}))
		await notifyRequester(trx, request, occasion, writeText(trx.site, estimateTexts.extended, {}))
	})

/**
 * Tells who asked that they may choose another office in the place of one that has declined or not answered. Staff choose
 * no office for them (弁護士法72条, 司法書士法73条). Throws conflict where no place is free.
 */
export const suggestReplacement = (ctx: StaffCtx, requestId: number): Promise<void> =>
	careForLead(ctx, requestId, 'suggest', '', async (trx, request, occasion) => {
		const free = await trx.db
			.selectFrom('estimate_deliveries as d')
			.leftJoin('estimate_deliveries as n', 'n.replaces_id', 'd.id')
			.select('d.id')
			.where('d.request_id', '=', requestId)
			.where('d.state', 'in', ['declined', 'timed_out'])
			.where('n.id', 'is', null)
			.executeTakeFirst()
		if (!free) throw conflict('代わりを選べる事務所がありません。どの事務所も、まだ回答の期限内です。')
		await notifyRequester(trx, request, occasion, writeText(trx.site, estimateTexts.replaceable, {}))
	})

/** Ends an open request with a reason that both sides read. */
export const cancelLeadAsStaff = (ctx: StaffCtx, requestId: number, reason: string): Promise<void> =>
	careForLead(ctx, requestId, 'cancel', reason, async (trx, request, occasion) => {
		await trx.db
			.updateTable('estimate_requests')
			.set({ state: 'cancelled', ended_at: trx.now(), updated_at: trx.now() })
			.where('id', '=', requestId)
			.execute()
		await notifyRequester(trx, request, occasion, writeText(trx.site, estimateTexts.cancelled, { 理由: reason }))
		for (const delivery of await waitingOffices(trx, requestId))
			await notifyOffice(trx, delivery, occasion, writeText(trx.site, leadTexts.cancelled, { 理由: reason }))
	})

/** Does something about an open request without a quote, keeps it with the request and in the audit log. Throws conflict for another. */
export async function careForLead(
	ctx: StaffCtx,
	requestId: number,
	kind: Exclude<LeadCareKind, 'note'>,
	reason: string,
	handler: (trx: StaffCtx & { db: Transaction<Database> }, request: Locked, occasion: string, careId: number) => Promise<void>,
): Promise<void> {
	requireStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		const request = await lockRequest(trx, requestId)
		if (!request) throw notFound('estimate')
		if (!isOpen(request, trx.now()) || request.state !== 'sent')
			throw conflict('見積もりが届いたか、依頼が終わったため、対応は要りません。')
		const id = await keep(trx, requestId, kind, reason)
		await handler(trx, request, `care-${id}`, id)
		await recordAuditEvent(trx, { action: `estimate.${kind}`, subject: `estimate:${requestId}`, reason: reason || undefined })
	})
}

async function keep(ctx: StaffCtx, requestId: number, kind: LeadCareKind, body: string): Promise<number> {
	const { id } = await ctx.db
		.insertInto('lead_cares')
		.values({ request_id: requestId, kind, body, user_id: ctx.viewer.userId, at: ctx.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}

const waitingOffices = (ctx: Ctx, requestId: number) =>
	ctx.db
		.selectFrom('estimate_deliveries')
		.select(['id', 'office_id'])
		.where('request_id', '=', requestId)
		.where('state', 'in', ['delivered', 'viewed'])
		.orderBy('id')
		.execute()
