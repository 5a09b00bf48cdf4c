import { daysBetween, isCalendarDay } from '../shared/japan-time.ts'
import { parseYen } from '../shared/typed-yen.ts'

/**
 * The form of the funding diagnosis as encoded in a URL. Pure and without zod, so that the page's own script can use it; parsing
 * never throws but returns a message for each field.
 */
export const businessTypes = [
	{ value: 'corporation', label: '法人' },
	{ value: 'sole', label: '個人事業主・フリーランス' },
	{ value: 'employee', label: '会社員・パートなど（事業をしていない）' },
] as const

export const industries = [
	{ value: 'construction', label: '建設・工事' },
	{ value: 'manufacturing', label: '製造' },
	{ value: 'transport', label: '運送・物流' },
	{ value: 'wholesale', label: '卸売・小売' },
	{ value: 'it', label: 'IT・制作' },
	{ value: 'staffing', label: '人材派遣・警備・清掃' },
	{ value: 'medical', label: '医療・介護・薬局' },
	{ value: 'food', label: '飲食・宿泊' },
	{ value: 'other', label: 'その他のサービス業など' },
] as const

export const receivables = [
	{ value: 'invoiced', label: '請求済みの売掛金（納品や検収が済んでいる）' },
	{ value: 'ordered', label: '注文・契約だけで、まだ納品していないもの' },
	{ value: 'medical', label: '診療報酬・介護報酬・調剤報酬' },
	{ value: 'overdue', label: '支払期日を過ぎても入金されない売掛金' },
	{ value: 'salary', label: '自分の給料・アルバイト代' },
] as const

export const debtors = [
	{ value: 'government', label: '国・自治体・公的な機関' },
	{ value: 'large', label: '上場企業・大企業' },
	{ value: 'small', label: '中小企業' },
	{ value: 'sole', label: '個人事業主' },
	{ value: 'consumer', label: '一般の個人（消費者）' },
] as const

export const taxStates = [
	{ value: 'none', label: '滞納はない' },
	{ value: 'instalment', label: '猶予や分納を認められ、約束どおり納めている' },
	{ value: 'arrears', label: '滞納がある' },
] as const

export type BusinessType = (typeof businessTypes)[number]['value']
export type Industry = (typeof industries)[number]['value']
export type Receivable = (typeof receivables)[number]['value']
export type Debtor = (typeof debtors)[number]['value']
export type TaxState = (typeof taxStates)[number]['value']

export type DiagnosisInput = {
	business: Exclude<BusinessType, 'employee'>
	industry: Industry
	receivable: Exclude<Receivable, 'salary'>
	debtor: Debtor
	/** Yen on the invoice, tax included. */
	face: number
	/** 'YYYY-MM-DD', when the customer pays. */
	dueOn: string
	/** Yen wanted in hand. */
	wanted: number
	/** 'YYYY-MM-DD', when the money is needed. */
	wantedOn: string
	tax: TaxState
	/** Percent of the face that somebody has quoted, or null. */
	quotedRate: number | null
}

export const diagnosisFields = ['business', 'industry', 'receivable', 'debtor', 'face', 'due', 'wanted', 'by', 'tax', 'rate'] as const
export type DiagnosisField = (typeof diagnosisFields)[number]
/** What was typed, cut to a sane length, to be shown again. */
export type DiagnosisValues = Record<DiagnosisField, string>
export type DiagnosisErrors = Partial<Record<DiagnosisField, string>>

export type ParsedDiagnosis =
	| { kind: 'blank' }
	| { kind: 'salary'; values: DiagnosisValues }
	| { kind: 'invalid'; values: DiagnosisValues; errors: DiagnosisErrors }
	| { kind: 'ready'; values: DiagnosisValues; input: DiagnosisInput }

export const MIN_YEN = 10_000
export const MAX_YEN = 1_000_000_000
const LONGEST_DUE_DAYS = 365
const LONGEST_WANTED_DAYS = 180

/** Reads the form of a URL. `today` is the day in Japan, 'YYYY-MM-DD'. */
export function parseDiagnosis(search: URLSearchParams, today: string): ParsedDiagnosis {
	if (!diagnosisFields.some((field) => search.has(field))) return { kind: 'blank' }
	const values = Object.fromEntries(
		diagnosisFields.map((field) => [field, (search.get(field) ?? '').trim().slice(0, 40).toWellFormed()]),
	) as DiagnosisValues
	const business = choice(businessTypes, values.business)
	const receivable = choice(receivables, values.receivable)
	if (receivable === 'salary') return { kind: 'salary', values }

	const industry = choice(industries, values.industry)
	const debtor = choice(debtors, values.debtor)
	const tax = choice(taxStates, values.tax)
	const face = parseYen(values.face)
	const wanted = parseYen(values.wanted)
	const dueOn = parseDay(values.due)
	const wantedOn = parseDay(values.by)
	const quotedRate = values.rate === '' ? null : parsePercent(values.rate)

	const errors: DiagnosisErrors = {}
	addError(errors, 'business', businessError(business))
	addError(errors, 'industry', industry ? null : '業種を選んでください。')
	addError(errors, 'receivable', receivable ? null : '売掛金の種類を選んでください。')
	addError(errors, 'debtor', debtor ? null : '支払う相手を選んでください。')
	addError(errors, 'tax', tax ? null : '税金・社会保険料の状況を選んでください。')
	addError(errors, 'face', yenError(face, values.face, '売掛金の額'))
	addError(errors, 'wanted', yenError(wanted, values.wanted, '必要な額'))
	addError(errors, 'due', dueError(dueOn, values.due, receivable, today))
	addError(errors, 'by', wantedOnError(wantedOn, values.by, today))
	addError(errors, 'rate', rateError(quotedRate))

	const read = { business, industry, receivable, debtor, face, dueOn, wanted, wantedOn, tax, quotedRate }
	if (Object.keys(errors).length > 0 || !isComplete(read)) return { kind: 'invalid', values, errors }
	return { kind: 'ready', values, input: read }
}

