import { type Ctx, inTransaction } from '../shared/context.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { writeMail } from '../accounts/mails.ts'
import { estimateTexts, estimateWords } from './estimate-words.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { estimateConfirmPath } from '../shared/links.ts'
import { hashToken, randomToken } from '../../platform/token.ts'
import { recordAgreements } from '../shared/agreements.ts'
import { type CallerCtx, countUnprovedMail, countWrite } from '../shared/throttles.ts'
import { answerDeadline } from '../shared/business-hours.ts'
import { draftKey, openDraftKey, resultKey, notifyOfDelivery, notifyRequester } from './estimate-context.ts'
import { readAccount, readDraft, saveContact } from './estimate-drafts.ts'
import { CONFIRM_HOURS, ESTIMATE_CONSENT_VERSION, estimateConsents, estimateSteps, OPEN_DAYS } from './estimate-input.ts'
import { listTaskQuestions, unanswered } from './task-questions.ts'
import type { ContactInput } from './estimate-schemas.ts'
import { receivableOffices } from './estimate-offices.ts'
import { days, hours, momentText } from '../shared/japan-time.ts'

export type Sent = { kind: 'sent'; requestId: number } | { kind: 'mailed' }

/**
 * Sends a draft: that of a member with a confirmed address goes to the offices at once, any other waits for the link in
 * a mail. Throws `invalid` for a consent or step that is missing. A repeated submit returns the result of the first.
 */
export async function sendDraft(ctx: CallerCtx, key: string, consents: readonly string[]): Promise<Sent> {
	const before = await findSentDraft(ctx, key)
	if (before !== null) return { kind: 'sent', requestId: before }
	const missing = estimateConsents.filter(({ kind }) => !consents.includes(kind))
	if (missing.length > 0)
		throw new DomainError('invalid', 'consents are missing', {
			fields: Object.fromEntries(missing.map(({ kind }) => [kind, 'ご確認のうえ、チェックを入れてください。'])),
		})
	return inTransaction(ctx, async (trx) => {
		const id = openDraftKey(trx, key)
		// Locked before it is read, to serialise two submits of one form.
		await trx.db.selectFrom('estimate_requests').select('id').where('id', '=', id).forNoKeyUpdate().execute()
		const sent = await findSent(trx, id)
		if (sent !== null) return { kind: 'sent' as const, requestId: sent }
		const draft = await readDraft(trx, key)
		const undone = estimateSteps.find(({ step }) => !draft.done.includes(step))
		if (undone || draft.contactName === '' || draft.email === '')
			throw refused(`「${undone?.label ?? '連絡先'}」の入力がまだ済んでいません。`)
		if (unanswered(await listTaskQuestions(trx, draft.taskId), draft.answers).length > 0)
			throw refused('「事業と希望」に、業務ごとの質問の答えがまだありません。戻って入力してください。')
		if (draft.isMailed) return { kind: 'mailed' as const }
		// By the address, so that several senders cannot flood an office in its name.
		await countWrite(trx, 'estimateAddress', draft.email)
		await trx.db
			.updateTable('estimate_requests')
			.set({
				email: draft.email,
				contact_name: draft.contactName,
				consent_version: ESTIMATE_CONSENT_VERSION,
				consented_at: trx.now(),
				updated_at: trx.now(),
			})
			.where('id', '=', id)
			.execute()
		if (trx.viewer.kind === 'member') await recordAgreements(trx, trx.viewer.userId, ['estimates'])
		const account = trx.viewer.kind === 'member' ? await readAccount(trx, trx.viewer.userId) : null
		if (account?.isVerified && account.email === draft.email) {
			await deliver(trx, id)
			return { kind: 'sent' as const, requestId: id }
		}
		await countUnprovedMail(trx, draft.email)
		await mailConfirmation(trx, id, draft.email)
		return { kind: 'mailed' as const }
	})
}

/** Saves the last page of the form and sends the draft, or does neither; see sendDraft. */
export async function sendWithContact(
	ctx: CallerCtx,
	key: string,
	{ consent, ...contact }: ContactInput & { consent: readonly string[] },
): Promise<Sent> {
	return inTransaction(ctx, async (trx) => {
		await trx.db.selectFrom('estimate_requests').select('id').where('id', '=', openDraftKey(trx, key)).forNoKeyUpdate().execute()
		const before = await findSentDraft(trx, key)
		if (before !== null) return { kind: 'sent' as const, requestId: before }
		await saveContact(trx, key, contact)
		return sendDraft(trx, key, consent)
	})
}

/** Returns the request that a draft has become, for the person who could continue the draft; null while it is one. */
export const findSentDraft = (ctx: Ctx, key: string): Promise<number | null> => findSent(ctx, openDraftKey(ctx, key))

async function findSent(ctx: Ctx, id: number): Promise<number | null> {
	const row = await ctx.db
		.selectFrom('estimate_requests')
		.select(['id', 'user_id'])
		.where('id', '=', id)
		.where('state', 'not in', ['draft', 'email_verified'])
		.executeTakeFirst()
	if (!row || (row.user_id !== null && (ctx.viewer.kind !== 'member' || ctx.viewer.userId !== row.user_id))) return null
	return row.id
}

