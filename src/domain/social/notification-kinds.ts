import { defineTexts, type MailTemplate, type TextSite, writeText } from '../accounts/mailing/mail-words.ts'
import type { NoticeKind } from '../shared/outbox.ts'
import { followersPath, questionPath } from '../shared/links.ts'

/** Pure: also for the page of settings in the browser. */

export const channels = ['site', 'mail', 'digest', 'push', 'line'] as const
export type Channel = (typeof channels)[number]
export type Channels = Readonly<Record<Channel, boolean>>

export const channelLabels: Readonly<Record<Channel, string>> = {
	site: 'サイト内',
	mail: 'メール',
	digest: '1日1回',
	push: 'プッシュ',
	line: 'LINE',
}

/** The data of a notification's sentence at the time it is shown. Never data of the asker. */
export type NotificationFacts = {
	question: { id: number; title: string } | null
	answerId: number | null
	expert: { id: number; name: string } | null
	/** Null for one who stays anonymous. */
	follower: string | null
	content: { text: string; path: string } | null
}

type Definition = {
	/** Row of the settings. */
	label: string
	/** Whose settings show the row. */
	audience: 'everybody' | 'experts' | 'staff'
	defaults: Channels
	/** One sentence. */
	text: (facts: NotificationFacts, site: TextSite) => string
	/** What it is about: a path of this site. */
	path: (facts: NotificationFacts) => string
}

/** A device that its owner has signed up, and LINE once it is wanted, get what comes by mail at once. */
const at = (site: boolean, mail: boolean, digest: boolean, devices = mail): Channels => ({
	site,
	mail,
	digest,
	push: devices,
	line: devices,
})
const nameOf = ({ expert }: NotificationFacts): string => (expert ? `${expert.name}さん` : '専門家')
const toAnswer = ({ question, answerId }: NotificationFacts): string => (question ? questionPath(question.id, answerId ?? undefined) : '/')
const toContent = ({ content }: NotificationFacts): string => content?.path ?? '/'
const said = ({ content }: NotificationFacts): string => content?.text ?? ''

const question = { 質問: '確定申告の経費' }
const withExpert = { ...question, 専門家: '見本 太郎さん' }

/** The sentences that are written when they are shown, from what they are about. */
export const noticeSentences = defineTexts('notice', {
	answer: ['自分の質問への回答', '「{質問}」に{専門家}の回答が届きました。', withExpert],
	reply: ['追加の質問への返信', '「{質問}」の追加の質問に{専門家}の返信が届きました。', withExpert],
	chooseBest: [
		'ベストアンサーを選ぶお願い',
		'「{質問}」に最初の回答が届いて1週間がたちました。役に立った回答をベストアンサーに選べます。',
		question,
	],
	followedAnswer: ['フォロー中の専門家の回答', '{専門家}が「{質問}」に回答しました。', withExpert],
	followedArticle: [
		'フォロー中の専門家の記事',
		'{専門家}が{記事}を公開しました。',
		{ 専門家: '見本 太郎さん', 記事: '「はじめての確定申告」' },
	],
	comment: ['回答への追加の質問', '「{質問}」へのあなたの回答に、質問者から追加の質問が届きました。', question],
	bestAnswer: ['ベストアンサー', '「{質問}」へのあなたの回答が、ベストアンサーに選ばれました。', question],
	thanks: ['質問者からのお礼', '「{質問}」へのあなたの回答に、質問者からお礼が届きました。', question],
	follower: ['新しいフォロワー', '{フォロワー}があなたをフォローしました。', { フォロワー: '見本 花子さん' }],
})

const sentence =
	(name: keyof typeof noticeSentences) =>
	(facts: NotificationFacts, site: TextSite): string => {
		const template: MailTemplate = noticeSentences[name]
		return writeText(site, template, {
			質問: facts.question?.title ?? '',
			専門家: nameOf(facts),
			記事: said(facts),
			フォロワー: facts.follower === null ? '匿名ユーザー' : `${facts.follower}さん`,
		})
	}

const define = <Kind extends string>(kinds: Record<Kind, Definition>) => kinds

