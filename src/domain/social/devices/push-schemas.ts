import { z } from 'zod'
import { cleanLine } from '../../shared/text-input.ts'

const base64url = (bytes: number) =>
	z
		.string()
		.max(200)
		.regex(/^[\w-]+={0,2}$/)
		.refine((text) => Buffer.from(text, 'base64url').length === bytes)

export const lineNoticesSchema = z.object({
	shows: z
		.string()
		.optional()
		.transform((text) => text !== undefined),
})

/** What a browser gives for its pushes. */
export const pushSubscriptionSchema = z.object({
	endpoint: z.string().min(1).max(1000).transform(cleanLine),
	/** A point on P-256, uncompressed. */
	p256dh: base64url(65),
	auth: base64url(16),
})

export type PushSubscriptionInput = z.output<typeof pushSubscriptionSchema>

export const pushDeviceSchema = z.object({ targetId: z.coerce.number().int().min(1).max(0x7fffffff) })

export const pushContentSchema = pushDeviceSchema.extend({ shows: z.string().transform((text) => text === '1') })
