/** Kinds of entries of a person's timeline and the groups that filter it. Pure: the page shows them. */
export type TimelineKind =
	| 'auth'
	| 'question'
	| 'answer'
	| 'review'
	| 'request'
	| 'inquiry'
	| 'contact'
	| 'report'
	| 'appeal'
	| 'invoice'
	| 'mail'
	| 'staff'

export const timelineGroups = [
	{ group: 'account', label: 'ログイン・アカウント' },
	{ group: 'posts', label: '投稿' },
	{ group: 'cases', label: '案件' },
	{ group: 'reports', label: '通報と申し立て' },
	{ group: 'billing', label: '請求' },
	{ group: 'mails', label: 'メール' },
	{ group: 'staff', label: 'スタッフの操作' },
] as const
export type TimelineGroup = (typeof timelineGroups)[number]['group']
