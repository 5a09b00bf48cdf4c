import { expect, test } from 'vitest'
import { guardRedirect } from './guards.server.ts'

const guarded = [
	'/qa/post',
	'/qa/12/edit',
	'/qa/12/answer',
	'/qa/answer/12/edit',
	'/qa/12/history',
	'/qa/answer/12/history',
	'/expert/register/office',
	'/expert/proof/12',
	'/mypage',
	'/mypage/account',
	'/favorite',
	'/notifications',
	'/notifications/12',
	'/leave',
	'/follower',
	'/follow',
	'/register_premium',
	'/register_premium/confirm',
	'/admin',
	'/admin/users/1',
	'/office/edit/12',
	'/office-delete/12',
	'/office/12/review',
	'/mypage/inquiries/12',
	'/welcome',
	'/MyPage/',
]

test.each(guarded)('a visitor at %s goes to the login page and comes back', (pathname) => {
	const to = guardRedirect({ pathname, search: '?a=1' }, false)
	expect(to).toBe(`/login?redirect=${encodeURIComponent(`${pathname}?a=1`)}`)
	expect(guardRedirect({ pathname: '/login', search: (to ?? '').slice('/login'.length) }, true)).toBe(`${pathname}?a=1`)
})

test.each(guarded)('a signed-in person may stay at %s', (pathname) => {
	expect(guardRedirect({ pathname, search: '' }, true)).toBeNull()
})

test.each([
	'/',
	'/qa',
	'/qa/12',
	'/office/12',
	'/office/12/inquiry',
	'/follow-us',
	'/password_reset',
	'/action',
	'/register_mailed',
	'/expert/register',
])('anybody may stay at %s', (pathname) => {
	expect(guardRedirect({ pathname, search: '' }, false)).toBeNull()
	expect(guardRedirect({ pathname, search: '' }, true)).toBeNull()
})

test.each(['/login', '/register'])('a signed-in person at %s goes to the top page', (pathname) => {
	expect(guardRedirect({ pathname, search: '' }, true)).toBe('/')
	expect(guardRedirect({ pathname, search: '?redirect=//evil.example' }, true)).toBe('/')
	expect(guardRedirect({ pathname, search: '' }, false)).toBeNull()
})
