import type { Updateable } from 'kysely'
import { officeKindNames, officeKinds, registrationLengths } from '../experts/registration-input.ts'
import type { OfficeKind } from '../listings/types.ts'
import type { Tables } from '../shared/tables.ts'
import { monthText } from '../shared/japan-time.ts'
import { officeLengths, type OfficeSection } from './office-sections.ts'

export type OfficeColumns = Updateable<Tables['offices']>
export type OfficeColumn = keyof OfficeColumns

/** What the fields of each kind hold. Null: the office has not said. */
export type FieldValues = {
	text: string
	kana: string
	officeKind: OfficeKind
	count: number
	optionalCount: number | null
	flag: boolean
	pastDay: string | null
	corporateNumber: string | null
	invoiceNumber: string | null
	url: string | null
}
export type OfficeFieldKind = keyof FieldValues

type Row<Value> = { label: string; text: (value: NonNullable<Value>) => string }

type FieldOf<K extends OfficeFieldKind, S extends OfficeSection = OfficeSection> = {
	section: S
	kind: K
	column: OfficeColumn
	/** Of the form and of its messages. */
	label: string
	hint?: string
	autoComplete?: string
	/** Shown on a page that has been public only after staff have approved it. */
	isReviewed?: true
	/** A row of the table on the office's page. */
	page?: Row<FieldValues[K]>
	/** A row of the comparison. */
	comparison?: Row<FieldValues[K]> & { group: 'access' | 'team' }
	/** Japanese description in the API's document. */
	description?: string
} & (K extends 'text' | 'kana'
	? { length: { min: number; max: number } }
	: K extends 'count' | 'optionalCount'
		? { range: { least: number; most: number } }
		: unknown)

export type OfficeField = { [K in OfficeFieldKind]: FieldOf<K> }[OfficeFieldKind]

const field = <K extends OfficeFieldKind, S extends OfficeSection>(one: FieldOf<K, S>): FieldOf<K, S> => one
const people = (count: number) => `${count.toLocaleString('ja-JP')}名`

/**
 * Every column of an office that holds one value and that its members edit, in the order of forms, pages and comparisons.
 * Form, parser, draft, writer, reader, page, comparison, API and demo follow from it (docs/add-an-office-field.md).
 */
export const officeFields = {
	name: field({
		section: 'basics',
		kind: 'text',
		column: 'name',
		label: '事務所の名前',
		length: registrationLengths.officeName,
		autoComplete: 'organization',
		isReviewed: true,
	}),
	kana: field({
		section: 'basics',
		kind: 'kana',
		column: 'kana',
		label: 'ふりがな',
		length: registrationLengths.officeKana,
		isReviewed: true,
	}),
	kind: field({
		section: 'basics',
		kind: 'officeKind',
		column: 'kind',
		label: '種類',
		isReviewed: true,
		page: { label: '種別', text: (kind) => officeKindNames[kind] },
		comparison: { group: 'team', label: '種別', text: (kind) => officeKindNames[kind] },
	}),
	representative: field({
		section: 'basics',
		kind: 'text',
		column: 'representative',
		label: '代表者',
		length: officeLengths.representative,
		isReviewed: true,
		page: { label: '代表者', text: (name) => name },
	}),
	staffCount: field({
		section: 'basics',
		kind: 'count',
		column: 'staff_count',
		label: '人数',
		hint: '所属する方すべての人数',
		range: { least: 1, most: 100_000 },
		page: { label: '在籍人数', text: people },
		comparison: { group: 'team', label: '人数', text: people },
	}),
	qualifiedCount: field({
		section: 'basics',
		kind: 'optionalCount',
		column: 'qualified_count',
		label: '有資格者数',
		hint: '税理士や社会保険労務士などの資格を持つ方の数',
		range: { least: 1, most: 100_000 },
		page: { label: '有資格者数', text: people },
		comparison: { group: 'team', label: '有資格者数', text: people },
		description: '資格を持つ方の人数。事務所が示していない場合は null。',
	}),
	foundedOn: field({
		section: 'basics',
		kind: 'pastDay',
		column: 'founded_on',
		label: '設立した日',
		page: { label: '開業', text: monthText },
		comparison: { group: 'team', label: '設立', text: (day) => `${Number(day.slice(0, 4))}年` },
	}),
	corporateNumber: field({
		section: 'basics',
		kind: 'corporateNumber',
		column: 'corporate_number',
		label: '法人番号',
		hint: '13桁の数字。法人でない場合は空欄のままで構いません。',
		page: { label: '法人番号', text: (number) => number },
	}),
	invoiceNumber: field({
		section: 'basics',
		kind: 'invoiceNumber',
		column: 'invoice_number',
		label: 'インボイスの登録番号',
		hint: 'Tと13桁の数字',
		page: { label: 'インボイス登録番号', text: (number) => number },
	}),
	website: field({ section: 'contact', kind: 'url', column: 'website', label: 'ウェブサイト' }),
	firstConsultationFree: field({
		section: 'consultation',
		kind: 'flag',
		column: 'first_consultation_free',
		label: '初回相談は無料',
	}),
	firstConsultation: field({
		section: 'consultation',
		kind: 'text',
		column: 'first_consultation',
		label: '初回相談の説明',
		hint: '例：60分まで無料。面談・オンラインとも対応します。',
		length: officeLengths.firstConsultation,
	}),
	online: field({
		section: 'consultation',
		kind: 'flag',
		column: 'online',
		label: 'オンラインで相談できる',
		comparison: { group: 'access', label: 'オンライン', text: (isOffered) => (isOffered ? '○ 対応' : '—') },
	}),
	headline: field({
		section: 'about',
		kind: 'text',
		column: 'headline',
		label: 'ひとこと',
		hint: '一覧にも表示されます。80文字まで。',
		length: officeLengths.headline,
	}),
}

