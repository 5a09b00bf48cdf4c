import { z } from 'zod'
import { kindNames, type NotificationKind } from './notification-kinds.ts'

const channelsSchema = z.object({
	site: z.boolean().describe('サイト内のお知らせ。'),
	mail: z.boolean().describe('届いたときのメール。'),
	digest: z.boolean().describe('毎朝8時のまとめのメール。'),
	push: z.boolean().optional().describe('登録した端末へのプッシュ通知。'),
	line: z.boolean().optional().describe('LINEでのお知らせ。'),
})

export const kindSchema = z.enum(kindNames as [NotificationKind, ...NotificationKind[]])

export const settingsChangeSchema = z.object({
	receiveEmail: z.boolean().optional().describe('false は、安全に関わるものを除くすべてのメールを止めます。'),
	kinds: z.partialRecord(kindSchema, channelsSchema).optional().describe('変える種類だけ。'),
})
