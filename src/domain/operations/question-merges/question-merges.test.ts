import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../../test/database.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { showSubject } from '../../moderation/hiding.ts'
import { postAnswer } from '../../questions/answers.ts'
import { acceptAnswer } from '../../questions/best-answers.ts'
import { findMergedInto } from '../../questions/merging/merge.ts'
import { getQuestion } from '../../questions/question-page.ts'
import { postQuestion } from '../../questions/questions.ts'
import { answerInput, as, makeExpertViewer, makeMember, questionInput } from '../../questions/questions-for-test.ts'
import { setTaskByStaff } from '../../questions/question-tasks.ts'
import { addFavourite } from '../../social/favourites.ts'
import { deliverEvent } from '../../social/notification-delivery.ts'
import type { NotifiedEvent } from '../../shared/outbox.ts'
import { findOwnMerge, listMergeTargets, orderMerge, readMergePlan, settleDueMerges, undoMerge } from './question-merges.ts'

const reason = '同じ内容の質問のため'
const visitor = (ctx: TestCtx): TestCtx => ({ ...ctx, viewer: { kind: 'visitor' } })
const later = (ctx: TestCtx, seconds: number): TestCtx => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + seconds * 1_000) })
/** With the role in the database too, where it is read again when the order takes effect. */
async function moderator(ctx: TestCtx) {
	const viewer = await makeMember(ctx, ['moderator'])
	const user_id = viewer.kind === 'member' ? viewer.userId : ''
	await ctx.db.insertInto('staff_roles').values({ user_id, role: 'moderator' }).execute()
	return requireRecentStaff(as(ctx, viewer), 'moderator')
}

async function ask(ctx: TestCtx, title: string) {
	const asker = as(ctx, await makeMember(ctx))
	const { id } = await postQuestion(asker, questionInput({ title }))
	return { asker, id }
}

/** Two questions of two people that say the same, the first with an answer. */
async function makePair(ctx: TestCtx) {
	const from = await ask(ctx, '開業一年目の家賃はどこまで経費にできますか')
	const to = await ask(ctx, '開業した年の自宅の家賃を経費にする割合')
	const { viewer } = await makeExpertViewer(ctx)
	const expert = as(ctx, viewer)
	const answer = await postAnswer(expert, from.id, answerInput())
	return { from, to, expert, answerId: answer.id, staff: await moderator(ctx) }
}

const noticesOf = async (ctx: TestCtx) => {
	const { rows } =
		await sql<string>`select event from pending_events where event ->> 'subject' like 'question-merge:%' order by id`.execute(ctx.db)
	return (rows as unknown as { event: NotifiedEvent & { userId: string; text: string } }[]).map(({ event }) => event)
}

test('after ten seconds the answers stand at the kept question and the other one redirects', () =>
	withCtx(async (ctx) => {
		const { from, to, answerId, staff } = await makePair(ctx)
		await acceptAnswer(from.asker, answerId)
		const { id } = await orderMerge(staff, { fromId: from.id, toId: to.id, reason })
		await settleDueMerges(later(ctx, 9))
		expect(await findMergedInto(ctx, from.id)).toBeNull()
		expect((await getQuestion(visitor(ctx), from.id, null)).answerCount).toBe(1)
		await settleDueMerges(later(ctx, 10))
		await settleDueMerges(later(ctx, 11))
		expect(await findOwnMerge(staff, id)).toMatchObject({ outcome: 'applied' })
		expect(await findMergedInto(ctx, from.id)).toBe(to.id)
		await expect(getQuestion(visitor(ctx), from.id, null)).rejects.toMatchObject({ kind: 'not-found' })
		expect(await getQuestion(visitor(ctx), to.id, null)).toMatchObject({
			answerCount: 1,
			state: 'answered',
			answers: [{ id: answerId, isBest: false, isMoved: true }],
		})
		const audit = await ctx.db.selectFrom('audit_log').select(['reason', 'detail']).where('action', '=', 'question.merge').execute()
		expect(audit).toMatchObject([{ reason, detail: { toId: to.id, moved: [answerId], stayed: [] } }])
	}))

test('can be taken back until then, by who ordered it', () =>
	withCtx(async (ctx) => {
		const { from, to, staff } = await makePair(ctx)
		const { id } = await orderMerge(staff, { fromId: from.id, toId: to.id, reason })
		await expect(orderMerge(staff, { fromId: from.id, toId: to.id, reason })).rejects.toMatchObject({ kind: 'conflict' })
		await expect(undoMerge(await moderator(ctx), id)).rejects.toMatchObject({ kind: 'conflict' })
		await undoMerge(staff, id)
		await settleDueMerges(later(ctx, 60))
		expect(await findMergedInto(ctx, from.id)).toBeNull()
		expect(await noticesOf(ctx)).toEqual([])
		await orderMerge(staff, { fromId: from.id, toId: to.id, reason })
	}))

