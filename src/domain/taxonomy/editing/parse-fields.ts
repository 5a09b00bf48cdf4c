import { DomainError } from '../../shared/errors.ts'
import { isCalendarDay } from '../../shared/japan-time.ts'
import { cleanLine, cleanText } from '../../shared/text-input.ts'
import type { Faq } from '../types.ts'
import { type Fields, type FieldValue, type ItemField, itemFields, type ItemKind } from './item-fields.ts'

/** What a form sent: a text for each field, or several for a field of several choices. */
export type TypedFields = Readonly<Record<string, string | readonly string[]>>

/** Most entries of a list. */
const MOST_ENTRIES = 40

class Fault extends Error {}

const fail = (sentence: string): never => {
	throw new Fault(sentence)
}

const within = (field: ItemField, text: string): string =>
	text.length > (field.max ?? 2_000) ? fail(`${field.label}は${field.max}文字以内で書いてください（いま${text.length}文字）。`) : text

const blocksOf = (text: string): string[] =>
	cleanText(text)
		.split(/\n\s*\n/u)
		.map((block) => block.trim())
		.filter((block) => block !== '')

function entriesOf(field: ItemField, entries: readonly string[]): string[] {
	if (entries.length > MOST_ENTRIES) fail(`${field.label}は${MOST_ENTRIES}個までです。`)
	if (new Set(entries).size < entries.length) fail(`${field.label}に、同じものが2つあります。`)
	return entries.map((entry) => within(field, entry))
}

function faqOf(field: ItemField, text: string): Faq[] {
	return blocksOf(text).map((block) => {
		const [question = '', ...rest] = block.split('\n')
		const answer = rest.join('\n').trim()
		if (answer === '') fail(`「${question}」の答えがありません。1行目に質問、次の行から答えを書いてください。`)
		return { question: within(field, question.trim()), answer: within(field, answer) }
	})
}

function numberOf(field: ItemField, text: string): number {
	const typed = text.normalize('NFKC').replaceAll(/[,、\s]/gu, '')
	if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(typed)) fail(`${field.label}は数字で入れてください。`)
	return Number(typed)
}

const parsers: Readonly<Record<ItemField['type'], (field: ItemField, text: string, several: readonly string[]) => FieldValue>> = {
	line: (field, text) => within(field, cleanLine(text)),
	text: (field, text) => within(field, cleanText(text)),
	paragraphs: (field, text) => entriesOf(field, blocksOf(text)),
	lines: (field, text) =>
		entriesOf(
			field,
			text
				.split('\n')
				.map(cleanLine)
				.filter((line) => line !== ''),
		),
	faq: faqOf,
	number: numberOf,
	date: (field, text) => (text === '' ? null : isCalendarDay(text) ? text : fail(`${field.label}を日付で入れてください。`)),
	url: (field, text) => {
		const url = cleanLine(text)
		if (url === '') return null
		if (!URL.canParse(url) || new URL(url).protocol !== 'https:') fail(`${field.label}は https:// で始まるアドレスを入れてください。`)
		return within(field, url)
	},
	choice: (field, text) =>
		text === '' ? null : field.choices?.some(({ value }) => value === text) ? text : fail(`${field.label}を選んでください。`),
	flag: (_field, text) => text !== '',
	choices: (field, _text, several) =>
		several.every((one) => field.choices?.some(({ value }) => value === one)) ? several : fail(`${field.label}を選んでください。`),
}

const isEmpty = (value: FieldValue): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Choices in the order that they had; new ones follow. */
const inOrder = (chosen: readonly string[], before: FieldValue | undefined): string[] => {
	const known = Array.isArray(before) ? before.filter((one): one is string => typeof one === 'string' && chosen.includes(one)) : []
	return [...known, ...chosen.filter((one) => !known.includes(one))]
}

/** Parses every field of an item. `fields` are those of the kind, with the choices of now. Throws `invalid` with a sentence for each. */
export function parseFields(fields: readonly ItemField[], typed: TypedFields, before: Fields): Fields {
	const faults: Record<string, string> = {}
	const parsed: Record<string, FieldValue> = {}
	for (const field of fields) {
		const raw = typed[field.name] ?? ''
		const several = [raw].flat().filter((one) => one !== '')
		try {
			const value = parsers[field.type](field, (several[0] ?? '').replaceAll('\r', ''), several)
			if (isEmpty(value) && !field.optional) fail(`${field.label}を入れてください。`)
			parsed[field.name] = field.type === 'choices' ? inOrder(several, before[field.name]) : value
		} catch (error) {
			if (!(error instanceof Fault)) throw error
			faults[field.name] = error.message
		}
	}
	Object.assign(faults, faultsBetween(parsed))
	if (Object.keys(faults).length > 0) throw new DomainError('invalid', 'invalid fields of an item', { fields: faults })
	return parsed
}

function faultsBetween({ feeMin, feeMax, feeBasis, kana }: Fields): Record<string, string> {
	const faults: Record<string, string> = {}
	if (typeof feeMin === 'number' && typeof feeMax === 'number' && feeMin > feeMax) faults['feeMax'] = '上限は、下限より大きくしてください。'
	else if (feeBasis === 'percentage' && typeof feeMax === 'number' && feeMax > 100) faults['feeMax'] = '割合は100以下にしてください。'
	if (typeof kana === 'string' && kana !== '' && !/^[ぁ-ゖー・、&＆\s\w]+$/u.test(kana))
		faults['kana'] = '読みは、ひらがなで書いてください。'
	return faults
}

/** The fields of a kind, with choices that the database decides. */
export const fieldsOfKind = (kind: ItemKind, choices: Readonly<Record<string, ItemField['choices']>> = {}): ItemField[] =>
	itemFields[kind].map((field) => {
		const given = choices[field.name]
		return given ? { ...field, choices: given } : field
	})
