import { z } from 'zod'
import { text } from '../questions/schemas.ts'
import { isCalendarDay } from '../shared/japan-time.ts'
import { restrictionReason } from './restriction-input.ts'

const reason = text('本人に伝える理由', restrictionReason)

export const limitSchema = z.object({
	reason,
	until: z
		.string()
		.trim()
		.refine((typed) => isCalendarDay(typed), '制限の最後の日を入力してください。'),
})
export const suspensionSchema = z.object({
	reason,
	understood: z.literal('1', { error: '停止すると起きることを確認して、チェックを付けてください。' }),
})
/** A request for a colleague's consent: the reason is the one that the person gets in the end. */
export const suspensionRequestSchema = z.object({ reason })
export const restorationSchema = z.object({ reason })
