import { writeText } from '../accounts/mailing/mail-words.ts'
import { sql } from 'kysely'
import { recordWebhookEvent } from '../developers/webhook-events.ts'
import { type Ctx, inTransaction, requireMember, requirePoster } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { inquiryPath } from '../shared/links.ts'
import { recordAgreements } from '../shared/agreements.ts'
import { assertQuota, countWrite } from '../shared/throttles.ts'
import { answerDeadline } from '../shared/business-hours.ts'
import { recipientsOf } from '../memberships/case-recipients.ts'
import { notifyOtherSide, openInquiry, replyFactsOf, whyClosed, whyRefusedBy } from './inquiry-access.ts'
import { type GivenFile, keepFiles } from './inquiry-files.ts'
import type { InquiryInput, MessageInput } from './inquiry-schemas.ts'
import { recordFirstReply } from './inquiry-reply-time.ts'
import { inquiryTexts } from './inquiry-words.ts'

const refused = (field: string, sentence: string) => new DomainError('conflict', 'refused', { fields: { [field]: sentence } })

export type AskForm = {
	office: { id: number; name: string; isDemo: boolean }
	tasks: { id: number; name: string }[]
	/** Why nothing can be sent, in a sentence; null when it can. */
	closed: string | null
	/** The signed-in person's name as it is in their profile. */
	name: string
}

/** What the form for a question to an office needs. Open to visitors, who may begin it. Throws not-found. */
export async function getAskForm(ctx: Ctx, officeId: number): Promise<AskForm> {
	const office = await readOffice(ctx, officeId)
	const tasks = await ctx.db
		.selectFrom('office_tasks as o')
		.innerJoin('tasks as t', 't.id', 'o.task_id')
		.select(['t.id', 't.name'])
		.where('o.office_id', '=', officeId)
		.where('t.published_at', 'is not', null)
		.orderBy('t.id')
		.execute()
	const user =
		ctx.viewer.kind === 'member'
			? await ctx.db.selectFrom('users').select(['last_name', 'first_name']).where('id', '=', ctx.viewer.userId).executeTakeFirst()
			: undefined
	return {
		office: { id: office.id, name: office.name, isDemo: office.is_demo },
		tasks,
		closed: await whyRefusedBy(ctx, office),
		name: user ? `${user.last_name} ${user.first_name}`.trim() : '',
	}
}

type OfficeRow = { id: number; name: string; accepting: string; is_demo: boolean }

async function readOffice(ctx: Ctx, officeId: number): Promise<OfficeRow> {
	if (!Number.isInteger(officeId) || officeId < 1 || officeId > 0x7fffffff) throw notFound('office')
	const office = await ctx.db
		.selectFrom('offices')
		.select(['id', 'name', 'accepting', 'is_demo'])
		.where('id', '=', officeId)
		.where('state', '=', 'published')
		.executeTakeFirst()
	if (!office) throw notFound('office')
	return office
}

/**
 * Begins a thread with an office: one for each subject. Idempotent by key. Throws conflict for a
 * subject that already exists or an office that accepts none, and `throttled` above the rate limit. `isBooking`: an agreed
 * appointment begins the thread, of which the caller notifies the office; nobody waits for a reply until the client writes again.
 */
export async function startInquiry(
	ctx: Ctx,
	officeId: number,
	input: InquiryInput,
	files: readonly GivenFile[],
	{ isBooking = false }: { isBooking?: boolean } = {},
): Promise<{ id: number }> {
	const { userId } = requirePoster(ctx)
	const office = await readOffice(ctx, officeId)
	const made = await findByKey(ctx, userId, input.clientKey)
	if (made) return made
	await assertQuota(ctx, 'inquiryAccount', userId)
	const fileIds = await keepFiles(ctx, files)
	return inTransaction(ctx, async (trx) => {
		await sql`select id from users where id = ${userId}::bigint for no key update`.execute(trx.db)
		const again = await findByKey(trx, userId, input.clientKey)
		if (again) return again
		const closed = await whyRefusedBy(trx, office)
		if (closed !== null) throw refused('form', closed)
		const offered =
			input.taskId === null
				? undefined
				: await trx.db
						.selectFrom('office_tasks')
						.select('task_id')
						.where('office_id', '=', officeId)
						.where('task_id', '=', input.taskId)
						.executeTakeFirst()
		const inquiry = await trx.db
			.insertInto('inquiries')
			.values({
				office_id: officeId,
				user_id: userId,
				task_id: offered?.task_id ?? null,
				subject: input.subject,
				contact_name: input.contactName,
				client_key: input.clientKey,
				created_at: trx.now(),
				last_message_at: trx.now(),
			})
			.onConflict((conflict) => conflict.constraint('inquiries_subject').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!inquiry)
			throw refused('subject', 'この事務所への同じ件名の問い合わせがあります。マイページから続きを送るか、件名を変えてください。')
		await countWrite(trx, 'inquiryAccount', userId)
		await recordAgreements(trx, userId, ['estimates'])
		const author = { side: 'user', userId, name: input.contactName } as const
		await addMessage(trx, inquiry.id, author, input, fileIds)
		if (isBooking) await markBooked(trx, inquiry.id)
		else await announceInquiry(trx, office, inquiry.id, input.subject)
		await recordLead(trx, inquiry.id, officeId)
		return inquiry
	})
}

