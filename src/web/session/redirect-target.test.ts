import { expect, test } from 'vitest'
import { loginPath, redirectTarget } from './redirect-target.ts'

test.each([
	'/mypage',
	'/mypage/account',
	'/qa/12/answer?from=list',
	'/category/list/5/tokyo/city/%E4%B8%89%E9%B7%B9%E5%B8%82',
	'/qa/post?title=100%25',
	'/office/1#reviews',
])('a path of ours is a target: %s', (path) => {
	expect(redirectTarget(path)).toBe(path)
})

test.each([
	'https://evil.example/',
	'//evil.example',
	'///evil.example',
	'/\\evil.example',
	'\\\\evil.example',
	'/\t/evil.example',
	'\t//evil.example',
	' //evil.example',
	'/%2fevil.example',
	'/%2Fevil.example',
	'/%5cevil.example',
	'/%255cevil.example',
	'/%252f%252fevil.example',
	'/..//evil.example',
	'/./%2fevil.example',
	'%2f%2fevil.example',
	'javascript:alert(1)',
	'mypage',
	'@evil.example',
	'/%zz',
	'/%09/evil.example',
	'',
	null,
])('anything else becomes the top page: %s', (given) => {
	expect(redirectTarget(given)).toBe('/')
})

test.each(['/login', '/login?redirect=/login', '/register', '/logout', '/api/sessionLogout'])('never leads to %s', (given) => {
	expect(redirectTarget(given)).toBe('/')
})

test('the login page leads back', () => {
	expect(loginPath('/mypage?tab=a&b=c')).toBe('/login?redirect=%2Fmypage%3Ftab%3Da%26b%3Dc')
	expect(loginPath('/')).toBe('/login')
})
