import type { StaffRole } from '../shared/context.ts'

/** The queues of the desk, what can be decided there and the texts offered for it. Pure: forms show them, the server checks them. */
export const deskQueues = [
	'experts',
	'credentials',
	'offices',
	'claims',
	'articles',
	'reports',
	'appeals',
	'contacts',
	'leads',
	'mail',
] as const
export type DeskQueue = (typeof deskQueues)[number]

/** Who works which queue. Of the contacts, each role those of its categories. */
export const deskRoles: Readonly<Record<DeskQueue, readonly StaffRole[]>> = {
	experts: ['reviewer'],
	credentials: ['reviewer'],
	offices: ['reviewer'],
	claims: ['reviewer'],
	articles: ['editor'],
	reports: ['moderator'],
	appeals: ['moderator'],
	contacts: ['support', 'moderator'],
	leads: ['support'],
	mail: ['support'],
}

/** What a queue is called. */
export const deskTitles: Readonly<Record<DeskQueue, string>> = {
	experts: '専門家の審査',
	credentials: '資格の変更',
	offices: '事務所の変更',
	claims: '代表者の申し出',
	articles: '記事の確認',
	reports: '報告',
	appeals: '異議の申し立て',
	contacts: 'お問い合わせ',
	leads: '見積もりのない依頼',
	mail: '届かないメール',
}

const subjects: Readonly<Record<DeskQueue, string>> = {
	experts: 'expert',
	credentials: 'credential-change',
	offices: 'office-change',
	claims: 'claim',
	articles: 'article',
	reports: 'report',
	appeals: 'appeal',
	contacts: 'support',
	leads: 'estimate',
	mail: 'mail',
}

/** An item of a queue as the audit log names it. */
export const deskSubject = (queue: DeskQueue, itemId: number): string => `${subjects[queue]}:${itemId}`

/** How long a verdict waits before it takes effect, so that it can be taken back. */
export const UNDO_SECONDS = 10
/** For so long after a look an item counts as being worked on. */
export const PRESENCE_MINUTES = 5
/** For so long an item that somebody put off stays out of their list. */
export const SKIP_HOURS = 24
/** Within so many hours a report of personal data is to be dealt with; other reports have the target of their queue. */
export const PERSONAL_HOURS = 4
/** For so long after support did something about a request without a quote, the request stays out of the queue. */
export const LEAD_REST_HOURS = 24

export type DeskVerdict = {
	verdict: string
	label: string
	/** The key that sends it. */
	key: 'a' | 'f' | 'x' | 'o'
	needsReason: boolean
}

/** In the order of their buttons. */
export const deskVerdicts = {
	experts: [
		{ verdict: 'verified', label: '確認済みにして公開する', key: 'a', needsReason: false },
		{ verdict: 'needs_fix', label: '修正を依頼する', key: 'f', needsReason: true },
		{ verdict: 'rejected', label: '登録を見送る', key: 'x', needsReason: true },
	],
	credentials: [
		{ verdict: 'verified', label: '確認済みにして公開する', key: 'a', needsReason: false },
		{ verdict: 'needs_fix', label: '修正を依頼する', key: 'f', needsReason: true },
	],
	offices: [
		{ verdict: 'approve', label: '承認して反映する', key: 'a', needsReason: false },
		{ verdict: 'return', label: '差し戻す', key: 'f', needsReason: true },
	],
	claims: [
		{ verdict: 'given', label: '確認コードを伝えた', key: 'a', needsReason: false },
		{ verdict: 'grant', label: '代表者として認める', key: 'o', needsReason: true },
		{ verdict: 'decline', label: '申し出を見送る', key: 'x', needsReason: true },
	],
	articles: [
		{ verdict: 'publish', label: '公開する', key: 'a', needsReason: false },
		{ verdict: 'return', label: '執筆者に差し戻す', key: 'f', needsReason: true },
	],
	reports: [
		{ verdict: 'dismiss', label: '公開を続ける', key: 'a', needsReason: true },
		{ verdict: 'uphold', label: '別の方法で対応した', key: 'f', needsReason: true },
		{ verdict: 'hide', label: '非公開にする', key: 'x', needsReason: true },
	],
	appeals: [
		{ verdict: 'grant', label: 'もう一度公開する', key: 'a', needsReason: true },
		{ verdict: 'reject', label: '判断を変えない', key: 'x', needsReason: true },
	],
	contacts: [
		{ verdict: 'answer', label: '返信して終了する', key: 'a', needsReason: true },
		{ verdict: 'reply', label: '返信して、対応を続ける', key: 'f', needsReason: true },
		{ verdict: 'close', label: '返信せずに終了する', key: 'x', needsReason: false },
	],
	leads: [
		{ verdict: 'remind', label: '事務所に回答を催促する', key: 'a', needsReason: false },
		{ verdict: 'extend', label: '回答の期限を延ばす', key: 'f', needsReason: false },
		{ verdict: 'suggest', label: '代わりの事務所を選べると依頼者に案内する', key: 'o', needsReason: false },
		{ verdict: 'cancel', label: '依頼を取り消す', key: 'x', needsReason: true },
	],
	mail: [
		{ verdict: 'resend', label: 'もう一度送る', key: 'a', needsReason: false },
		{ verdict: 'settle', label: '送らずに対応を終える', key: 'f', needsReason: false },
		{ verdict: 'suppress', label: 'この宛先への送信を止める', key: 'x', needsReason: true },
	],
} as const satisfies Record<DeskQueue, readonly DeskVerdict[]>

