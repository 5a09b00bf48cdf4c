import { z } from 'zod'
import { clientKeySchema, text } from '../questions/schemas.ts'
import { paidPlans } from '../plans/entitlements.ts'
import { isCalendarDay } from '../shared/japan-time.ts'
import { yen } from '../shared/yen.ts'
import { cleanLine } from '../shared/text-input.ts'
import { intervals } from './billing-days.ts'
import { parseInvoiceNumber } from './invoice-number.ts'

export const choiceSchema = z.object({
	plan: z.enum(paidPlans, { error: 'プランを選んでください。' }),
	interval: z.enum(intervals, { error: '支払いの間隔を選んでください。' }),
})

const coupon = z
	.string()
	.transform((typed) => typed.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase())
	.refine((code) => code === '' || /^[A-Z0-9]{4,20}$/.test(code), 'クーポンは、英字と数字の4〜20文字です。')

export const profileSchema = z.object({
	addressee: text('請求書の宛名', { min: 1, max: 80 }, cleanLine),
	payerKana: text('振込人の名義', { min: 1, max: 60 }, cleanLine).refine(
		(typed) => /^[\p{Script=Katakana}\p{Script=Hiragana}ーA-Za-z0-9０-９Ａ-Ｚ（）().．・\-－ 　]+$/u.test(typed.normalize('NFKC')),
		'振込人の名義は、カタカナで入力してください。',
	),
})

export const startSchema = choiceSchema.extend({ ...profileSchema.shape, coupon, clientKey: clientKeySchema })
export type StartInput = z.output<typeof startSchema>

export const cancelSchema = z.object({ reason: text('理由', { min: 0, max: 500 }) })

/** As a Japanese keyboard leaves a number: full-width digits, commas, 円. */
export const yenField = (what: string, { min, max }: { min: number; max: number }) =>
	z.string().transform((typed, check) => {
		const digits = typed.normalize('NFKC').replaceAll(/[,\s円¥]/g, '')
		const value = Number(digits)
		if (/^\d{1,9}$/.test(digits) && value >= min && value <= max) return value
		check.addIssue({
			code: 'custom',
			message: `${what}は、${yen(min)}から${yen(max)}までの整数で入力してください。`,
		})
		return z.NEVER
	})

export const dayField = (what: string) =>
	z
		.string()
		.trim()
		.refine((typed) => isCalendarDay(typed), `${what}の日付を確認してください。`)

const id = z.coerce.number().int().min(0).max(2_147_483_647).catch(0)

export const paymentSchema = z.object({
	receivedOn: dayField('入金日'),
	amount: yenField('入金額', { min: 1, max: 100_000_000 }),
	payer: text('振込人', { min: 0, max: 80 }, cleanLine),
	clientKey: clientKeySchema,
})

export const refundRequestSchema = z.object({
	amount: yenField('返金額', { min: 1, max: 100_000_000 }),
	reason: text('理由', { min: 5, max: 500 }),
	clientKey: clientKeySchema,
})
export type RefundRequest = z.output<typeof refundRequestSchema>

export const refundPaidSchema = z.object({ targetId: id, paidOn: dayField('振込日') })
export const refundTargetSchema = z.object({ targetId: id })

export const matchSchema = z.object({
	targetId: id,
	invoiceNumber: z
		.string()
		.transform((typed) => parseInvoiceNumber(typed))
		.refine((number) => number !== null, '請求書の番号は、2026-000012 の形で入力してください。'),
})
export const ignoreSchema = z.object({ targetId: id, reason: text('理由', { min: 1, max: 200 }, cleanLine) })

export const dunningSchema = z.object({
	targetId: id,
	daysAfterDue: z.coerce
		.number({ error: '日数を入力してください。' })
		.int('日数は整数で入力してください。')
		.min(-10, '日数は−10から13までです。')
		.max(13, '日数は−10から13までです。'),
	subject: text('件名', { min: 1, max: 80 }, cleanLine),
	body: text('本文', { min: 1, max: 2_000 }),
})
export type DunningInput = z.output<typeof dunningSchema>

export const priceSchema = choiceSchema.extend({
	amount: yenField('料金', { min: 100, max: 10_000_000 }),
	effectiveOn: dayField('適用を始める日'),
})
export type PriceInput = z.output<typeof priceSchema>

const whole = (what: string, min: number, max: number) =>
	z.coerce
		.number({ error: `${what}を入力してください。` })
		.int()
		.min(min, `${what}は${min}からです。`)
		.max(max, `${what}は${max}までです。`)

export const couponSchema = z.object({
	couponCode: coupon.refine((code) => code !== '', 'コードを入力してください。'),
	percentOff: whole('値引き率', 1, 100),
	periodCount: whole('回数', 1, 24),
	validUntil: dayField('使える期限'),
	useLimit: whole('使える人数', 1, 100_000),
	note: text('メモ', { min: 0, max: 100 }, cleanLine),
})
export type CouponInput = z.output<typeof couponSchema>
