import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { contextOf, openPage } from '../../../test/render-page.tsx'
import { leadsCtx } from '../../domain/estimates/estimates-for-test.ts'
import { contactInput, sentDiagnosis } from '../../domain/funding-diagnosis/contacts-for-test.ts'
import { diagnosisSearch } from '../../domain/funding-diagnosis/diagnosis-input.ts'
import { pages } from '../routes.ts'
import { action } from './factoring-contact.page.tsx'

const { contactName, email, company, message } = contactInput()
const phone = '090-0000-1111'
const personal = { contactName, email, phone, company, message }
/** As an address or a page would have them. */
const traces = Object.values(personal).flatMap((value) => [
	value,
	encodeURIComponent(value),
	new URLSearchParams({ value }).toString().slice(6),
])
const query = diagnosisSearch(sentDiagnosis, sentDiagnosis.on)

test('no page of the diagnosis is kept in the cache of pages', () => {
	const own = pages.filter(({ pattern }) => pattern.startsWith('/lp/factoring'))
	expect(own.length).toBeGreaterThan(3)
	expect(own.filter(({ cache }) => cache !== undefined && cache !== null)).toEqual([])
	// Addresses that search engines list are those without an answer.
	expect(own.filter(({ search }) => search === 'sitemap' || search === 'index').map(({ pattern }) => pattern)).toEqual(['/lp/factoring'])
})

test('the form that writes into the address asks for conditions of the sum alone', () =>
	withCtx(async (ctx) => {
		const { html } = await openPage(ctx, '/lp/factoring')
		const form = /<form(?![^>]*method="post")[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
		const names = [...new Set([...form.matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name))]
		expect(names.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
			'business',
			'by',
			'debtor',
			'due',
			'face',
			'industry',
			'on',
			'rate',
			'receivable',
			'tax',
			'wanted',
		])
	}))

test('what somebody adds to the address is in no link of the answer', () =>
	withCtx(async (ctx) => {
		const { status, html } = await openPage(ctx, `/lp/factoring${query}&${new URLSearchParams(personal).toString()}`)
		expect(status).toBe(200)
		expect(html).toContain('/lp/factoring/contact?business=corporation')
		expect(traces.filter((trace) => html.includes(trace))).toEqual([])
	}))

test('after the form for contact the browser goes to an address without what was typed', () =>
	withCtx(async (plain) => {
		const ctx = leadsCtx(plain)
		const { consent: _consent, ...typed } = contactInput()
		const body = new URLSearchParams({ ...typed, phone, agree: 'handling' })
		body.append('agree', 'diagnosis')
		const request = new Request(`https://shirube.example/lp/factoring/contact${query}`, { method: 'POST', body })
		const answer: unknown = await action({
			request,
			params: {},
			context: await contextOf(plain, request),
		}).catch((error: unknown) => error)
		const location = answer instanceof Response ? answer.headers.get('location') : JSON.stringify(answer)
		expect(location).toBe(`/lp/factoring/contact/sent${query}`)
		expect(await ctx.db.selectFrom('diagnosis_contacts').select('email').execute()).toEqual([{ email }])
	}))
