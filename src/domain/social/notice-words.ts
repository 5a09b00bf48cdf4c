import { defineMail, type MailTemplate } from '../accounts/mailing/mail-words.ts'
import type { NoticeFact } from '../shared/outbox.ts'
import { shorten } from '../shared/text-input.ts'
import { kindNames, notificationKinds, type NotificationKind } from './notification-kinds.ts'

/** What kind of thing happened, without anything of the case: heads mails and pushes. */
export const noticeSubjects: Readonly<Record<NotificationKind, string>> = {
	answer: '質問に回答が届きました',
	reply: '追加の質問に返信が届きました',
	'choose-best': 'ベストアンサーを選びませんか',
	'followed-answer': 'フォロー中の専門家が回答しました',
	'followed-article': 'フォロー中の専門家が記事を公開しました',
	comment: '回答に追加の質問が届きました',
	'best-answer': 'ベストアンサーに選ばれました',
	thanks: '回答にお礼が届きました',
	follower: '新しいフォロワーがいます',
	estimate: '見積もり依頼のお知らせ',
	lead: '事務所への見積もり依頼のお知らせ',
	inquiry: '問い合わせのお知らせ',
	'office-inquiry': '事務所への問い合わせのお知らせ',
	appointment: '面談のお知らせ',
	'office-appointment': '事務所の面談のお知らせ',
	review: '事務所に口コミが届きました',
	'review-reply': '口コミに返信が届きました',
	'question-task': '質問の業務についてのお知らせ',
	'report-outcome': '運営からのお知らせ',
	'expert-decision': '専門家の登録についてのお知らせ',
	'article-decision': '記事についての編集部からのお知らせ',
	announcement: '運営からの案内',
	'due-date': '手続きの期限が近づいています',
	webhook: 'Webhookの送信を止めました',
	'staff-work': '作業台の担当になりました',
	rules: '規約が変わります',
}

const sample = '「確定申告の経費」に見本 太郎さんの回答が届きました。'

/** Notices of a case are many: each mail is headed by what happened, so that a list of mails can be told apart. */
const headedByEvent: ReadonlySet<NotificationKind> = new Set([
	'estimate',
	'lead',
	'inquiry',
	'office-inquiry',
	'appointment',
	'office-appointment',
])

/** The words of the mail of a kind; the sentence of the notification is its variable. */
function noticeMail(kind: NotificationKind) {
	const subject = headedByEvent.has(kind) ? '{できごと}' : noticeSubjects[kind]
	const mail = {
		key: `notice.${kind}`,
		label: `お知らせ：${notificationKinds[kind].label}`,
		words: { subject, heading: subject, body: '{お知らせの文}', button: '内容を見る', after: '' },
	}
	if (!headedByEvent.has(kind)) return defineMail({ ...mail, samples: { お知らせの文: sample }, required: ['お知らせの文'] })
	const samples = { お知らせの文: sample, できごと: '新しい見積もりの依頼が届きました（確定申告・東京都）' }
	return defineMail({ ...mail, samples, required: ['お知らせの文'] })
}

const EVENT_LENGTH = 60

/** How a fact reads in a subject; other facts are left to the mail. */
const inSubject: Readonly<Record<string, (value: string) => string>> = {
	業務: (value) => value,
	地域: (value) => value,
	予算: (value) => `予算${value}`,
	見積もりの合計: (value) => value,
	返信の目安: (value) => `${value.replace(/^\d+年/, '')}まで`,
	回答の期限: (value) => `${value.replace(/^\d+年/, '')}まで`,
}

/** The first sentence of a notice, with what, where, how much and until when if its facts say so: heads its mail. */
export function eventOf(text: string, facts: readonly NoticeFact[]): string {
	const sentence = shorten(text.split('。')[0] ?? text, EVENT_LENGTH)
	const about = facts.filter(({ value }) => !sentence.includes(value)).flatMap(({ label, value }) => inSubject[label]?.(value) ?? [])
	return about.length === 0 ? sentence : `${sentence}（${about.join('・')}）`
}

export const noticeWords = Object.fromEntries(kindNames.map((kind) => [kind, noticeMail(kind)])) as Readonly<
	Record<NotificationKind, MailTemplate<'お知らせの文' | 'できごと'>>
>

export const digestWords = defineMail({
	key: 'notice.digest',
	label: 'お知らせ：1日1回のまとめ',
	samples: { 件数: '3' },
	required: ['件数'],
	words: {
		subject: '新しいお知らせが{件数}件あります',
		heading: '1日のお知らせのまとめ',
		body: '前回のまとめのあとに届いた、まだ開かれていないお知らせが{件数}件あります。',
		button: '',
		after: '',
	},
})
