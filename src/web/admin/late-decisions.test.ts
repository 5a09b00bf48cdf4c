import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { makeOffice, makeReview } from '../../../test/factories.ts'
import { openPage } from '../../../test/render-page.tsx'
import { requireRecentStaff } from '../../domain/accounts/staff.ts'
import { appeal, decideAppeal } from '../../domain/moderation/appeals.ts'
import { hideSubject } from '../../domain/moderation/hiding.ts'
import { decideReport, report } from '../../domain/moderation/reports.ts'
import { makeMember, as, makeThread } from '../../domain/questions/questions-for-test.ts'

const typed = '別の担当者が入力していた理由です'

/** Sends a second moderator's form after the first decided; it is returned with its reason. */
async function sendLate(ctx: TestCtx, address: string, fields: Record<string, string>) {
	const viewer = await makeMember(ctx, ['moderator'])
	return openPage({ ...ctx, viewer }, address, { method: 'POST', body: new URLSearchParams({ ...fields, reason: typed }) })
}

const asModerator = async (ctx: TestCtx) => requireRecentStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')

const makeReport = async (ctx: TestCtx, answerId: number) => {
	await report(as(ctx, await makeMember(ctx)), { kind: 'answer', id: answerId }, { reason: 'abuse', body: '' })
	return (await ctx.db.selectFrom('reports').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
}

test('a second verdict on a report says that it came too late, and keeps its reason', () =>
	withCtx(async (ctx) => {
		const id = await makeReport(ctx, (await makeThread(ctx)).answerId)
		await decideReport(await asModerator(ctx), id, { verdict: 'dismiss', reason: '問題は見当たりません' })
		const { html } = await sendLate(ctx, `/admin/queues/reports?item=${id}`, { intent: 'decide', targetId: `${id}`, verdict: 'hide' })

		expect(html).toContain('この報告には、すでに対応が済んでいます。')
		expect(html).toContain(typed)
	}))

test('a second verdict on an appeal does too', () =>
	withCtx(async (ctx) => {
		const { expert, answerId } = await makeThread(ctx)
		const subject = { kind: 'answer', id: answerId } as const
		await hideSubject(await asModerator(ctx), subject, '連絡先が書かれているため')
		await appeal(as(ctx, expert), subject, 'すでに書き直しましたので、もう一度ご確認ください。')
		const { id } = await ctx.db.selectFrom('appeals').select('id').executeTakeFirstOrThrow()
		await decideAppeal(await asModerator(ctx), id, { grants: false, reason: 'まだ連絡先が残っています' })
		const { html } = await sendLate(ctx, `/admin/queues/appeals?item=${id}`, { intent: 'decide', targetId: `${id}`, verdict: 'grant' })

		expect(html).toContain('この申し立てには、すでに対応が済んでいます。')
		expect(html).toContain(typed)
	}))

test('hiding what somebody else has hidden meanwhile is said on the pages of reviews and questions', () =>
	withCtx(async (ctx) => {
		const reviewId = await makeReview(ctx, await makeOffice(ctx))
		const { questionId, answerId } = await makeThread(ctx)
		const staff = await asModerator(ctx)
		await hideSubject(staff, { kind: 'review', id: reviewId }, '連絡先が書かれているため')
		await hideSubject(staff, { kind: 'answer', id: answerId }, '連絡先が書かれているため')
		const review = await sendLate(ctx, '/admin/reviews', { intent: 'hide', targetId: `${reviewId}` })
		const answer = await sendLate(ctx, `/admin/questions?id=${questionId}`, { intent: 'hide-answer', targetId: `${answerId}` })

		for (const { html } of [review, answer]) {
			expect(html).toContain('すでに非公開になっています。')
			expect(html).toContain(typed)
		}
	}))

test('hiding a review says so', () =>
	withCtx(async (ctx) => {
		const viewer = await makeMember(ctx, ['moderator'])
		const { html } = await openPage({ ...ctx, viewer }, '/admin/reviews?done=hide-review')

		expect(html).toContain('口コミを非公開にしました。')
	}))

test('the addresses of the former lists lead to the desks, and to what was decided', () =>
	withCtx(async (ctx) => {
		const staff = await asModerator(ctx)
		const id = await makeReport(ctx, (await makeThread(ctx)).answerId)
		await decideReport(staff, id, { verdict: 'dismiss', reason: '問題は見当たりません' })
		const locationOf = async (address: string) => (await openPage(staff, address)).location

		expect(await locationOf('/admin/reports')).toBe('/admin/queues/reports')
		expect(await locationOf('/admin/appeals')).toBe('/admin/queues/appeals')
		expect(await locationOf('/admin/reports?decided=1')).toBe('/admin/queues/reports/decided')
		const { html } = await openPage(staff, '/admin/queues/reports/decided')
		expect(html).toContain('公開を続けた')
		expect(html).toContain('問題は見当たりません')
	}))
