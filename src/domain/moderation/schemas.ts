import { z } from 'zod'
import { betweenFields } from '../shared/parse-input.ts'
import { cleanText } from '../shared/text-input.ts'
import { reportLengths, reportReasons } from './input.ts'

const text = (what: string, { min, max }: { min: number; max: number }) =>
	z
		.string()
		.max(4 * max, `${what}は${max.toLocaleString('ja')}文字以内で入力してください。`)
		.transform(cleanText)
		.refine((typed) => Array.from(typed).length <= max, `${what}は${max.toLocaleString('ja')}文字以内で入力してください。`)
		.refine((typed) => Array.from(typed).length >= min, `${what}は${min}文字以上で入力してください。`)

export const reportSchema = z
	.object({
		reason: z.enum(
			reportReasons.map(({ value }) => value),
			{ error: '理由を選んでください。' },
		),
		body: text('説明', reportLengths.report),
	})
	.check(
		betweenFields(['reason', 'body'], ({ reason, body }, report) => {
			if (reason === 'other' && body.length === 0) report('body', 'どのような問題か、説明を書いてください。')
		}),
	)
export type ReportInput = z.output<typeof reportSchema>

export const appealSchema = z.object({ body: text('申し立ての内容', reportLengths.appeal) })

/** The reason of a decision by staff; sent to those concerned. */
export const decisionSchema = z.object({ reason: text('理由', reportLengths.reason) })
