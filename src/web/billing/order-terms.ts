import { type Interval, PAST_DUE_DAYS, PAYMENT_DAYS, TRIAL_DAYS } from '../../domain/billing/billing-days.ts'
import type { Preview } from '../../domain/billing/plan-overview.ts'
import { taxPercentOn, taxWithin } from '../../domain/billing/tax.ts'
import { entitlementsOf, type PaidPlan } from '../../domain/plans/entitlements.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { choiceText, contentsOf, priceText } from './plan-words.ts'
import { yen } from '../../domain/shared/yen.ts'

/**
 * The facts that the last page before an order must show (特定商取引法12条の6): quantity, price, time and way of payment, time
 * of delivery, time limit of the offer, and how the contract is ended.
 */
export function orderTerms(
	choice: { plan: PaidPlan; interval: Interval },
	preview: Preview,
	{ takesCards }: { takesCards: boolean },
): { label: string; value: string }[] {
	const { way, price, firstChargeOn, periodTo } = preview
	const percent = taxPercentOn(firstChargeOn)
	const period = choice.interval === 'month' ? '1か月' : '1年'
	const first = dateText(firstChargeOn)
	const isTrial = way === 'trial' || way === 'in-trial'
	return [
		{ label: 'プラン', value: `${choiceText(choice)}（${contentsOf(entitlementsOf(choice.plan)).join('、')}）` },
		{
			label: '契約の期間',
			value: `${period}ごと。解約の手続きをするまで、自動で更新します。${isTrial ? `最初に${TRIAL_DAYS}日間の無料のお試しがあります。` : periodTo === '' ? '' : `この期間は${dateText(periodTo)}の前の日までです。`}`,
		},
		{ label: '料金', value: `${priceText(price, choice.interval)}。うち消費税（${percent}%）${yen(taxWithin(price, percent))}` },
		{
			label: '最初の請求',
			value: isTrial
				? `${first}に${yen(price)}。お試しの間は0円です。`
				: way === 'later'
					? `${first}に${yen(price)}。今日の請求はありません。`
					: `今日（${first}）に${yen(preview.today)}`,
		},
		{
			label: '次からの請求',
			value: `${period}ごとの更新の日に${yen(price)}。料金を変えるときは60日前までにお知らせし、同意いただけない場合は自動で終わります。`,
		},
		{
			label: '支払いの方法と時期',
			value: `${takesCards ? 'カード、または請求書による銀行振込。カードは、申し込みのあと「契約の管理」で登録すると、請求書の発行から数分のうちにお支払いとなります。振り込みのときは、' : '請求書による銀行振込。'}請求書の発行から${PAYMENT_DAYS}日以内にお支払いください。振込手数料はご負担ください。期限を過ぎて${PAST_DUE_DAYS}日のうちに確認できないときは、プランを終了します。`,
		},
		{ label: '使えるようになる時', value: way === 'later' ? `${first}から` : '申し込みのあと、すぐ' },
		{ label: '申し込みの期限', value: 'ありません。料金を変えるときは、適用を始める日の60日前までにお知らせします。' },
		{
			label: '解約',
			value:
				'いつでも「契約の管理」から2回の操作でできます。違約金はなく、期間の終わりまで使えます。期間の途中の解約では、残りの日数の料金は返金しません。申し込みの取り消し（クーリング・オフ）の制度はありません。',
		},
	]
}
