import { z } from 'zod'
import { emailSchema } from '../accounts/schemas.ts'
import { clientKeySchema, text } from '../questions/schemas.ts'
import { cleanLine, removeInvisible } from '../shared/text-input.ts'
import {
	BUDGET,
	businessSizes,
	declineReasons,
	DESIRED_WITHIN_DAYS,
	entities,
	estimateLengths as lengths,
	MAX_OFFICES,
} from './estimate-input.ts'
import { EXPENSES_MAX, MAX_LINES, QUANTITY, taxRates, UNIT_PRICE, VALID_WITHIN_DAYS } from './estimate-quote.ts'
import { plainNumber } from './plain-number.ts'
import { answersSchema, type TaskQuestion } from './task-questions.ts'
import { addDays, isCalendarDay, isoDay } from '../shared/japan-time.ts'

/** Schemas of the forms of estimates. Messages are shown beside the field. */

const ids = z.array(z.int().min(1).max(2_147_483_647)).transform((all) => [...new Set(all)])

export const startSchema = z.object({
	taskId: z.int({ error: '頼みたい業務を選んでください。' }).min(101, '頼みたい業務を選んでください。').max(9_999),
	prefectureId: z.int().min(1).max(47).nullable(),
	municipalityId: z.int().min(1_000).max(47_999).nullable(),
	officeIds: ids.transform((all) => all.slice(0, MAX_OFFICES)),
	clientKey: clientKeySchema,
})
export type StartInput = z.output<typeof startSchema>

/** The first page of the form; the place as it was typed. */
export const taskSchema = startSchema.pick({ taskId: true }).extend({ place: text('地域', lengths.place, cleanLine) })

export type AreaInput = { prefectureId: number; municipalityId: number | null }

const typed = z.string().transform(removeInvisible)

/** Input of the business step, before it is validated against the questions of the task. */
export const typedFactsSchema = z.object({
	entity: typed,
	industry: typed,
	size: typed.nullable(),
	facts: typed,
	answers: z.record(z.string().max(40), z.string().max(1_000).transform(removeInvisible)),
	opponent: typed.default(''),
})
export type TypedFacts = z.output<typeof typedFactsSchema>

/** Names of opponents as they are disclosed to one office. */
export const opponentSchema = z.object({ opponent: text('相手方のお名前', { ...lengths.opponent, min: 1 }, cleanLine) })

export const factsSchema = (questions: readonly TaskQuestion[]) =>
	z.object({
		entity: z.enum(
			entities.map(({ value }) => value),
			{ error: '事業の形を選んでください。' },
		),
		industry: text('業種', lengths.industry, cleanLine),
		size: z
			.enum(businessSizes.map(({ value }) => value))
			.nullable()
			.catch(null),
		facts: text('事業の内容', lengths.facts),
		/** Requested when a part of the task is a representation; only for the chosen office. */
		opponent: text('相手方のお名前', lengths.opponent, cleanLine).default(''),
		answers: answersSchema(questions),
	})

export const wishesSchema = (now: Date) =>
	z.object({
		budgetMax: z.string().transform((typed, check) => {
			const amount = plainNumber(typed)
			if (amount === '') return null
			const value = Number(amount)
			if (/^\d{1,12}$/.test(amount) && value >= BUDGET.min && value <= BUDGET.max) return value
			check.addIssue({ code: 'custom', message: '予算の上限は、1,000円から1億円までの整数で入力してください。' })
			return z.NEVER
		}),
		desiredOn: dayBetween('希望の時期', now, DESIRED_WITHIN_DAYS).transform((day) => (day === '' ? null : day)),
		wishes: text('希望', lengths.wishes),
	})

/** A day of the calendar from today on, or ''. */
function dayBetween(what: string, now: Date, days: number) {
	return z
		.string()
		.trim()
		.refine((typed) => typed === '' || isCalendarDay(typed), `${what}の日付を確認してください。`)
		.refine((typed) => typed === '' || !isCalendarDay(typed) || typed >= isoDay(now), `${what}には、今日以降の日付を入力してください。`)
		.refine(
			(typed) => typed === '' || !isCalendarDay(typed) || typed <= addDays(isoDay(now), days),
			`${what}が先すぎます。${Math.round(days / 365)}年以内の日付を入力してください。`,
		)
}

