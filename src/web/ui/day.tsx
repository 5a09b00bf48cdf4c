import type { Day as DayText } from '../format/day.ts'

export function Day({ day }: { day: DayText }) {
	return <time dateTime={day.iso}>{day.text}</time>
}
