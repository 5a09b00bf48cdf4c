import { z } from 'zod'
import { DomainError } from '../shared/errors.ts'
import { parsePostalCode } from '../geography/postal-codes.ts'
import { isoDay } from '../shared/japan-time.ts'
import { cleanText } from '../shared/text-input.ts'
import { typedPoint } from '../geography/points.ts'
import {
	fieldRules,
	fieldsOf,
	type OfficeField,
	type OfficeFieldKind,
	type OfficeFieldName,
	type OfficeScalars,
	type ScalarsOf,
} from './office-fields.ts'
import { feeBases, MAX_CASES, MAX_STATIONS, officeLengths as lengths, type OfficeSection, type SectionValues } from './office-sections.ts'
import { corporateNumber, invoiceNumber, kana, pastDay, phone, text, url } from '../experts/registration-schemas.ts'
import { languageChoices, officeKinds, registrationLengths } from '../experts/registration-input.ts'
import type { FeeBasis } from '../taxonomy/types.ts'
import { readSpecialDays } from './hours/special-day-form.ts'
import type { SpecialDays } from './hours/special-days.ts'

export type Place = {
	postalCode: string
	municipalityId: number
	addressLine: string
	/** Null where it is to be found from the stations, or the municipality. */
	point: { lat: number; lng: number } | null
	/** The station at which the office is shown on the map. */
	pinStationId: number | null
	stations: { stationId: number; walkMinutes: number }[]
}
export type Contact = ScalarsOf<'contact'> & { phone: string | null; phonePublic: boolean }
export type Hours = {
	week: { weekday: number; opensAt: string; closesAt: string; byAppointment: boolean }[]
	special: SpecialDays[]
}
export type About = ScalarsOf<'about'> & {
	description: string[]
	industries: string[]
	software: string[]
	languages: string[]
	areaIds: number[]
}
export type Fees = { taskId: number; basis: FeeBasis; min: number; max: number | null; includes: string }[]
export type Cases = { number: number; taskId: number | null; title: string; client: string; body: string; consentedOn: string }[]

export type ParsedSections = {
	basics: ScalarsOf<'basics'>
	place: Place
	contact: Contact
	hours: Hours
	consultation: ScalarsOf<'consultation'>
	about: About
	fees: Fees
	cases: Cases
}

type Reader = {
	text: (name: string) => string
	texts: (name: string) => readonly string[]
	/** Parses a value by a schema; on an error records it and returns `fallback`. */
	by: <T>(name: string, schema: z.ZodType<T>, fallback: T) => T
	fault: (name: string, sentence: string) => void
	names: readonly string[]
}

const amountOf = (typed: string): string => typed.normalize('NFKC').replaceAll(/[,\s円%名人]/g, '')

const whole = (what: string, least: number, most: number) =>
	z
		.string()
		.transform(amountOf)
		.refine((typed) => /^\d{1,12}$/.test(typed) && Number(typed) >= least && Number(typed) <= most, {
			error: `${what}は${least.toLocaleString('ja')}から${most.toLocaleString('ja')}までの整数で入力してください。`,
		})
		.transform(Number)

const kindSchema = z.enum(
	officeKinds.map(({ value }) => value),
	{ error: '事務所の種類を選んでください。' },
)

const scalarSchemas: { [K in OfficeFieldKind]: (field: Extract<OfficeField, { kind: K }>, now: Date) => z.ZodType } = {
	text: ({ label, length }) => text(label, length),
	kana: ({ label, length }) => kana(label, length),
	officeKind: () => kindSchema,
	// An office has at least one person: an empty field means the minimum.
	count: ({ label, range: { least, most } }) =>
		z
			.string()
			.transform((typed) => (typed.trim() === '' ? `${least}` : typed))
			.pipe(whole(label, least, most)),
	optionalCount: ({ label, range: { least, most } }) =>
		z
			.string()
			.transform((typed) => (typed.trim() === '' ? null : typed))
			.pipe(z.union([z.null(), whole(label, least, most)])),
	flag: () => z.string().transform((typed) => typed !== ''),
	pastDay: ({ label }, now) => pastDay(label)(now),
	corporateNumber: () => corporateNumber,
	invoiceNumber: () => invoiceNumber,
	url: () => url.transform((typed) => (typed === '' ? null : typed)),
}

