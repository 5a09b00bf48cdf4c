import { writeText } from '../accounts/mailing/mail-words.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { notifyOffice, notifyRequester } from './estimate-context.ts'
import { OPEN_DAYS } from './estimate-input.ts'
import { estimateTexts, leadTexts } from './estimate-words.ts'
import { lockRequest } from './estimate-requests.ts'
import { dateText, days, isoDay } from '../shared/japan-time.ts'

const AT_ONCE = 100
/** Age at which abandoned drafts are deleted. */
const DRAFT_DAYS = 7
const CONTACT_DAYS = 365
const DONE_REMINDER_DAYS = 60

/**
 * Applies deadlines: times out offices that did not answer within their hours, ends requests older than two weeks, deletes
 * abandoned drafts, reminds both sides of work that nobody reported done, and erases contact data a year after the end, names of
 * opponents at once where no office was chosen.
 * Returns the number of rows changed, so that the caller repeats it until there are none. Idempotent.
 */
export async function maintainEstimates(ctx: Ctx): Promise<number> {
	let changed = 0
	for (const step of [timeOut, expire, dropDrafts, remindOfDone, forgetContacts, forgetOpponents]) changed += await step(ctx)
	return changed
}

async function timeOut(ctx: Ctx): Promise<number> {
	const overdue = await ctx.db
		.selectFrom('estimate_deliveries as d')
		.innerJoin('offices as o', 'o.id', 'd.office_id')
		.innerJoin('estimate_requests as r', 'r.id', 'd.request_id')
		.select(['d.id', 'd.request_id', 'd.office_id', 'o.name'])
		.where('d.state', 'in', ['delivered', 'viewed'])
		.where('d.due_at', '<=', ctx.now())
		.where('r.state', 'in', ['sent', 'quoted'])
		.orderBy('d.id')
		.limit(AT_ONCE)
		.execute()
	for (const delivery of overdue)
		await inTransaction(ctx, async (trx) => {
			const request = await lockRequest(trx, delivery.request_id)
			const changed = await trx.db
				.updateTable('estimate_deliveries')
				.set({ state: 'timed_out' })
				.where('id', '=', delivery.id)
				.where('state', 'in', ['delivered', 'viewed'])
				.executeTakeFirst()
			// It was answered or ended concurrently.
			if (changed.numUpdatedRows === 0n || !request || (request.state !== 'sent' && request.state !== 'quoted')) return
			await notifyRequester(
				trx,
				request,
				`timed-out-${delivery.id}`,
				writeText(trx.site, estimateTexts.timedOut, { 事務所名: delivery.name }),
			)
			await notifyOffice(trx, delivery, 'timed-out', writeText(trx.site, leadTexts.timedOut, {}))
		})
	return overdue.length
}

async function expire(ctx: Ctx): Promise<number> {
	const old = await ctx.db
		.selectFrom('estimate_requests')
		.select('id')
		.where('state', 'in', ['sent', 'quoted'])
		.where('expires_at', '<=', ctx.now())
		.orderBy('id')
		.limit(AT_ONCE)
		.execute()
	for (const { id } of old)
		await inTransaction(ctx, async (trx) => {
			const request = await lockRequest(trx, id)
			const changed = await trx.db
				.updateTable('estimate_requests')
				.set({ state: 'expired', ended_at: trx.now(), updated_at: trx.now() })
				.where('id', '=', id)
				.where('state', 'in', ['sent', 'quoted'])
				.executeTakeFirst()
			if (changed.numUpdatedRows === 0n || !request) return
			await notifyRequester(trx, request, 'expired', writeText(trx.site, estimateTexts.expired, { 日数: `${OPEN_DAYS}` }))
			const waiting = await trx.db
				.selectFrom('estimate_deliveries')
				.select(['id', 'office_id'])
				.where('request_id', '=', id)
				.where('state', 'in', ['delivered', 'viewed', 'quoted'])
				.execute()
			for (const delivery of waiting) await notifyOffice(trx, delivery, 'closed', writeText(trx.site, leadTexts.closed, {}))
		})
	return old.length
}

async function dropDrafts(ctx: Ctx): Promise<number> {
	const result = await ctx.db
		.deleteFrom('estimate_requests')
		.where('state', '=', 'draft')
		.where('updated_at', '<=', new Date(ctx.now().getTime() - days(DRAFT_DAYS)))
		.executeTakeFirst()
	return Number(result.numDeletedRows)
}

/** Two months after an office was chosen, once: nothing else tells that the work was done, and only then a review is written. */
async function remindOfDone(ctx: Ctx): Promise<number> {
	const undone = await ctx.db
		.selectFrom('estimate_requests')
		.select('id')
		.where('state', '=', 'accepted')
		.where('done_at', 'is', null)
		.where('done_reminded_at', 'is', null)
		.where('ended_at', '<=', new Date(ctx.now().getTime() - days(DONE_REMINDER_DAYS)))
		.orderBy('ended_at')
		.limit(AT_ONCE)
		.execute()
	for (const { id } of undone)
		await inTransaction(ctx, async (trx) => {
			const request = await lockRequest(trx, id)
			const reminded = await trx.db
				.updateTable('estimate_requests')
				.set({ done_reminded_at: trx.now() })
				.where('id', '=', id)
				.where('done_at', 'is', null)
				.where('done_reminded_at', 'is', null)
				.returning(['ended_at', 'accepted_delivery_id'])
				.executeTakeFirst()
			if (!request || !reminded || reminded.ended_at === null) return
			const until = new Date(reminded.ended_at.getTime() + days(CONTACT_DAYS))
			// Later than that the other side can no longer be reached through the site.
			if (until <= trx.now()) return
			const words = { 日数: `${DONE_REMINDER_DAYS}`, 消去日: dateText(isoDay(until)) }
			await notifyRequester(trx, request, 'done-reminder', writeText(trx.site, estimateTexts.doneReminder, words))
			const delivery = await trx.db
				.selectFrom('estimate_deliveries')
				.select(['id', 'office_id'])
				.where('id', '=', reminded.accepted_delivery_id)
				.executeTakeFirst()
			if (delivery) await notifyOffice(trx, delivery, 'done-reminder', writeText(trx.site, leadTexts.doneReminder, words))
		})
	return undone.length
}

async function forgetContacts(ctx: Ctx): Promise<number> {
	const result = await ctx.db
		.updateTable('estimate_requests')
		.set({ contact_name: null, email: null, phone: null, purged_at: ctx.now() })
		.where('purged_at', 'is', null)
		.where('ended_at', '<=', new Date(ctx.now().getTime() - days(CONTACT_DAYS)))
		.executeTakeFirst()
	return Number(result.numUpdatedRows)
}

/** Opponents are third parties: their names are not needed once no office will take the case. */
async function forgetOpponents(ctx: Ctx): Promise<number> {
	const result = await ctx.db
		.deleteFrom('estimate_opponents')
		.where('request_id', 'in', (eb) =>
			eb
				.selectFrom('estimate_requests')
				.select('id')
				.where((or) => or.or([or('state', 'in', ['cancelled', 'expired']), or('purged_at', 'is not', null)])),
		)
		.executeTakeFirst()
	return Number(result.numDeletedRows)
}
