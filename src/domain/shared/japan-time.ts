const JAPAN_OFFSET_MS = 9 * 3_600_000

/** Date, weekday and time in Japan, which has no summer time. */
export function japanTime(now: Date): { date: string; time: string } {
	const iso = new Date(now.getTime() + JAPAN_OFFSET_MS).toISOString()
	return { date: iso.slice(0, 10), time: iso.slice(11, 16) }
}
