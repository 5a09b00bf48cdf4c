/** 「2026年4月1日」 in Japan of a moment. Called in loaders, so that server and browser show the same. */
export function momentDay(moment: Date): string {
	const [year = '', month = '', day = ''] = isoDay(moment).split('-')
	return `${Number(year)}年${Number(month)}月${Number(day)}日`
}

/** 'YYYY-MM-DD' in Japan, for `<time>`. */
export const isoDay = (moment: Date): string => new Date(moment.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)

/** A day as a page shows it: its words and what `<time>` says to programs. */
export type Day = { text: string; iso: string }
export const dayOf = (moment: Date): Day => ({ text: momentDay(moment), iso: isoDay(moment) })
