/** The measures in the statistics of experts. Pure. */
export const statsRanges = [30, 90, 365] as const
export type StatsRange = (typeof statsRanges)[number]

export const measures = ['expertViews', 'officeViews', 'favourites', 'followers', 'inquiries', 'reviews'] as const
export type Measure = (typeof measures)[number]

export const measureLabels: Readonly<Record<Measure, string>> = {
	expertViews: '専門家ページの閲覧',
	officeViews: '事務所ページの閲覧',
	favourites: 'お気に入り',
	followers: 'フォロワー',
	inquiries: '問い合わせ',
	reviews: '口コミ',
}
