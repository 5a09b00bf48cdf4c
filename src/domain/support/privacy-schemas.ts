import { z } from 'zod'
import { emailSchema } from '../accounts/schemas.ts'
import { dayField } from '../billing/billing-schemas.ts'
import { clientKeySchema, text } from '../questions/schemas.ts'
import { cleanLine } from '../shared/text-input.ts'
import { identityMethods, privacyKindNames, privacyLengths as lengths, privacyOutcomes } from './privacy-input.ts'
import { claimants } from './support-input.ts'

const values = <Value extends string>(options: readonly { value: Value }[]) => options.map(({ value }) => value)

/** A uid or a mail address; empty for somebody without an account. */
const account = z.string().max(254, '会員のIDかメールアドレスを入力してください。').overwrite(cleanLine).catch('')
const email = z
	.string()
	.overwrite(cleanLine)
	.pipe(z.union([z.literal(''), emailSchema]))
	.transform((typed) => (typed === '' ? null : typed))

/** A request that came by letter or mail, as staff write it down. */
export const privacyIntakeSchema = z.object({
	kind: z.enum(privacyKindNames, { error: '請求の種類を選んでください。' }),
	channel: z.enum(['mail', 'letter'], { error: '届いた方法を選んでください。' }),
	claimant: z.enum(values(claimants), { error: '申し出る方の立場を選んでください。' }),
	requesterName: text('お名前', lengths.requesterName, cleanLine),
	email,
	account,
	receivedOn: dayField('届いた日'),
	body: text('請求の内容', lengths.body),
	clientKey: clientKeySchema,
})
export type PrivacyIntake = z.output<typeof privacyIntakeSchema>

export const identityCheckSchema = z.object({
	method: z.enum(values(identityMethods), { error: '確かめた方法を選んでください。' }),
	note: text('確かめたもの', lengths.identityNote),
	account,
})

export const outlookSchema = z.object({ until: dayField('結果を知らせる日'), outlook: text('見通し', lengths.outlook) })

export const privacyDecisionSchema = z.object({
	outcome: z.enum(values(privacyOutcomes), { error: '結果を選んでください。' }),
	decision: text('結果の文面', lengths.decision),
})

export const erasureSchema = z.object({
	reason: text('消去する理由', lengths.reason),
	understood: z.literal('1', { error: '消去すると起きることを確認して、チェックを付けてください。' }),
})
