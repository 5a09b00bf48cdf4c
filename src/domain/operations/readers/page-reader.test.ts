import { expect, test } from 'vitest'
import { withCtx } from '../../../../test/database.ts'
import { makeOffice, makeReview } from '../../../../test/factories.ts'
import { as, makeExpertViewer, makeMember, makeThread, memberOf } from '../../questions/questions-for-test.ts'
import { voteHelpful } from '../../questions/reactions.ts'
import { addFavourite } from '../../social/favourites.ts'
import { follow } from '../../social/follows.ts'
import { readPageReader, type ReadSubject } from './page-reader.ts'

const subject = (kind: ReadSubject['kind'], id: number | string = '') => ({ kind, key: String(id) })

test('tells of a reader the favourite, the follow and the helpful answers, and nothing of others', async () => {
	await withCtx(async (ctx) => {
		const { expertId, questionId, answerId } = await makeThread(ctx)
		const officeId = await makeOffice(ctx)
		const [reader, other] = [as(ctx, await makeMember(ctx)), as(ctx, await makeMember(ctx))]
		await addFavourite(reader, { kind: 'office', targetId: officeId })
		await addFavourite(reader, { kind: 'task', targetId: 503 })
		await addFavourite(reader, { kind: 'question', targetId: questionId })
		await follow(reader, expertId)
		await voteHelpful(reader, answerId)
		const marks = async (ctx: typeof reader) => ({
			office: await readPageReader(ctx, subject('office', officeId)),
			task: await readPageReader(ctx, subject('task', 503)),
			expert: await readPageReader(ctx, subject('expert', expertId)),
			question: await readPageReader(ctx, subject('question', questionId)),
			frame: await readPageReader(ctx, subject('frame')),
		})
		expect(await marks(reader)).toMatchObject({
			office: { isFavourite: true, isFollowing: false, isInvolved: false },
			task: { isFavourite: true, isInvolved: false },
			expert: { isFavourite: false, isFollowing: true, isInvolved: false },
			question: { isFavourite: true, helpfulAnswers: [answerId], isInvolved: false },
			frame: { isFavourite: false, unread: 0, portrait: null, imageUrl: null },
		})
		for (const facts of Object.values(await marks(other)))
			expect(facts).toMatchObject({ isFavourite: false, isFollowing: false, helpfulAnswers: [], isInvolved: false })
	})
})

test('names those whom a page is about, who get it rendered for them', async () => {
	await withCtx(async (ctx) => {
		const { expertId, questionId, asker, expert } = await makeThread(ctx)
		const officeId = await makeOffice(ctx, { expertIds: [expertId] })
		const reviewer = await makeMember(ctx)
		const reviewId = await makeReview(ctx, officeId)
		if (reviewer.kind === 'member')
			await ctx.db.updateTable('reviews').set({ user_id: reviewer.userId }).where('id', '=', reviewId).execute()
		const stranger = await makeExpertViewer(ctx)
		const involved = async (viewer: Parameters<typeof as>[1], kind: ReadSubject['kind'], id: number) =>
			(await readPageReader(as(ctx, viewer), subject(kind, id)))?.isInvolved
		expect(await involved(asker, 'question', questionId)).toBe(true)
		expect(await involved(expert, 'question', questionId)).toBe(true)
		// What they may answer depends on their credentials.
		expect(await involved(stranger.viewer, 'question', questionId)).toBe(true)
		expect(await involved(expert, 'expert', expertId)).toBe(true)
		expect(await involved(stranger.viewer, 'expert', expertId)).toBe(false)
		expect(await involved(expert, 'office', officeId)).toBe(true)
		expect(await involved(reviewer, 'office', officeId)).toBe(true)
		expect(await involved(stranger.viewer, 'office', officeId)).toBe(false)
		expect(await involved(reviewer, 'office', Number.NaN)).toBe(true)
	})
})

test('is null for an account that is gone, and refuses visitors', async () => {
	await withCtx(async (ctx) => {
		expect(await readPageReader(as(ctx, memberOf({ id: '0', uid: '' })), subject('frame'))).toBeNull()
		await expect(readPageReader(ctx, subject('frame'))).rejects.toThrow('login required')
	})
})
