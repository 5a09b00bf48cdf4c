import type { TestCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { setAccountPlan } from '../plans/account-plan.ts'
import type { WebhookSender } from '../../platform/webhook-sender.ts'
import type { EndpointInput, TokenInput } from './schemas.ts'

let keys = 0
const newKey = () => `a-key-of-developers-${(keys += 1)}`

export const tokenInput = (values: Partial<TokenInput> = {}): TokenInput => ({
	name: '顧客管理との連携',
	scopes: ['read:leads'],
	days: 90,
	clientKey: newKey(),
	...values,
})

export const endpointInput = (values: Partial<EndpointInput> = {}): EndpointInput => ({
	url: 'https://hooks.example.jp/shirube',
	kinds: ['lead.created', 'review.created'],
	clientKey: newKey(),
	...values,
})

/** The owner of an office with the Pro plan, signed in a moment ago. */
export async function makeOwner(ctx: TestCtx, options: { plan?: 'standard' | 'pro' | null; webhooks?: WebhookSender } = {}) {
	const site = testSite(ctx)
	const account = await site.account(`owner${(keys += 1)}@example.com`)
	const expertId = await makeExpert(ctx, { user_id: account.docId })
	const officeId = await makeOffice(ctx, { expertIds: [expertId] })
	await ctx.db.updateTable('users').set({ is_expert: true }).where('id', '=', account.docId).execute()
	const { plan = 'pro', webhooks } = options
	if (plan !== null) await setAccountPlan(ctx, account.docId, { plan, until: null })
	const browser = site.browser()
	await browser.enter(account.uid)
	const owner = async () => ({ ...(await browser.ctx()), ...(webhooks === undefined ? {} : { webhooks }) })
	return { site, browser, owner, userId: account.docId, uid: account.uid, expertId, officeId }
}
