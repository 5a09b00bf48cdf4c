import { dayLabel } from '../../domain/appointments/appointment-input.ts'
import type { SpecialDays } from '../../domain/offices/hours/special-days.ts'
import { clockText } from '../../domain/shared/japan-time.ts'
import type { OfficeHours, OpenState } from '../../domain/offices/types.ts'

const names = ['日', '月', '火', '水', '木', '金', '土', '祝']
/** Weeks begin on Monday; public holidays come last. */
const order = [1, 2, 3, 4, 5, 6, 0, 7]

const span = ({ opensAt, closesAt, byAppointment }: OfficeHours) =>
	`${clockText(opensAt)}〜${clockText(closesAt)}${byAppointment ? '（予約制）' : ''}`

/** The week in as few rows as possible: 「月〜金 9:00〜18:00」「土 10:00〜15:00（予約制）」「日・祝 休み」. */
export function hoursRows(hours: readonly OfficeHours[]): { days: string; text: string }[] {
	const groups: { days: number[]; text: string }[] = []
	for (const weekday of order) {
		const ofDay = hours.filter((one) => one.weekday === weekday).sort((a, b) => (a.opensAt < b.opensAt ? -1 : 1))
		const text = ofDay.length === 0 ? '休み' : ofDay.map(span).join('、')
		const last = groups.at(-1)
		if (last?.text === text) last.days.push(weekday)
		else groups.push({ days: [weekday], text })
	}
	return groups.map(({ days, text }) => ({ days: daysText(days), text }))
}

/** The same rows as lines of text, for a cell among others; none where the office gave no hours. */
export const hoursLines = (hours: readonly OfficeHours[]): string[] =>
	hours.length === 0 ? [] : hoursRows(hours).map(({ days, text }) => `${days} ${text}`)

/** Three days in a row and more become a range, holidays stay apart from it. */
function daysText(days: readonly number[]): string {
	const week = days.filter((day) => day !== 7).map((day) => names[day])
	const text = week.length >= 3 ? `${week[0]}〜${week.at(-1)}` : week.join('・')
	if (!days.includes(7)) return text
	return text === '' ? '祝' : `${text}・祝`
}

function whyClosed({ closedFor, holiday }: OpenState): string {
	if (closedFor !== null) return `本日は休業日です${closedFor === '' ? '' : `（${closedFor}）`}。`
	return holiday ? `本日は祝日（${holiday}）。` : ''
}

/** 「12月29日（火）〜1月3日（日）」 */
export const spanOfDays = (firstOn: string, lastOn: string): string =>
	firstOn === lastOn ? dayLabel(firstOn) : `${dayLabel(firstOn)}〜${dayLabel(lastOn)}`

/** Special days in words: 「12月29日（火）〜1月3日（日）」 and 「休業（年末年始）」. */
export function specialDayText(one: Omit<SpecialDays, 'isYearly'>): { days: string; text: string } {
	const { kind, firstOn, lastOn, opensAt, closesAt, label } = one
	const times = opensAt === null || closesAt === null ? '休業' : `${clockText(opensAt)}〜${clockText(closesAt)}`
	const which = kind === 'closed' || firstOn === lastOn ? '' : kind === 'hours' ? '営業する曜日のみ' : '休みの曜日も営業'
	const words = [label, which].filter((word) => word !== '').join('・')
	return { days: spanOfDays(firstOn, lastOn), text: words === '' ? times : `${times}（${words}）` }
}

/** The text of the badge, and the sentence beside it. */
export function openText(state: OpenState): { badge: string; detail: string } {
	const reserved = state.byAppointment ? '（予約制）' : ''
	if (state.open) return { badge: '営業中', detail: `本日は${clockText(state.until ?? '')}まで${reserved}` }
	const why = whyClosed(state)
	const next = state.nextOpening
	if (!next) return { badge: '営業時間外', detail: `${why}次の営業日は事務所にご確認ください` }
	const [, month = '', day = ''] = next.date.split('-')
	const when =
		next.daysAhead === 0 ? '本日' : next.daysAhead === 1 ? '明日' : `${Number(month)}月${Number(day)}日（${names[next.weekday]}）`
	return { badge: '営業時間外', detail: `${why}次は${when}${clockText(next.opensAt)}から${reserved}` }
}
