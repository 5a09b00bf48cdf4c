import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { contextOf, openPage } from '../../../test/render-page.tsx'
import type { OutgoingMail } from '../../domain/shared/context.ts'
import { listLeads, sendQuote } from '../../domain/estimates/estimate-leads.ts'
import { resultKey } from '../../domain/estimates/estimate-context.ts'
import { confirmEstimate, sendDraft } from '../../domain/estimates/estimate-sending.ts'
import { estimateConsents } from '../../domain/estimates/estimate-input.ts'
import { makeDraft, makeOwnedOffice, leadsCtx, quoteInput } from '../../domain/estimates/estimates-for-test.ts'
import { estimateResultPath, quotePath } from '../../domain/shared/links.ts'
import { as } from '../../domain/questions/questions-for-test.ts'
import { cookiesContext } from '../context.ts'
import { loader } from './quote-file.ts'
import { loader as resultLoader } from './estimate-result.page.tsx'

const ORIGIN = 'https://shirube.example'

/** A visitor's request with a quote, and the key of its private link. */
async function makeQuote(plain: TestCtx) {
	const mails: OutgoingMail[] = []
	const ctx = leadsCtx(plain, mails)
	const { officeId, owner } = await makeOwnedOffice(ctx)
	const consents = estimateConsents.map(({ kind }) => kind)
	await sendDraft(ctx, await makeDraft(ctx, [officeId], 'visitor@example.com'), consents)
	const { requestId } = await confirmEstimate(ctx, /confirm\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '')
	const office = as(ctx, owner)
	const [lead] = (await listLeads(office, null)).items
	await sendQuote(office, lead?.id ?? 0, quoteInput())
	const { id: quoteId } = await ctx.db.selectFrom('estimate_quotes').select('id').executeTakeFirstOrThrow()
	return { requestId, quoteId, key: resultKey(ctx, requestId) }
}

type Args = Parameters<typeof loader>[0]

/** What the loader answers or throws, and the cookies that the answer sets. */
async function open(ctx: TestCtx, load: typeof loader | typeof resultLoader, path: string, params: object, cookie = '') {
	const request = new Request(`${ORIGIN}${path}`, { headers: { cookie } })
	const context = await contextOf(ctx, request)
	const args = { request, context, params } as unknown as Args & Parameters<typeof resultLoader>[0]
	const answer: unknown = await load(args).catch((error: unknown) => error)
	return { answer, cookies: context.get(cookiesContext).list() }
}

test('a visitor opens a quote by a cookie that the private page sets, never by its address', () =>
	withCtx(async (ctx) => {
		const { requestId, quoteId, key } = await makeQuote(ctx)
		const page = await openPage(ctx, estimateResultPath(key))
		expect(page.html).toContain(`href="${quotePath(quoteId)}"`)
		const { cookies } = await open(ctx, resultLoader, estimateResultPath(key), { key })
		expect(cookies).toEqual([
			`__Secure-estimate-${requestId}=${key}; Path=/bulk_estimate/quote; Max-Age=86400; HttpOnly; SameSite=Lax; Secure`,
		])
		const params = { id: `${quoteId}` }
		const file = await open(ctx, loader, quotePath(quoteId), params, cookies[0]?.split(';')[0])
		expect((file.answer as Response).headers.get('content-type')).toBe('application/pdf')
		for (const cookie of ['', `estimate-${requestId}=${key}`, `__Secure-estimate-${requestId}=other`])
			expect((await open(ctx, loader, quotePath(quoteId), params, cookie)).answer).toMatchObject({ init: { status: 404 } })
	}))

test('a link of before, with the key in its query, sets the cookie and leads to the address without it', () =>
	withCtx(async (ctx) => {
		const { quoteId, key } = await makeQuote(ctx)
		const params = { id: `${quoteId}` }
		const { answer, cookies } = await open(ctx, loader, `${quotePath(quoteId)}?key=${key}`, params)
		expect((answer as Response).status).toBe(303)
		expect((answer as Response).headers.get('location')).toBe(quotePath(quoteId))
		expect(cookies.map((cookie) => cookie.includes(key))).toEqual([true])
		const forged = await open(ctx, loader, `${quotePath(quoteId)}?key=no-key-of-ours`, params)
		expect(forged.cookies).toEqual([])
		expect((forged.answer as Response).headers.get('location')).toBe(quotePath(quoteId))
	}))
