import { parseYen } from '../shared/typed-yen.ts'
import type { Rates } from './rates.ts'

/** An input of a calculator. Amounts are integer yen; `number` takes decimals. */
export type CalculatorField =
	| { kind: 'yen' | 'number'; name: string; label: string; hint?: string; unit: string; min: number; max: number; initial?: string }
	| { kind: 'choice'; name: string; label: string; hint?: string; options: readonly { value: string; label: string }[] }

export type Answers = {
	/** Of a yen or number field. */
	number: (name: string) => number
	/** Of a choice. */
	choice: (name: string) => string
}

/** `amount` is a text with its unit; `isTotal` sets a line apart. */
export type ResultLine = { label: string; amount: string; note?: string; isTotal?: boolean }

export type CalculatorResult = {
	/** The main figure of the result. */
	headline: { label: string; amount: string }
	tables: { title: string; lines: ResultLine[] }[]
	/** How this result was calculated, and what it leaves out. */
	notes: string[]
}

export type Calculator = {
	slug: string
	title: string
	/** One or two sentences for lists and search engines. */
	summary: string
	fields: readonly CalculatorField[]
	/** Keys of content/facts that it calculates with. */
	rateKeys: readonly string[]
	/** What every result leaves out. */
	limits: readonly string[]
	/** Slugs of the tasks whose experts calculate it exactly. */
	tasks: readonly string[]
	/** Pure. */
	calculate: (answers: Answers, rates: Rates) => CalculatorResult
}

export type CalculatorForm =
	| { kind: 'blank' }
	| { kind: 'invalid'; values: Record<string, string>; errors: Record<string, string> }
	| { kind: 'ready'; values: Record<string, string>; answers: Answers }

const LONGEST = 40

/** Parses the form from a URL; without any value the form counts as not sent. Never throws. */
export function parseCalculatorForm({ fields }: Pick<Calculator, 'fields'>, search: URLSearchParams): CalculatorForm {
	if (!fields.some(({ name }) => search.has(name))) return { kind: 'blank' }
	const values: Record<string, string> = {}
	const errors: Record<string, string> = {}
	const numbers = new Map<string, number>()
	for (const field of fields) {
		const typed = (search.get(field.name) ?? '').trim().slice(0, LONGEST).toWellFormed()
		values[field.name] = typed
		if (field.kind === 'choice') {
			if (!field.options.some(({ value }) => value === typed)) errors[field.name] = `${field.label}を選んでください。`
			continue
		}
		const number = field.kind === 'yen' ? parseYen(typed) : parseNumber(typed)
		const fault = faultOf(field, typed, number)
		if (fault !== null) errors[field.name] = fault
		else numbers.set(field.name, number ?? 0)
	}
	if (Object.keys(errors).length > 0) return { kind: 'invalid', values, errors }
	return { kind: 'ready', values, answers: { number: (name) => numbers.get(name) ?? 0, choice: (name) => values[name] ?? '' } }
}

type NumberField = Extract<CalculatorField, { kind: 'yen' | 'number' }>

function faultOf({ kind, label, min, max, unit }: NumberField, typed: string, number: number | null): string | null {
	if (typed === '') return `${label}を入力してください。なければ0を入れてください。`
	if (number === null)
		return kind === 'yen' ? `${label}は「3000000」や「300万」のように数字で入力してください。` : `${label}は数字で入力してください。`
	if (number < min) return `${label}は${plain(min)}${unit}以上で入力してください。`
	return number > max ? `${label}は${plain(max)}${unit}以下で入力してください。` : null
}

function parseNumber(typed: string): number | null {
	const text = typed.normalize('NFKC').replaceAll(/[,、\s%]|時間|人|日|分|年|個/g, '')
	return /^\d{1,9}(?:\.\d{1,3})?$/.test(text) ? Number(text) : null
}

const plain = (number: number) => number.toLocaleString('ja-JP')

/** 「1,234円」; fractions are dropped. */
export const yenText = (amount: number): string => `${plain(Math.trunc(amount))}円`
/** 「12.5%」 of a share of one. */
export const shareText = (share: number): string => `${plain(Math.round(share * 10_000) / 100)}%`

/** Tax by a bracket table (速算表): rate and deduction of the first bracket whose `upTo` is not exceeded. */
export function bySteps(amount: number, steps: readonly { upTo: number; rate: number; off: number }[]): number {
	const step = steps.find(({ upTo }) => amount <= upTo)
	return step ? Math.max(0, amount * step.rate - step.off) : 0
}

export const floorTo = (amount: number, unit: number): number => Math.floor(amount / unit) * unit
