import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice, MITAKA } from '../../../test/factories.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import type { Card } from '../../pictures/card.ts'
import { createMediaApp } from './media-app.ts'

/** The app with a pen that notes what it was given to draw. */
function appFor(ctx: Ctx) {
	const drawn: Card[] = []
	const app = createMediaApp({
		ctxFor: () => ctx,
		draw: async (card) => {
			drawn.push(card)
			return Buffer.from('png')
		},
	})
	return { app, drawn }
}

test('portraits and office pictures are SVG for a day, and 304 for a browser that has them', async () => {
	await withCtx(async (ctx) => {
		const { app } = appFor(ctx)
		const [expertId, officeId] = [await makeExpert(ctx), await makeOffice(ctx)]
		for (const path of [`/media/portraits/${expertId}.svg`, `/media/offices/${officeId}.svg`, '/media/categories/5.svg']) {
			const response = await app.request(path)
			expect(response.status).toBe(200)
			expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
			expect(response.headers.get('cache-control')).toContain('max-age=86400')
			const svg = await response.text()
			expect(svg).toMatch(/^<svg xmlns=/)
			expect(svg).not.toMatch(/<script|style=|href=/)
			const etag = response.headers.get('etag') ?? ''
			const again = await app.request(path, { headers: { 'if-none-match': `W/${etag}` } })
			expect([again.status, await again.text()]).toEqual([304, ''])
		}
	})
})

test('unpublished subjects have no picture', async () => {
	await withCtx(async (ctx) => {
		const { app, drawn } = appFor(ctx)
		const draft = await makeExpert(ctx, { state: 'submitted', verified_at: null })
		const unlisted = await makeOffice(ctx, { state: 'unlisted', listed: false })
		for (const path of [
			`/media/portraits/${draft}.svg`,
			`/media/offices/${unlisted}.svg`,
			`/ogp/expert/${draft}.png`,
			`/ogp/office/${unlisted}.png`,
			'/media/portraits/999999999.svg',
			'/media/portraits/0.svg',
			'/media/categories/99.svg',
			'/media/categories/70000.svg',
			'/media/portraits/../1.svg',
			'/ogp/task/9999.png',
			'/ogp/tool/9999.png',
			'/ogp/page/nothing.png',
			'/ogp/page/constructor.png',
			'/ogp/list/0/0.png',
			'/ogp/list/0/13204.png',
			'/ogp/list/503/48.png',
			'/ogp/list/503/13999.png',
			'/ogp/list/77/13.png',
			'/ogp/list/99999/13.png',
			'/ogp/nothing.png',
		])
			expect([path, (await app.request(path)).status]).toEqual([path, 404])
		expect(drawn).toEqual([])
	})
})

test('the card of an office says what and where it is, and is drawn once', async () => {
	await withCtx(async (ctx) => {
		const { app, drawn } = appFor(ctx)
		const id = await makeOffice(ctx, { name: '髙﨑税理士事務所', is_demo: true, first_consultation_free: true })
		const response = await app.request(`/ogp/office/${id}.png`)
		expect(response.headers.get('content-type')).toBe('image/png')
		expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('png')
		expect(drawn[0]).toMatchObject({ kicker: '東京都三鷹市｜税理士', title: ['髙﨑税理士事務所'] })
		expect(drawn[0]?.facts).toContain('デモ')
		expect(drawn[0]?.picture?.svg).toMatch(/^<svg/)
		await app.request(`/ogp/office/${id}.png`)
		expect(drawn).toHaveLength(1)
	})
})

test('a card that the client has cached is not drawn', async () => {
	await withCtx(async (ctx) => {
		const id = await makeOffice(ctx)
		const etag = (await appFor(ctx).app.request(`/ogp/office/${id}.png`)).headers.get('etag') ?? ''
		const { app, drawn } = appFor(ctx)
		expect((await app.request(`/ogp/office/${id}.png`, { headers: { 'if-none-match': etag } })).status).toBe(304)
		expect(drawn).toEqual([])
	})
})

test('lists, tasks and the site have their cards', async () => {
	await withCtx(async (ctx) => {
		const { app, drawn } = appFor(ctx)
		const pages = ['category', 'task', 'qa', 'article', 'factoring', 'introduction', 'estimate'].map((name) => `/ogp/page/${name}.png`)
		const others = ['/ogp/task/503.png', '/ogp/site.png', '/ogp/list/0/13.png', '/ogp/tool/1.png']
		for (const path of [`/ogp/list/503/${MITAKA.municipalityId}.png`, '/ogp/list/5/0.png', ...others, ...pages])
			expect([path, (await app.request(path)).status]).toEqual([path, 200])
		expect(drawn[0]?.title[0]).toBe('三鷹市で')
		expect(drawn[1]?.title[0]).toBe('全国で')
		expect(drawn[3]?.title).toEqual(['困りごとから、', '頼れる人まで、', 'まっすぐ。'])
		expect(drawn[4]?.title).toEqual(['東京都の', '士業・専門家の事務所'])
	})
})
