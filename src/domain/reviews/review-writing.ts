import { defineTexts, writeText } from '../accounts/mailing/mail-words.ts'
import { sql } from 'kysely'
import { checkedSql, int4, int8, text } from '../../platform/checked-sql.ts'
import { publishTags } from '../../platform/page-tags.ts'
import { recordWebhookEvent } from '../developers/webhook-events.ts'
import { recordAgreements } from '../shared/agreements.ts'
import { type Ctx, inTransaction, requireMember, requirePoster } from '../shared/context.ts'
import { officeTag } from '../listings/listing-tags.ts'
import { reindexOffice } from '../listings/listings.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { myReviewsPath, officePath } from '../shared/links.ts'
import type { TableRow } from '../shared/tables.ts'
import { findFinishedWork } from '../estimates/dealings.ts'
import { membersOf } from '../inquiries/inquiry-access.ts'
import { requireHonestText } from '../memberships/office-advertising.ts'
import { REVIEW_EDIT_DAYS } from './review-input.ts'
import type { ReviewInput } from './review-schemas.ts'
import { days } from '../shared/japan-time.ts'
import { assertSwitchedOn } from '../shared/switches.ts'

export const reviewTexts = defineTexts('review', {
	received: [
		'口コミが届いた（事務所へ）',
		'「{事務所名}」に、依頼した方から口コミ（★{星}）が届きました。一度だけ返信できます。',
		{ 事務所名: 'みたか税理士事務所', 星: '5' },
	],
	answered: ['口コミに返信があった（書いた方へ）', '「{事務所名}」が、あなたの口コミに返信しました。', { 事務所名: 'みたか税理士事務所' }],
})

const conflict = (sentence: string) => new DomainError('conflict', 'refused', { fields: { form: sentence } })
const barred = (bar: ReviewBar) =>
	new DomainError('forbidden', 'only clients write reviews', {
		code: `review/${bar}`,
		fields: {
			form:
				bar === 'of-the-office'
					? 'ご自身が所属する事務所の口コミは書けません。'
					: '口コミを書けるのは、この事務所に依頼し、仕事が終わった方だけです。',
		},
	})

/** Why somebody may not write a review of an office. */
export type ReviewBar = 'not-a-client' | 'of-the-office'

export type ReviewForm = {
	office: { id: number; name: string }
	/** Why there is no form; null for clients. */
	bar: ReviewBar | null
	/** The current review; null for a new one. */
	review: {
		id: number
		stars: number
		body: string
		persona: string
		received: string
		editableUntil: Date
		canEdit: boolean
		hiddenReason: string | null
	} | null
}

type OwnRow = Pick<TableRow<'reviews'>, 'id' | 'stars' | 'body' | 'persona' | 'received' | 'created_at' | 'hidden_at' | 'hidden_reason'>

const readOwn = (ctx: Ctx, userId: string, officeId: number): Promise<OwnRow | undefined> =>
	ctx.db
		.selectFrom('reviews')
		.select(['id', 'stars', 'body', 'persona', 'received', 'created_at', 'hidden_at', 'hidden_reason'])
		.where('user_id', '=', userId)
		.where('office_id', '=', officeId)
		.executeTakeFirst()

const editableUntil = (createdAt: Date) => new Date(createdAt.getTime() + days(REVIEW_EDIT_DAYS))

async function readOffice(ctx: Ctx, officeId: number): Promise<{ id: number; name: string }> {
	if (!Number.isInteger(officeId) || officeId < 1 || officeId > 0x7fffffff) throw notFound('office')
	const office = await ctx.db
		.selectFrom('offices')
		.select(['id', 'name'])
		.where('id', '=', officeId)
		.where('state', '=', 'published')
		.executeTakeFirst()
	if (!office) throw notFound('office')
	return office
}

/** The form for a client's review; for anyone else the reason why there is none. */
export async function getReviewForm(ctx: Ctx, officeId: number): Promise<ReviewForm> {
	const { userId } = requireMember(ctx)
	const office = await readOffice(ctx, officeId)
	const own = await readOwn(ctx, userId, officeId)
	return {
		office,
		bar: own ? null : await findBar(ctx, userId, officeId),
		review: own
			? {
					id: own.id,
					stars: own.stars,
					body: own.body,
					persona: own.persona,
					received: own.received,
					editableUntil: editableUntil(own.created_at),
					canEdit: own.hidden_at === null && ctx.now() < editableUntil(own.created_at),
					hiddenReason: own.hidden_at === null ? null : (own.hidden_reason ?? ''),
				}
			: null,
	}
}

async function findBar(ctx: Ctx, userId: string, officeId: number): Promise<ReviewBar | null> {
	if ((await membersOf(ctx, officeId)).includes(userId)) return 'of-the-office'
	return (await findFinishedWork(ctx, userId, officeId)) ? null : 'not-a-client'
}

