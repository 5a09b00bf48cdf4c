/** The measures in the statistics of experts. Pure. */

/** In days; the first is whole weeks, so that weekdays weigh the same in both spans that are compared. */
export const statsRanges = [28, 90, 365] as const
export type StatsRange = (typeof statsRanges)[number]

/** What was asked for, or the longest range that a plan holds. */
export const rangeWithin = (asked: StatsRange, longestDays: number): StatsRange =>
	statsRanges.findLast((range) => range <= Math.min(asked, longestDays)) ?? statsRanges[0]

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
