import { z } from 'zod'
import { dayField } from '../billing/billing-schemas.ts'
import { clientKeySchema, text } from '../questions/schemas.ts'
import { startOfDay } from '../shared/japan-time.ts'
import { cleanLine } from '../shared/text-input.ts'
import { type IncidentKind, incidentKinds, incidentLengths as lengths } from './incident-input.ts'

/** A clock time in Japan. */
export const clockField = z
	.string({ error: '時刻を入力してください。' })
	.overwrite(cleanLine)
	.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, '時刻を「09:05」の形で入力してください。')

/** A notice as its form sends it; `beganAt` is the moment in Japan. */
export const incidentNoticeSchema = z
	.object({
		kind: z.enum(incidentKinds.map(({ value }) => value) as [IncidentKind, ...IncidentKind[]], { error: '種類を選んでください。' }),
		title: text('見出し', lengths.title, cleanLine),
		scope: text('影響の範囲', lengths.scope, cleanLine),
		body: text('内容', lengths.body),
		beganOn: dayField('始まり').refine((typed) => typed >= '2020-01-01' && typed <= '2099-12-31', '始まりの日付を確認してください。'),
		beganTime: clockField,
		clientKey: clientKeySchema,
	})
	.transform(({ beganOn, beganTime, ...rest }) => {
		const [hour = 0, minute = 0] = beganTime.split(':').map(Number)
		return { ...rest, beganAt: new Date(startOfDay(beganOn).getTime() + (hour * 60 + minute) * 60_000) }
	})
export type IncidentNoticeInput = z.output<typeof incidentNoticeSchema>

export const incidentUpdateSchema = z.object({ body: text('経過', lengths.update), clientKey: clientKeySchema })
export type IncidentUpdateInput = z.output<typeof incidentUpdateSchema>
