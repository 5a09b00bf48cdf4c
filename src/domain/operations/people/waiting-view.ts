import type { ExpertState } from '../../experts/tables.ts'
import type { WaitingCounts } from '../inbox/waiting-counts.ts'
import {
	arrangePath,
	documentsPath,
	estimatePath,
	estimatesPath,
	inquiriesPath,
	leadPath,
	leadsPath,
	letterPath,
	myReviewsPath,
	notificationsPath,
	ownCasesPath,
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

/** What offices wait for from the viewer, with where the first one is answered. */
function ownPapers({ proposals, letters, documents, opponents }: WaitingCounts) {
	return [
		...(proposals ? [{ label: '面談の日時の候補', number: proposals.count, path: arrangePath(proposals.inquiryId) }] : []),
		...(letters ? [{ label: '同意を待つ契約書', number: letters.count, path: letterPath(letters.inquiryId) }] : []),
		...(documents ? [{ label: 'お願いされている書類', number: documents.count, path: documentsPath(documents.inquiryId) }] : []),
		...(opponents
			? [{ label: '相手方のお名前を尋ねられている依頼', number: opponents.count, path: estimatePath(opponents.requestId) }]
			: []),
	]
}

/** What waits for the viewer, most pressing first; what does not wait is left out. */
export function viewWaiting(counts: WaitingCounts): Waiting[] {
	const { application, reply } = counts
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
		...ownPapers(counts),
		{ label: '見積もりが届いた依頼', number: counts.toChoose, path: estimatesPath() },
		{ label: '口コミを書ける案件', number: counts.toReview, path: ownCasesPath({ filter: 'todo' }) },
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