/**
 * All kinds of notifications. A new one is an entry here and an event (domain/shared/outbox.ts): a `notice` where the room
 * that sends it has the sentence, else a separate event with its recipients (notification-delivery.ts).
 */
export const notificationKinds = define({
	answer: {
		label: '自分の質問への回答',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: sentence('answer'),
		path: toAnswer,
	},
	reply: {
		label: '追加の質問への返信',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: sentence('reply'),
		path: toAnswer,
	},
	'question-task': {
		label: '自分の質問がどの業務の相談かの提案',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	'choose-best': {
		label: 'ベストアンサーを選ぶお願い',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: sentence('chooseBest'),
		path: ({ question }) => (question ? questionPath(question.id) : '/'),
	},
	'followed-answer': {
		label: 'フォロー中の専門家の新しい回答',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: sentence('followedAnswer'),
		path: toAnswer,
	},
	'followed-article': {
		label: 'フォロー中の専門家の新しい記事',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: sentence('followedArticle'),
		path: toContent,
	},
	comment: {
		label: '自分の回答への追加の質問',
		audience: 'experts',
		defaults: at(true, true, false),
		text: sentence('comment'),
		path: toAnswer,
	},
	'best-answer': {
		label: 'ベストアンサーに選ばれたとき',
		audience: 'experts',
		defaults: at(true, true, false),
		text: sentence('bestAnswer'),
		path: toAnswer,
	},
	thanks: {
		label: '質問者からのお礼',
		audience: 'experts',
		defaults: at(true, false, true),
		text: sentence('thanks'),
		path: toAnswer,
	},
	follower: {
		label: '新しいフォロワー',
		audience: 'experts',
		defaults: at(true, false, true),
		text: sentence('follower'),
		path: () => followersPath(),
	},
	estimate: {
		label: '自分の見積もり依頼の進み具合',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	lead: {
		label: '事務所に届いた見積もり依頼',
		audience: 'experts',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	inquiry: {
		label: '自分の問い合わせへの返信',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	'office-inquiry': {
		label: '事務所に届いた問い合わせ',
		audience: 'experts',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	appointment: {
		label: '自分の面談の予約・変更と前日のお知らせ',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	'office-appointment': {
		label: '事務所との面談の予約・変更と前日のお知らせ',
		audience: 'experts',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	review: {
		label: '事務所への口コミ',
		audience: 'experts',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	'review-reply': {
		label: '自分の口コミへの事務所の返信',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	'report-outcome': {
		label: '報告や投稿についての運営からのお知らせ',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	'expert-decision': {
		label: '専門家の登録審査のお知らせ',
		audience: 'everybody',
		// The decision itself is sent as a separate mail.
		defaults: at(true, false, false, true),
		text: said,
		path: toContent,
	},
	'article-decision': {
		label: '自分の記事の確認と公開のお知らせ',
		audience: 'experts',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	'due-date': {
		label: '手続きの期限',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	webhook: {
		label: 'Webhookの停止',
		audience: 'experts',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	announcement: {
		label: '運営からの案内',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	'staff-work': {
		label: '作業台の担当になったとき',
		audience: 'staff',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
	rules: {
		label: '規約の変更',
		audience: 'everybody',
		defaults: at(true, true, false),
		text: said,
		path: toContent,
	},
} satisfies Record<string, Definition> & Record<NoticeKind, Definition>)

export type NotificationKind = keyof typeof notificationKinds

export const kindNames = Object.keys(notificationKinds) as NotificationKind[]

export const isKind = (name: string): name is NotificationKind => Object.hasOwn(notificationKinds, name)

/** For a job of a newer release: its next attempt may be made by a process that knows the kind. */
export const unknownKind = (kind: string): Error => new Error(`this release does not know the kind ${kind}`)

/** What is shown of a notification, wherever it is shown. */
export function describeNotification(site: TextSite, kind: NotificationKind, facts: NotificationFacts): { text: string; path: string } {
	const definition = notificationKinds[kind]
	return { text: definition.text(facts, site), path: definition.path(facts) }
}
