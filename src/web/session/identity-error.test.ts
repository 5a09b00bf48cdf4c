import { expect, test } from 'vitest'
import { createIdentityClient } from './identity-client.ts'
import { formFailure, IdentityError } from './identity-error.ts'

test('a provider that is neither Google nor Facebook is unknown', async () => {
	await expect(createIdentityClient().signInWith('twitter')).rejects.toThrow('unknown provider')
	await expect(createIdentityClient().unlink('constructor')).rejects.toThrow('unknown provider')
})

test('the sentence comes first and the message is the catalogue’s', () => {
	expect(formFailure(new IdentityError('auth/popup-blocked', 'provider'), 'provider')).toMatchObject({
		sentence: expect.stringContaining('ポップアップブロックを解除') as string,
		message: 'Unexpected error occurred. (auth/popup-blocked)',
	})
	expect(formFailure(new IdentityError('auth/network-request-failed', 'session'), 'session').message).toBe(
		'Session token NG (auth/network-request-failed)',
	)
	expect(formFailure(new IdentityError('auth/no-current-user', 'changeEmail'), 'changeEmail').message).toBe(
		'Unknown error (cannot get current user)',
	)
})

test('a field error is shown beside the field, not above the form', () => {
	const failure = formFailure(
		new IdentityError('auth/email-already-in-use', 'signUp', { fields: { email: 'すでに登録されています。' } }),
		'signUp',
		{ email: 'a@example.com' },
	)
	expect(failure).toMatchObject({
		sentence: '入力内容を確認してください（1か所）。',
		message: 'This email address is already registered.',
		fields: { email: 'すでに登録されています。' },
		values: { email: 'a@example.com' },
	})
})

test('what only our own API says gets no message of the catalogue', () => {
	const failure = formFailure(
		new IdentityError('invalid', 'signUp', { message: 'x', fields: { email: 'メールアドレスを入力してください。' } }),
		'signUp',
	)
	expect(failure).toMatchObject({ sentence: '入力内容を確認してください（1か所）。', message: null })
})

test('an unknown code is shown as any other error', () => {
	expect(formFailure({ code: 'auth/never-heard-of', message: '', fields: {} }, 'signIn').message).toBe(
		'Unexpected error occurred. (auth/never-heard-of)',
	)
})
