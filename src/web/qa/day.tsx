import type { Day as DayText } from './time-text.ts'

export function Day({ day }: { day: DayText }) {
	return <time dateTime={day.iso}>{day.text}</time>
}
