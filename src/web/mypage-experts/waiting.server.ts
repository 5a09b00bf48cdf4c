import type { Ctx } from '../../domain/context.ts'
import { countWaitingEstimates } from '../../domain/leads/estimate-waiting.ts'
import { countUnreadInquiries } from '../../domain/leads/inquiry-reading.ts'
import { countUnansweredReviews } from '../../domain/leads/review-desk.ts'
import { estimatesPath, inquiriesPath, leadsPath, myReviewsPath, notificationsPath, queuePath } from '../../domain/links.ts'
import { countAnswerableQuestions } from '../../domain/qa/question-list.ts'
import { countUnreadNotifications } from '../../domain/social/notifications.ts'

export type Waiting = { label: string; count: string; path: string }

/** What waits for the viewer, most pressing first; what does not wait is left out. */
export async function readWaiting(ctx: Ctx): Promise<Waiting[]> {
	const isExpert = ctx.viewer.kind === 'member' && ctx.viewer.isExpert
	const [inquiries, estimates, notifications, questions, reviews] = await Promise.all([
		countUnreadInquiries(ctx),
		countWaitingEstimates(ctx),
		countUnreadNotifications(ctx),
		isExpert ? countAnswerableQuestions(ctx) : 0,
		isExpert ? countUnansweredReviews(ctx) : 0,
	])
	const many = (count: number, unit: string) => (count >= 100 ? `100${unit}以上` : `${count}${unit}`)
	return [
		{ label: '回答を待つ見積もり依頼', number: estimates.toAnswer, path: leadsPath() },
		...inquiries.offices.map(({ officeId, name, unread }) => ({
			label: `${name}への未読の問い合わせ`,
			number: unread,
			path: inquiriesPath({ office: officeId }),
		})),
		{ label: '問い合わせへの未読の返信', number: inquiries.own, path: inquiriesPath() },
		{ label: '見積もりが届いた依頼', number: estimates.toChoose, path: estimatesPath() },
		{ label: '返信していない口コミ', number: reviews, path: myReviewsPath() },
		{ label: 'あなたの回答を待つ質問', number: questions, path: queuePath() },
		{ label: '未読のお知らせ', number: notifications, path: notificationsPath() },
	].flatMap(({ label, number, path }) => (number > 0 ? [{ label, count: many(number, '件'), path }] : []))
}
