import type { IsoDate } from '../../shared/column-types.ts'
import { addDays, isCalendarDay } from '../../shared/japan-time.ts'
import { cleanLine } from '../../shared/text-input.ts'
import type { SectionValues } from '../office-sections.ts'
import {
	addYears,
	hasCommonDay,
	MAX_OFFICE_SPECIAL_DAYS,
	SPECIAL_DAYS_LENGTH,
	SPECIAL_LABEL_LENGTH,
	type SpecialDays,
	specialDayKinds,
	type SpecialDaySuggestion,
	specialDaySuggestions,
} from './special-days.ts'

/** Special days as fields of the form of the hours: `special-first-1` and so on. */
const numbers = Array.from({ length: MAX_OFFICE_SPECIAL_DAYS }, (_, index) => index + 1)
const filled = ['first', 'last', 'open', 'close', 'label']
const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/

type Text = (name: string) => string
type Fault = (name: string, sentence: string) => void

const isBlank = (text: Text, number: number): boolean => filled.every((field) => text(`special-${field}-${number}`).trim() === '')

/** Reads the special days; days without anything typed, or marked to be removed, are left out. */
export function readSpecialDays(text: Text, fault: Fault, { today, hasHours }: { today: IsoDate; hasHours: boolean }): SpecialDays[] {
	const found: SpecialDays[] = []
	for (const number of numbers) {
		if (isBlank(text, number) || text(`special-remove-${number}`) !== '') continue
		const at = (field: string) => text(`special-${field}-${number}`).trim()
		const refuse = (field: string, sentence: string) => fault(`special-${field}-${number}`, sentence)
		const kind = specialDayKinds.find(({ value }) => value === at('kind'))?.value ?? 'closed'
		const label = cleanLine(at('label'))
		if (Array.from(label).length > SPECIAL_LABEL_LENGTH) refuse('label', `名前は${SPECIAL_LABEL_LENGTH}文字以内で入力してください。`)
		if (kind === 'hours' && !hasHours) refuse('kind', '先に、曜日ごとの営業時間を入力してください。')
		const one: SpecialDays = { kind, label, isYearly: at('yearly') !== '', ...readSpan(at, refuse, today), ...readTimes(kind, at, refuse) }
		if (one.firstOn === '') continue
		if (found.some((other) => hasCommonDay(other, one))) refuse('first', 'ほかの特別な日と重なっています。日を分けてください。')
		else found.push(one)
	}
	return found
}

/** The first and last day; '' for the first one where they are wrong. */
function readSpan(at: Text, refuse: Fault, today: IsoDate): Pick<SpecialDays, 'firstOn' | 'lastOn'> {
	const firstOn = at('first')
	const lastOn = at('last') === '' ? firstOn : at('last')
	const wrong = wrongSpan(firstOn, lastOn, { isYearly: at('yearly') !== '', today })
	if (wrong === null) return { firstOn, lastOn }
	refuse(wrong.field, wrong.sentence)
	return { firstOn: '', lastOn: '' }
}

function wrongSpan(
	firstOn: string,
	lastOn: string,
	{ isYearly, today }: { isYearly: boolean; today: IsoDate },
): { field: 'first' | 'last'; sentence: string } | null {
	if (!isCalendarDay(firstOn)) return { field: 'first', sentence: '始まりの日を日付で入力してください。' }
	if (!isCalendarDay(lastOn)) return { field: 'last', sentence: '終わりの日を日付で入力してください。' }
	if (lastOn < firstOn) return { field: 'last', sentence: '終わりの日は、始まりの日以後にしてください。' }
	if (lastOn > addDays(firstOn, SPECIAL_DAYS_LENGTH)) return { field: 'last', sentence: '一度に入れられるのは6か月までです。' }
	if (isYearly && [firstOn, lastOn].some((day) => day.endsWith('-02-29')))
		return { field: 'first', sentence: '2月29日は毎年ないため、別の日にするか「毎年くり返す」を外してください。' }
	if (!isYearly && lastOn < today) return { field: 'last', sentence: '過ぎた日です。日を直すか、削除してください。' }
	return null
}

function readTimes(kind: SpecialDays['kind'], at: Text, refuse: Fault): Pick<SpecialDays, 'opensAt' | 'closesAt'> {
	if (kind === 'closed') return { opensAt: null, closesAt: null }
	const [opensAt, closesAt] = [at('open'), at('close')]
	if (!clock.test(opensAt) || !clock.test(closesAt)) refuse('open', '始まりと終わりの時刻を、両方入力してください。')
	else if (closesAt <= opensAt) refuse('open', '終わりの時刻は、始まりより後にしてください。')
	return { opensAt, closesAt }
}

/** The values of the form for special days. */
export const specialDayValues = (special: readonly SpecialDays[]): Record<string, string> =>
	Object.fromEntries(
		special.slice(0, MAX_OFFICE_SPECIAL_DAYS).flatMap((one, index) => {
			const named = (field: string, value: string): [string, string] => [`special-${field}-${index + 1}`, value]
			return [
				named('kind', one.kind),
				named('first', one.firstOn),
				named('last', one.lastOn),
				named('open', one.opensAt ?? ''),
				named('close', one.closesAt ?? ''),
				named('label', one.label),
				...(one.isYearly ? [named('yearly', '1')] : []),
			]
		}),
	)

const textOf =
	(values: SectionValues): Text =>
	(name) =>
		String(values[name] ?? '')

/** Numbers of the days that hold something, and the first free one; null where all are filled in. */
export function specialDayNumbers(values: SectionValues): { filled: number[]; free: number | null } {
	const free = numbers.find((number) => isBlank(textOf(values), number)) ?? null
	return { filled: numbers.filter((number) => !isBlank(textOf(values), number)), free }
}

/** The values with suggested days on a free place, from their next end on. Days of that name are not added twice. */
export function withSuggestedDays(values: SectionValues, name: SpecialDaySuggestion, today: IsoDate): SectionValues {
	const suggestion = specialDaySuggestions.find((one) => one.name === name)
	const { filled: used, free } = specialDayNumbers(values)
	if (!suggestion || free === null || used.some((number) => values[`special-label-${number}`] === suggestion.label)) return values
	const { first, last, kind, opensAt, closesAt, label } = suggestion
	const year = today.slice(0, 4)
	const firstOn = `${year}-${first}`
	const lastOn = addYears(`${year}-${last}`, last < first ? 1 : 0)
	const later = lastOn < today ? 1 : 0
	const added: Record<string, string> = {
		kind,
		first: addYears(firstOn, later),
		last: addYears(lastOn, later),
		open: opensAt,
		close: closesAt,
		label,
		yearly: '1',
	}
	return { ...values, ...Object.fromEntries(Object.entries(added).map(([field, value]) => [`special-${field}-${free}`, value])) }
}
