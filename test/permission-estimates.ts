import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { draftKey, resultKey } from '../src/domain/estimates/estimate-context.ts'
import { startEstimate } from '../src/domain/estimates/estimate-drafts.ts'
import { estimateConsents } from '../src/domain/estimates/estimate-input.ts'
import { listLeads, sendQuote } from '../src/domain/estimates/estimate-leads.ts'
import { getMyEstimate, listMyEstimates } from '../src/domain/estimates/estimate-requests.ts'
import { confirmEstimate, sendDraft } from '../src/domain/estimates/estimate-sending.ts'
import { makeDraft, quoteInput } from '../src/domain/estimates/estimates-for-test.ts'
import { ABSENT, everybody, members, page, type PageRow, staffOnly } from './permission-rows.ts'

/** As `makeDraft` has it. */
export const PHONE = '090-0000-0000'
const consents = estimateConsents.map(({ kind }) => kind)

/** A request of the member's to the expert's office with a quote, a draft of the member's, and a visitor's request. */
export async function makeEstimates(member: AccountsCtx, expert: AccountsCtx, officeId: number) {
	await sendDraft(member, await makeDraft(member, [officeId]), consents)
	const requestId = (await listMyEstimates(member, null)).items[0]?.id ?? 0
	const leadId = (await listLeads(expert, null)).items[0]?.id ?? 0
	await sendQuote(expert, leadId, quoteInput())
	const quoteId = (await getMyEstimate(member, { id: requestId })).deliveries[0]?.quotes[0]?.id ?? 0
	const draft = await startEstimate(member, {
		taskId: 503,
		prefectureId: 13,
		municipalityId: null,
		officeIds: [],
		clientKey: 'a-key-of-the-matrix',
	})
	const mails: string[] = []
	const visitor: AccountsCtx = {
		...member,
		viewer: { kind: 'visitor' },
		enqueueMail: async (_db, { text }) => void mails.push(text),
	}
	await sendDraft(visitor, await makeDraft(visitor, [officeId], 'nobody@example.com'), consents)
	const token = /confirm\/([\w-]+)/.exec(mails[0] ?? '')?.[1] ?? ''
	const { requestId: visitorsId } = await confirmEstimate(visitor, token)
	return { requestId, leadId, quoteId, draft, sentDraft: draftKey(visitor, visitorsId), result: resultKey(visitor, visitorsId) }
}

const askersOwn = members(404, { member: 200 })
const officesOwn = members(404, { expert: 200 })

export const estimatePageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/bulk_estimate': [page('', '/bulk_estimate?task=503&office=1', everybody(200))],
	'/bulk_estimate/:key': [
		page('the member’s draft', (world) => `/bulk_estimate/${world.estimates.draft}`, { rest: 404, member: 200 }),
		page('sent', (world) => `/bulk_estimate/${world.estimates.sentDraft}`, everybody('/bulk_estimate/result/{key}')),
		page('absent', '/bulk_estimate/no-such-key', everybody(404)),
	],
	// Says that the link does not work.
	'/bulk_estimate/confirm/:token': [page('absent', '/bulk_estimate/confirm/no-such-token', everybody(200))],
	'/bulk_estimate/result/:key': [
		page('a visitor’s, by its link', (world) => `/bulk_estimate/result/${world.estimates.result}`, everybody(200)),
		page('absent', '/bulk_estimate/result/no-such-key', everybody(404)),
	],
	'/bulk_estimate/quote/:id': [
		page('to the member, of the expert’s office', (world) => `/bulk_estimate/quote/${world.estimates.quoteId}`, {
			rest: 404,
			member: 200,
			expert: 200,
		}),
		page('absent', `/bulk_estimate/quote/${ABSENT}`, everybody(404)),
	],
	'/mypage/estimates': [page('own', '/mypage/estimates', members(200))],
	'/mypage/estimates/:id': [
		page('the member’s', (world) => `/mypage/estimates/${world.estimates.requestId}`, askersOwn),
		page('absent', `/mypage/estimates/${ABSENT}`, members(404)),
	],
	'/mypage/inbox': [page('own', '/mypage/inbox', members(403, { expert: 200 }))],
	'/mypage/inbox/leads/:id': [
		page('to the expert’s office', (world) => `/mypage/inbox/leads/${world.estimates.leadId}`, members(403, { expert: 200 })),
		page('absent', `/mypage/inbox/leads/${ABSENT}`, members(403, { expert: 404 })),
	],
	'/mypage/leads': [page('own', '/mypage/leads', members(403, { expert: 200 }))],
	'/mypage/leads/:id': [
		page('to the expert’s office', (world) => `/mypage/leads/${world.estimates.leadId}`, officesOwn),
		page('absent', `/mypage/leads/${ABSENT}`, members(404)),
	],
	'/admin/leads': [page('', '/admin/leads?state=quoted', staffOnly())],
	'/admin/leads/:id': [
		page('the member’s', (world) => `/admin/leads/${world.estimates.requestId}`, staffOnly()),
		page('absent', `/admin/leads/${ABSENT}`, staffOnly(404)),
	],
}
