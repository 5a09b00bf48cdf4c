const DAY_HOURS = 9

/** Business minutes: 「40分」, 「3時間」, 「2営業日」 of nine hours; tenths below three of a unit. */
export function businessTimeText(minutes: number): string {
	if (minutes < 60) return minutesText(minutes)
	const hours = minutes / 60
	return hours < DAY_HOURS ? `${short(hours)}時間` : `${short(hours / DAY_HOURS)}営業日`
}

/** Minutes of the clock: 「40分」, 「3時間」, 「2日」. */
export function clockTimeText(minutes: number): string {
	if (minutes < 60) return minutesText(minutes)
	const hours = minutes / 60
	return hours < 24 ? `${short(hours)}時間` : `${short(hours / 24)}日`
}

const minutesText = (minutes: number): string => (minutes < 1 ? '1分未満' : `${Math.round(minutes)}分`)

const short = (value: number): string => (value < 3 ? value.toFixed(1).replace(/\.0$/, '') : `${Math.round(value)}`)
