/** 「2026年4月1日」 of a date column. */
export function dateText(isoDate: string): string {
	const [year = '', month = '', day = ''] = isoDate.split('-')
	return `${Number(year)}年${Number(month)}月${Number(day)}日`
}

/** 「2019年4月」, for what is known to the month. */
export function monthText(isoDate: string): string {
	const [year = '', month = ''] = isoDate.split('-')
	return `${Number(year)}年${Number(month)}月`
}

/** The day of a moment in Japan: written alike by server and browser wherever they stand. */
export const dayOf = (moment: Date): string => new Date(moment.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
