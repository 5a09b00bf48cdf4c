import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { startInput } from '../src/domain/billing/billing-for-test.ts'
import { listOwnInvoices } from '../src/domain/billing/invoice-reading.ts'
import { convertTrial, startSubscription } from '../src/domain/billing/subscriptions.ts'
import { ABSENT, members, page, type PageRow, staffOnly } from './permission-rows.ts'
import { seller } from './operator.ts'

/** The expert's paid plan with its first invoice, bought while the site named a bank account. */
export async function makeBilling(expert: AccountsCtx): Promise<{ invoiceId: number }> {
	const ctx = { ...expert, site: { ...expert.site, operator: seller } }
	await startSubscription(ctx, startInput())
	await convertTrial(ctx)
	return { invoiceId: (await listOwnInvoices(ctx, null)).items[0]?.id ?? 0 }
}

/** The site of the tests has no bank account: nothing is sold, and what was sold goes on. */
const PLANS = '/register_premium'

export const billingPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/register_premium': [page('', PLANS, members(200))],
	'/register_premium/confirm': [
		page('a plan', `${PLANS}/confirm?plan=pro&interval=year`, members(PLANS)),
		page('no plan', `${PLANS}/confirm?plan=gold`, members(PLANS)),
	],
	'/register_premium/complete': [page('', `${PLANS}/complete`, members(PLANS, { expert: 200 }))],
	'/register_premium/manage': [page('', `${PLANS}/manage`, members(200))],
	'/register_premium/cancel': [page('', `${PLANS}/cancel`, members(PLANS, { expert: 200 }))],
	'/register_premium/invoices': [page('', `${PLANS}/invoices`, members(200))],
	'/register_premium/invoices/:id': [
		page('the expert’s', (world) => `${PLANS}/invoices/${world.billing.invoiceId}`, members(404, { expert: 200, staff: 200 })),
		page('absent', `${PLANS}/invoices/${ABSENT}`, members(404)),
	],
	'/register_premium/invoices/:id/pdf': [
		page('the expert’s', (world) => `${PLANS}/invoices/${world.billing.invoiceId}/pdf`, members(404, { expert: 200, staff: 200 })),
		page('absent', `${PLANS}/invoices/${ABSENT}/pdf`, members(404)),
	],
	'/admin/billing': [page('', '/admin/billing?state=active', staffOnly())],
	'/admin/billing/invoices': [page('', '/admin/billing/invoices?state=all&customer=三鷹', staffOnly())],
	'/admin/billing/invoices/:id': [
		page('the expert’s', (world) => `/admin/billing/invoices/${world.billing.invoiceId}`, staffOnly()),
		page('absent', `/admin/billing/invoices/${ABSENT}`, staffOnly(404)),
	],
	'/admin/billing/transfers': [page('', '/admin/billing/transfers', staffOnly())],
	'/admin/billing/refunds': [page('', '/admin/billing/refunds?state=paid', staffOnly())],
	'/admin/billing/dunning': [page('', '/admin/billing/dunning', staffOnly())],
	'/admin/billing/offers': [page('', '/admin/billing/offers', staffOnly())],
	'/admin/billing/cards': [page('', '/admin/billing/cards', staffOnly())],
	'/admin/billing/journal': [page('', '/admin/billing/journal', staffOnly())],
	'/admin/billing/journal.csv': [
		page('a month', '/admin/billing/journal.csv?from=2026-06-01&to=2026-06-30&format=freee', staffOnly()),
		page('of no program', '/admin/billing/journal.csv?from=2026-06-01&to=2026-06-30&format=x', staffOnly(404)),
	],
}
