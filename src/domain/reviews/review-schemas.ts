import { z } from 'zod'
import { text } from '../questions/schemas.ts'
import { cleanLine } from '../shared/text-input.ts'
import { reviewLengths } from './review-input.ts'

export const reviewSchema = z.object({
	stars: z.preprocess(
		(typed) => (typeof typed === 'string' && /^[1-5]$/.test(typed) ? Number(typed) : typed),
		z.int({ error: '星の数を選んでください。' }).min(1, '星の数を選んでください。').max(5, '星の数を選んでください。'),
	),
	body: text('口コミ', reviewLengths.body),
	persona: text('あなたの立場', reviewLengths.persona, cleanLine),
	/** What the author received from the office besides the work, as they disclose it. */
	received: text('受け取ったもの', reviewLengths.received, cleanLine).default(''),
})

export type ReviewInput = z.output<typeof reviewSchema>

export const replySchema = z.object({ reply: text('返信', reviewLengths.reply) })