/**
 * Posts a client's review of an office, or changes the existing one within 30 days and keeps the former version. Updates totals, ranks
 * and pages. Throws forbidden for anyone but a client, conflict after that time or while it is hidden.
 */
export async function saveReview(ctx: Ctx, officeId: number, input: ReviewInput): Promise<void> {
	const { userId } = requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	await inTransaction(ctx, async (trx) => {
		const office = await readOffice(trx, officeId)
		// Everything that counts reviews of an office locks this row.
		await sql`select id from offices where id = ${officeId}::integer for update`.execute(trx.db)
		const own = await readOwn(trx, userId, officeId)
		if (own) await changeReview(trx, own, input)
		else {
			const bar = await findBar(trx, userId, officeId)
			if (bar) throw barred(bar)
			await recordAgreements(trx, userId, ['reviews'])
			const taskId = (await findFinishedWork(trx, userId, officeId))?.taskId ?? null
			const { rows } = await checkedSql({ id: int4 })`
				insert into reviews (office_id, user_id, task_id, stars, body, persona, received, created_at)
				values (${officeId}::integer, ${userId}::bigint, ${taskId}::smallint, ${input.stars}::smallint, ${input.body}, ${input.persona}, ${input.received}, ${trx.now()})
				returning id
			`.execute(trx.db)
			const [review] = rows
			await recordWebhookEvent(trx, {
				kind: 'review.created',
				subject: `review:${review?.id}`,
				data: { reviewId: review?.id ?? null, officeId, stars: input.stars },
				to: { officeId },
			})
		}
		await sql`
			update offices set rating_sum = rating_sum + ${input.stars - (own?.stars ?? 0)}::integer, rating_count = rating_count + ${own ? 0 : 1}::integer
			where id = ${officeId}::integer
		`.execute(trx.db)
		await reindexOffice(trx.db, officeId)
		if (own) return
		for (const memberId of await membersOf(trx, officeId))
			await publishEvent(trx, {
				event: 'notice',
				kind: 'review',
				userId: memberId,
				subject: `review:${officeId}:${userId}`,
				text: writeText(trx.site, reviewTexts.received, { 事務所名: office.name, 星: `${input.stars}` }),
				path: myReviewsPath(),
			})
	})
}

async function changeReview(ctx: Ctx, own: OwnRow, input: ReviewInput): Promise<void> {
	if (own.hidden_at !== null) throw conflict('運営が非公開にした口コミは変更できません。')
	if (ctx.now() >= editableUntil(own.created_at)) throw conflict(`口コミを変更できるのは、投稿から${REVIEW_EDIT_DAYS}日間です。`)
	await sql`
		insert into review_revisions (review_id, stars, body, persona, replaced_at)
		values (${own.id}, ${own.stars}::smallint, ${own.body}, ${own.persona}, ${ctx.now()})
	`.execute(ctx.db)
	await sql`
		update reviews set stars = ${input.stars}::smallint, body = ${input.body}, persona = ${input.persona}, received = ${input.received}, edited_at = ${ctx.now()} where id = ${own.id}
	`.execute(ctx.db)
}

/**
 * Stores the office's reply to a review. Throws not-found for anyone but its members, conflict for a second one, and invalid for words
 * that the advertising rules of the office's professions forbid.
 */
export async function replyToReview(ctx: Ctx, reviewId: number, reply: string): Promise<void> {
	const { userId } = requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	if (!Number.isInteger(reviewId) || reviewId < 1 || reviewId > 0x7fffffff) throw notFound('review')
	await inTransaction(ctx, async (trx) => {
		const { rows } = await checkedSql({ office_id: int4, office_name: text, user_id: int8.nullable, reply: text.nullable })`
			select r.office_id, o.name as office_name, r.user_id, r.reply from reviews r join offices o on o.id = r.office_id
			where r.id = ${reviewId}::integer and r.hidden_at is null
				and exists (
					select from office_members m join experts e on e.id = m.expert_id and e.state = 'verified'
					where m.office_id = r.office_id and e.user_id = ${userId}::bigint
				)
			for update of r
		`.execute(trx.db)
		const [review] = rows
		if (!review) throw notFound('review')
		if (review.reply !== null) throw conflict('この口コミには、すでに返信しています。返信は一度だけです。')
		await requireHonestText(trx, review.office_id, 'reply', reply)
		await sql`
			update reviews set reply = ${reply}, replied_at = ${trx.now()}, replied_by = ${userId}::bigint where id = ${reviewId}::integer
		`.execute(trx.db)
		await publishTags(trx.db, [officeTag(review.office_id)])
		if (review.user_id !== null)
			await publishEvent(trx, {
				event: 'notice',
				kind: 'review-reply',
				userId: review.user_id,
				subject: `review-reply:${reviewId}`,
				text: writeText(trx.site, reviewTexts.answered, { 事務所名: review.office_name }),
				path: `${officePath(review.office_id)}#reviews`,
			})
	})
}
