import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../test/database.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import type { Ctx } from '../shared/context.ts'
import { listReviews } from './reviews.ts'
import { getOffice } from '../offices/offices.ts'
import { makeMember, makeExpertViewer, as, refusal } from '../questions/questions-for-test.ts'
import { makeDeal, makeInquiry, idOfViewer } from '../inquiries/inquiries-for-test.ts'
import { exportFromReviews } from '../inquiries/inquiry-personal.ts'
import { countUnansweredReviews, listMyReviews, listReviewsForStaff } from './review-lists.ts'
import { getReviewForm, replyToReview, saveReview } from './review-writing.ts'
import { days } from '../shared/japan-time.ts'

const input = {
	stars: 4,
	body: '初めての確定申告で不安でしたが、必要な書類を一覧にしてもらえたので迷わず準備できました。',
	persona: '個人事業主・デザイン',
	received: '',
}
const later = (ctx: Ctx, count: number): Ctx => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + days(count)) })
const ranks = async (ctx: Ctx, officeId: number) =>
	(await sql<{ rating_rank: number }>`select rating_rank from office_listings where office_id = ${officeId} limit 1`.execute(ctx.db))
		.rows[0]?.rating_rank

test('only a client reviews, once, and totals and ranks are updated', () =>
	withCtx(async (ctx) => {
		const { officeId, member, expert } = await makeDeal(ctx)
		const before = await ranks(ctx, officeId)
		for (const stranger of [await makeMember(ctx), (await makeExpertViewer(ctx)).viewer, await makeMember(ctx, ['admin'])])
			expect(await refusal(saveReview(as(ctx, stranger), officeId, input))).toBe('review/not-a-client')
		expect(await refusal(saveReview(as(ctx, expert), officeId, input))).toBe('review/of-the-office')
		const waiting = await makeInquiry(ctx)
		expect(await getReviewForm(as(ctx, waiting.member), waiting.officeId)).toMatchObject({ bar: 'not-a-client', review: null })
		expect(await getReviewForm(as(ctx, expert), officeId)).toMatchObject({ bar: 'of-the-office', review: null })
		expect(await getReviewForm(as(ctx, member), officeId)).toMatchObject({ bar: null, review: null })
		await saveReview(as(ctx, member), officeId, input)
		const reviews = await listReviews(ctx, officeId, null)
		expect((await getOffice(ctx, officeId)).rating).toMatchObject({ average: 4, count: 1 })
		expect(reviews.items).toMatchObject([{ stars: 4, persona: '個人事業主・デザイン', taskName: '確定申告' }])
		expect(JSON.stringify(reviews)).not.toContain('渡辺')
		expect(await ranks(ctx, officeId)).not.toBe(before)
		expect(await countUnansweredReviews(as(ctx, expert))).toBe(1)
	}))

test('it may be changed for 30 days, and former versions are kept', () =>
	withCtx(async (ctx) => {
		const { officeId, member } = await makeDeal(ctx)
		await saveReview(as(ctx, member), officeId, input)
		await saveReview(as(later(ctx, 29), member), officeId, { ...input, stars: 5 })
		expect((await getOffice(ctx, officeId)).rating).toMatchObject({ average: 5, count: 1 })
		const staff = requireRecentStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')
		const { items } = await listReviewsForStaff(staff, { hidden: false, officeId, cursor: null })
		expect(items).toMatchObject([{ stars: 5, earlier: [{ stars: 4, body: input.body }] }])
		expect(await exportFromReviews(ctx, { id: idOfViewer(member) })).toMatchObject({
			reviews: [{ stars: 5, earlierVersions: [{ stars: 4 }] }],
		})
		expect(await refusal(saveReview(as(later(ctx, 30), member), officeId, input))).toBe('conflict')
		expect((await getReviewForm(as(later(ctx, 30), member), officeId)).review).toMatchObject({ stars: 5, canEdit: false })
		expect((await getOffice(ctx, officeId)).rating).toMatchObject({ average: 5, count: 1 })
	}))

test('the office replies once', () =>
	withCtx(async (ctx) => {
		const { officeId, member, expert } = await makeDeal(ctx)
		await saveReview(as(ctx, member), officeId, input)
		const id = (await listMyReviews(as(ctx, expert), null)).ofOffices.items[0]?.id ?? 0
		const reply = 'ご依頼ありがとうございました。来年もお手伝いします。'
		for (const stranger of [member, await makeMember(ctx, ['admin']), (await makeExpertViewer(ctx)).viewer])
			expect(await refusal(replyToReview(as(ctx, stranger), id, reply))).toBe('not-found')
		await replyToReview(as(ctx, expert), id, reply)
		expect(await refusal(replyToReview(as(ctx, expert), id, reply))).toBe('conflict')
		expect((await listReviews(ctx, officeId, null)).items).toMatchObject([{ reply }])
		expect((await listMyReviews(as(ctx, member), null)).own).toMatchObject([{ id, reply, canEdit: true }])
	}))

test('the reply of an office with a lawyer does not advertise with words that their rules forbid', () =>
	withCtx(async (ctx) => {
		const { officeId, member, expert } = await makeDeal(ctx)
		await saveReview(as(ctx, member), officeId, input)
		const id = (await listMyReviews(as(ctx, expert), null)).ofOffices.items[0]?.id ?? 0
		const lawyer = await makeExpertViewer(ctx, { professions: ['bengoshi'], taskIds: [] })
		await ctx.db
			.insertInto('office_members')
			.values({ office_id: officeId, expert_id: lawyer.expertId, role: 'editor', position: 2 })
			.execute()
		const boast = replyToReview(as(ctx, expert), id, 'ありがとうございました。勝訴率95%の実績でお応えします。')
		await expect(boast).rejects.toMatchObject({ kind: 'invalid', fields: { reply: expect.stringContaining('規程第4条') } })
		expect((await listReviews(ctx, officeId, null)).items).toMatchObject([{ reply: null }])
	}))

test('the office reads the newest first, whatever their numbers', () =>
	withCtx(async (ctx) => {
		const { officeId, member, expert } = await makeDeal(ctx)
		await saveReview(as(ctx, member), officeId, input)
		await sql`
			insert into reviews (office_id, stars, body, persona, created_at)
			select office_id, 1 + n % 2, body, persona, created_at - n * interval '1 day' from reviews, generate_series(1, 21) n
		`.execute(ctx.db)
		const first = (await listMyReviews(as(ctx, expert), null)).ofOffices
		const second = (await listMyReviews(as(ctx, expert), first.page.next?.cursor ?? null)).ofOffices
		const days = [...first.items, ...second.items].map(({ createdAt }) => createdAt.getTime())
		expect(days).toHaveLength(22)
		expect(days).toEqual(days.toSorted((a, b) => b - a))
		expect((await listMyReviews(as(ctx, expert), second.page.previous?.cursor ?? null)).ofOffices.items).toEqual(first.items)
	}))

test('a hidden review neither counts nor can be changed', () =>
	withCtx(async (ctx) => {
		const { officeId, member, expert } = await makeDeal(ctx)
		await saveReview(as(ctx, member), officeId, input)
		await sql`update reviews set hidden_at = ${TEST_NOW}, hidden_reason = '確認のため'`.execute(ctx.db)
		expect(await refusal(saveReview(as(ctx, member), officeId, input))).toBe('conflict')
		expect((await listMyReviews(as(ctx, expert), null)).ofOffices.items).toEqual([])
	}))