/** What a form holds before all of it is known to be there. */
type ReadDiagnosis = { [Field in Exclude<keyof DiagnosisInput, 'business'>]: DiagnosisInput[Field] | null } & {
	business: BusinessType | null
}

function isComplete(read: ReadDiagnosis): read is DiagnosisInput {
	const optional: keyof DiagnosisInput = 'quotedRate'
	return read.business !== 'employee' && Object.entries(read).every(([field, value]) => value !== null || field === optional)
}

function businessError(business: BusinessType | null): string | null {
	if (business === null) return '事業の形を選んでください。'
	if (business !== 'employee') return null
	return 'この診断は事業の売掛金を対象にしています。副業などの売掛金がある場合は「個人事業主・フリーランス」を選んでください。'
}

const rateError = (rate: number | null): string | null =>
	rate === null || (rate > 0 && rate < 100) ? null : '手数料は0より大きく100より小さい数字（%）で入力してください。'

/** How long a shared result is shown as of the day on which it was made. */
const SHARED_DAYS = 92

/**
 * The reference day for the dates of a form: `on` in the URL for a result of the last three months, so that one that was
 * shared reads the same a week later, else today.
 */
export function diagnosisDay(search: URLSearchParams, today: string): string {
	const on = parseDay((search.get('on') ?? '').slice(0, 40))
	if (on === null) return today
	const age = daysBetween(on, today)
	return age >= 0 && age <= SHARED_DAYS ? on : today
}

/** The canonical query of a complete form, for sharing. `on` is the day of `diagnosisDay`. */
export function diagnosisSearch(input: DiagnosisInput, on: string): string {
	const { business, industry, receivable, debtor, face, dueOn, wanted, wantedOn, tax, quotedRate } = input
	return `?${new URLSearchParams({
		business,
		industry,
		receivable,
		debtor,
		face: String(face),
		due: dueOn,
		wanted: String(wanted),
		by: wantedOn,
		tax,
		...(quotedRate === null ? {} : { rate: String(quotedRate) }),
		on,
	}).toString()}`
}

function choice<T extends string>(options: readonly { value: T }[], given: string): T | null {
	return options.find(({ value }) => value === given)?.value ?? null
}

function addError(errors: DiagnosisErrors, field: DiagnosisField, message: string | null): void {
	if (message !== null) errors[field] = message
}

function parsePercent(text: string): number {
	const plain = text.normalize('NFKC').replaceAll(/[%\s]/g, '')
	return /^\d{1,3}(?:\.\d{1,3})?$/.test(plain) ? Number(plain) : Number.NaN
}

/** Parses a day from a date field or typed by hand (2026-12-05, 2026/12/5), as 'YYYY-MM-DD'. Null where there is no such day. */
export function parseDay(text: string): string | null {
	const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text.normalize('NFKC').replaceAll(/\s/g, ''))
	if (!match) return null
	const [, year, month, day] = match
	const iso = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
	return isCalendarDay(iso) ? iso : null
}

function yenError(value: number | null, typed: string, label: string): string | null {
	if (typed === '') return `${label}を入力してください。`
	if (value === null) return `${label}は「3000000」や「300万」のように数字で入力してください。`
	if (value < MIN_YEN) return `${label}は1万円以上で入力してください。`
	return value > MAX_YEN ? `${label}は10億円以下で入力してください。` : null
}

function dueError(day: string | null, typed: string, receivable: Receivable | null, today: string): string | null {
	if (typed === '') return '入金予定日を入力してください。'
	if (day === null) return '入金予定日は「2026-12-31」のような日付で入力してください。'
	const ahead = daysBetween(today, day)
	if (receivable === 'overdue')
		return ahead > 0 ? '支払期日を過ぎた売掛金では、過ぎた期日を入力してください。' : tooFar(-ahead, 365 * 5, '期日')
	if (ahead < 0)
		return '過ぎた日付です。期日を過ぎても入金がない場合は、売掛金の種類で「支払期日を過ぎても入金されない売掛金」を選んでください。'
	return tooFar(ahead, LONGEST_DUE_DAYS, '入金予定日')
}

function wantedOnError(day: string | null, typed: string, today: string): string | null {
	if (typed === '') return '必要な日を入力してください。'
	if (day === null) return '必要な日は「2026-12-31」のような日付で入力してください。'
	const ahead = daysBetween(today, day)
	return ahead < 0 ? '必要な日は今日以降の日付で入力してください。' : tooFar(ahead, LONGEST_WANTED_DAYS, '必要な日')
}

function tooFar(days: number, most: number, label: string): string | null {
	return days > most ? `${label}は今日から${most}日以内の日付で入力してください。` : null
}
