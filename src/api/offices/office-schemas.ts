import { z } from '@hono/zod-openapi'
import { type OfficeFieldKind, officeFieldList, type OfficeScalars } from '../../domain/offices/office-fields.ts'
import { pointBases } from '../../domain/geography/points.ts'
import type { OfficeFacts } from '../../domain/offices/types.ts'
import type { Review } from '../../domain/reviews/types.ts'
import { municipalitySchema, prefectureSchema, stationSchema } from '../geography/area-schemas.ts'
import { professionSchema } from '../taxonomy/taxonomy-schemas.ts'
import { feeSchema, officeKind, accepting, rating } from '../listings/office-card-schemas.ts'
import { credentialSchema } from '../experts/expert-schemas.ts'
import { moment, date } from '../shared/define.ts'

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

const scalarSchemas: Record<OfficeFieldKind, () => z.ZodType> = {
	text: () => z.string(),
	kana: () => z.string(),
	officeKind: () => officeKind,
	count: () => z.int(),
	optionalCount: () => z.int().nullable(),
	flag: () => z.boolean(),
	pastDay: () => date.nullable(),
	corporateNumber: () => z.string().nullable(),
	invoiceNumber: () => z.string().nullable(),
	url: () => z.string().nullable(),
}

/** The fields of the registry by their kinds. */
const scalars = Object.fromEntries(
	officeFieldList.map(({ name, kind, description }) => {
		const schema = scalarSchemas[kind]()
		return [name, description === undefined ? schema : schema.describe(description)]
	}),
) as { [F in keyof OfficeScalars]: z.ZodType<OfficeScalars[F], OfficeScalars[F]> }

export const officeSchema = z
	.object({
		id: z.int(),
		...scalars,
		description: z.array(z.string()),
		postalCode: z.string().nullable(),
		prefecture: prefectureSchema,
		municipality: municipalitySchema,
		addressLine: z.string(),
		lat: z.number(),
		lng: z.number(),
		isPointApproximate: z.boolean().describe('位置が、最寄り駅や市区町村から求めたおおよそのものか。'),
		pointBasis: z
			.enum(pointBases)
			.describe(
				'位置の求め方。exact：指定された位置、stations：最寄り駅と徒歩の分数、near_station：近くの駅の位置、municipality：市区町村の中心。',
			),
		phone: z.string().nullable().describe('事務所が公開している場合のみ。'),
		replyMinutes: z.int().nullable().describe('最初の返信までの中央値（営業時間の分、直近90日・3件以上）。'),
		nextFreeAt: moment.nullable().describe('サイトで予約できる最短の日時。予約を受けていないときは null。'),
		weekend: z.boolean(),
		evening: z.boolean(),
		accepting,
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
		specialDays: z
			.array(
				z.object({
					kind: z.enum(['closed', 'hours', 'open']).describe('closed：休業、hours：営業する曜日の時間を変更、open：休みの曜日も営業。'),
					firstOn: date,
					lastOn: date,
					opensAt: z.string().nullable(),
					closesAt: z.string().nullable(),
					isYearly: z.boolean().describe('翌年からも同じ月日にくり返すか。'),
					label: z.string(),
				}),
			)
			.describe('年末年始などの特別な日。曜日の営業時間より優先されます。同じ日では、その年だけのものが毎年のものより優先されます。'),
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

/** Moments as ISO 8601; everything else is already what the schema says. */
export function presentOffice(office: OfficeFacts, reviews: readonly Review[]): z.input<typeof officeSchema> {
	return {
		...office,
		nextFreeAt: office.nextFreeAt?.toISOString() ?? null,
		publishedAt: office.publishedAt.toISOString(),
		updatedAt: office.updatedAt.toISOString(),
		reviews: reviews.map(presentReview),
	}
}

export function presentReview(review: Review): z.input<typeof reviewSchema> {
	return { ...review, createdAt: review.createdAt.toISOString(), repliedAt: review.repliedAt?.toISOString() ?? null }
}
