import { QUESTIONS } from '../../../domain/operations/inbox/inbox-input.ts'
import type { WaitingCounts } from '../../../domain/operations/inbox/waiting-counts.ts'
import {
	appointmentsPath,
	askPath,
	estimatesPath,
	inboxPath,
	inquiriesPath,
	leadsPath,
	myDiagnosesPath,
	myReviewsPath,
	notificationSettingsPath,
	notificationsPath,
	ownCasesPath,
	ownDevelopersPath,
	ownExpertPath,
	ownOfficesPath,
	ownQuestionsPath,
	pipelinePath,
	placementsPath,
	plansPath,
	queuePath,
	remindersPath,
	savedRepliesPath,
	statsPath,
	todayPath,
} from '../../../domain/shared/links.ts'
import type { WorkBarItem, WorkNavGroup, WorkNavItem } from '../../layout/work/work-nav.tsx'

const item = (to: string, label: string, count = 0, end = false): WorkNavItem => ({ to, label, end, waiting: { count } })

const home = item('/mypage', 'ホーム', 0, true)

/** As many as the first tab of the inbox lists. */
const dueCount = ({ toContact, toAnswer, toReply, toArrange, reviews, joinRequests, reply, questions }: WaitingCounts) =>
	toContact + toAnswer + toReply + toArrange + reviews + joinRequests + (reply?.count ?? 0) + Math.min(questions, QUESTIONS)

/** The rooms of a signed-in person by what they do there: to commission, to be commissioned, and their settings. */
export function mypageGroups(counts: WaitingCounts, isExpert: boolean): WorkNavGroup[] {
	const ofOffices = counts.officeInquiries.reduce((sum, { unread }) => sum + unread, 0)
	const commission: WorkNavGroup = {
		label: '依頼する',
		items: [
			...(isExpert ? [] : [home]),
			item(ownCasesPath(), '案件', counts.ownCases),
			item(estimatesPath(), '見積もり依頼', counts.toChoose),
			...(isExpert ? [] : [item(inquiriesPath(), '問い合わせ', counts.ownInquiries)]),
			...(isExpert ? [] : [item(appointmentsPath(), '面談')]),
			item(ownQuestionsPath(), '質問・回答'),
			...(isExpert ? [] : [item(myReviewsPath(), '口コミ')]),
			item(myDiagnosesPath(), '資金の相談'),
			item(remindersPath(), '手続きの期限'),
			item('/favorite', 'お気に入り'),
			item('/follow', 'フォロー'),
		],
	}
	const serve: WorkNavGroup = {
		label: '受ける',
		items: [
			home,
			item(todayPath(), '今日'),
			item(inboxPath(), '受信箱', dueCount(counts)),
			item(pipelinePath(), '案件の流れ'),
			item(leadsPath(), '届いた見積もり依頼', counts.toContact + counts.toAnswer),
			item(inquiriesPath(), '問い合わせ', ofOffices + counts.ownInquiries),
			item(savedRepliesPath(), '返信の定型文'),
			item(appointmentsPath(), '面談'),
			item(queuePath(), '回答待ち', counts.questions),
			item(myReviewsPath(), '口コミ', counts.reviews),
			item(ownOfficesPath(), '事務所', counts.joinRequests),
			item(ownExpertPath(), '専門家'),
			item('/mypage/articles', '記事'),
			item(statsPath(), '統計'),
			item(plansPath(), '有料プラン'),
			item(placementsPath(), 'PR掲載'),
			item(ownDevelopersPath(), 'API・Webhook'),
		],
	}
	const settings: WorkNavGroup = {
		label: '設定',
		items: [
			item(notificationsPath(), 'お知らせ', counts.notifications),
			item('/mypage/profile', 'プロフィール'),
			item(notificationSettingsPath(), '通知設定'),
			item('/mypage/account', 'アカウント'),
		],
	}
	return isExpert ? [serve, commission, settings] : [commission, settings]
}

/** The pages of the bar on a phone: five, or four and the button of the sheet (docs/decisions/0070). */
export function mypageBar(counts: WaitingCounts, isExpert: boolean): WorkBarItem[] {
	if (isExpert)
		return [
			{ ...item(todayPath(), '今日'), icon: 'today' },
			{ ...item(inboxPath(), '受信箱', dueCount(counts)), icon: 'inbox' },
			{ ...item(pipelinePath(), '案件'), icon: 'flow' },
			{ ...item(ownOfficesPath(), 'ページ', counts.joinRequests), icon: 'page' },
		]
	return [
		{ ...home, icon: 'home' },
		{ ...item(ownCasesPath(), '案件', counts.ownCases), icon: 'cases' },
		{ ...item(askPath(), '質問する'), icon: 'ask' },
		{ ...item('/favorite', 'お気に入り'), icon: 'kept' },
		{ ...item(notificationsPath(), 'お知らせ', counts.notifications), icon: 'notices' },
	]
}