const refused = (sentence: string) => new DomainError('invalid', 'the request cannot be sent', { fields: { form: sentence } })

async function mailConfirmation(ctx: Ctx, requestId: number, email: string): Promise<void> {
	const token = randomToken()
	await ctx.db
		.updateTable('estimate_requests')
		.set({ confirm_hash: hashToken(token), confirm_expires_at: new Date(ctx.now().getTime() + hours(CONFIRM_HOURS)) })
		.where('id', '=', requestId)
		.execute()
	await ctx.enqueueMail(ctx.db, {
		to: email,
		...writeMail(
			ctx.site,
			estimateWords.confirmation,
			{ 時間: `${CONFIRM_HOURS}` },
			{ url: `${ctx.site.publicUrl}${estimateConfirmPath(token)}` },
		),
	})
}

export type Confirmation = {
	taskName: string
	chosenCount: number
	/** Of those chosen, how many can still be asked. */
	officeCount: number
	/** The draft, to choose others; null for a member who did not write it. */
	draft: { key: string; needsLogin: boolean } | null
}

/** What the confirmation page shows before the link is used; null for an invalid or expired link. */
export async function findConfirmation(ctx: Ctx, token: string): Promise<Confirmation | null> {
	const row = await ctx.db
		.selectFrom('estimate_requests as r')
		.innerJoin('tasks as t', 't.id', 'r.task_id')
		.select(['r.id', 'r.user_id', 'r.task_id', 't.name', 'r.office_ids'])
		.where('r.confirm_hash', '=', hashToken(token.slice(0, 100)))
		.where('r.confirm_expires_at', '>', ctx.now())
		.where('r.state', '=', 'draft')
		.executeTakeFirst()
	if (!row) return null
	const receivable = await receivableOffices(ctx, row.task_id, row.office_ids)
	const isOthers = row.user_id !== null && ctx.viewer.kind === 'member' && ctx.viewer.userId !== row.user_id
	return {
		taskName: row.name,
		chosenCount: row.office_ids.length,
		officeCount: receivable.size,
		draft: isOthers ? null : { key: draftKey(ctx, row.id), needsLogin: row.user_id !== null && ctx.viewer.kind === 'visitor' },
	}
}

/** Uses the link of the mail: the request goes to its offices. Returns the key of its private page. `not-found` the second time. */
export async function confirmEstimate(ctx: Ctx, token: string): Promise<{ requestId: number; key: string }> {
	return inTransaction(ctx, async (trx) => {
		const row = await trx.db
			.updateTable('estimate_requests')
			.set({ confirm_hash: null, confirm_expires_at: null })
			.where('confirm_hash', '=', hashToken(token.slice(0, 100)))
			.where('confirm_expires_at', '>', trx.now())
			.where('state', '=', 'draft')
			.returning('id')
			.executeTakeFirst()
		if (!row) throw notFound('confirmation')
		await deliver(trx, row.id)
		return { requestId: row.id, key: resultKey(trx, row.id) }
	})
}

/** draft → email_verified → sent, with one delivery for each office that still can be asked. Call it in a transaction. */
async function deliver(trx: Ctx, requestId: number): Promise<void> {
	const now = trx.now()
	const request = await trx.db
		.updateTable('estimate_requests')
		.set({ state: 'email_verified', email_verified_at: now })
		.where('id', '=', requestId)
		.where('state', '=', 'draft')
		.returning(['id', 'user_id', 'email', 'task_id', 'office_ids'])
		.executeTakeFirst()
	if (!request) throw new DomainError('conflict', 'the request was sent already')
	const receivable = await receivableOffices(trx, request.task_id, request.office_ids)
	const officeIds = request.office_ids.filter((id) => receivable.has(id))
	if (officeIds.length === 0) throw refused('選んだ事務所は、いま新しい依頼を受け付けていません。ほかの事務所を選んでください。')
	const expiresAt = new Date(now.getTime() + days(OPEN_DAYS))
	const deliveries = await trx.db
		.insertInto('estimate_deliveries')
		.values(officeIds.map((officeId) => ({ request_id: requestId, office_id: officeId, delivered_at: now, due_at: answerDeadline(now) })))
		.returning(['id', 'office_id'])
		.execute()
	await trx.db
		.updateTable('estimate_requests')
		.set({ state: 'sent', sent_at: now, expires_at: expiresAt, updated_at: now })
		.where('id', '=', requestId)
		.where('state', '=', 'email_verified')
		.execute()
	await notifyRequester(trx, request, 'sent', writeText(trx.site, estimateTexts.sent, { 事務所の数: `${officeIds.length}` }), {
		facts: [
			{ label: '届けた事務所', value: `${officeIds.length}か所` },
			{ label: '事務所の回答の期限', value: momentText(answerDeadline(now)) },
			{ label: '受付の終わり', value: momentText(expiresAt) },
		],
	})
	for (const delivery of deliveries) await notifyOfDelivery(trx, delivery)
}
