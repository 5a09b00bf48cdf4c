import { sendServiceMail } from '../accounts/account-mails.ts'
import { type MailText, writeMail } from '../accounts/mails.ts'
import { planLabels } from '../plans/entitlements.ts'
import type { Ctx } from '../shared/context.ts'
import { dateText } from '../shared/japan-time.ts'
import { invoicePath, managePlanPath, planCancelPath } from '../shared/links.ts'
import { intervalLabels } from './billing-days.ts'
import { billingWords } from './billing-words.ts'
import { type Issued } from './invoices.ts'
import { yen } from '../shared/yen.ts'
import type { Step, Subscription } from './subscription.ts'

const planText = ({ plan, interval }: Pick<Subscription, 'plan' | 'interval'>) => `${planLabels[plan]}プラン（${intervalLabels[interval]}）`

/** What a subscriber is mailed about a step; null for what they did themselves a moment ago and see on the page. */
function stepMail({ site }: Ctx, { event, subscription: one, on }: Step): MailText | null {
	const プラン = planText(one)
	const url = `${site.publicUrl}${managePlanPath()}`
	const periodEnd = dateText(one.periodTo ?? on)
	switch (event) {
		case 'start':
			return one.state === 'trial'
				? writeMail(site, billingWords.trial, { プラン, 日付: dateText(one.trialEndsOn ?? on), 料金: yen(one.agreedAmount) }, { url })
				: writeMail(site, billingWords.start, { プラン }, { url })
		case 'convert':
			return writeMail(site, billingWords.convert, { プラン, 日付: periodEnd }, { url })
		case 'renew':
			return writeMail(site, billingWords.renew, { プラン, 日付: periodEnd }, { url })
		case 'change':
			return writeMail(site, billingWords.change, { プラン }, { url })
		case 'cancel': {
			const end = dateText((one.state === 'trial' ? one.trialEndsOn : one.periodTo) ?? on)
			return writeMail(site, billingWords.cancel, { プラン, 日付: end }, { url })
		}
		case 'past-due':
			return writeMail(site, billingWords.pastDue, { プラン }, { url })
		case 'recover':
			return writeMail(site, billingWords.recover, { プラン }, { url })
		case 'end':
			return writeMail(site, billingWords.end, { プラン }, { url })
		default:
			return null
	}
}

/** Mails the subscriber what happened and which documents were issued. */
export async function mailStep(ctx: Ctx, userId: string, step: Step, document: Issued | null): Promise<void> {
	const written = stepMail(ctx, step)
	if (written) await sendServiceMail(ctx, userId, written)
	if (document) await mailDocument(ctx, userId, document)
}

/** Mails the link to an invoice or a credit note. */
export async function mailDocument(ctx: Ctx, userId: string, { id, number: 番号, total, dueOn }: Issued): Promise<void> {
	const url = `${ctx.site.publicUrl}${invoicePath(id)}`
	await sendServiceMail(
		ctx,
		userId,
		dueOn === null
			? writeMail(ctx.site, billingWords.creditNote, { 番号, 料金: yen(total) }, { url })
			: writeMail(ctx.site, billingWords.invoice, { 番号, 料金: yen(total), 期限: dateText(dueOn) }, { url }),
	)
}

/** Announces when a trial becomes paid or a year is renewed, and how to stop it. */
export async function mailReminder(ctx: Ctx, userId: string, one: Subscription, amount: number): Promise<void> {
	const plan = planText(one)
	const isTrial = one.state === 'trial'
	const day = dateText((isTrial ? one.trialEndsOn : one.periodTo) ?? '')
	const { publicUrl } = ctx.site
	await sendServiceMail(
		ctx,
		userId,
		writeMail(
			ctx.site,
			isTrial ? billingWords.trialReminder : billingWords.renewalReminder,
			{ プラン: plan, 日付: day, 料金: yen(amount) },
			{
				url: `${publicUrl}${planCancelPath()}`,
				facts: [
					{ label: 'プラン', value: plan },
					{ label: '料金', value: `${yen(amount)}（税込）` },
					{ label: isTrial ? '契約が始まる日' : '更新の日', value: day },
				],
				footLinks: [{ label: '契約の内容を見る', url: `${publicUrl}${managePlanPath()}` }],
			},
		),
	)
}

/** Announces a higher price and asks for consent. */
export async function mailPriceChange(
	ctx: Ctx,
	userId: string,
	one: Subscription,
	change: { amount: number; from: string },
): Promise<void> {
	await sendServiceMail(
		ctx,
		userId,
		writeMail(
			ctx.site,
			billingWords.priceChange,
			{ プラン: planText(one), 日付: dateText(change.from), 料金: yen(change.amount), いまの料金: yen(one.agreedAmount) },
			{ url: `${ctx.site.publicUrl}${managePlanPath()}` },
		),
	)
}
