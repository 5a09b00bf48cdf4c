import { z } from '@hono/zod-openapi'
import type { Expert } from '../../domain/experts/types.ts'
import { professionSchema } from '../taxonomy/taxonomy-schemas.ts'
import { officeCardSchema } from '../listings/office-card-schemas.ts'
import { date, moment } from '../shared/define.ts'

export const credentialSchema = z.object({
	profession: professionSchema,
	registrationNumber: z.string(),
	association: z.string(),
	registeredOn: date.nullable(),
})

const expertOffice = z.object({ id: z.int(), name: z.string(), prefectureName: z.string(), municipalityName: z.string() })

export const pickupExpertSchema = z
	.object({
		id: z.int(),
		name: z.string(),
		kana: z.string(),
		headline: z.string(),
		portrait: z.string().nullable(),
		professions: z.array(professionSchema),
		practisingYears: z.int().nullable(),
		office: expertOffice.nullable(),
		taskNames: z.array(z.string()),
		pickupId: z.int(),
		reason: z.string().describe('取り上げた理由。'),
		isPr: z.boolean().describe('有料の掲載（広告）かどうか。'),
	})
	.openapi('PickupExpert')

export const expertSchema = z
	.object({
		id: z.int(),
		uid: z.string(),
		name: z.string(),
		kana: z.string(),
		headline: z.string(),
		biography: z.array(z.string()),
		portrait: z.string().nullable(),
		practisingSince: date.nullable(),
		practisingYears: z.int().nullable(),
		languages: z.array(z.string()),
		website: z.string().nullable(),
		links: z.array(z.string()).describe('本人のほかのページ。'),
		areaIds: z.array(z.int()).describe('対応する都道府県の番号。'),
		verifiedAt: moment,
		updatedAt: moment,
		credentials: z.array(credentialSchema),
		tasks: z.array(z.object({ id: z.int(), name: z.string(), taskCategoryId: z.int(), taskCategoryName: z.string() })),
		offices: z.array(officeCardSchema),
	})
	.openapi('Expert')

export function presentExpert(expert: Expert): z.input<typeof expertSchema> {
	return { ...expert, verifiedAt: expert.verifiedAt.toISOString(), updatedAt: expert.updatedAt.toISOString() }
}
