/** Features that staff can switch off while the site runs. Pure. */

export const switchStates = [
	{ value: 'on', label: '使える' },
	{ value: 'off', label: '止める' },
	{ value: 'staff', label: 'スタッフだけ' },
	{ value: 'percent', label: '会員の一部（割合）' },
	{ value: 'list', label: '選んだ会員だけ' },
] as const
export type SwitchState = (typeof switchStates)[number]['value']

type Definition = {
	label: string
	/** What happens while it is off. */
	effect: string
	/** What a person reads who is refused. */
	sentence: string
	/** `kill` is on or off for everybody; `feature` may be on for some. */
	kind: 'kill' | 'feature'
}

/** All are on where staff have not changed them. */
export const switches = {
	'sign-up': {
		label: '新しい会員登録',
		effect: 'メールアドレスでもGoogle・Facebookでも、新しいアカウントを作れません。登録済みの方のログインは続きます。',
		sentence: 'ただいま新しい会員登録を受け付けていません。再開までしばらくお待ちください。登録済みの方は、ログインしてご利用になれます。',
		kind: 'kill',
	},
	posting: {
		label: '投稿',
		effect: '質問・回答・補足のやり取り・口コミ・記事の提出と、問い合わせの送信を受け付けません。読むことと、下書きの保存はできます。',
		sentence: 'ただいま投稿と送信を受け付けていません。書いた内容は残っています。再開してから、もう一度送信してください。',
		kind: 'kill',
	},
	mail: {
		label: 'メールの送信',
		effect: 'すべてのメールを送らずにためておき、再開すると順に送ります。ログインや登録の確認のメールも届きません。',
		sentence: 'ただいまメールを送れません。',
		kind: 'kill',
	},
	estimates: {
		label: '見積もり依頼の受付',
		effect: '新しい見積もり依頼を始められず、問い合わせに見積もりを送れません。すでに送られた依頼のやり取りは続きます。',
		sentence: 'ただいま新しい見積もり依頼を受け付けていません。再開までしばらくお待ちください。',
		kind: 'feature',
	},
	booking: {
		label: '面談の予約',
		effect: '面談の新しい予約と日時の提案ができません。決まっている予約はそのままです。',
		sentence: 'ただいま面談の予約を受け付けていません。お急ぎのときは、事務所へ問い合わせてください。',
		kind: 'feature',
	},
} as const satisfies Record<string, Definition>

export type SwitchName = keyof typeof switches
export const switchNames = Object.keys(switches) as SwitchName[]

/** The states that a switch may have. */
export const statesOf = (name: SwitchName) =>
	switches[name].kind === 'kill' ? switchStates.filter(({ value }) => value === 'on' || value === 'off') : switchStates
