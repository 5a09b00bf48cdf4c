import { PASSWORD } from '../src/domain/accounts/accounts-for-test.ts'
import { everybody, type Fields, form, type FormRow, type FormRows, members } from './permission-forms-rows.ts'
import { tinyPicture } from './permission-world.ts'

const NEW_PASSWORD = 'minato no akari 31'
const again: Fields = { currentPassword: PASSWORD }
const wrongAgain: Fields = { currentPassword: 'wrong' }

const onAccount = (about: string, fields: Fields | FormRow['fields'], expect: FormRow['expect']): FormRow =>
	form(about, '/mypage/account', fields, expect)

/** For whom the pages are that only visitors have. */
const visitors = { out: 'done', rest: 'away' } as const

export const accountFormRows: FormRows = {
	'/login': [
		form('own', '/login', { email: 'member@example.com', password: PASSWORD }, visitors),
		form('a wrong password', '/login', { email: 'member@example.com', password: 'wrong' }, { out: 422, rest: 'away' }),
		form('a second factor that nobody waits for', '/login', { code: '000000' }, { out: 422, rest: 'away' }),
	],
	'/register': [
		form('a new address', '/register', { email: 'new@example.com', password: NEW_PASSWORD }, visitors),
		form('a taken address', '/register', { email: 'other@example.com', password: NEW_PASSWORD }, { out: 409, rest: 'away' }),
	],
	'/password_reset': [
		form('own', '/password_reset', { email: 'member@example.com' }, everybody(200)),
		form('the mail’s code', '/password_reset', (world) => ({ oobCode: world.resetCode, password: NEW_PASSWORD }), everybody('done')),
		form('a code of another kind', '/password_reset', (world) => ({ oobCode: world.verifyCode, password: NEW_PASSWORD }), everybody(422)),
	],
	'/action': [
		form('the mail’s code', '/action', (world) => ({ oobCode: world.verifyCode }), everybody('done')),
		form('a code of another kind', '/action', (world) => ({ oobCode: world.resetCode }), everybody(422)),
		form('absent', '/action', { oobCode: 'x'.repeat(43) }, everybody(422)),
	],
	'/logout': [form('', '/logout', {}, everybody('done'))],
	'/welcome': [
		form('own', '/welcome', { lastName: '渡辺' }, members('done')),
		form('skipped', '/welcome', { step: 'skip' }, members('done')),
	],
	'/leave': [
		form('own account', '/leave', again, members('done')),
		form('a wrong password', '/leave', wrongAgain, members(422)),
		// A session that is minutes old is proof enough; see requireRecentLogin.
		form('no password, just signed in', '/leave', {}, members('done')),
	],
	'/mypage/profile': [
		form('own', '/mypage/profile', { intent: 'profile', lastName: '渡辺', firstName: 'さくら' }, members(200)),
		form(
			'own picture',
			'/mypage/profile',
			() => ({ intent: 'picture', image: new File([Uint8Array.from(tinyPicture)], 'me.png', { type: 'image/png' }) }),
			members(200),
		),
	],
	'/mypage/account': [
		onAccount('verify', { intent: 'verify' }, members(200)),
		onAccount('email', { intent: 'email', email: 'moved@example.com', ...again }, members(200)),
		onAccount('email, another’s', { intent: 'email', email: 'taken@example.com', ...again }, members(409)),
		onAccount('password', { intent: 'password', password: NEW_PASSWORD, ...again }, members(200)),
		onAccount('password, the old one wrong', { intent: 'password', password: NEW_PASSWORD, ...wrongAgain }, members(422)),
		onAccount('revoke the member’s session', (world) => ({ intent: 'revoke', id: world.otherSession }), members(404, { member: 200 })),
		onAccount('revoke all others of one’s own', { intent: 'revokeOthers' }, members(200)),
		onAccount('begin a second factor', { intent: 'factorStart', ...again }, members(200)),
		onAccount('confirm one that is not begun', { intent: 'factorConfirm', firstCode: '000000', ...again }, members(422)),
		onAccount('new recovery codes without a second factor', { intent: 'factorCodes', ...again }, members(409)),
		onAccount('remove one', { intent: 'factorRemove', ...again }, members(200)),
		onAccount(
			'remove the member’s passkey',
			(world) => ({ intent: 'passkeyRemove', id: world.passkeyId, ...again }),
			members(404, { member: 200 }),
		),
		onAccount('part from a provider that is not linked', { intent: 'unlink', provider: 'google' }, members(409)),
		onAccount('no form of ours', { intent: 'grant' }, members(400)),
	],
}
