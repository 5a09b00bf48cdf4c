import { type MailTemplate, writeText } from '../accounts/mailing/mail-words.ts'
import { recordWebhookEvent } from '../developers/webhook-events.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { days } from '../shared/japan-time.ts'
import { type Access, notifySidesOfInquiry, openInquiry, notifyOtherSide, whyClosed } from './inquiry-access.ts'
import { inquiryTexts } from './inquiry-words.ts'

const refused = (sentence: string) => new DomainError('conflict', 'refused', { fields: { form: sentence } })

/** A sentence for the other side: one that the office caused, or one that the client did. */
const writeFor = (
	trx: Ctx,
	{ side, officeName, subject }: Access,
	byOffice: MailTemplate<'事務所名' | '件名'>,
	byClient: MailTemplate<'件名'>,
): string =>
	side === 'office'
		? writeText(trx.site, byOffice, { 事務所名: officeName, 件名: subject })
		: writeText(trx.site, byClient, { 件名: subject })

async function change(ctx: Ctx, id: number, handler: (trx: Ctx, access: Access) => Promise<void>): Promise<void> {
	requireMember(ctx)
	await inTransaction(ctx, async (trx) => handler(trx, await openInquiry(trx, id, { lock: true })))
}

/**
 * One side confirms that the office was commissioned. Once both have, the deal is made. Idempotent.
 */
export async function markEngaged(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, async (trx, access) => {
		const { side } = access
		if (access.delivery !== null) throw refused('依頼先は、見積もり依頼のページで決めてください。')
		if ((side === 'user' ? access.userEngagedAt : access.officeEngagedAt) !== null) return
		const closed = access.closedBy === null ? whyClosed(access) : null
		if (closed !== null) throw refused(closed)
		if (access.lastOfficeMessageId === 0) throw refused('事務所からの返信があってから、登録できます。')
		const isMade = (side === 'user' ? access.officeEngagedAt : access.userEngagedAt) !== null
		const now = trx.now()
		await trx.db
			.updateTable('inquiries')
			.set({
				...(side === 'user' ? { user_engaged_at: now } : { office_engaged_at: now }),
				...(isMade ? { accepted_at: now } : {}),
			})
			.where('id', '=', id)
			.execute()
		const { engagedByOffice, engagedByClient, confirmedByOffice, confirmedByClient } = inquiryTexts
		const text = isMade
			? writeFor(trx, access, confirmedByOffice, confirmedByClient)
			: writeFor(trx, access, engagedByOffice, engagedByClient)
		await notifyOtherSide(trx, access, `engaged:${now.getTime()}`, text)
	})
}

/** Removes the viewer's mark, until the other side has set theirs. */
export async function withdrawEngaged(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, async (trx, access) => {
		if (access.acceptedAt !== null) throw refused('双方が登録したあとは、取り消せません。')
		await trx.db
			.updateTable('inquiries')
			.set(access.side === 'user' ? { user_engaged_at: null } : { office_engaged_at: null })
			.where('id', '=', id)
			.execute()
	})
}

/**
 * Either side reports that the commissioned work is done: from then on the person may write a review. Idempotent.
 * Throws conflict before both have confirmed the commission.
 */
export async function reportInquiryDone(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, async (trx, access) => {
		if (access.acceptedAt === null) throw refused('依頼が決まったことを双方が登録してから、報告できます。')
		if (access.doneAt !== null) return
		await trx.db.updateTable('inquiries').set({ done_at: trx.now(), done_by: access.side }).where('id', '=', id).execute()
		await recordWebhookEvent(trx, {
			kind: 'case.completed',
			subject: `inquiry:${id}`,
			data: { kind: 'inquiry', inquiryId: id, officeId: access.officeId, reportedBy: access.side },
			to: { officeId: access.officeId },
		})
		await notifyOtherSide(trx, access, 'done', writeFor(trx, access, inquiryTexts.doneByOffice, inquiryTexts.doneByClient))
	})
}

const DONE_REMINDER_DAYS = 60
const AT_ONCE = 100

/**
 * Reminds both sides, once and two months after they confirmed the commission, of work that neither has reported done. Returns
 * the number of threads, at most 100; to be repeated until there are none.
 */
export async function remindOfInquiriesDone(ctx: Ctx): Promise<number> {
	return inTransaction(ctx, async (trx) => {
		const undone = await trx.db
			.updateTable('inquiries')
			.set({ done_reminded_at: trx.now() })
			.where('id', 'in', (eb) =>
				eb
					.selectFrom('inquiries')
					.select('id')
					.where('accepted_at', '<=', new Date(trx.now().getTime() - days(DONE_REMINDER_DAYS)))
					.where('done_at', 'is', null)
					.where('done_reminded_at', 'is', null)
					.orderBy('accepted_at')
					.limit(AT_ONCE)
					.forUpdate()
					.skipLocked(),
			)
			.returning(['id', 'subject'])
			.execute()
		for (const { id, subject } of undone)
			await notifySidesOfInquiry(
				trx,
				id,
				'done-reminder',
				writeText(trx.site, inquiryTexts.doneReminder, { 件名: subject, 日数: `${DONE_REMINDER_DAYS}` }),
			)
		return undone.length
	})
}

/** Either side ends the thread; nothing can be sent until it is opened again. */
export async function closeInquiry(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, async (trx, access) => {
		if (access.closedBy !== null) return
		await trx.db.updateTable('inquiries').set({ closed_at: trx.now(), closed_by: access.side }).where('id', '=', id).execute()
		await notifyOtherSide(
			trx,
			access,
			`closed:${trx.now().getTime()}`,
			writeFor(trx, access, inquiryTexts.closedByOffice, inquiryTexts.closedByClient),
		)
	})
}

/** Either side reopens the thread, unless one has blocked the other. */
export async function reopenInquiry(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, async (trx, access) => {
		const closed = whyClosed({ ...access, closedBy: null })
		if (closed !== null) throw refused(closed)
		await trx.db.updateTable('inquiries').set({ closed_at: null, closed_by: null }).where('id', '=', id).execute()
	})
}

/** Stops all threads between this person and this office, and new ones. The other side is not notified. */
export async function blockOtherSide(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, async (trx, { officeId, userId, side }) => {
		if (userId === null) return
		await trx.db
			.insertInto('inquiry_blocks')
			.values({ office_id: officeId, user_id: userId, side, created_at: trx.now() })
			.onConflict((conflict) => conflict.doNothing())
			.execute()
	})
}

/** Removes the viewer's block. */
export async function unblockOtherSide(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, async (trx, { officeId, userId, side }) => {
		if (userId === null) return
		await trx.db
			.deleteFrom('inquiry_blocks')
			.where('office_id', '=', officeId)
			.where('user_id', '=', userId)
			.where('side', '=', side)
			.execute()
	})
}
