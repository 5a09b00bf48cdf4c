type Hours = { weekday: number; opensAt: string; closesAt: string; byAppointment: boolean }

/** Monday first, holidays (7) last, as a week is read in Japan. */
const order = [1, 2, 3, 4, 5, 6, 0, 7]
const names = ['日', '月', '火', '水', '木', '金', '土', '祝']

/** Opening hours in a few lines, days of equal hours taken together: 「月〜金 9:00〜18:00」. */
export function hoursLines(hours: readonly Hours[]): string[] {
	const days = order
		.map((weekday) => ({ weekday, text: textOf(hours.filter((one) => one.weekday === weekday)) }))
		.filter(({ text }) => text !== '')
	const lines: { text: string; weekdays: number[] }[] = []
	for (const { weekday, text } of days) {
		const same = lines.find((line) => line.text === text)
		if (same) same.weekdays.push(weekday)
		else lines.push({ text, weekdays: [weekday] })
	}
	return lines.map(({ text, weekdays }) => `${daysText(weekdays)} ${text}`)
}

function textOf(spans: readonly Hours[]): string {
	return spans
		.toSorted((a, b) => (a.opensAt < b.opensAt ? -1 : 1))
		.map(({ opensAt, closesAt, byAppointment }) => `${timeText(opensAt)}〜${timeText(closesAt)}${byAppointment ? '（予約制）' : ''}`)
		.join('、')
}

const timeText = (time: string) => time.slice(0, 5).replace(/^0/, '')

/** 「月〜金」 for three days or more in a row, 「土・祝」 for others. */
function daysText(weekdays: readonly number[]): string {
	const runs: number[][] = []
	for (const weekday of weekdays) {
		const run = runs.at(-1)
		const isNext = run !== undefined && order.indexOf(weekday) === order.indexOf(run.at(-1) ?? -1) + 1 && weekday !== 7
		if (isNext) run.push(weekday)
		else runs.push([weekday])
	}
	return runs
		.flatMap((run) => (run.length > 2 ? [`${names[run[0] ?? 0]}〜${names[run.at(-1) ?? 0]}`] : run.map((weekday) => names[weekday] ?? '')))
		.join('・')
}
