import type { OfficeSection, SectionValues } from './office-sections.ts'

/** A part of the editor: a section of the page, or its photos. */
export type CompletenessPart = OfficeSection | 'photos'

export type Completeness = {
	done: number
	all: number
	/** What would help clients most, the most useful first. */
	missing: { part: CompletenessPart; advice: string }[]
}

type Office = { values: Readonly<Record<OfficeSection, SectionValues>>; photos: number }

const textOf = ({ values }: Office, section: OfficeSection, name: string): string => String(values[section][name] ?? '').trim()

/** How many fields of a section begin so and are filled in. */
const filled = ({ values }: Office, section: OfficeSection, start: string): number =>
	Object.entries(values[section]).filter(([name, value]) => name.startsWith(start) && String(value).trim() !== '').length

const DESCRIPTION_LENGTH = 200
const ENOUGH_FEES = 3
const ENOUGH_PHOTOS = 3

/** What clients look for on an office's page, by how much they do. */
const wishes: readonly { part: CompletenessPart; advice: string; isMet: (office: Office) => boolean }[] = [
	{
		part: 'fees',
		advice: `料金を${ENOUGH_FEES}業務以上で示す`,
		isMet: (office) => filled(office, 'fees', 'fee-min-') >= ENOUGH_FEES,
	},
	{ part: 'hours', advice: '営業時間を入力する', isMet: (office) => filled(office, 'hours', 'open-') > 0 },
	{ part: 'about', advice: '「ひとこと」を書く', isMet: (office) => textOf(office, 'about', 'headline') !== '' },
	{
		part: 'photos',
		advice: `写真を${ENOUGH_PHOTOS}枚以上にする（人、相談する場所、外観）`,
		isMet: ({ photos }) => photos >= ENOUGH_PHOTOS,
	},
	{
		part: 'consultation',
		advice: '初回相談の内容を書く',
		isMet: (office) => textOf(office, 'consultation', 'firstConsultation') !== '',
	},
	{
		part: 'about',
		advice: `特徴を${DESCRIPTION_LENGTH}文字以上で書く`,
		isMet: (office) => Array.from(textOf(office, 'about', 'description')).length >= DESCRIPTION_LENGTH,
	},
	{ part: 'contact', advice: '電話番号を入力する', isMet: (office) => textOf(office, 'contact', 'phone') !== '' },
	{ part: 'cases', advice: '対応した事例を1件載せる', isMet: (office) => filled(office, 'cases', 'case-title-') > 0 },
	{ part: 'about', advice: '得意な業種を書く', isMet: (office) => textOf(office, 'about', 'industries') !== '' },
	{ part: 'basics', advice: '設立した日を入力する', isMet: (office) => textOf(office, 'basics', 'foundedOn') !== '' },
]

/** How complete an office is for clients, drafts included. */
export function completenessOf(office: Office): Completeness {
	const missing = wishes.filter(({ isMet }) => !isMet(office)).map(({ part, advice }) => ({ part, advice }))
	return { done: wishes.length - missing.length, all: wishes.length, missing }
}
