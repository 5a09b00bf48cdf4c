import { mail, writeMail } from '../accounts/mails.ts'
import { supportWords } from './support-words.ts'
import { readAccount } from '../estimates/estimate-drafts.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { dateText } from '../shared/japan-time.ts'
import { staffSupportPath } from '../shared/links.ts'
import { type CallerCtx, countUnprovedMail, countWrite } from '../shared/throttles.ts'
import { takeInFromContact } from './privacy-intake.ts'
import { answerText, type SupportCategory, supportCategories, supportDueOn } from './support-input.ts'
import type { SupportRequestInput } from './support-schemas.ts'

/**
 * Stores a support request and mails its sender a receipt; notifies the operator where the law sets a deadline. Returns its
 * number; a repeated submit returns the number of the first. Throws invalid for a page of another site and without an
 * address, throttled.
 */
export async function sendSupportRequest(ctx: CallerCtx, input: SupportRequestInput): Promise<number> {
	const { category } = input
	const pagePath = pathOfPage(ctx, input.page)
	return inTransaction(ctx, async (trx) => {
		const sender = await senderOf(trx, input.email)
		const dueOn = supportDueOn(category, trx.now())
		const made = await trx.db
			.insertInto('support_requests')
			.values({
				category,
				topic: input.topic,
				claimant: input.claimant,
				user_id: sender.userId,
				sender_name: input.senderName,
				email: sender.email,
				page_path: pagePath,
				body: input.body,
				client_key: input.clientKey,
				due_on: dueOn,
				created_at: trx.now(),
				author_asked_on: null,
				outcome: null,
				answered_at: null,
				closed_at: null,
			})
			.onConflict((conflict) => conflict.constraint('support_requests_client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) return sentBefore(trx, input.clientKey, sender.email)
		await takeInFromContact(trx, made.id)
		await countWrite(trx, 'supportAddress', sender.email)
		await countWrite(trx, 'supportBlock', trx.caller.block)
		if (!sender.isProved) await countUnprovedMail(trx, sender.email)
		await mailReceipt(trx, sender.email, { id: made.id, category, due: dateText(dueOn) })
		await notifyOperator(trx, { id: made.id, category, due: dateText(dueOn) })
		return made.id
	})
}

/** A member writes from the address of the account. */
async function senderOf(ctx: Ctx, typed: string | undefined): Promise<{ userId: string | null; email: string; isProved: boolean }> {
	const userId = ctx.viewer.kind === 'member' ? ctx.viewer.userId : null
	const account = userId === null ? null : await readAccount(ctx, userId)
	const email = account?.email ?? typed
	if (email === undefined) throw new DomainError('invalid', 'no address', { fields: { email: 'メールアドレスを入力してください。' } })
	return { userId, email, isProved: account?.isVerified === true && account.email !== null }
}

/** With another sender the key was guessed. */
async function sentBefore(ctx: Ctx, clientKey: string, email: string): Promise<number> {
	const row = await ctx.db
		.selectFrom('support_requests')
		.select('id')
		.where('client_key', '=', clientKey)
		.where('email', '=', email)
		.executeTakeFirst()
	if (!row) throw new DomainError('conflict', 'this form was sent by somebody else', { fields: { form: 'ページを開き直してください。' } })
	return row.id
}

/** The path of a page typed as a URL or a path; null for none. */
function pathOfPage({ site }: Ctx, typed: string): string | null {
	if (typed === '') return null
	const url = URL.parse(typed, site.publicUrl)
	if (url?.origin === new URL(site.publicUrl).origin && /^(?:https?:\/\/|\/)/.test(typed))
		return `${url.pathname}${url.search}${url.hash}`.slice(0, 500)
	throw new DomainError('invalid', 'a page of another site', { fields: { page: `${site.name}のページのURLを入力してください。` } })
}

type Received = { id: number; category: SupportCategory; due: string }

/** Repeats nothing that was typed; otherwise the form could send any text to any mailbox. */
const mailReceipt = (ctx: Ctx, to: string, { id, category, due }: Received) =>
	ctx.enqueueMail(ctx.db, {
		to,
		...writeMail(ctx.site, supportWords.receipt, {
			受付番号: `${id}`,
			種類: supportCategories[category].label,
			返事の目安: answerText(category),
			期日: due,
		}),
	})

async function notifyOperator(ctx: Ctx, { id, category, due }: Received): Promise<void> {
	const { operator, publicUrl } = ctx.site
	if (!operator || (category !== 'rights' && category !== 'privacy')) return
	await ctx.enqueueMail(ctx.db, {
		to: operator.mail,
		...mail(ctx.site, {
			subject: `期限のある申出が届きました（${supportCategories[category].label}）`,
			heading: '期限のある申出が届きました',
			body: [`受付番号 ${id}：${supportCategories[category].label}`, `${due}までに結果をお知らせしてください。`],
			button: { label: '申出を開く', url: `${publicUrl}${staffSupportPath(id)}` },
		}),
	})
}
