import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { supportInput } from '../src/domain/support/support-for-test.ts'
import { sendSupportRequest } from '../src/domain/support/support-requests.ts'
import { ABSENT, everybody, page, type PageRow, staffOnly } from './permission-rows.ts'

/** What the member wrote to the operator: a question about the site, and a claim. */
export const makeSupportRequests = async (member: AccountsCtx) => ({
	usage: await sendSupportRequest(member, supportInput({ category: 'usage' })),
	claim: await sendSupportRequest(member, supportInput()),
})

export const supportPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/contact': [page('', '/contact', everybody(200))],
	'/contact/sent': [page('', '/contact/sent?number=1&about=usage', everybody(200))],
	'/contact/:category': [page('', '/contact/rights', everybody(200)), page('absent', '/contact/nothing', everybody(404))],
	// The site of the tests has not said who runs it.
	'/company': [page('without an operator', '/company', everybody(404))],
	'/tokushoho': [page('without an operator', '/tokushoho', everybody(404))],
	'/admin/contacts': [page('', '/admin/contacts?state=closed', staffOnly())],
	'/admin/contacts/:id': [
		page('the member’s', (world) => `/admin/contacts/${world.support.claim}`, staffOnly()),
		page('absent', `/admin/contacts/${ABSENT}`, staffOnly(404)),
		page('with a number that no row can have', '/admin/contacts/9999999999', staffOnly(404)),
	],
}
