import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { askForContact, confirmContact, listMyContacts } from '../src/domain/funding-diagnosis/contacts.ts'
import { confirmToken, contactInput, sentDiagnosis } from '../src/domain/funding-diagnosis/contacts-for-test.ts'
import { diagnosisSearch } from '../src/domain/funding-diagnosis/diagnosis-input.ts'
import type { PageAnswers, PageRow } from './permission-matrix.ts'
import { ABSENT } from './permission-rows.ts'
import type { World } from './permission-world.ts'

/** A diagnosis of the tests' day, as its address has it. */
export const diagnosisQuery = diagnosisSearch(sentDiagnosis, sentDiagnosis.on)

/** A request of the member's, a visitor's that is confirmed, and the link of one that is not. */
export async function makeDiagnoses(member: AccountsCtx) {
	await askForContact(member, contactInput(), sentDiagnosis)
	const id = (await listMyContacts(member, null)).items[0]?.id ?? 0
	const mails: string[] = []
	const visitor: AccountsCtx = {
		...member,
		viewer: { kind: 'visitor' },
		enqueueMail: async (_db, { text }) => void mails.push(text),
	}
	await askForContact(visitor, contactInput({ email: 'asker@example.com' }), null)
	await askForContact(visitor, contactInput({ email: 'asker@example.com' }), null)
	const key = await confirmContact(visitor, confirmToken(mails[0]))
	return { id, key, token: confirmToken(mails[1]) }
}

const all = (answer: PageAnswers[number]): PageAnswers => [answer, answer, answer, answer, answer, answer, answer]
const at = (about: string, path: string | ((world: World) => string), expect: PageAnswers): PageRow => ({
	about,
	at: typeof path === 'string' ? () => path : path,
	expect,
})

export const diagnosisPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/lp/factoring/contact': [
		at('after a diagnosis', `/lp/factoring/contact${diagnosisQuery}`, all(200)),
		at('without one', '/lp/factoring/contact', all('/lp/factoring')),
		at('about wages', '/lp/factoring/contact?receivable=salary', all('/lp/factoring')),
	],
	'/lp/factoring/contact/sent': [at('', `/lp/factoring/contact/sent${diagnosisQuery}`, all(200))],
	// Says that the link does not work.
	'/lp/factoring/contact/confirm/:token': [
		at('a visitor’s', (world) => `/lp/factoring/contact/confirm/${world.diagnoses.token}`, all(200)),
		at('absent', '/lp/factoring/contact/confirm/no-such-token', all(200)),
	],
	// Says that nothing is left.
	'/lp/factoring/contact/request/:key': [
		at('a visitor’s, by its link', (world) => `/lp/factoring/contact/request/${world.diagnoses.key}`, all(200)),
		at('absent', '/lp/factoring/contact/request/no-such-key', all(200)),
	],
	'/mypage/diagnoses': [at('own', '/mypage/diagnoses', ['/login', 200, 200, 200, 200, 200, '/login'])],
	'/admin/diagnoses': [at('', '/admin/diagnoses?state=all', ['/login', 403, 403, 403, 403, 200, '/login'])],
	'/admin/diagnoses/:id': [
		at('the member’s', (world) => `/admin/diagnoses/${world.diagnoses.id}`, ['/login', 403, 403, 403, 403, 200, '/login']),
		at('absent', `/admin/diagnoses/${ABSENT}`, ['/login', 403, 403, 403, 403, 404, '/login']),
		at('with a number that no row can have', '/admin/diagnoses/9999999999', ['/login', 403, 403, 403, 403, 404, '/login']),
	],
}
