/** What can be reported and why. Pure, for pages as for the server. */
export const subjectKinds = ['question', 'answer', 'comment', 'review', 'article', 'office', 'expert', 'inquiry'] as const
export type SubjectKind = (typeof subjectKinds)[number]
export type Subject = { kind: SubjectKind; id: number }

/**
 * Kinds of subjects that staff hide here; articles, offices and experts are handled in their own rooms, and a private thread
 * is on no page.
 */
export const hideableKinds = ['question', 'answer', 'comment', 'review'] as const
export type HideableKind = (typeof hideableKinds)[number]
export const isHideable = (kind: SubjectKind): kind is HideableKind => (hideableKinds as readonly string[]).includes(kind)

export const subjectLabels: Readonly<Record<SubjectKind, string>> = {
	question: '質問',
	answer: '回答',
	comment: 'コメント',
	review: '口コミ',
	article: '記事',
	office: '事務所',
	expert: '専門家',
	inquiry: '問い合わせ',
}

export const reportReasons = [
	{ value: 'personal', label: '個人や会社が分かる情報が書かれている' },
	{ value: 'advertising', label: '宣伝や勧誘が目的である' },
	{ value: 'abuse', label: '人を傷つける、差別する、脅す内容である' },
	{ value: 'false', label: '事実や法令と違い、読む人に損をさせるおそれがある' },
	{ value: 'rights', label: '著作権などの権利を侵している' },
	{ value: 'other', label: 'そのほか' },
] as const
export type ReportReason = (typeof reportReasons)[number]['value']

export const reasonLabel = (reason: ReportReason): string => reportReasons.find(({ value }) => value === reason)?.label ?? reason

export const reportLengths = { report: { min: 0, max: 1_000 }, appeal: { min: 10, max: 1_000 }, reason: { min: 5, max: 300 } } as const

/** Parses a subject from a URL or form; null if it is none. */
export function parseSubject(kind: string | undefined, id: string | undefined): Subject | null {
	const known = subjectKinds.find((one) => one === kind)
	return known !== undefined && id !== undefined && /^[1-9]\d{0,8}$/.test(id) ? { kind: known, id: Number(id) } : null
}
