import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../../test/database.ts'
import { makeOffice, makeReview } from '../../../../test/factories.ts'
import { insertSessionOf } from '../../../../test/sessions.ts'
import { randomToken } from '../../../platform/token.ts'
import { requireMember, type Viewer } from '../../shared/context.ts'
import { as, makeExpertViewer, makeMember, makeThread } from '../../questions/questions-for-test.ts'
import { voteHelpful } from '../../questions/reactions.ts'
import { addFavourite } from '../../social/favourites.ts'
import { follow } from '../../social/follows.ts'
import { type PageReaderFacts, readPageReaders, type SubjectKind } from './page-reader.ts'

type Page = { kind: SubjectKind; id: number | string }

/** What pages show of these people, whose sessions it opens, by one call. */
async function readAs(ctx: TestCtx, asked: readonly { viewer: Viewer; page: Page }[]): Promise<(PageReaderFacts | undefined)[]> {
	const readings = []
	for (const { viewer, page } of asked) {
		const uid = viewer.kind === 'member' ? viewer.uid : ''
		await sql`insert into identities (uid, email, created_at) values (${uid}, ${`${uid}@example.com`}, ${TEST_NOW}) on conflict do nothing`.execute(
			ctx.db,
		)
		readings.push({ kind: page.kind, key: String(page.id), token: await insertSessionOf(ctx.db, uid, { now: TEST_NOW }) })
	}
	return readPageReaders(ctx, readings)
}

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
		const pages: Page[] = [
			{ kind: 'office', id: officeId },
			{ kind: 'task', id: 503 },
			{ kind: 'expert', id: expertId },
			{ kind: 'question', id: questionId },
			{ kind: 'frame', id: '' },
		]
		const marks = await readAs(
			ctx,
			[reader, other].flatMap(({ viewer }) => pages.map((page) => ({ viewer, page }))),
		)
		expect(marks.slice(0, 5)).toMatchObject([
			{ isFavourite: true, isFollowing: false, isInvolved: false },
			{ isFavourite: true, isInvolved: false },
			{ isFavourite: false, isFollowing: true, isInvolved: false },
			{ isFavourite: true, helpfulAnswers: [answerId], isInvolved: false },
			{ isFavourite: false, unread: 0, portrait: null, imageUrl: null, isExpert: false },
		])
		expect(marks.slice(5)).toHaveLength(5)
		for (const facts of marks.slice(5))
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
		const cases: [Viewer, Page, boolean][] = [
			[asker, { kind: 'question', id: questionId }, true],
			[expert, { kind: 'question', id: questionId }, true],
			// What they may answer depends on their credentials.
			[stranger.viewer, { kind: 'question', id: questionId }, true],
			[expert, { kind: 'expert', id: expertId }, true],
			[stranger.viewer, { kind: 'expert', id: expertId }, false],
			[expert, { kind: 'office', id: officeId }, true],
			[reviewer, { kind: 'office', id: officeId }, true],
			[stranger.viewer, { kind: 'office', id: officeId }, false],
			[reviewer, { kind: 'office', id: Number.NaN }, true],
		]
		const facts = await readAs(
			ctx,
			cases.map(([viewer, page]) => ({ viewer, page })),
		)
		expect(facts.map((one) => one?.isInvolved)).toEqual(cases.map(([, , isInvolved]) => isInvolved))
	})
})

test('leaves out whom the check of sessions must look at', async () => {
	await withCtx(async (ctx) => {
		const [staff, limited] = [await makeMember(ctx), await makeMember(ctx)]
		const [staffId, limitedId] = [staff, limited].map((viewer) => requireMember(as(ctx, viewer)).userId)
		await sql`insert into staff_roles (user_id, role) values (${staffId}, 'support')`.execute(ctx.db)
		await sql`
			insert into account_restrictions (user_id, kind, reason, created_at) values (${limitedId}, 'suspended', '理由', ${TEST_NOW})
		`.execute(ctx.db)
		const page = { kind: 'frame', id: '' } as const
		expect(
			await readAs(ctx, [
				{ viewer: staff, page },
				{ viewer: limited, page },
			]),
		).toEqual([undefined, undefined])
		expect(await readPageReaders(ctx, [{ kind: 'frame', key: '', token: randomToken() }])).toEqual([undefined])
	})
})
