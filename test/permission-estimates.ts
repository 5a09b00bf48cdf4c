import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { draftKey, resultKey } from '../src/domain/estimates/estimate-context.ts'
import { startEstimate } from '../src/domain/estimates/estimate-drafts.ts'
import { estimateConsents } from '../src/domain/estimates/estimate-input.ts'
import { listLeads, sendQuote } from '../src/domain/estimates/estimate-leads.ts'
import { getMyEstimate, listMyEstimates } from '../src/domain/estimates/estimate-requests.ts'
import { confirmEstimate, sendDraft } from '../src/domain/estimates/estimate-sending.ts'
import { aDraft, quoteInput } from '../src/domain/estimates/estimates-for-test.ts'
import type { PageAnswers, PageRow } from './permission-matrix.ts'
import type { World } from './permission-world.ts'

/** As `aDraft` has it. */
export const PHONE = '090-0000-0000'
const consents = estimateConsents.map(({ kind }) => kind)

/** A request of the member's to the expert's office with a quote, a draft of the member's, and a visitor's request. */
export async function makeEstimates(member: AccountsCtx, expert: AccountsCtx, officeId: number) {
	await sendDraft(member, await aDraft(member, [officeId]), consents)
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
	await sendDraft(visitor, await aDraft(visitor, [officeId], 'nobody@example.com'), consents)
	const token = /confirm\/([\w-]+)/.exec(mails[0] ?? '')?.[1] ?? ''
	const { requestId: visitorsId } = await confirmEstimate(visitor, token)
	return { requestId, leadId, quoteId, draft, sentDraft: draftKey(visitor, visitorsId), result: resultKey(visitor, visitorsId) }
}

const ABSENT = 999_999
const all = (answer: PageAnswers[number]): PageAnswers => [answer, answer, answer, answer, answer, answer, answer]
const members = (answer: number): PageAnswers => ['/login', answer, answer, answer, answer, answer, '/login']
const askersOwn: PageAnswers = ['/login', 404, 200, 404, 404, 404, '/login']
const officesOwn: PageAnswers = ['/login', 404, 404, 404, 200, 404, '/login']
const staffs: PageAnswers = ['/login', 403, 403, 403, 403, 200, '/login']
const at = (about: string, path: string | ((world: World) => string), expect: PageAnswers): PageRow => ({
	about,
	at: typeof path === 'string' ? () => path : path,
	expect,
})

export const estimatePageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/bulk_estimate': [at('', '/bulk_estimate?task=503&office=1', all(200))],
	'/bulk_estimate/:key': [
		at('the member’s draft', (world) => `/bulk_estimate/${world.estimates.draft}`, [404, 404, 200, 404, 404, 404, 404]),
		at('sent', (world) => `/bulk_estimate/${world.estimates.sentDraft}`, all('/bulk_estimate/result/{key}')),
		at('absent', '/bulk_estimate/no-such-key', all(404)),
	],
	// Says that the link does not work.
	'/bulk_estimate/confirm/:token': [at('absent', '/bulk_estimate/confirm/no-such-token', all(200))],
	'/bulk_estimate/result/:key': [
		at('a visitor’s, by its link', (world) => `/bulk_estimate/result/${world.estimates.result}`, all(200)),
		at('absent', '/bulk_estimate/result/no-such-key', all(404)),
	],
	'/bulk_estimate/quote/:id': [
		at(
			'to the member, of the expert’s office',
			(world) => `/bulk_estimate/quote/${world.estimates.quoteId}`,
			[404, 404, 200, 404, 200, 404, 404],
		),
		at('absent', `/bulk_estimate/quote/${ABSENT}`, all(404)),
	],
	'/mypage/estimates': [at('own', '/mypage/estimates', members(200))],
	'/mypage/estimates/:id': [
		at('the member’s', (world) => `/mypage/estimates/${world.estimates.requestId}`, askersOwn),
		at('absent', `/mypage/estimates/${ABSENT}`, members(404)),
	],
	'/mypage/leads': [at('own', '/mypage/leads', members(200))],
	'/mypage/leads/:id': [
		at('to the expert’s office', (world) => `/mypage/leads/${world.estimates.leadId}`, officesOwn),
		at('absent', `/mypage/leads/${ABSENT}`, members(404)),
	],
	'/admin/leads': [at('', '/admin/leads?state=quoted', staffs)],
	'/admin/leads/:id': [
		at('the member’s', (world) => `/admin/leads/${world.estimates.requestId}`, staffs),
		at('absent', `/admin/leads/${ABSENT}`, ['/login', 403, 403, 403, 403, 404, '/login']),
	],
}
