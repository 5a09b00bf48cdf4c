import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { supportInput } from '../src/domain/support/support-for-test.ts'
import { sendSupportRequest } from '../src/domain/support/support-requests.ts'
import type { PageAnswers, PageRow } from './permission-matrix.ts'
import { ABSENT } from './permission-rows.ts'
import type { World } from './permission-world.ts'

/** What the member wrote to the operator: a question about the site, and a claim. */
export const makeSupportRequests = async (member: AccountsCtx) => ({
	usage: await sendSupportRequest(member, supportInput({ category: 'usage' })),
	claim: await sendSupportRequest(member, supportInput()),
})

const all = (answer: PageAnswers[number]): PageAnswers => [answer, answer, answer, answer, answer, answer, answer]
const admins = (answer: PageAnswers[number]): PageAnswers => ['/login', 403, 403, 403, 403, answer, '/login']
const at = (about: string, path: string | ((world: World) => string), expect: PageAnswers): PageRow => ({
	about,
	at: typeof path === 'string' ? () => path : path,
	expect,
})

export const supportPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/contact': [at('', '/contact', all(200))],
	'/contact/sent': [at('', '/contact/sent?number=1&about=usage', all(200))],
	'/contact/:category': [at('', '/contact/rights', all(200)), at('absent', '/contact/nothing', all(404))],
	// The site of the tests has not said who runs it.
	'/company': [at('without an operator', '/company', all(404))],
	'/tokushoho': [at('without an operator', '/tokushoho', all(404))],
	'/admin/contacts': [at('', '/admin/contacts?state=closed', admins(200))],
	'/admin/contacts/:id': [
		at('the member’s', (world) => `/admin/contacts/${world.support.claim}`, admins(200)),
		at('absent', `/admin/contacts/${ABSENT}`, admins(404)),
		at('with a number that no row can have', '/admin/contacts/9999999999', admins(404)),
	],
}
