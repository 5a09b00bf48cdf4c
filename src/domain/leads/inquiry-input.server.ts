import { z } from 'zod'
import { clientKeySchema, text } from '../qa/input.server.ts'
import { cleanLine } from '../shared/text-input.ts'
import { inquiryLengths, reviewLengths } from './inquiry-input.ts'

const optionalId = z
	.string()
	.default('')
	.transform((typed) => (/^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : null))

export const inquirySchema = z.object({
	subject: text('件名', inquiryLengths.subject, cleanLine),
	taskId: optionalId,
	body: text('内容', inquiryLengths.body),
	contactName: text('お名前', inquiryLengths.name, cleanLine),
	clientKey: clientKeySchema,
})
export type InquiryInput = z.output<typeof inquirySchema>

export const messageSchema = z.object({ body: text('メッセージ', inquiryLengths.body), clientKey: clientKeySchema })
export type MessageInput = z.output<typeof messageSchema>

export const reviewSchema = z.object({
	stars: z.preprocess(
		(typed) => (typeof typed === 'string' && /^[1-5]$/.test(typed) ? Number(typed) : typed),
		z.int({ error: '星の数を選んでください。' }).min(1, '星の数を選んでください。').max(5, '星の数を選んでください。'),
	),
	body: text('口コミ', reviewLengths.body),
	persona: text('あなたの立場', reviewLengths.persona, cleanLine),
})
export type ReviewInput = z.output<typeof reviewSchema>

export const replySchema = z.object({ reply: text('返信', reviewLengths.reply) })