test('askers, answerers and who keeps the question are notified once each, and keep the other one', () =>
	withCtx(async (ctx) => {
		const { from, to, expert, staff } = await makePair(ctx)
		const follower = as(ctx, await makeMember(ctx))
		await addFavourite(follower, { kind: 'question', targetId: from.id })
		await orderMerge(staff, { fromId: from.id, toId: to.id, reason })
		await settleDueMerges(later(ctx, 10))
		const events = await noticesOf(ctx)
		const idOf = ({ viewer }: TestCtx) => (viewer.kind === 'member' ? viewer.userId : '')
		expect(events.map(({ userId }) => userId)).toEqual([idOf(from.asker), idOf(expert), idOf(follower), idOf(to.asker)])
		for (const event of events) await deliverEvent(ctx, event, async () => undefined)
		const kept = await ctx.db.selectFrom('favourites').select('question_id').where('user_id', '=', idOf(follower)).execute()
		expect(kept).toEqual([{ question_id: to.id }])
	}))

test('an answer of who has answered or asked the kept question stays behind', () =>
	withCtx(async (ctx) => {
		const { from, to, expert, answerId, staff } = await makePair(ctx)
		await postAnswer(expert, to.id, answerInput())
		expect(await readMergePlan(staff, from.id, to.id)).toMatchObject({ answers: [{ id: answerId, stays: 'answered' }], answerers: 1 })
		await orderMerge(staff, { fromId: from.id, toId: to.id, reason })
		await settleDueMerges(later(ctx, 10))
		expect((await getQuestion(visitor(ctx), to.id, null)).answers).toHaveLength(1)
		const stayed = await ctx.db.selectFrom('answers').select('question_id').where('id', '=', answerId).executeTakeFirstOrThrow()
		expect(stayed.question_id).toBe(from.id)
	}))

test('the law of the kept question is applied to what moves there', () =>
	withCtx(async (ctx) => {
		const { from, to, answerId, staff } = await makePair(ctx)
		// 弁護士 alone may do it; the answer is of a 税理士.
		await setTaskByStaff(staff, to.id, { taskId: 705, reason })
		await orderMerge(staff, { fromId: from.id, toId: to.id, reason })
		await settleDueMerges(later(ctx, 10))
		const moved = await ctx.db
			.selectFrom('answers')
			.select(['question_id', 'hidden_reason'])
			.where('id', '=', answerId)
			.executeTakeFirstOrThrow()
		expect(moved).toMatchObject({ question_id: to.id, hidden_reason: expect.stringContaining('弁護士') })
		await sql`set constraints all immediate`.execute(ctx.db)
		expect((await getQuestion(visitor(ctx), to.id, null)).answerCount).toBe(0)
	}))

test('a chain leads to the last one, and a merged question is not shown again', () =>
	withCtx(async (ctx) => {
		const { from, to, staff } = await makePair(ctx)
		const last = await ask(ctx, '自宅兼事務所の家賃を経費にするとき')
		await orderMerge(staff, { fromId: from.id, toId: to.id, reason })
		await settleDueMerges(later(ctx, 10))
		await orderMerge(staff, { fromId: to.id, toId: last.id, reason })
		await settleDueMerges(later(ctx, 20))
		expect(await findMergedInto(ctx, from.id)).toBe(last.id)
		await expect(showSubject(staff, { kind: 'question', id: from.id }, reason)).rejects.toMatchObject({
			fields: { form: expect.stringContaining('統合した質問') },
		})
		expect((await getQuestion(visitor(ctx), last.id, null)).answerCount).toBe(1)
	}))

test('is refused for one question, a hidden one, one’s own, and to others than moderators', () =>
	withCtx(async (ctx) => {
		const { from, to, staff } = await makePair(ctx)
		const refused = (values: object, error: object, by = staff) =>
			expect(orderMerge(by, { fromId: from.id, toId: to.id, reason, ...values })).rejects.toMatchObject(error)
		await refused({ toId: from.id }, { kind: 'conflict' })
		await refused({ toId: 999_999 }, { kind: 'not-found' })
		await refused({}, { kind: 'forbidden' }, requireRecentStaff(as(ctx, await makeMember(ctx, ['editor'])), 'editor'))
		const own = await postQuestion(staff, questionInput({ title: '自分で書いた、家賃についての質問です' }))
		await refused({ fromId: own.id }, { fields: { form: expect.stringContaining('ご自身の質問') } })
		await ctx.db.updateTable('questions').set({ hidden_at: ctx.now(), hidden_reason: 'x' }).where('id', '=', to.id).execute()
		await refused({}, { fields: { form: expect.stringContaining('非公開') } })
	}))

test('targets are found by words of the text', () =>
	withCtx(async (ctx) => {
		const { from, to, staff } = await makePair(ctx)
		expect((await listMergeTargets(staff, from.id, '自宅の家賃を経費にする割合')).map(({ id }) => id)).toEqual([to.id])
	}))
