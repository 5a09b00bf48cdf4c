import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice, makeReview } from '../../../test/factories.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { makeMember, as, refusal } from '../questions/questions-for-test.ts'
import { requireMember } from '../shared/context.ts'
import { saveReview } from '../reviews/review-writing.ts'
import { hideSubject, showSubject } from './hiding.ts'

const ROUNDS = 40
const because = '連絡先が書かれているため'

test('an office’s stars match its reviews while clients change and staff hide them concurrently', async () => {
	const { db, close } = await freshDatabase()
	onTestFinished(close, 30_000)
	const ctx = visitorCtx(db)
	const author = await makeMember(ctx)
	const staff = await Promise.all([1, 2].map(async () => requireRecentStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')))
	const making = await db.startTransaction().execute()
	const officeId = await makeOffice(visitorCtx(making), { expertIds: [await makeExpert(visitorCtx(making))] })
	const reviewId = await makeReview(visitorCtx(making), officeId, { stars: 3, createdAt: ctx.now() })
	await making
		.updateTable('reviews')
		.set({ user_id: requireMember(as(ctx, author)).userId })
		.where('id', '=', reviewId)
		.execute()
	await making.commit().execute()
	const read = async () => {
		const office = await db
			.selectFrom('offices')
			.select(['rating_sum', 'rating_count'])
			.where('id', '=', officeId)
			.executeTakeFirstOrThrow()
		const review = await db.selectFrom('reviews').select(['stars', 'hidden_at']).where('id', '=', reviewId).executeTakeFirstOrThrow()
		return { kept: [office.rating_sum, office.rating_count], counted: review.hidden_at === null ? [review.stars, 1] : [0, 0] }
	}
	const change = (stars: number) =>
		saveReview(as(ctx, author), officeId, { stars, body: '期限まで余裕をもって進めていただきました。', persona: '', received: '' })
	for (let round = 0; round < ROUNDS; round++) {
		const codes = await Promise.all(
			[
				change(1 + (round % 5)),
				...staff.flatMap((one) => [
					hideSubject(one, { kind: 'review', id: reviewId }, because),
					showSubject(one, { kind: 'review', id: reviewId }, because),
				]),
				change(5 - (round % 5)),
			].map((work) => refusal(work)),
		)
		expect(codes.filter((code) => code !== 'none' && code !== 'conflict')).toEqual([])
		const { kept, counted } = await read()
		expect(kept).toEqual(counted)
	}
})
