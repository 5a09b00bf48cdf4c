import { z } from 'zod'
import { clientKeySchema } from '../../shared/schemas.ts'
import { cleanText } from '../../shared/text-input.ts'
import { BLANK, BODY_LENGTH, findUnknown, letterKinds, REASON_LENGTH } from './letter-texts.ts'

const lengthOf = (body: string) => Array.from(body).length
const bodyField = z
	.string()
	.transform(cleanText)
	.superRefine((body, check) => {
		const report = (message: string) => check.addIssue({ code: 'custom', message })
		if (lengthOf(body) < BODY_LENGTH.min) report(`本文は${BODY_LENGTH.min}文字以上で書いてください。`)
		if (lengthOf(body) > BODY_LENGTH.max) report(`本文は${BODY_LENGTH.max.toLocaleString('ja-JP')}文字までにしてください。`)
	})
const kindField = z.enum(letterKinds, { error: '契約書の種類を選んでください。' })

export const offerSchema = z.object({
	kind: kindField,
	body: bodyField.superRefine((body, check) => {
		const report = (message: string) => check.addIssue({ code: 'custom', message })
		if (body.includes(BLANK)) report(`「${BLANK}」のところに内容を書いてください。`)
		const [named] = /[{｛][^{}｛｝\n]{1,20}[}｝]/.exec(body) ?? []
		if (named !== undefined) report(`「${named}」が残っています。内容に書き換えてください。`)
	}),
	clientKey: clientKeySchema,
})
export const templateSchema = z.object({
	kind: kindField,
	body: bodyField.superRefine((body, check) => {
		const unknown = findUnknown(body)
		if (unknown !== null) check.addIssue({ code: 'custom', message: `{${unknown}} は差し込めません。使える項目から選んでください。` })
	}),
})
export const agreeSchema = z.object({
	hash: z.string().regex(/^[0-9a-f]{64}$/, 'ページを開き直してください。'),
	agreed: z.literal('1', { error: '内容を確認して、同意の欄に印を付けてください。' }),
})
export const revokeSchema = z.object({
	reason: z
		.string()
		.transform(cleanText)
		.refine(
			(reason) => lengthOf(reason) >= REASON_LENGTH.min && lengthOf(reason) <= REASON_LENGTH.max,
			`理由は${REASON_LENGTH.min}文字以上${REASON_LENGTH.max}文字までで書いてください。`,
		),
})

export type OfferInput = z.output<typeof offerSchema>
export type TemplateInput = z.output<typeof templateSchema>
