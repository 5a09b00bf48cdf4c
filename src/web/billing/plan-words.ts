import { yen } from '../../domain/shared/yen.ts'
import { type Entitlements, type PaidPlan, planLabels } from '../../domain/plans/entitlements.ts'
import type { Interval } from '../../domain/billing/billing-days.ts'

/** Texts of plans and prices, for members' and staff's pages. Pure. */

const unit: Readonly<Record<Interval, string>> = { month: '月', year: '年' }

/** 「9,800円／月（税込）」 */
export const priceText = (amount: number, interval: Interval): string => `${yen(amount)}／${unit[interval]}（税込）`

/** 「スタンダードプラン・月払い」 */
export const choiceText = ({ plan, interval }: { plan: PaidPlan; interval: Interval }): string =>
	`${planLabels[plan]}プラン・${unit[interval]}払い`

/** What a plan holds, line by line. Only what works is named. */
export const contentsOf = ({
	photos,
	seats,
	offices,
	statsDays,
	statsFile,
	bookingDays,
	savedReplies,
	placements,
	documentGigabytes,
	apiTokens,
	webhooks,
}: Entitlements): string[] => [
	`事務所の写真 ${photos}枚まで`,
	`事務所を編集できる人 ${seats}人まで`,
	`1つのアカウントで作れる事務所 ${offices}件まで`,
	`面談の予約の受付 ${bookingDays}日先まで`,
	`返信の定型文 事務所ごとに${savedReplies}件まで`,
	`案件の書類 事務所ごとに${documentGigabytes}GBまで`,
	`統計 ${statsDays}日間まで`,
	statsFile ? '統計のCSVダウンロード' : '統計のCSVダウンロードなし',
	placements > 0 ? `PR掲載 事務所ごとに${placements}つの一覧まで` : 'PR掲載なし',
	apiTokens > 0 ? `APIトークン ${apiTokens}個まで、Webhook ${webhooks}件まで` : 'APIトークンとWebhookなし',
]
