import { z } from 'zod'
import { kindNames, type NotificationKind } from './notification-kinds.ts'

const channelsSchema = z.object({
	site: z.boolean().describe('サイト内のお知らせ。'),
	mail: z.boolean().describe('届いたときのメール。'),
	digest: z.boolean().describe('毎朝8時のまとめのメール。'),
})

export const kindSchema = z.enum(kindNames as [NotificationKind, ...NotificationKind[]])

export const settingsChangeSchema = z.object({
	receiveEmail: z.boolean().optional().describe('false は、安全に関わるものを除くすべてのメールを止めます。'),
	kinds: z.partialRecord(kindSchema, channelsSchema).optional().describe('変える種類だけ。'),
})

export const settingsSchema = z.object({ receiveEmail: z.boolean(), kinds: z.record(kindSchema, channelsSchema) })

const id = z.int().min(1).max(0x7fffffff)

/** Some, or all of them. */
export const readSchema = z.object({
	ids: z.array(id).max(100).optional().describe('既読にするお知らせの番号。'),
	all: z.literal(true).optional().describe('すべてを既読にします。'),
})
