import { z } from 'zod'
import { clientKeySchema, text } from '../questions/schemas.ts'
import { betweenFields } from '../shared/parse-input.ts'
import { cleanLine } from '../shared/text-input.ts'
import { contactLengths as lengths, reaches } from './contact-input.ts'
import { contactSchema } from '../estimates/estimate-schemas.ts'

/** The form of asking for contact. A member's address is the account's, whatever was typed. */
export const diagnosisContactSchema = z
	.object({
		contactName: text('お名前', lengths.contactName, cleanLine),
		email: contactSchema.shape.email,
		phone: contactSchema.shape.phone,
		company: text('会社名・屋号', lengths.company, cleanLine),
		reach: z.enum(
			reaches.map(({ value }) => value),
			{ error: '連絡の方法を選んでください。' },
		),
		reachTime: text('連絡の希望の時間帯', lengths.reachTime, cleanLine),
		message: text('相談したいこと', lengths.message),
		consent: z.literal(true, { error: 'ご確認のうえ、チェックを入れてください。' }),
		clientKey: clientKeySchema,
	})
	.check(
		betweenFields(['reach', 'phone'], ({ reach, phone }, report) => {
			if (reach === 'phone' && phone === null) report('phone', '電話での連絡を希望するときは、電話番号を入力してください。')
		}),
	)

export type DiagnosisContactInput = z.output<typeof diagnosisContactSchema>

/** The result, for a colleague who takes over; it is in the person's export of their data. */
export const closingSchema = z.object({ note: text('メモ', lengths.note) })
export const noteSchema = z.object({ note: text('メモ', { ...lengths.note, min: 0 }) })
