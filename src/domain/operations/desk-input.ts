/** The queues of the desk, what can be decided there and the texts offered for it. Pure: forms show them, the server checks them. */
export const deskQueues = ['experts', 'reports'] as const
export type DeskQueue = (typeof deskQueues)[number]

/** How long a verdict waits before it takes effect, so that it can be taken back. */
export const UNDO_SECONDS = 10
/** For so long after a look an item counts as being worked on. */
export const PRESENCE_MINUTES = 5
/** For so long an item that somebody put off stays out of their list. */
export const SKIP_HOURS = 24

export type DeskVerdict = {
	verdict: string
	label: string
	/** The key that sends it. */
	key: 'a' | 'f' | 'x'
	needsReason: boolean
}

/** In the order of their buttons. */
export const deskVerdicts = {
	experts: [
		{ verdict: 'verified', label: '確認済みにして公開する', key: 'a', needsReason: false },
		{ verdict: 'needs_fix', label: '修正を依頼する', key: 'f', needsReason: true },
		{ verdict: 'rejected', label: '登録を見送る', key: 'x', needsReason: true },
	],
	reports: [
		{ verdict: 'dismiss', label: '公開を続ける', key: 'a', needsReason: true },
		{ verdict: 'uphold', label: '別の方法で対応した', key: 'f', needsReason: true },
		{ verdict: 'hide', label: '非公開にする', key: 'x', needsReason: true },
	],
} as const satisfies Record<DeskQueue, readonly DeskVerdict[]>

export type VerdictOf<Queue extends DeskQueue> = (typeof deskVerdicts)[Queue][number]['verdict']

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
	reports: [
		{ id: 'ok', title: '問題なし', body: '内容を確認しましたが、利用規約に反するところは見当たりませんでした。' },
		{ id: 'personal', title: '個人の情報', body: '個人や会社が分かる情報が書かれているため、利用規約により非公開にしました。' },
		{ id: 'advertising', title: '宣伝・勧誘', body: '宣伝や勧誘を目的とする内容のため、利用規約により非公開にしました。' },
		{ id: 'abuse', title: '人を傷つける', body: '特定の人を傷つけるおそれのある表現があるため、利用規約により非公開にしました。' },
		{ id: 'false', title: '誤りの内容', body: '法令や事実と異なり、読む人に損をさせるおそれがあるため、非公開にしました。' },
		{ id: 'warned', title: '本人に注意', body: '投稿した方に連絡し、内容の見直しを依頼しました。' },
	],
}

export const skipReasons = [
	'書類や名簿の確認を待つ',
	'詳しい担当者に相談する',
	'自分では公正に判断できない',
	'時間のかかるものを後にする',
] as const

/** A template with the facts of an item in the place of their names; an unknown name stays. */
export const fillTemplate = (body: string, facts: Readonly<Record<string, string>>): string =>
	body.replaceAll(/\{([^{}]+)\}/gu, (whole, name: string) => facts[name] ?? whole)
