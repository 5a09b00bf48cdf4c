import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { openPage } from '../../../test/render-page.tsx'
import type { Viewer } from '../../domain/shared/context.ts'
import { makeDeal } from '../../domain/inquiries/inquiries-for-test.ts'
import { officePath, reviewFormPath } from '../../domain/shared/links.ts'
import { makeMember } from '../../domain/questions/questions-for-test.ts'

const open = (ctx: TestCtx, viewer: Viewer, officeId: number) => openPage({ ...ctx, viewer }, reviewFormPath(officeId))

test('anyone but a client sees who may write a review, and a link back to the office', () =>
	withCtx(async (ctx) => {
		const { officeId, member, expert } = await makeDeal(ctx)
		const form = await open(ctx, member, officeId)
		expect(form.status).toBe(200)
		expect(form.html).toContain('口コミを公開する')

		const stranger = await open(ctx, await makeMember(ctx), officeId)
		expect(stranger.status).toBe(403)
		expect(stranger.html).toContain('口コミを書けるのは、この事務所に依頼した仕事が終わった方だけです。')
		expect(stranger.html).toContain('役に立たなくなるため')
		expect(stranger.html).toContain(`href="${officePath(officeId)}"`)
		expect(stranger.html).not.toContain('<form')

		const own = await open(ctx, expert, officeId)
		expect(own.status).toBe(403)
		expect(own.html).toContain('ご自身が所属する事務所の口コミは書けません。')
	}))

test('a review from a person who is no client is answered with the same page', () =>
	withCtx(async (ctx) => {
		const { officeId } = await makeDeal(ctx)
		const body = new URLSearchParams({
			stars: '5',
			body: '初めての確定申告で不安でしたが、必要な書類を一覧にしてもらえたので迷わず準備できました。',
		})
		const viewer = await makeMember(ctx)
		const { status, html } = await openPage({ ...ctx, viewer }, reviewFormPath(officeId), { method: 'POST', body })
		expect(status).toBe(403)
		expect(html).toContain('口コミを書けるのは、この事務所に依頼した仕事が終わった方だけです。')
	}))
