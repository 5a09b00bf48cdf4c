import { z } from '@hono/zod-openapi'
import type { OfficeFacts } from '../domain/offices/types.ts'
import type { Expert } from '../domain/experts/types.ts'
import type { Review } from '../domain/reviews/types.ts'
import { municipalitySchema, prefectureSchema, stationSchema } from './area-schemas.ts'
import { feeBasisSchema, professionSchema } from './taxonomy-schemas.ts'

const rating = z.object({ average: z.number().nullable(), count: z.int() })
const officeKind = z.enum(['sole', 'corporation', 'company', 'joint'])
const accepting = z.enum(['open', 'limited', 'paused'])
const date = z.iso.date()
const moment = z.iso.datetime()

const feeSchema = z.object({ taskId: z.int(), taskName: z.string(), basis: feeBasisSchema, min: z.number(), max: z.number().nullable() })

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
		firstConsultation: z.string(),
		firstConsultationFree: z.boolean(),
		replyMinutes: z.int().nullable().describe('最初の返信までの中央値（営業時間の分、直近90日・3件以上）。'),
		online: z.boolean(),
		weekend: z.boolean(),
		evening: z.boolean(),
		accepting,
		rating,
		staffCount: z.int(),
		experts: z.array(z.object({ id: z.int(), name: z.string() })),
		distanceMetres: z.number().nullable(),
		isDemo: z.boolean(),
		reasons: z.array(z.string()).describe('この順に並ぶ理由。'),
	})
	.openapi('OfficeCard')

export const credentialSchema = z.object({
	profession: professionSchema,
	registrationNumber: z.string(),
	association: z.string(),
	registeredOn: date.nullable(),
})

const reviewSchema = z.object({
	id: z.int(),
	stars: z.int().min(1).max(5),
	body: z.string(),
	persona: z.string(),
	taskName: z.string().nullable(),
	createdAt: moment,
	reply: z.string().nullable(),
	repliedAt: moment.nullable(),
})

export const officeSchema = z
	.object({
		id: z.int(),
		kind: officeKind,
		name: z.string(),
		kana: z.string(),
		corporateNumber: z.string().nullable(),
		invoiceNumber: z.string().nullable(),
		representative: z.string(),
		headline: z.string(),
		description: z.array(z.string()),
		postalCode: z.string().nullable(),
		prefecture: prefectureSchema,
		municipality: municipalitySchema,
		addressLine: z.string(),
		lat: z.number(),
		lng: z.number(),
		isPointApproximate: z.boolean().describe('位置が、最寄り駅や市区町村から求めたおおよそのものか。'),
		phone: z.string().nullable().describe('事務所が公開している場合のみ。'),
		website: z.string().nullable(),
		firstConsultation: z.string(),
		firstConsultationFree: z.boolean(),
		replyMinutes: z.int().nullable().describe('最初の返信までの中央値（営業時間の分、直近90日・3件以上）。'),
		online: z.boolean(),
		weekend: z.boolean(),
		evening: z.boolean(),
		accepting,
		staffCount: z.int(),
		foundedOn: date.nullable(),
		industries: z.array(z.string()),
		software: z.array(z.string()),
		languages: z.array(z.string()),
		picture: z.string().nullable(),
		isDemo: z.boolean(),
		publishedAt: moment,
		updatedAt: moment,
		professions: z.array(professionSchema),
		rating: rating.extend({ stars: z.array(z.object({ stars: z.int(), count: z.int() })) }),
		hours: z.array(z.object({ weekday: z.int().min(0).max(7), opensAt: z.string(), closesAt: z.string(), byAppointment: z.boolean() })),
		tasks: z.array(feeSchema.extend({ taskCategoryId: z.int(), includes: z.string() })),
		experts: z.array(
			z.object({
				id: z.int(),
				name: z.string(),
				kana: z.string(),
				headline: z.string(),
				portrait: z.string().nullable(),
				title: z.string(),
				practisingYears: z.int().nullable(),
				credentials: z.array(credentialSchema),
			}),
		),
		stations: z.array(z.object({ station: stationSchema, walkMinutes: z.int(), distanceMetres: z.int(), lines: z.array(z.string()) })),
		cases: z.array(
			z.object({
				id: z.int(),
				taskId: z.int().nullable(),
				taskName: z.string().nullable(),
				title: z.string(),
				client: z.string(),
				body: z.string(),
				consentedOn: date,
			}),
		),
		areas: z.array(prefectureSchema).describe('対応する都道府県。'),
		reviews: z.array(reviewSchema).describe('新しい順に最初の数件。'),
	})
	.openapi('Office')

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
		reason: z.string().describe('取り上げた理由。'),
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

/** Moments as ISO 8601; everything else is already what the schema says. */
export function presentOffice(office: OfficeFacts, reviews: readonly Review[]): z.input<typeof officeSchema> {
	return {
		...office,
		publishedAt: office.publishedAt.toISOString(),
		updatedAt: office.updatedAt.toISOString(),
		reviews: reviews.map(presentReview),
	}
}

export function presentReview(review: Review): z.input<typeof reviewSchema> {
	return { ...review, createdAt: review.createdAt.toISOString(), repliedAt: review.repliedAt?.toISOString() ?? null }
}

export function presentExpert(expert: Expert): z.input<typeof expertSchema> {
	return { ...expert, verifiedAt: expert.verifiedAt.toISOString(), updatedAt: expert.updatedAt.toISOString() }
}
