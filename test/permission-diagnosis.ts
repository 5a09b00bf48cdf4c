import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { askForContact, confirmContact, listMyContacts } from '../src/domain/funding-diagnosis/contacts.ts'
import { confirmToken, contactInput, sentDiagnosis } from '../src/domain/funding-diagnosis/contacts-for-test.ts'
import { diagnosisSearch } from '../src/domain/funding-diagnosis/diagnosis-input.ts'
import { ABSENT, everybody, members, page, type PageRow, staffOnly } from './permission-rows.ts'

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

export const diagnosisPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/lp/factoring/contact': [
		page('after a diagnosis', `/lp/factoring/contact${diagnosisQuery}`, everybody(200)),
		page('without one', '/lp/factoring/contact', everybody('/lp/factoring')),
		page('about wages', '/lp/factoring/contact?receivable=salary', everybody('/lp/factoring')),
	],
	'/lp/factoring/contact/sent': [page('', `/lp/factoring/contact/sent${diagnosisQuery}`, everybody(200))],
	// Says that the link does not work.
	'/lp/factoring/contact/confirm/:token': [
		page('a visitor’s', (world) => `/lp/factoring/contact/confirm/${world.diagnoses.token}`, everybody(200)),
		page('absent', '/lp/factoring/contact/confirm/no-such-token', everybody(200)),
	],
	// Says that nothing is left.
	'/lp/factoring/contact/request/:key': [
		page('a visitor’s, by its link', (world) => `/lp/factoring/contact/request/${world.diagnoses.key}`, everybody(200)),
		page('absent', '/lp/factoring/contact/request/no-such-key', everybody(200)),
	],
	'/mypage/diagnoses': [page('own', '/mypage/diagnoses', members(200))],
	'/admin/diagnoses': [page('', '/admin/diagnoses?state=all', staffOnly())],
	'/admin/diagnoses/:id': [
		page('the member’s', (world) => `/admin/diagnoses/${world.diagnoses.id}`, staffOnly()),
		page('absent', `/admin/diagnoses/${ABSENT}`, staffOnly(404)),
		page('with a number that no row can have', '/admin/diagnoses/9999999999', staffOnly(404)),
	],
}
