import { expect, test } from 'vitest'
import { withCtx } from '../../../../test/database.ts'
import { makeOffice } from '../../../../test/factories.ts'
import { finishResponse } from '../../../http/finish-response.ts'
import { createSecurityHeaders } from '../../../http/security-headers.ts'
import { shortened } from './badge.ts'
import { createEmbedApp } from './embed-app.ts'
import { embedCodesOf } from './embed-code.ts'

const security = createSecurityHeaders({ publicUrl: 'https://shirube.example', analytics: { kind: 'none' } })
/** As it leaves the site. */
const finished = (response: Response) =>
	finishResponse(response, { security, cookiesFor: () => [], acceptEncoding: undefined, keepTags: false, isDevelopment: false })

test('a published office has a badge and a widget that other sites may show, without scripts', async () => {
	await withCtx(async (ctx) => {
		const id = await makeOffice(ctx)
		const app = createEmbedApp({ ctxFor: () => ctx })
		const { name } = await ctx.db.selectFrom('offices').select('name').where('id', '=', id).executeTakeFirstOrThrow()
		const badge = await finished(await app.request(`/badge/office/${id}.svg`))
		expect([badge.status, badge.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
		expect(badge.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
		const svg = await badge.text()
		expect(svg).toContain(name)
		expect(svg).not.toMatch(/<script|style=|href=/)
		const widget = await finished(await app.request(`/widget/office/${id}`))
		expect(widget.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors \*/)
		expect(widget.headers.get('content-security-policy')).not.toContain('script-src')
		const page = await widget.text()
		expect(page).toContain(`<h1>${name}</h1>`)
		expect(page).toContain(`href="${ctx.site.publicUrl}/office/${id}" target="_blank"`)
		expect(page).not.toMatch(/<script|口コミ|評価/)
		const again = await app.request(`/widget/office/${id}`, { headers: { 'if-none-match': widget.headers.get('etag') ?? '' } })
		expect(again.status).toBe(304)
	})
})

test('an office that is not published shows nothing, in a frame neither', async () => {
	await withCtx(async (ctx) => {
		const id = await makeOffice(ctx)
		await ctx.db.updateTable('offices').set({ state: 'unlisted' }).where('id', '=', id).execute()
		const app = createEmbedApp({ ctxFor: () => ctx })
		for (const path of [`/badge/office/${id}.svg`, `/widget/office/${id}`, '/widget/office/999999999']) {
			const response = await app.request(path)
			expect([response.status, await response.text()]).toEqual([404, ''])
		}
	})
})

test('a name cannot become markup, neither here nor on the office’s site', async () => {
	await withCtx(async (ctx) => {
		const id = await makeOffice(ctx)
		const name = '"><script>alert(1)</script>&税務'
		await ctx.db.updateTable('offices').set({ name }).where('id', '=', id).execute()
		const app = createEmbedApp({ ctxFor: () => ctx })
		const codes = embedCodesOf({ id, name }, ctx.site)
		for (const text of [
			...Object.values(codes),
			await (await app.request(`/badge/office/${id}.svg`)).text(),
			await (await app.request(`/widget/office/${id}`)).text(),
		])
			expect(text).not.toMatch(/"><script|<script/)
	})
})

test('a long name is cut by the width of its letters', () => {
	expect(shortened('税理士法人みたか', 24)).toBe('税理士法人みたか')
	expect(shortened('特定行政書士・社会保険労務士合同事務所', 24)).toBe('特定行政書士・社会保険…')
	expect(shortened('Mitaka Tax & Accounting', 24)).toBe('Mitaka Tax & Accounting')
})
