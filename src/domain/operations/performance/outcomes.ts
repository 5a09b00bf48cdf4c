import { declineReasons } from '../../estimates/estimate-input.ts'

/** Why cases were not won, and where views came from, as figures count them. Pure. */
export const lostOutcomes = ['declined', 'late', 'elsewhere', 'cancelled', 'expired', 'closed'] as const
export type LostOutcome = (typeof lostOutcomes)[number]

const lostLabels: Readonly<Record<LostOutcome, string>> = {
	declined: '辞退（その他の理由）',
	late: '期限内に回答しなかった',
	elsewhere: 'ほかの事務所に決まった',
	cancelled: '依頼が取り消された',
	expired: '選ばれないまま期限が過ぎた',
	closed: 'やり取りが終わった（問い合わせ）',
}

/** `reason`: the sentence that was offered for declining; null for the office's own words. */
export const lostLabel = (outcome: LostOutcome, reason: string | null): string => {
	const offered = declineReasons.find(({ text }) => text === reason)
	return outcome === 'declined' && offered ? `辞退（${offered.label}）` : lostLabels[outcome]
}

/** Where a viewer was before, as far as this process has seen them; see http/page-views.ts. */
export const viewSources = ['list', 'search', 'questions', 'articles', 'profiles', 'site', 'outside', 'direct'] as const
export type ViewSource = (typeof viewSources)[number]

export const viewSourceLabels: Readonly<Record<ViewSource, string>> = {
	list: '一覧',
	search: '検索',
	questions: 'Q&A',
	articles: '記事',
	profiles: 'ほかの事務所・専門家のページ',
	site: 'サイト内のその他のページ',
	outside: 'ほかのサイト・検索エンジン',
	direct: '直接（ブックマークなど）',
}