/** Reads the fields that the registry lists of a section. A field with an error has no value. */
function readScalars<S extends OfficeSection>(section: S, { by, fault }: Reader, now: Date): ScalarsOf<S> {
	const values: Partial<Record<OfficeFieldName, unknown>> = {}
	for (const field of fieldsOf(section))
		values[field.name] = by(field.name, (scalarSchemas[field.kind] as (one: OfficeField, now: Date) => z.ZodType)(field, now), undefined)
	for (const { name } of fieldsOf(section)) {
		const sentence = fieldRules[name]?.(values as Partial<OfficeScalars>)
		if (sentence) fault(name, sentence)
	}
	return values as ScalarsOf<S>
}

function readPlace({ by, text: raw, fault }: Reader): Place {
	const postalCode = parsePostalCode(raw('postalCode'))
	if (postalCode === null) fault('postalCode', '郵便番号は7桁の数字です。')
	const stations: Place['stations'] = []
	for (let number = 1; number <= MAX_STATIONS; number++) {
		const stationId = Number(raw(`station-${number}`))
		if (!Number.isInteger(stationId) || stationId < 1 || stationId > 99_999_999) continue
		if (stations.some((one) => one.stationId === stationId)) fault(`station-${number}`, '同じ駅が2回選ばれています。')
		else {
			if (raw(`walk-${number}`).trim() === '') fault(`walk-${number}`, `駅${number}からの徒歩の分数を入力してください。`)
			stations.push({ stationId, walkMinutes: by(`walk-${number}`, whole('徒歩の分数', 1, 90), 1) })
		}
	}
	return {
		postalCode: postalCode ?? '',
		municipalityId: by('municipalityId', whole('市区町村', 1_000, 47_999), 0),
		addressLine: by('addressLine', text('町名・番地', registrationLengths.addressLine), ''),
		point: readPoint(raw, fault),
		pinStationId: readPinStation(raw, fault),
		stations,
	}
}

function readPinStation(raw: Reader['text'], fault: Reader['fault']): number | null {
	if (raw('point') !== 'near') return null
	if (/^[1-9]\d{0,7}$/.test(raw('pinStation'))) return Number(raw('pinStation'))
	fault('pinStation', '地図で目印にする駅を選んでください。')
	return null
}

function readPoint(raw: Reader['text'], fault: Reader['fault']): Place['point'] {
	if (raw('point') !== 'exact') return null
	const { lat, lng } = typedPoint(raw('lat'), raw('lng'))
	if (lat === null) fault('lat', '緯度は20から46までの数字で入力してください。')
	if (lng === null) fault('lng', '経度は122から154までの数字で入力してください。')
	return { lat: lat ?? 0, lng: lng ?? 0 }
}

function readContact(reader: Reader, now: Date): Contact {
	const { by, text: raw } = reader
	return {
		...readScalars('contact', reader, now),
		phone: raw('phone').trim() === '' ? null : by('phone', phone, ''),
		phonePublic: raw('phonePublic') !== '',
	}
}

const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/

function readHours(reader: Reader, now: Date): Hours {
	const week = readWeek(reader)
	const special = readSpecialDays(reader.text, reader.fault, { today: isoDay(now), hasHours: week.length > 0 })
	return { week, special }
}

function readWeek({ text: raw, fault }: Reader): Hours['week'] {
	const hours: Hours['week'] = []
	for (let weekday = 0; weekday <= 7; weekday++) {
		let closedAt = ''
		for (const part of [1, 2]) {
			const opensAt = raw(`open-${weekday}-${part}`).trim()
			const closesAt = raw(`close-${weekday}-${part}`).trim()
			if (opensAt === '' && closesAt === '') continue
			if (!time.test(opensAt) || !time.test(closesAt)) fault(`open-${weekday}-${part}`, '始まりと終わりの時刻を、両方入力してください。')
			else if (closesAt <= opensAt) fault(`open-${weekday}-${part}`, '終わりの時刻は、始まりより後にしてください。')
			else if (opensAt < closedAt) fault(`open-${weekday}-${part}`, '2つ目の時間は、1つ目が終わった後にしてください。')
			else hours.push({ weekday, opensAt, closesAt, byAppointment: raw(`appointment-${weekday}-${part}`) !== '' })
			closedAt = closesAt
		}
	}
	return hours
}

