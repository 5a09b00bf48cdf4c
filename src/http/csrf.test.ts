import { expect, test } from 'vitest'
import {
	csrfTokenMatches,
	currentToken,
	headerFailure,
	isNavigation,
	isOwnOrigin,
	navigationCookies,
	newCsrfToken,
	tokenFailure,
} from './csrf.ts'
import type { RequestBody } from './request-body.ts'

const value = (cookie: string | undefined) => /=([^;]*)/.exec(cookie ?? '')?.[1] ?? ''

test('a token has 8 random characters', () => {
	const tokens = new Set(Array.from({ length: 2_000 }, newCsrfToken))
	expect(tokens.size).toBe(2_000)
	for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{8}$/)
})

test('each navigation writes a new token: lax, secure unless local, readable by scripts', () => {
	const [cookie] = navigationCookies(undefined, true)
	expect(cookie).toMatch(/^__Host-csrfToken=[\w-]{8}; Path=\/; SameSite=Lax; Secure$/)
	expect(navigationCookies(undefined, false)[0]).toMatch(/^csrfToken=[\w-]{8}; Path=\/; SameSite=Lax$/)
	expect(navigationCookies(`__Host-csrfToken=${value(cookie)}`, true)[0]).not.toBe(cookie)
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

test('both cookies have the prefix that only this very host can set, on https', () => {
	const cookies = navigationCookies('__Host-csrfToken=abcdefgh; __Host-csrfRecent=ijklmnop', true)
	expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-csrfToken', '__Host-csrfRecent'])
	for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; SameSite=Lax(?:; HttpOnly)?; Secure$/)
	expect(value(cookies[1])).toBe('abcdefghijklmnop')
})

test('a browser with the old cookie names keeps its token after an upgrade', () => {
	const old = 'csrfToken=abcdefgh; csrfRecent=ijklmnop'
	expect(csrfTokenMatches(old, 'abcdefgh')).toBe(true)
	expect(csrfTokenMatches(old, 'ijklmnop')).toBe(true)
	const [fresh, recent] = navigationCookies(old, true)
	const jar = `${old}; ${fresh?.split(';')[0]}; ${recent?.split(';')[0]}`
	for (const token of [value(fresh), 'abcdefgh', 'ijklmnop']) expect(csrfTokenMatches(jar, token)).toBe(true)
})

test('ignores a bare cookie set by another host of the domain when the prefixed one exists', () => {
	const jar = 'csrfToken=attacker; csrfRecent=attacker; __Host-csrfToken=abcdefgh'
	expect(csrfTokenMatches(jar, 'attacker')).toBe(false)
	expect(csrfTokenMatches(jar, 'abcdefgh')).toBe(true)
	expect(currentToken(jar)).toBe('abcdefgh')
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

test('a navigation is a document or its data, but no prefetch, no picture and no frame', () => {
	expect(isNavigation({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, '/widget/office/1')).toBe(false)
	expect(isNavigation({ 'sec-fetch-mode': 'navigate' }, '/qa')).toBe(true)
	expect(isNavigation({}, '/qa')).toBe(true)
	expect(isNavigation({ 'sec-fetch-mode': 'cors' }, '/qa.data')).toBe(true)
	expect(isNavigation({ 'sec-fetch-mode': 'cors', 'sec-purpose': 'prefetch' }, '/qa.data')).toBe(false)
	expect(isNavigation({ 'sec-fetch-mode': 'no-cors' }, '/ogp/image')).toBe(false)
})

const site = 'https://a.example'
const own = { origin: site, cookie: 'csrfToken=abcdefgh' }

test.each([
	['the header', { ...own, 'x-csrf-token': 'abcdefgh' }, null],
	['a wrong header', { ...own, 'x-csrf-token': 'zzzzzzzz' }, 'csrf-mismatch'],
	['a token of the body, to be checked later', own, null],
	['no cookie, so no token can match', { origin: site }, 'csrf-mismatch'],
	['another origin', { ...own, origin: 'https://b.example', 'x-csrf-token': 'abcdefgh' }, 'origin-mismatch'],
	['no origin', { cookie: own.cookie, 'x-csrf-token': 'abcdefgh' }, 'origin-mismatch'],
	['two origins', { ...own, 'sec-fetch-site': 'cross-site' }, 'origin-mismatch'],
])('decides by the headers alone about a write with %s', (_name, headers, failure) => {
	expect(headerFailure(headers, site)).toBe(failure)
})

function formWith(value: string): RequestBody {
	const form = new FormData()
	form.set('csrfToken', value)
	return { kind: 'form', form }
}

test.each<[string, RequestBody, string | null]>([
	['a form field', formWith('abcdefgh'), null],
	['a wrong form field', formWith('zzzzzzzz'), 'csrf-mismatch'],
	['a JSON field', { kind: 'json', value: { csrfToken: 'abcdefgh' } }, null],
	['a JSON field that is no text', { kind: 'json', value: { csrfToken: ['abcdefgh'] } }, 'csrf-mismatch'],
	['JSON that is no object', { kind: 'json', value: 'abcdefgh' }, 'csrf-mismatch'],
	['an inherited field', { kind: 'json', value: Object.create({ csrfToken: 'abcdefgh' }) }, 'csrf-mismatch'],
	['no body', { kind: 'none' }, 'csrf-mismatch'],
])('takes the token of the body from %s', (_name, body, failure) => {
	expect(tokenFailure(own, body)).toBe(failure)
})

test('a valid field does not outweigh an invalid header', () => {
	expect(tokenFailure({ ...own, 'x-csrf-token': 'zzzzzzzz' }, formWith('abcdefgh'))).toBe('csrf-mismatch')
})