export const officesSchema = z.object({
	officeIds: ids
		.refine((all) => all.length > 0, '見積もりを頼む事務所を、1つ以上選んでください。')
		.refine((all) => all.length <= MAX_OFFICES, `事務所は${MAX_OFFICES}つまで選べます。`),
})

/** Offices that support proposes, or of those the ones that the client wants to ask. */
export const proposalSchema = z.object({
	officeId: z
		.union([z.string(), z.array(z.string())])
		.optional()
		.transform((typed) => [typed ?? []].flat().map(Number))
		.pipe(ids)
		.refine((all) => all.length > 0, '事務所を1つ以上選んでください。')
		.refine((all) => all.length <= MAX_OFFICES, `事務所は${MAX_OFFICES}つまで選べます。`),
})

export const contactSchema = z.object({
	contactName: text('お名前', lengths.contactName, cleanLine),
	/** A member's is the account's. */
	email: emailSchema,
	phone: z
		.string()
		.transform((typed) =>
			typed
				.normalize('NFKC')
				.replaceAll(/[\s‐‑–—―−ー]/g, '-')
				.trim(),
		)
		.refine((typed) => typed === '' || /^0\d{9,10}$/.test(typed.replaceAll(/[-()]/g, '')), '電話番号を市外局番から入力してください。')
		.transform((typed) => (typed === '' ? null : typed)),
})

export type ContactInput = z.output<typeof contactSchema>

/** What is typed counts; without it the offered reason that was chosen. */
export const declineSchema = z
	.object({
		reason: z.string().default(''),
		choice: z
			.enum(declineReasons.map((one) => one.text))
			.or(z.literal(''))
			.catch(''),
	})
	.transform(({ reason, choice }) => ({ reason: reason.trim() === '' ? choice : reason }))
	.pipe(z.object({ reason: text('辞退の理由', lengths.declineReason) }))

/** Why support ends a request: both sides read it. */
export const leadCancelSchema = z.object({ reason: text('理由', lengths.staffReason) })
export const leadNoteSchema = z.object({ note: text('メモ', lengths.staffNote) })
export const changeSchema = z.object({ change: text('変更の希望', lengths.change) })

const amount = (what: string, { min, max }: { min: number; max: number }) =>
	z.string({ error: `${what}を入力してください。` }).transform((typed, check) => {
		const value = plainNumber(typed)
		const problem =
			value === ''
				? `${what}を入力してください。`
				: /^-?\d{1,12}$/.test(value) && Number(value) >= min && Number(value) <= max
					? null
					: `${what}は、${min.toLocaleString('ja-JP')}から${max.toLocaleString('ja-JP')}までの整数で入力してください。`
		if (problem === null) return Number(value)
		check.addIssue({ code: 'custom', message: problem })
		return z.NEVER
	})

const quantity = z.string().transform((typed, check) => {
	const value = plainNumber(typed)
	if (/^\d{1,4}(?:\.\d{1,2})?$/.test(value) && Number(value) >= QUANTITY.min) return Number(value)
	check.addIssue({ code: 'custom', message: '数量は、0.01から9,999までの数（小数は2桁まで）で入力してください。' })
	return z.NEVER
})

const lineSchema = z.object({
	name: text('項目の名前', lengths.lineName, cleanLine),
	quantity,
	unit: text('単位', lengths.lineUnit, cleanLine),
	unitPrice: amount('単価', UNIT_PRICE),
	taxRate: z
		.string()
		.transform(Number)
		.pipe(z.literal(taxRates, { error: '税率を選んでください。' })),
})

export const quoteSchema = (now: Date) =>
	z.object({
		lines: z.array(lineSchema).min(1, '項目を1つ以上入力してください。').max(MAX_LINES, `項目は${MAX_LINES}行までです。`),
		expenses: z
			.string()
			.transform((typed) => (typed.trim() === '' ? '0' : typed))
			.pipe(amount('実費', { min: 0, max: EXPENSES_MAX })),
		validUntil: z
			.string()
			.trim()
			.min(1, '有効期限を入力してください。')
			.pipe(dayBetween('有効期限', now, VALID_WITHIN_DAYS)),
		message: text('メッセージ', lengths.message),
		clientKey: clientKeySchema,
	})
export type QuoteInput = z.output<ReturnType<typeof quoteSchema>>