export type VerdictOf<Queue extends DeskQueue> = (typeof deskVerdicts)[Queue][number]['verdict']

/** What each queue knows of an item to fill the `{…}` of a reason with, with samples. */
const applicant = { 氏名: '見本 太郎', 番号: '第123456号', 会: '東京税理士会' }
export const reasonFacts: Readonly<Record<DeskQueue, Readonly<Record<string, string>>>> = {
	experts: applicant,
	credentials: applicant,
	offices: {},
	claims: { 氏名: '見本 太郎' },
	articles: {},
	reports: {},
	appeals: {},
	contacts: { 氏名: '見本 花子' },
	leads: {},
	mail: {},
}

/** A reason that is offered; `{…}` are filled with facts of the item. */
export type ReasonTemplate = { id: string; title: string; body: string }

export const reasonTemplates: Readonly<Record<DeskQueue, readonly ReasonTemplate[]>> = {
	experts: [
		{
			id: 'number',
			title: '番号の不一致',
			body: '{氏名}様の書類の登録番号と、入力された登録番号（{番号}）が一致しません。番号を直すか、正しい番号の書類を提出してください。',
		},
		{
			id: 'name',
			title: '氏名の不一致',
			body: '書類の氏名と、表示する名前（{氏名}）が一致しません。職務上の氏名の場合は、それが分かる書類を添えてください。',
		},
		{
			id: 'unreadable',
			title: '書類が読めない',
			body: '書類の文字が読み取れません。全体が写るように、明るい場所で撮り直すか、PDFで提出してください。',
		},
		{
			id: 'register',
			title: '名簿にない',
			body: '{会}の名簿で、登録番号{番号}を確認できませんでした。登録の状況が分かる書類を提出してください。',
		},
		{
			id: 'expired',
			title: '書類が古い',
			body: '提出された書類は、現在の登録を確認できるものではありません。有効な証票か、3か月以内の証明書を提出してください。',
		},
		{
			id: 'profile',
			title: '経歴の書き方',
			body: '経歴に、広告のきまりに合わない表現（「必ず」「No.1」など）があります。事実に基づく表現に直してください。',
		},
	],
	credentials: [
		{
			id: 'number',
			title: '番号の不一致',
			body: '書類の登録番号と、入力された登録番号（{番号}）が一致しません。どちらが正しいかをご確認ください。',
		},
		{
			id: 'unreadable',
			title: '書類が読めない',
			body: '書類の文字が読み取れません。全体が写るように、明るい場所で撮り直すか、PDFで提出してください。',
		},
		{
			id: 'register',
			title: '名簿にない',
			body: '{会}の名簿で、登録番号{番号}を確認できませんでした。登録の状況が分かる書類を提出してください。',
		},
		{ id: 'expired', title: '有効期間', body: '提出された証明書の有効期間が終わっています。新しい証明書を提出してください。' },
		{
			id: 'name',
			title: '氏名の不一致',
			body: '書類の氏名と、表示する名前（{氏名}）が一致しません。氏名の変更が分かる書類を添えてください。',
		},
	],
	offices: [
		{
			id: 'proof',
			title: '移転の確認',
			body: '新しい所在地を、所属する会の名簿で確認できませんでした。会への届け出のあとで、もう一度申請してください。',
		},
		{ id: 'name', title: '名称の確認', body: '事務所の名称を、所属する会の名簿で確認できませんでした。届け出た名称で申請してください。' },
		{ id: 'point', title: '地図の位置', body: '地図の位置が、入力された住所と離れています。建物の位置に直してください。' },
		{
			id: 'word',
			title: '名称の表現',
			body: '名称に、資格や業務を誤って受け取られるおそれのある表現があります。届け出た名称に直してください。',
		},
		{ id: 'station', title: '最寄り駅', body: '最寄り駅からの徒歩の時間が、地図で測った道のりと合いません（80メートルを1分と数えます）。' },
	],
	claims: [
		{
			id: 'register',
			title: '名簿で確認',
			body: '所属する会の名簿で、{氏名}様が事務所の代表者であることを確認しました。',
		},
		{
			id: 'unlisted',
			title: '名簿にない',
			body: '所属する会の名簿で、{氏名}様がこの事務所に所属していることを確認できませんでした。登録の状況をご確認のうえ、もう一度申し出てください。',
		},
		{
			id: 'unreached',
			title: '連絡がつかない',
			body: '事務所の所在地と電話番号に連絡しましたが、申し出を確認できませんでした。事務所の連絡先をご確認のうえ、もう一度申し出てください。',
		},
		{
			id: 'objected',
			title: 'メンバーの異議',
			body: '事務所のメンバーの方から異議がありました。事務所の中でご相談のうえ、もう一度申し出てください。',
		},
	],
	articles: [
		{
			id: 'source',
			title: '出典',
			body: '出典から確認できない数字や要件があります。該当する条文や公的機関のページを、出典に加えてください。',
		},
		{ id: 'law', title: '法令の時点', body: '改正の前の内容が含まれています。いまの法令に合わせ、法令の時点を書き直してください。' },
		{
			id: 'lawful',
			title: '業務の範囲',
			body: '執筆者の資格では行えない業務を、自ら行うように読める箇所があります。表現を直してください。',
		},
		{ id: 'ad', title: '広告の表現', body: '自身の事務所を勧める表現や、比較・保証の表現があります。読者の役に立つ説明に絞ってください。' },
		{ id: 'lead', title: 'リード文', body: 'リード文で、だれのどんな場面の記事かが伝わるようにしてください。' },
		{ id: 'person', title: '個人の情報', body: '事例から、相談者や会社が分かるおそれがあります。地域・金額・時期をぼかしてください。' },
	],
	appeals: [
		{ id: 'fixed', title: '直っている', body: '指摘した箇所が直っていることを確認したため、もう一度公開しました。' },
		{ id: 'mistake', title: '運営の誤り', body: '内容をあらためて確認し、利用規約に反しないと判断しました。ご迷惑をおかけしました。' },
		{ id: 'same', title: '同じ内容', body: '非公開にした理由に当たる記述が残っているため、判断を変えませんでした。' },
		{ id: 'rule', title: '規約による', body: '申し立ての内容を確認しましたが、利用規約の禁止事項に当たるため、判断を変えませんでした。' },
	],
	contacts: [
		{ id: 'thanks', title: '受付のお礼', body: '{氏名}様、お問い合わせをいただき、ありがとうございます。' },
		{
			id: 'mail',
			title: '確認のメール',
			body: '確認のメールは、ログインのあと、マイページの「アカウント」からもう一度送れます。迷惑メールの受信箱もご確認ください。',
		},
		{ id: 'password', title: 'パスワード', body: 'パスワードは、ログイン画面の「パスワードを忘れた方」から再設定できます。' },
		{ id: 'fixed', title: '直しました', body: 'ご指摘の内容を確認し、掲載の内容を直しました。お知らせいただき、ありがとうございました。' },
		{
			id: 'office',
			title: '事務所へ',
			body: '業務のご相談は、事務所のページの「問い合わせる」から、事務所へ直接お送りください。運営は、個別の事案へのお答えはできません。',
		},
		{ id: 'ask', title: '詳しく聞く', body: '状況を確認するため、お使いの端末とブラウザ、表示された文をお知らせください。' },
	],
	leads: [
		{ id: 'double', title: '同じ依頼', body: '同じ内容の依頼が重なっていたため、こちらの依頼を取り消しました。' },
		{ id: 'wish', title: '本人の希望', body: '依頼者からのご連絡により、依頼を取り消しました。' },
		{ id: 'sales', title: '営業の目的', body: '営業や調査を目的とする依頼と確認したため、利用規約により取り消しました。' },
	],
	mail: [
		{ id: 'unknown', title: '宛先がない', body: '宛先のメールアドレスが存在しないため、送信を止めました。' },
		{ id: 'wish', title: '受信の拒否', body: '受信者の希望により、送信を止めました。' },
		{ id: 'wrong', title: '誤った登録', body: '本人のものでないメールアドレスが登録されているため、送信を止めました。' },
	],
	reports: [
		{ id: 'ok', title: '問題なし', body: '内容を確認しましたが、利用規約に反するところは見当たりませんでした。' },
		{ id: 'personal', title: '個人の情報', body: '個人や会社が分かる情報が書かれているため、利用規約により非公開にしました。' },
		{ id: 'advertising', title: '宣伝・勧誘', body: '宣伝や勧誘を目的とする内容のため、利用規約により非公開にしました。' },
		{ id: 'abuse', title: '人を傷つける', body: '特定の人を傷つけるおそれのある表現があるため、利用規約により非公開にしました。' },
		{ id: 'false', title: '誤りの内容', body: '法令や事実と異なり、読む人に損をさせるおそれがあるため、非公開にしました。' },
		{ id: 'warned', title: '本人に注意', body: '投稿した方に連絡し、内容の見直しを依頼しました。' },
	],
}

/** For so long a mail that does not go out is tried again before staff see it. */
export const MAIL_PATIENCE_HOURS = 1

export const skipReasons = [
	'書類や名簿の確認を待つ',
	'詳しい担当者に相談する',
	'自分では公正に判断できない',
	'時間のかかるものを後にする',
] as const

/** A template with the facts of an item in the place of their names; an unknown name stays. */
export const fillTemplate = (body: string, facts: Readonly<Record<string, string>>): string =>
	body.replaceAll(/\{([^{}]+)\}/gu, (whole, name: string) => facts[name] ?? whole)
