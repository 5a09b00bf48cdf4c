import { z } from 'zod'
import { wordLimits } from '../../accounts/mailing/mail-words.ts'
import type { MailWords } from '../../shared/context.ts'
import { cleanLine, cleanText } from '../../shared/text-input.ts'

/** Longer than any limit, which the domain checks by part. */
const typed = (name: keyof MailWords, clean: (text: string) => string) =>
	z
		.string()
		.default('')
		.transform((text) => clean(text.slice(0, wordLimits[name] * 4)))

export const wordsSchema = z.object({
	subject: typed('subject', cleanLine),
	heading: typed('heading', cleanLine),
	body: typed('body', cleanText),
	button: typed('button', cleanLine),
	after: typed('after', cleanText),
})

export const templateSchema = wordsSchema.extend({
	note: z
		.string()
		.default('')
		.transform((text) => cleanLine(text).slice(0, 300)),
	version: z.coerce.number().int().min(0),
})

export const restoreSchema = z.object({
	/** Empty for the words of the code. */
	targetId: z.string().transform((id) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : null)),
	version: z.coerce.number().int().min(0),
})
