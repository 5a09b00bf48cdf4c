import { sendServiceMail } from '../accounts/account-mails.ts'
import { mail } from '../accounts/mails.ts'
import { planLabels } from '../plans/entitlements.ts'
import type { Ctx } from '../shared/context.ts'
import { dateText } from '../shared/japan-time.ts'
import { invoicePath, managePlanPath, planCancelPath } from '../shared/links.ts'
import { intervalLabels } from './billing-days.ts'
import { type Issued } from './invoices.ts'
import { yen } from '../shared/yen.ts'
import type { Step, Subscription, SubscriptionEvent } from './subscription.ts'

type Words = { subject: string; body: readonly string[] }

const planText = ({ plan, interval }: Pick<Subscription, 'plan' | 'interval'>) => `${planLabels[plan]}プラン（${intervalLabels[interval]}）`

/** What a subscriber is mailed about a step; null for what they did themselves a moment ago and see on the page. */
function wordsOf({ event, subscription: one, on }: Step): Words | null {
	const plan = planText(one)
	const words: Partial<Record<SubscriptionEvent, Words>> = {
		start:
			one.state === 'trial'
				? {
						subject: '有料プランのお試しが始まりました',
						body: [
							`${plan}のお試しが始まりました。${dateText(one.trialEndsOn ?? on)}までは料金がかかりません。`,
							`${dateText(one.trialEndsOn ?? on)}に${plan}の契約（${yen(one.agreedAmount)}・税込）が始まり、請求書を発行します。それまでに解約すれば、料金はかかりません。`,
						],
					}
				: { subject: '有料プランの契約が始まりました', body: [`${plan}の契約が始まりました。請求書をお送りします。`] },
		convert: {
			subject: '有料プランの契約が始まりました',
			body: [`お試しが終わり、${plan}の契約が始まりました。`, `この期間は${dateText(one.periodTo ?? on)}の前の日までです。`],
		},
		renew: { subject: '有料プランを更新しました', body: [`${plan}を更新しました。次の更新日は${dateText(one.periodTo ?? on)}です。`] },
		change: { subject: '有料プランを変更しました', body: [`プランを${plan}に変更しました。`] },
		cancel: {
			subject: '有料プランの解約を受け付けました',
			body: [
				`${plan}の解約を受け付けました。${dateText((one.state === 'trial' ? one.trialEndsOn : one.periodTo) ?? on)}に終わり、それからの料金はかかりません。`,
				'それまでは、いまのまま使えます。取り消しも、終わったあとの再開も、いつでもできます。',
			],
		},
		'past-due': {
			subject: '有料プランのお支払いが確認できていません',
			body: [`お支払期限を過ぎた請求書があります。14日のうちにお支払いを確認できないときは、${plan}を終了します。`],
		},
		recover: { subject: 'お支払いを確認しました', body: [`お支払いを確認しました。${plan}は、このまま続きます。`] },
		end: {
			subject: '有料プランが終了しました',
			body: [
				`${plan}が終了し、フリープランになりました。`,
				'写真やメンバーなど、フリープランの数を超えた分は消えずに休眠し、有料プランに戻ると、そのまま戻ります。',
			],
		},
	}
	return words[event] ?? null
}

/** Mails the subscriber what happened and which documents were issued. */
export async function mailStep(ctx: Ctx, userId: string, step: Step, document: Issued | null): Promise<void> {
	const words = wordsOf(step)
	if (words) await sendServiceMail(ctx, userId, planMail(ctx, words))
	if (document) await mailDocument(ctx, userId, document)
}

const planMail = ({ site }: Ctx, { subject, body }: Words) =>
	mail(site, {
		subject,
		heading: subject,
		body,
		button: { label: '契約の内容を見る', url: `${site.publicUrl}${managePlanPath()}` },
	})

/** Mails the link to an invoice or a credit note. */
export async function mailDocument(ctx: Ctx, userId: string, { id, kind, number, total, dueOn }: Issued): Promise<void> {
	const what = kind === 'invoice' ? '請求書' : '返還の明細書'
	await sendServiceMail(
		ctx,
		userId,
		mail(ctx.site, {
			subject: `${what} ${number}（${yen(total)}）`,
			heading: `${what}を発行しました`,
			body: [
				`${what}の番号は ${number}、金額は${yen(total)}（税込）です。`,
				...(dueOn === null
					? []
					: [`お支払期限は${dateText(dueOn)}です。お振込先は請求書に書いてあります。振込人のお名前の前に、請求書の番号を付けてください。`]),
			],
			button: { label: `${what}を見る`, url: `${ctx.site.publicUrl}${invoicePath(id)}` },
		}),
	)
}

/** Announces when a trial becomes paid or a year is renewed, and how to stop it. */
export async function mailReminder(ctx: Ctx, userId: string, one: Subscription, amount: number): Promise<void> {
	const plan = planText(one)
	const isTrial = one.state === 'trial'
	const day = dateText((isTrial ? one.trialEndsOn : one.periodTo) ?? '')
	const subject = isTrial ? 'お試しがまもなく終わります' : '有料プランの更新が近づいています'
	await sendServiceMail(
		ctx,
		userId,
		mail(ctx.site, {
			subject,
			heading: subject,
			body: [
				`${day}に、${plan}の${isTrial ? '契約が始まります' : '契約を更新します'}。料金は${yen(amount)}（税込）です。`,
				'続けない場合は、その前の日までに、下のボタンから解約できます。',
			],
			facts: [
				{ label: 'プラン', value: plan },
				{ label: '料金', value: `${yen(amount)}（税込）` },
				{ label: isTrial ? '契約が始まる日' : '更新の日', value: day },
			],
			button: { label: '解約の手続きを開く', url: `${ctx.site.publicUrl}${planCancelPath()}` },
			footLinks: [{ label: '契約の内容を見る', url: `${ctx.site.publicUrl}${managePlanPath()}` }],
		}),
	)
}

/** Announces a higher price and asks for consent. */
export async function mailPriceChange(
	ctx: Ctx,
	userId: string,
	one: Subscription,
	change: { amount: number; from: string },
): Promise<void> {
	const subject = '有料プランの料金の変更について'
	await sendServiceMail(
		ctx,
		userId,
		mail(ctx.site, {
			subject,
			heading: subject,
			body: [
				`${planText(one)}の料金を、${dateText(change.from)}以後に始まる期間から${yen(change.amount)}（税込）に変更します。いまの料金は${yen(one.agreedAmount)}です。`,
				'変更後も続ける場合は、下のページで新しい料金に同意してください。同意がない場合は、いまの期間の終わりに有料プランが終わり、新しい料金はかかりません。',
			],
			button: { label: '料金の変更を確認する', url: `${ctx.site.publicUrl}${managePlanPath()}` },
		}),
	)
}
