import type { PlaceChoices } from '../../../domain/offices/office-location.ts'
import { choicesOf, fieldsOf } from '../../../domain/offices/office-fields.ts'
import { specialDayNumbers } from '../../../domain/offices/hours/special-day-form.ts'
import { MAX_STATIONS, type OfficeSection, weekdays } from '../../../domain/offices/office-sections.ts'
import { hoursLines } from '../../format/hours-text.ts'
import { shorten } from '../../../domain/shared/text-input.ts'
import { type SectionView, valueOf, valuesOf } from './section-view.ts'

type View = Pick<SectionView, 'values'>

const EXCERPT_LENGTH = 60

const excerpt = (text: string): string => shorten(text.replaceAll(/\s+/g, ' ').trim(), EXCERPT_LENGTH)

/** The fields of the registry that say something, each in a few words. */
const scalars = (view: View, section: OfficeSection): string[] =>
	fieldsOf(section).flatMap((field) => {
		const value = valueOf(view, field.name)
		// The name heads the page.
		if (value === '' || field.name === 'name' || field.kind === 'kana' || field.kind === 'pastDay') return []
		if (field.kind === 'flag') return [field.label]
		const chosen = choicesOf(field)?.find((choice) => choice.value === value)?.label
		return [chosen ?? (field.kind === 'count' || field.kind === 'optionalCount' ? `${field.label}${value}名` : excerpt(value))]
	})

/** How many fields whose names begin so are filled in. */
const countFilled = (view: View, start: string): number =>
	Object.keys(view.values).filter((name) => name.startsWith(start) && valueOf(view, name).trim() !== '').length

function place(view: View, { municipalities, here, around }: PlaceChoices): string[] {
	const municipality = municipalities.find(({ id }) => `${id}` === valueOf(view, 'municipalityId'))?.name ?? ''
	const stations = Array.from({ length: MAX_STATIONS }, (_, index) => index + 1).flatMap((number) => {
		const station = [...here.stations, ...around].find(({ id }) => `${id}` === valueOf(view, `station-${number}`))
		const walk = valueOf(view, `walk-${number}`)
		return station ? [`${station.name}駅${walk === '' ? '' : ` 徒歩${walk}分`}`] : []
	})
	return [`${municipality}${valueOf(view, 'addressLine')}`, ...stations]
}

const hours = (view: View): string[] =>
	hoursLines(
		weekdays.flatMap(({ day }) =>
			[1, 2].flatMap((part) => {
				const [opensAt, closesAt] = [valueOf(view, `open-${day}-${part}`), valueOf(view, `close-${day}-${part}`)]
				const byAppointment = valueOf(view, `appointment-${day}-${part}`) !== ''
				return opensAt === '' || closesAt === '' ? [] : [{ weekday: day, opensAt, closesAt, byAppointment }]
			}),
		),
	)

function contact(view: View): string[] {
	const phone = valueOf(view, 'phone')
	return [phone === '' ? '' : `${phone}${valuesOf(view, 'phonePublic').length > 0 ? '' : '（非公開）'}`, ...scalars(view, 'contact')]
}

function about(view: View): string[] {
	const length = Array.from(valueOf(view, 'description')).length
	return [...scalars(view, 'about'), length === 0 ? '' : `特徴 ${length.toLocaleString('ja-JP')}文字`, excerpt(valueOf(view, 'industries'))]
}

const counted = (count: number, words: string): string[] => (count === 0 ? [] : [`${count}${words}`])

/** The content of a section in one line; '' if empty. */
export function summaryOf(view: View & { section: OfficeSection }, choices: PlaceChoices): string {
	const words: Record<OfficeSection, () => string[]> = {
		basics: () => scalars(view, 'basics'),
		place: () => place(view, choices),
		contact: () => contact(view),
		hours: () => [...hours(view), ...counted(specialDayNumbers(view.values).filled.length, '件の特別な日')],
		consultation: () => scalars(view, 'consultation'),
		about: () => about(view),
		fees: () => counted(countFilled(view, 'fee-min-'), '業務の料金'),
		cases: () => counted(countFilled(view, 'case-title-'), '件の事例'),
	}
	return words[view.section]()
		.filter((word) => word !== '')
		.join('／')
}
