import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { seller, startInput } from '../src/domain/billing/billing-for-test.ts'
import { listOwnInvoices } from '../src/domain/billing/invoice-reading.ts'
import { convertTrial, startSubscription } from '../src/domain/billing/subscriptions.ts'
import type { PageAnswers, PageRow } from './permission-matrix.ts'
import { ABSENT } from './permission-rows.ts'
import type { World } from './permission-world.ts'

/** The expert's paid plan with its first invoice, bought while the site named a bank account. */
export async function makeBilling(expert: AccountsCtx): Promise<{ invoiceId: number }> {
	const ctx = { ...expert, site: { ...expert.site, operator: seller } }
	await startSubscription(ctx, startInput())
	await convertTrial(ctx)
	return { invoiceId: (await listOwnInvoices(ctx, null)).items[0]?.id ?? 0 }
}

type Answer = PageAnswers[number]
const members = (answer: Answer, named: { expert?: Answer; staff?: Answer } = {}): PageAnswers => [
	'/login',
	answer,
	answer,
	answer,
	named.expert ?? answer,
	named.staff ?? answer,
	'/login',
]
const admins = (answer: Answer): PageAnswers => ['/login', 403, 403, 403, 403, answer, '/login']
const at = (about: string, path: string | ((world: World) => string), expect: PageAnswers): PageRow => ({
	about,
	at: typeof path === 'string' ? () => path : path,
	expect,
})
/** The site of the tests has no bank account: nothing is sold, and what was sold goes on. */
const PLANS = '/register_premium'

export const billingPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/register_premium': [at('', PLANS, members(200))],
	'/register_premium/confirm': [
		at('a plan', `${PLANS}/confirm?plan=pro&interval=year`, members(PLANS)),
		at('no plan', `${PLANS}/confirm?plan=gold`, members(PLANS)),
	],
	'/register_premium/complete': [at('', `${PLANS}/complete`, members(PLANS, { expert: 200 }))],
	'/register_premium/manage': [at('', `${PLANS}/manage`, members(200))],
	'/register_premium/cancel': [at('', `${PLANS}/cancel`, members(PLANS, { expert: 200 }))],
	'/register_premium/invoices': [at('', `${PLANS}/invoices`, members(200))],
	'/register_premium/invoices/:id': [
		at('the expert’s', (world) => `${PLANS}/invoices/${world.billing.invoiceId}`, members(404, { expert: 200, staff: 200 })),
		at('absent', `${PLANS}/invoices/${ABSENT}`, members(404)),
	],
	'/register_premium/invoices/:id/pdf': [
		at('the expert’s', (world) => `${PLANS}/invoices/${world.billing.invoiceId}/pdf`, members(404, { expert: 200, staff: 200 })),
		at('absent', `${PLANS}/invoices/${ABSENT}/pdf`, members(404)),
	],
	'/admin/billing': [at('', '/admin/billing?state=active', admins(200))],
	'/admin/billing/invoices': [at('', '/admin/billing/invoices?state=all&customer=三鷹', admins(200))],
	'/admin/billing/invoices/:id': [
		at('the expert’s', (world) => `/admin/billing/invoices/${world.billing.invoiceId}`, admins(200)),
		at('absent', `/admin/billing/invoices/${ABSENT}`, admins(404)),
	],
	'/admin/billing/transfers': [at('', '/admin/billing/transfers', admins(200))],
	'/admin/billing/refunds': [at('', '/admin/billing/refunds?state=paid', admins(200))],
	'/admin/billing/dunning': [at('', '/admin/billing/dunning', admins(200))],
	'/admin/billing/offers': [at('', '/admin/billing/offers', admins(200))],
	'/admin/billing/journal': [at('', '/admin/billing/journal', admins(200))],
	'/admin/billing/journal.csv': [
		at('a month', '/admin/billing/journal.csv?from=2026-06-01&to=2026-06-30&format=freee', admins(200)),
		at('of no program', '/admin/billing/journal.csv?from=2026-06-01&to=2026-06-30&format=x', admins(404)),
	],
}
