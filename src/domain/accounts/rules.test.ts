import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authErrorCodes, catalogueMessage, catalogueSentence } from './catalogue.ts'
import { deviceName } from './sign-in/device-name.ts'
import { normaliseEmail } from './email-address.ts'
import { namesOf } from './names.ts'
import { passwordFaults } from './sign-in/password-rules.ts'

test('every password and address that can be typed gets a response', () => {
	fc.assert(
		fc.property(fc.string({ maxLength: 400, unit: 'binary' }), (text) => {
			expect(['too-short', 'too-long', 'common', 'personal']).toEqual(expect.arrayContaining(passwordFaults(text, { personal: [text] })))
			const email = normaliseEmail(text)
			expect(email === null || normaliseEmail(email) === email).toBe(true)
		}),
	)
})

test.each([
	[' Taro@Example.COM ', 'taro@example.com'],
	['ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'taro@example.com'],
	['taro+shop@mail.example.co.jp', 'taro+shop@mail.example.co.jp'],
	['taro@localhost', null],
	['taro@exa mple.com', null],
	['taro@example.com\r\nBcc: x@example.com', null],
	['太郎@example.com', null],
	['"a b"@example.com', null],
	[`${'a'.repeat(65)}@example.com`, null],
	['', null],
])('the address %j is kept as %j', (typed, kept) => {
	expect(normaliseEmail(typed)).toBe(kept)
})

test.each([
	['facebook', '渡辺 太郎', { firstName: '太郎', lastName: '渡辺' }],
	['facebook', 'Taro Jiro Watanabe', { firstName: '', lastName: 'Taro Jiro Watanabe' }],
	['facebook', '渡辺太郎', { firstName: '', lastName: '渡辺太郎' }],
	['facebook', '渡辺　太郎', { firstName: '', lastName: '渡辺　太郎' }],
	['facebook', '渡辺  太郎', { firstName: '', lastName: '渡辺  太郎' }],
	['facebook', '', { firstName: '', lastName: '' }],
	['google', '渡辺 太郎', { firstName: '', lastName: '' }],
	['password', '渡辺 太郎', { firstName: '', lastName: '' }],
] as const)('%s: the display name %j is split once', (provider, displayName, names) => {
	expect(namesOf(provider, displayName)).toEqual(names)
})

test('the catalogue’s messages match the specification to the letter', () => {
	expect([
		catalogueMessage('auth/email-already-in-use', 'signUp'),
		catalogueMessage('auth/email-already-in-use', 'changeEmail'),
		catalogueMessage('auth/wrong-password', 'signIn'),
		catalogueMessage('auth/user-not-found', 'signIn'),
		catalogueMessage('auth/invalid-credential', 'signIn'),
		catalogueMessage('auth/account-exists-with-different-credential', 'provider'),
		catalogueMessage('auth/credential-already-in-use', 'link'),
		catalogueMessage('auth/missing-email', 'provider'),
		catalogueMessage('auth/missing-id-token', 'provider'),
		catalogueMessage('auth/user-not-found', 'mail'),
		catalogueMessage('auth/no-current-user', 'mail'),
		catalogueMessage('auth/id-token-expired', 'session'),
		catalogueMessage('auth/user-without-email', 'session'),
		catalogueMessage('auth/user-creation-failed', 'user', { error: 'email-already-in-use' }),
		catalogueMessage('auth/no-auth-result', 'provider', { provider: 'google' }),
		catalogueMessage('auth/unknown-provider', 'provider'),
		catalogueMessage('auth/popup-blocked', 'provider'),
		catalogueMessage('auth/something-new', 'signIn'),
	]).toEqual([
		'This email address is already registered.',
		'利用されているメールアドレスです',
		'Email or password is incorrect.',
		'Email or password is incorrect.',
		'Email or password is incorrect.',
		'Already used by another account.',
		'Already used email address.',
		'メールアドレスを取得できないため利用できません。',
		'トークン取得できません。',
		'Unknown error',
		'Unknown error (cannot get current user)',
		'Session token NG (auth/id-token-expired)',
		'不正なユーザです。',
		'User data creation failed. (email-already-in-use)',
		'Login error (google).',
		'unknown provider',
		'Unexpected error occurred. (auth/popup-blocked)',
		'Unexpected error occurred. (auth/something-new)',
	])
})

test('every code has a Japanese sentence', () => {
	for (const code of authErrorCodes) expect(catalogueSentence(code, 'account')).toMatch(/[ぁ-ん].*。$/)
	expect(catalogueSentence('auth/something-new', 'signIn')).toBe(catalogueSentence('auth/internal-error', 'signIn'))
})

test.each([
	[
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
		'Edge・Windows',
	],
	[
		'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
		'Chrome・iPhone',
	],
	[
		'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
		'Chrome・Android',
	],
	['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox・Mac'],
	['', '不明な端末'],
	['curl/8.0', '不明な端末'],
])('%s is shown as %s', (userAgent, name) => {
	expect(deviceName(userAgent)).toBe(name)
})
