import { z } from 'zod'
import { clientKeySchema, text } from '../questions/schemas.ts'
import { cleanLine } from '../shared/text-input.ts'
import { inquiryLengths } from './inquiry-input.ts'

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
