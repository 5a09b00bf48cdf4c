import { days } from './japan-time.ts'

/**
 * Public holidays by the Act on National Holidays (国民の祝日に関する法律) as in force for 2020–2035, with the moves of
 * the Olympic years. The equinoxes follow the usual approximation of the almanac, exact in this span.
 */

/** A day as UTC midnight of its Japanese date: independent of time zones. */
const day = (year: number, month: number, date: number) => new Date(Date.UTC(year, month - 1, date))
const isoOf = (date: Date) => date.toISOString().slice(0, 10)
const addDays = (date: Date, count: number) => new Date(date.getTime() + days(count))

function nthMonday(year: number, month: number, n: number): Date {
	const weekday = day(year, month, 1).getUTCDay()
	return day(year, month, 1 + ((8 - weekday) % 7) + (n - 1) * 7)
}

const equinox = (year: number, base: number) => Math.floor(base + 0.242194 * (year - 1980)) - Math.floor((year - 1980) / 4)

/** In 2020 and 2021 three holidays moved around the Games (平成三十二年東京オリンピック特別措置法). */
const olympicDays: Record<number, { marine: Date; mountain: Date; sports: Date }> = {
	2020: { marine: day(2020, 7, 23), mountain: day(2020, 8, 10), sports: day(2020, 7, 24) },
	2021: { marine: day(2021, 7, 22), mountain: day(2021, 8, 8), sports: day(2021, 7, 23) },
}

function holidaysOf(year: number): Map<string, string> {
	const moved = olympicDays[year]
	const named: [Date, string][] = [
		[day(year, 1, 1), '元日'],
		[nthMonday(year, 1, 2), '成人の日'],
		[day(year, 2, 11), '建国記念の日'],
		[day(year, 2, 23), '天皇誕生日'],
		[day(year, 3, equinox(year, 20.8431)), '春分の日'],
		[day(year, 4, 29), '昭和の日'],
		[day(year, 5, 3), '憲法記念日'],
		[day(year, 5, 4), 'みどりの日'],
		[day(year, 5, 5), 'こどもの日'],
		[moved?.marine ?? nthMonday(year, 7, 3), '海の日'],
		[moved?.mountain ?? day(year, 8, 11), '山の日'],
		[nthMonday(year, 9, 3), '敬老の日'],
		[day(year, 9, equinox(year, 23.2488)), '秋分の日'],
		[moved?.sports ?? nthMonday(year, 10, 2), 'スポーツの日'],
		[day(year, 11, 3), '文化の日'],
		[day(year, 11, 23), '勤労感謝の日'],
	]
	const holidays = new Map(named.map(([date, name]) => [isoOf(date), name]))
	const additional: [string, string][] = []
	for (const [date] of named) {
		// Article 3, 2: a holiday on a Sunday makes the next day that is none a holiday.
		if (date.getUTCDay() === 0) {
			let substitute = addDays(date, 1)
			while (holidays.has(isoOf(substitute))) substitute = addDays(substitute, 1)
			additional.push([isoOf(substitute), '振替休日'])
		}
		// Article 3, 3: so does a single day between two holidays.
		const between = isoOf(addDays(date, 1))
		if (!holidays.has(between) && holidays.has(isoOf(addDays(date, 2)))) additional.push([between, '国民の休日'])
	}
	for (const [date, name] of additional) if (!holidays.has(date)) holidays.set(date, name)
	return holidays
}

/** Name of the public holiday of a date 'YYYY-MM-DD', or null. */
export function holidayName(isoDate: string): string | null {
	return holidaysOf(Number(isoDate.slice(0, 4))).get(isoDate) ?? null
}
