import { z } from '@hono/zod-openapi'
import { feeBasisSchema, professionSchema } from '../taxonomy/taxonomy-schemas.ts'

export const rating = z.object({ average: z.number().nullable(), count: z.int() })

export const officeKind = z.enum(['sole', 'corporation', 'company', 'joint'])

export const accepting = z.enum(['open', 'limited', 'paused'])

export const feeSchema = z.object({
	taskId: z.int(),
	taskName: z.string(),
	basis: feeBasisSchema,
	min: z.number(),
	max: z.number().nullable(),
})

export const officeCardSchema = z
	.object({
		id: z.int(),
		kind: officeKind,
		name: z.string(),
		headline: z.string(),
		picture: z.string().nullable(),
		professions: z.array(professionSchema),
		prefectureId: z.int(),
		prefectureName: z.string(),
		municipalityName: z.string(),
		nearestStation: z.object({ name: z.string(), walkMinutes: z.int(), distanceMetres: z.int() }).nullable(),
		fee: feeSchema.nullable(),
		parts: z.array(z.string()).nullable().describe('料金の業務のうち、法律によりこの事務所が行える範囲。すべてなら null。'),
		firstConsultation: z.string(),
		firstConsultationFree: z.boolean(),
		replyMinutes: z.int().nullable().describe('最初の返信までの中央値（営業時間の分、直近90日・3件以上）。'),
		nextFreeAt: z.string().nullable().describe('サイトで予約できる最短の日時。予約を受けていないときは null。'),
		online: z.boolean(),
		weekend: z.boolean(),
		evening: z.boolean(),
		accepting,
		rating,
		staffCount: z.int(),
		experts: z.array(z.object({ id: z.int(), name: z.string(), portrait: z.string().nullable() })),
		distanceMetres: z.number().nullable(),
		isDemo: z.boolean(),
		reasons: z.array(z.string()).describe('この順に並ぶ理由。'),
	})
	.openapi('OfficeCard')
