import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { csrfFailure, csrfProtection, csrfTokenMatches, isNavigation, isOwnOrigin, navigationCookies, newCsrfToken } from './csrf.ts'

const value = (cookie: string | undefined) => /=([^;]*)/.exec(cookie ?? '')?.[1] ?? ''

test('a token has 8 random characters', () => {
	const tokens = new Set(Array.from({ length: 2_000 }, newCsrfToken))
	expect(tokens.size).toBe(2_000)
	for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{8}$/)
})

test('each navigation writes a new token: lax, secure unless local, readable by scripts', () => {
	const [cookie] = navigationCookies(undefined, true)
	expect(cookie).toMatch(/^csrfToken=[\w-]{8}; Path=\/; SameSite=Lax; Secure$/)
	expect(navigationCookies(undefined, false)[0]).not.toContain('Secure')
	expect(navigationCookies(`csrfToken=${value(cookie)}`, true)[0]).not.toBe(cookie)
})

test('a form loaded before other tabs renewed the token can still be sent', () => {
	let jar = ''
	const given: string[] = []
	for (let i = 0; i < 20; i++) {
		const [fresh, recent] = navigationCookies(jar, false)
		given.push(value(fresh))
		jar = `csrfToken=${value(fresh)}${recent ? `; csrfRecent=${value(recent)}` : ''}`
		expect(recent ?? 'HttpOnly').toContain('HttpOnly')
	}
	expect(given.slice(-17).every((token) => csrfTokenMatches(jar, token))).toBe(true)
	expect(given.slice(0, 3).some((token) => csrfTokenMatches(jar, token))).toBe(false)
	expect(jar.length).toBeLessThan(200)
})

test('cookies of another form are not carried on', () => {
	expect(navigationCookies('csrfToken=<script>', false)).toHaveLength(1)
	const [, recent] = navigationCookies('csrfToken=abcdefgh; csrfRecent=x; a=1', false)
	expect(value(recent)).toBe('abcdefgh')
})

test.each([
	['csrfToken=abcdefgh', 'abcdefgh', true],
	['x=1;csrfToken=abcdefgh', 'abcdefgh', true],
	['csrfToken=abcdefgh', 'abcdefgi', false],
	['csrfToken=abcdefgh', undefined, false],
	['csrfToken=abcdefgh', ['abcdefgh'], false],
	['csrfToken=', '', false],
	[null, 'abcdefgh', false],
	['xcsrfToken=abcdefgh', 'abcdefgh', false],
	['csrfToken=abc', 'abc', false],
	['csrfRecent=abcdefghijklmnop', 'bcdefghi', false],
])('with the cookies %j the token %j is accepted: %j', (cookies, sent, accepted) => {
	expect(csrfTokenMatches(cookies, sent)).toBe(accepted)
})

test.each([
	[{ origin: 'https://a.example', fetchSite: 'same-origin' }, true],
	[{ origin: 'https://a.example', fetchSite: null }, true],
	[{ origin: null, fetchSite: 'same-origin' }, true],
	[{ origin: null, fetchSite: null }, false],
	[{ origin: 'https://b.example', fetchSite: 'same-origin' }, false],
	[{ origin: 'https://a.example', fetchSite: 'same-site' }, false],
	[{ origin: 'https://a.example', fetchSite: 'cross-site' }, false],
	[{ origin: null, fetchSite: 'none' }, false],
	[{ origin: 'null', fetchSite: null }, false],
	[{ origin: 'http://a.example', fetchSite: null }, false],
	[{ origin: 'https://a.example.evil', fetchSite: null }, false],
])('a write from %j is our own: %j', (from, own) => {
	expect(isOwnOrigin(from, 'https://a.example')).toBe(own)
})

test('a navigation is a document or its data, but no prefetch and no picture', () => {
	expect(isNavigation({ 'sec-fetch-mode': 'navigate' }, '/qa')).toBe(true)
	expect(isNavigation({}, '/qa')).toBe(true)
	expect(isNavigation({ 'sec-fetch-mode': 'cors' }, '/qa.data')).toBe(true)
	expect(isNavigation({ 'sec-fetch-mode': 'cors', 'sec-purpose': 'prefetch' }, '/qa.data')).toBe(false)
	expect(isNavigation({ 'sec-fetch-mode': 'no-cors' }, '/ogp/image')).toBe(false)
})

const app = new Hono()
	.use(csrfProtection({ isExempt: (path) => path === '/hook', refuse: (_request, failure) => Response.json({ failure }, { status: 403 }) }))
	.all('*', async (c) => c.text(`ok ${await c.req.text()}`))

const own = { origin: 'https://a.example', cookie: 'csrfToken=abcdefgh' }
const send = (init: RequestInit, path = '/qa/post') => app.fetch(new Request(`https://a.example${path}`, init))

test('a write passes with the header, a form field or a JSON field, and its body stays whole', async () => {
	const withHeader = await send({ method: 'POST', headers: { ...own, 'x-csrf-token': 'abcdefgh' }, body: 'x' })
	expect(await withHeader.text()).toBe('ok x')
	const form = await send({ method: 'POST', headers: own, body: new URLSearchParams({ csrfToken: 'abcdefgh', a: '1' }) })
	expect(await form.text()).toBe('ok csrfToken=abcdefgh&a=1')
	const json = await send({ method: 'PUT', headers: { ...own, 'content-type': 'application/json' }, body: '{"csrfToken":"abcdefgh"}' })
	expect(await json.text()).toBe('ok {"csrfToken":"abcdefgh"}')
	const multipart = new FormData()
	multipart.set('csrfToken', 'abcdefgh')
	expect((await send({ method: 'POST', headers: own, body: multipart })).status).toBe(200)
})

test.each([
	['no token', { headers: own }, 'csrf-mismatch'],
	['a wrong token', { headers: { ...own, 'x-csrf-token': 'zzzzzzzz' } }, 'csrf-mismatch'],
	['a broken body', { headers: { ...own, 'content-type': 'application/json' }, body: '{' }, 'csrf-mismatch'],
	['a token from elsewhere', { headers: { ...own, origin: 'https://b.example', 'x-csrf-token': 'abcdefgh' } }, 'origin-mismatch'],
	['no origin', { headers: { cookie: own.cookie, 'x-csrf-token': 'abcdefgh' } }, 'origin-mismatch'],
])('a write with %s is refused', async (_name, init, failure) => {
	for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
		const response = await send({ method, ...init })
		expect([response.status, await response.json()]).toEqual([403, { failure }])
	}
})

test('reads and exempt paths need no token', async () => {
	expect((await send({})).status).toBe(200)
	expect((await send({ method: 'POST' }, '/hook')).status).toBe(200)
})

test('a wrong header is not made good by a right field', () => {
	const request = new Request('https://a.example/', { method: 'POST', headers: { ...own, 'x-csrf-token': 'zzzzzzzz' } })
	expect(csrfFailure(request, 'abcdefgh')).toBe('csrf-mismatch')
})
