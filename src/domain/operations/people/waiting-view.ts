import type { ExpertState } from '../../experts/tables.ts'
import type { WaitingCounts } from '../waiting-counts.ts'
import {
	arrangePath,
	documentsPath,
	estimatesPath,
	inquiriesPath,
	leadPath,
	leadsPath,
	letterPath,
	myReviewsPath,
	notificationsPath,
	ownCredentialsPath,
	ownOfficesPath,
	questionPath,
	queuePath,
	registrationPath,
} from '../../shared/links.ts'

export type Waiting = { label: string; count: string; path: string }

/** Applications that are with staff, or done with, wait for nothing from the applicant. */
const ownPart: Partial<Record<ExpertState, string>> = {
	draft: '入力の途中',
	needs_fix: '修正が必要',
	rejected: '結果のご確認',
	suspended: '停止中',
}

/** What waits for the viewer, most pressing first; what does not wait is left out. */
export function viewWaiting(counts: WaitingCounts): Waiting[] {
	const { application, reply, documents, letters, proposals } = counts
	const many = (count: number) => (count >= 100 ? '100件以上' : `${count}件`)
	const ofApplication = application && ownPart[application.state]
	const told: Waiting[] = [
		...(ofApplication ? [{ label: '専門家登録', count: ofApplication, path: registrationPath() }] : []),
		...(application?.isChangeReturned ? [{ label: '資格の変更の申請', count: '修正が必要', path: ownCredentialsPath() }] : []),
	]
	const counted = [
		{ label: '選ばれた見積もり（依頼者への連絡）', number: counts.toContact, path: leadPath(counts.firstToContact ?? 0) },
		{ label: '回答を待つ見積もり依頼', number: counts.toAnswer, path: leadsPath() },
		...counts.officeInquiries.map(({ officeId, name, unread }) => ({
			label: `${name}への未読の問い合わせ`,
			number: unread,
			path: inquiriesPath({ office: officeId }),
		})),
		{ label: '問い合わせへの未読の返信', number: counts.ownInquiries, path: inquiriesPath() },
		{ label: '面談の日時の候補', number: proposals?.count ?? 0, path: proposals ? arrangePath(proposals.inquiryId) : '' },
		{ label: '同意を待つ契約書', number: letters?.count ?? 0, path: letters ? letterPath(letters.inquiryId) : '' },
		{ label: 'お願いされている書類', number: documents?.count ?? 0, path: documents ? documentsPath(documents.inquiryId) : '' },
		{ label: '見積もりが届いた依頼', number: counts.toChoose, path: estimatesPath() },
		{
			label: 'あなたの回答への追加の質問',
			number: reply?.count ?? 0,
			path: reply ? questionPath(reply.questionId, reply.answerId) : '',
		},
		{ label: '事務所への参加の申請', number: counts.joinRequests, path: ownOfficesPath() },
		{ label: '返信していない口コミ', number: counts.reviews, path: myReviewsPath() },
		{ label: 'あなたの回答を待つ質問', number: counts.questions, path: queuePath() },
		{ label: '未読のお知らせ', number: counts.notifications, path: notificationsPath() },
	]
	return [...told, ...counted.flatMap(({ label, number, path }) => (number > 0 ? [{ label, count: many(number), path }] : []))]
}