/** The office's calendar has answered at once: no reply is due. */
const markBooked = (ctx: Ctx, id: number) =>
	ctx.db.updateTable('inquiries').set({ reply_due_at: null, booked_at: ctx.now() }).where('id', '=', id).execute()

const recordLead = (ctx: Ctx, inquiryId: number, officeId: number) =>
	recordWebhookEvent(ctx, {
		kind: 'lead.created',
		subject: `inquiry:${inquiryId}`,
		data: { kind: 'inquiry', inquiryId, officeId },
		to: { officeId },
	})

async function announceInquiry(ctx: Ctx, office: OfficeRow, inquiryId: number, subject: string): Promise<void> {
	const facts = await replyFactsOf(ctx, inquiryId)
	for (const userId of await recipientsOf(ctx, office.id))
		await publishEvent(ctx, {
			event: 'notice',
			kind: 'office-inquiry',
			userId,
			subject: `inquiry:${inquiryId}:new`,
			text: writeText(ctx.site, inquiryTexts.received, { 事務所名: office.name, 件名: subject }),
			facts,
			path: inquiryPath(inquiryId),
			answers: { inquiryId },
		})
}

const findByKey = (ctx: Ctx, userId: string, clientKey: string) =>
	ctx.db.selectFrom('inquiries').select('id').where('user_id', '=', userId).where('client_key', '=', clientKey).executeTakeFirst()

/** Adds a message from either side. Throws conflict with the reason when the thread accepts none. */
export async function sendMessage(ctx: Ctx, id: number, input: MessageInput, files: readonly GivenFile[]): Promise<void> {
	const { userId } = requireMember(ctx)
	const before = await openInquiry(ctx, id)
	const closed = whyClosed(before)
	if (closed !== null) throw refused('form', closed)
	await assertQuota(ctx, 'messageAccount', userId)
	const fileIds = await keepFiles(ctx, files)
	await inTransaction(ctx, async (trx) => {
		const access = await openInquiry(trx, id, { lock: true })
		const reason = whyClosed(access)
		if (reason !== null) throw refused('form', reason)
		const messageId = await addMessage(trx, id, { side: access.side, userId, name: access.ownName }, input, fileIds)
		if (messageId === null) return
		await countWrite(trx, 'messageAccount', userId)
		if (access.side === 'office') await recordFirstReply(trx, access)
		const text = writeText(trx.site, access.side === 'office' ? inquiryTexts.answered : inquiryTexts.continued, {
			事務所名: access.officeName,
			件名: access.subject,
		})
		await notifyOtherSide(trx, access, `message:${messageId}`, text)
	})
}

/** Null when this filling of the form was sent already. */
async function addMessage(
	ctx: Ctx,
	inquiryId: number,
	author: { side: 'user' | 'office'; userId: string; name: string },
	{ body, clientKey }: MessageInput,
	fileIds: readonly number[],
): Promise<number | null> {
	const message = await ctx.db
		.insertInto('inquiry_messages')
		.values({
			inquiry_id: inquiryId,
			side: author.side,
			author_id: author.userId,
			author_name: author.name,
			body,
			client_key: clientKey,
			created_at: ctx.now(),
		})
		.onConflict((conflict) => conflict.constraint('inquiry_messages_client_key').doNothing())
		.returning('id')
		.executeTakeFirst()
	if (!message) return null
	if (fileIds.length > 0) await ctx.db.updateTable('inquiry_files').set({ message_id: message.id }).where('id', 'in', fileIds).execute()
	await ctx.db
		.updateTable('inquiries')
		.set({
			last_message_at: ctx.now(),
			...(author.side === 'user'
				? {
						last_user_message_id: message.id,
						user_seen_id: message.id,
						reply_due_at: sql`coalesce(reply_due_at, ${answerDeadline(ctx.now())})`,
					}
				: { last_office_message_id: message.id, office_seen_id: message.id, reply_due_at: null }),
		})
		.where('id', '=', inquiryId)
		.execute()
	return message.id
}
