import type { Ctx } from '../../domain/shared/context.ts'
import { findRegistrationState } from '../../domain/experts/registration.ts'
import type { ExpertState } from '../../domain/experts/tables.ts'
import { countWaitingEstimates } from '../../domain/estimates/estimate-waiting.ts'
import { countUnreadInquiries } from '../../domain/inquiries/inquiry-reading.ts'
import { countUnansweredReviews } from '../../domain/reviews/review-lists.ts'
import {
	estimatesPath,
	inquiriesPath,
	leadPath,
	leadsPath,
	myReviewsPath,
	notificationsPath,
	ownCredentialsPath,
	questionPath,
	queuePath,
	registrationPath,
} from '../../domain/shared/links.ts'
import { countAnswerableQuestions } from '../../domain/questions/question-list.ts'
import { findRepliesToWrite } from '../../domain/questions/reactions.ts'
import { countUnreadNotifications } from '../../domain/social/notifications.ts'

export type Waiting = { label: string; count: string; path: string }

/** Applications that are with staff, or done with, wait for nothing from the applicant. */
const ownPart: Partial<Record<ExpertState, string>> = {
	draft: '入力の途中',
	needs_fix: '修正が必要',
	rejected: '結果のご確認',
	suspended: '停止中',
}

/** What waits for the viewer, most pressing first; what does not wait is left out. */
export async function readWaiting(ctx: Ctx): Promise<Waiting[]> {
	const isExpert = ctx.viewer.kind === 'member' && ctx.viewer.isExpert
	const [registration, inquiries, estimates, notifications, questions, reviews, replies] = await Promise.all([
		findRegistrationState(ctx),
		countUnreadInquiries(ctx),
		countWaitingEstimates(ctx),
		countUnreadNotifications(ctx),
		isExpert ? countAnswerableQuestions(ctx) : 0,
		isExpert ? countUnansweredReviews(ctx) : 0,
		isExpert ? findRepliesToWrite(ctx) : { count: 0, oldest: null },
	])
	const many = (count: number, unit: string) => (count >= 100 ? `100${unit}以上` : `${count}${unit}`)
	const ofApplication = registration && ownPart[registration.state]
	const told: Waiting[] = [
		...(ofApplication ? [{ label: '専門家登録', count: ofApplication, path: registrationPath() }] : []),
		...(registration?.isChangeReturned ? [{ label: '資格の変更の申請', count: '修正が必要', path: ownCredentialsPath() }] : []),
	]
	const counted = [
		{ label: '選ばれた見積もり（依頼者への連絡）', number: estimates.toContact, path: leadPath(estimates.firstToContact ?? 0) },
		{ label: '回答を待つ見積もり依頼', number: estimates.toAnswer, path: leadsPath() },
		...inquiries.offices.map(({ officeId, name, unread }) => ({
			label: `${name}への未読の問い合わせ`,
			number: unread,
			path: inquiriesPath({ office: officeId }),
		})),
		{ label: '問い合わせへの未読の返信', number: inquiries.own, path: inquiriesPath() },
		{ label: '見積もりが届いた依頼', number: estimates.toChoose, path: estimatesPath() },
		{
			label: 'あなたの回答への追加の質問',
			number: replies.count,
			path: replies.oldest ? questionPath(replies.oldest.questionId, replies.oldest.answerId) : '',
		},
		{ label: '返信していない口コミ', number: reviews, path: myReviewsPath() },
		{ label: 'あなたの回答を待つ質問', number: questions, path: queuePath() },
		{ label: '未読のお知らせ', number: notifications, path: notificationsPath() },
	]
	return [...told, ...counted.flatMap(({ label, number, path }) => (number > 0 ? [{ label, count: many(number, '件'), path }] : []))]
}
