import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import type { Ctx, Viewer } from '../shared/context.ts'
import { as, refusal } from '../questions/questions-for-test.ts'
import { estimateConsents } from './estimate-input.ts'
import type { CallerCtx } from '../shared/throttles.ts'
import { getLead, sendQuote } from './estimate-leads.ts'
import { acceptQuote, cancelEstimate, getMyEstimate, replaceOffice } from './estimate-requests.ts'
import { sendDraft } from './estimate-sending.ts'
import { maintainEstimates } from './estimate-maintenance.ts'
import { makeDraft, makeOwnedOffice, makeVerifiedMember, leadsCtx, quoteInput } from './estimates-for-test.ts'

const consents = estimateConsents.map(({ kind }) => kind)

let made: Awaited<ReturnType<typeof freshDatabase>>
let ctx: CallerCtx

beforeAll(async () => {
	made = await freshDatabase()
	ctx = leadsCtx(visitorCtx(made.db))
})
afterAll(() => made.close())

/** Two offices that are asked, by a form that is sent four times at once. */
async function makeRequest() {
	const offices = await made.db.transaction().execute(async (db) => {
		const trx = { ...ctx, db }
		return [await makeOwnedOffice(trx), await makeOwnedOffice(trx), await makeOwnedOffice(trx)]
	})
	const member = as(ctx, await makeVerifiedMember(ctx))
	const asked = offices.slice(0, 2)
	const key = await makeDraft(
		member,
		asked.map(({ officeId }) => officeId),
	)
	const sent = await Promise.all([1, 2, 3, 4].map(() => sendDraft(member, key, consents)))
	const ids = new Set(sent.map((one) => (one.kind === 'sent' ? one.requestId : 0)))
	expect(ids.size).toBe(1)
	const [id = 0] = ids
	const { deliveries } = await getMyEstimate(member, { id })
	expect(deliveries).toHaveLength(2)
	const owner = (place: number): Ctx => as(ctx, offices[place]?.owner ?? ({ kind: 'visitor' } satisfies Viewer))
	return { member, id, deliveries, owner, spare: offices[2]?.officeId ?? 0 }
}

test('of two acceptances and a cancellation at once, one succeeds', async () => {
	const { member, id, deliveries, owner } = await makeRequest()
	for (const [place, { id: deliveryId }] of deliveries.entries()) {
		const input = quoteInput()
		await getLead(owner(place), deliveryId)
		await Promise.all([sendQuote(owner(place), deliveryId, input), sendQuote(owner(place), deliveryId, input)])
	}
	const quotes = (await getMyEstimate(member, { id })).deliveries.map((delivery) => delivery.quotes)
	expect(quotes.map((versions) => versions.length)).toEqual([1, 1])
	const answers = await Promise.all([
		...quotes.map(([quote]) => refusal(acceptQuote(member, { id }, quote?.id ?? 0))),
		refusal(cancelEstimate(member, { id })),
	])
	expect(answers.toSorted()).toEqual(['conflict', 'conflict', 'none'])
})

test('a quote at its deadline is either in time or rejected', async () => {
	const { member, id, deliveries, owner, spare } = await makeRequest()
	const [first, second] = deliveries.map((delivery) => delivery.id)
	const due = new Date((deliveries[0]?.dueAt ?? 0) + 1)
	const late = (one: Ctx): Ctx => ({ ...one, now: () => due })
	const [answer] = await Promise.all([
		refusal(sendQuote(owner(0), first ?? 0, quoteInput())),
		maintainEstimates(late(ctx)),
		maintainEstimates(late(ctx)),
	])
	const { deliveries: after } = await getMyEstimate(member, { id })
	expect(after.map(({ state }) => state)).toEqual([answer === 'none' ? 'quoted' : 'timed_out', 'timed_out'])
	const replaced = await Promise.all([1, 2].map(() => refusal(replaceOffice(late(member), { id }, second ?? 0, spare))))
	expect(replaced.toSorted()).toEqual(['conflict', 'none'])
})