export type OfficeFieldName = keyof typeof officeFields
type ValueOf<F> = F extends { kind: infer K extends OfficeFieldKind } ? FieldValues[K] : never
/** The values of all fields of the registry. */
export type OfficeScalars = { [F in OfficeFieldName]: ValueOf<(typeof officeFields)[F]> }
/** The values of a section's fields. */
export type ScalarsOf<S extends OfficeSection> = {
	[F in OfficeFieldName as (typeof officeFields)[F]['section'] extends S ? F : never]: OfficeScalars[F]
}

const entries = Object.entries(officeFields) as readonly [OfficeFieldName, OfficeField][]
export const officeFieldList: readonly (OfficeField & { name: OfficeFieldName })[] = entries.map(([name, one]) => ({ ...one, name }))

export const fieldsOf = (section: OfficeSection) => officeFieldList.filter((one) => one.section === section)

/** Rules between the fields of a section: a sentence for each field that breaks one. */
export const fieldRules: { readonly [F in OfficeFieldName]?: (values: Partial<OfficeScalars>) => string | null } = {
	qualifiedCount: ({ staffCount, qualifiedCount }) =>
		staffCount !== undefined && qualifiedCount && qualifiedCount > staffCount ? '有資格者数は、人数以下にしてください。' : null,
	corporateNumber: ({ kind, corporateNumber }) =>
		kind === 'corporation' && corporateNumber === null ? '法人の場合は、法人番号を入力してください。' : null,
	invoiceNumber: ({ corporateNumber = null, invoiceNumber = null }) =>
		corporateNumber !== null && invoiceNumber !== null && invoiceNumber !== `T${corporateNumber}`
			? '法人のインボイスの登録番号は、Tと法人番号です。'
			: null,
}

/** Picks the registry's values out of a row of `offices`. */
export const scalarsOf = (row: Readonly<Partial<Record<OfficeColumn, unknown>>>): OfficeScalars =>
	Object.fromEntries(officeFieldList.map(({ name, column }) => [name, row[column]])) as OfficeScalars

/** Returns the columns of a section's values: those that staff approve first, and the others. */
export function columnsOf(section: OfficeSection, values: Partial<OfficeScalars>) {
	const columns = (isReviewed: boolean): OfficeColumns =>
		Object.fromEntries(
			fieldsOf(section)
				.filter((one) => (one.isReviewed ?? false) === isReviewed)
				.map(({ name, column }) => [column, values[name]]),
		)
	return { reviewed: columns(true), direct: columns(false) }
}

/** Returns the values of a section's fields as its form holds them; a flag that is not set has none. */
export const formValuesOf = (section: OfficeSection, scalars: OfficeScalars): Record<string, string> =>
	Object.fromEntries(
		fieldsOf(section).flatMap(({ name, kind }) => {
			const value = scalars[name]
			return kind === 'flag' ? (value ? [[name, '1']] : []) : [[name, `${value ?? ''}`]]
		}),
	)

export type FieldRow = { label: string; text: string | null }

const rowOf = ({ label, text }: Row<unknown>, value: unknown): FieldRow => ({
	label,
	text: value === null || value === undefined ? null : text(value),
})

/** Returns the rows of the office's page; the text of a field without a value is null. */
export const pageRows = (scalars: Partial<OfficeScalars>): FieldRow[] =>
	officeFieldList.flatMap(({ name, page }) => (page ? [rowOf(page as Row<unknown>, scalars[name])] : []))

/** Returns the rows of one group of the comparison, with a text for each office. */
export const comparisonRows = (
	group: 'access' | 'team',
	offices: readonly OfficeScalars[],
): { label: string; texts: (string | null)[] }[] =>
	officeFieldList.flatMap(({ name, comparison }) =>
		comparison?.group === group
			? [{ label: comparison.label, texts: offices.map((office) => rowOf(comparison as Row<unknown>, office[name]).text) }]
			: [],
	)

/** The choices of a field that has some. */
export const choicesOf = ({ kind }: OfficeField) => (kind === 'officeKind' ? officeKinds : null)

/** Fields of the forms that are not in the registry; nothing else than these and those is kept. */
const otherFields: Partial<Record<OfficeSection, RegExp>> = {
	place: /^(?:postalCode|municipalityId|addressLine|point|pinStation|lat|lng|station-[1-3]|walk-[1-3])$/,
	contact: /^(?:phone|phonePublic)$/,
	hours: /^(?:(?:open|close|appointment)-[0-7]-[12]|special-(?:kind|first|last|open|close|label|yearly|remove)-\d{1,2})$/,
	about: /^(?:description|industries|software|language|area)$/,
	fees: /^fee-(?:basis|min|max|includes)-\d{3,4}$/,
	cases: /^case-(?:title|task|client|body|consented|remove)-\d{1,2}$/,
}

export const isFieldOf = (section: OfficeSection, name: string): boolean =>
	fieldsOf(section).some((one) => one.name === name) || (otherFields[section]?.test(name) ?? false)

/** What staff look at before it changes on a page that is public. */
export const reviewedFields: readonly { column: OfficeColumn; label: string }[] = [
	...officeFieldList.filter(({ isReviewed }) => isReviewed),
	{ column: 'postal_code', label: '郵便番号' },
	{ column: 'municipality_id', label: '市区町村' },
	{ column: 'address_line', label: '町名・番地' },
]