function readAbout(reader: Reader, now: Date): About {
	const { by, text: raw, texts, fault } = reader
	const words = (name: string, what: string) => {
		const all = [
			...new Set(
				cleanText(raw(name))
					.split(/[、,\n]/)
					.map((word) => word.trim())
					.filter((word) => word !== ''),
			),
		]
		if (all.length > 15) fault(name, `${what}は15個までにしてください。`)
		if (all.some((word) => Array.from(word).length > 30)) fault(name, `${what}は、それぞれ30文字以内で入力してください。`)
		return all
	}
	const areaIds = [...new Set(texts('area').map(Number))].filter((id) => Number.isInteger(id) && id >= 1 && id <= 47)
	return {
		...readScalars('about', reader, now),
		description: by('description', text('特徴', lengths.description, cleanText), '')
			.split('\n')
			.map((line) => line.trim())
			.filter((line) => line !== ''),
		industries: words('industries', '得意な業種'),
		software: words('software', '使っているソフト'),
		languages: languageChoices.filter((one) => texts('language').includes(one)),
		areaIds: areaIds.toSorted((a, b) => a - b),
	}
}

const basisSchema = z.enum(
	feeBases.map(({ value }) => value),
	{ error: '料金の単位を選んでください。' },
)

function readFees({ by, text: raw, names, fault }: Reader): Fees {
	const fees: Fees = []
	for (const name of names) {
		const taskId = /^fee-min-(\d{3,4})$/.exec(name)?.[1]
		if (taskId === undefined) continue
		const [min, max] = [raw(name).trim(), raw(`fee-max-${taskId}`).trim()]
		if (min === '') {
			if (max !== '') fault(name, '料金の下限を入力してください。')
			continue
		}
		const basis = by<FeeBasis>(`fee-basis-${taskId}`, basisSchema, 'per_case')
		const most = basis === 'percentage' ? 100 : 100_000_000
		const fee = {
			taskId: Number(taskId),
			basis,
			min: by(name, whole('料金', 0, most), 0),
			max: max === '' ? null : by(`fee-max-${taskId}`, whole('料金', 0, most), 0),
			includes: by(`fee-includes-${taskId}`, text('料金に含むもの', lengths.includes), ''),
		}
		if (fee.max !== null && fee.max < fee.min) fault(`fee-max-${taskId}`, '上限は、下限以上にしてください。')
		fees.push(fee)
	}
	return fees
}

function readCases({ by, text: raw, fault }: Reader, now: Date): Cases {
	const cases: Cases = []
	for (let number = 1; number <= MAX_CASES; number++) {
		const at = (field: string) => `case-${field}-${number}`
		if (raw(at('remove')) !== '' || ['title', 'client', 'body', 'consented'].every((field) => raw(at(field)).trim() === '')) continue
		const consentedOn = by(at('consented'), pastDay('同意を得た日')(now), null)
		if (consentedOn === null && raw(at('consented')).trim() === '')
			fault(at('consented'), 'お客様から掲載の同意を得た日を入力してください。同意のない事例は掲載できません。')
		const taskId = raw(at('task'))
		cases.push({
			number,
			taskId: /^\d{3,4}$/.test(taskId) ? Number(taskId) : null,
			title: by(at('title'), text('事例の見出し', lengths.caseTitle), ''),
			client: by(at('client'), text('お客様', lengths.caseClient), ''),
			body: by(at('body'), text('内容', lengths.caseBody, cleanText), ''),
			consentedOn: consentedOn ?? '',
		})
	}
	return cases
}

const readers: { [S in OfficeSection]: (reader: Reader, now: Date) => ParsedSections[S] } = {
	basics: (reader, now) => readScalars('basics', reader, now),
	place: readPlace,
	contact: readContact,
	hours: readHours,
	consultation: (reader, now) => readScalars('consultation', reader, now),
	about: readAbout,
	fees: readFees,
	cases: readCases,
}

/** Validates a section as typed; throws `invalid` with a sentence for each bad field. */
export function parseSection<S extends OfficeSection>(section: S, values: SectionValues, now: Date): ParsedSections[S] {
	const fields: Record<string, string> = {}
	const texts = (name: string): readonly string[] => {
		const value = values[name]
		return value === undefined ? [] : typeof value === 'string' ? [value] : value
	}
	const raw = (name: string) => texts(name)[0] ?? ''
	const fault = (name: string, sentence: string) => {
		fields[name] ??= sentence
	}
	const parsed = readers[section](
		{
			text: raw,
			texts,
			fault,
			names: Object.keys(values),
			by: (name, schema, fallback) => {
				const result = schema.safeParse(raw(name))
				if (result.success) return result.data
				fault(name, result.error.issues[0]?.message ?? '入力内容を確認してください。')
				return fallback
			},
		},
		now,
	)
	if (Object.keys(fields).length > 0) throw new DomainError('invalid', 'The section has faults', { fields })
	return parsed
}
