import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { as, refusal } from '../questions/questions-for-test.ts'
import { days } from '../shared/japan-time.ts'
import { askForOpponent, decideConflict, discloseOpponent, withdrawOpponent } from './conflict-checks.ts'
import { estimateConsents } from './estimate-input.ts'
import { getLead, sendQuote } from './estimate-leads.ts'
import { maintainEstimates } from './estimate-maintenance.ts'
import { exportFromLeads, withdrawFromLeads } from './estimate-personal.ts'
import { acceptQuote, cancelEstimate, getMyEstimate } from './estimate-requests.ts'
import { sendDraft } from './estimate-sending.ts'
import { makeDraft, makeOwnedOffice, makeVerifiedMember, leadsCtx, quoteInput } from './estimates-for-test.ts'
import { listTaskQuestions } from './task-questions.ts'

/** 債権回収: a debtor does not pay. */
const DEBT_COLLECTION = 703
const OPPONENT = '丙野商事'

/** A member's request to two offices of 弁護士, with the name of an opponent. */
async function makeDispute(plain: TestCtx) {
	const ctx = leadsCtx(plain)
	const owner = await makeVerifiedMember(ctx)
	const member = as(ctx, owner)
	const values = { professions: ['bengoshi' as const], taskIds: [DEBT_COLLECTION] }
	const offices = [await makeOwnedOffice(ctx, values), await makeOwnedOffice(ctx, values)]
	const questions = await listTaskQuestions(ctx, DEBT_COLLECTION)
	const answers = Object.fromEntries(
		questions.map(({ key, kind, options }) => [key, kind === 'choice' ? (options[0] ?? '') : kind === 'count' ? '3' : '未定']),
	)
	const key = await makeDraft(
		member,
		offices.map(({ officeId }) => officeId),
		undefined,
		{ id: DEBT_COLLECTION, answers },
	)
	const sent = await sendDraft(
		member,
		key,
		estimateConsents.map(({ kind }) => kind),
	)
	const id = sent.kind === 'sent' ? sent.requestId : 0
	const { deliveries } = await getMyEstimate(member, { id })
	const office = (place: number) => ({
		ctx: as(ctx, offices[place]?.owner ?? { kind: 'visitor' }),
		delivery: deliveries[place]?.id ?? 0,
	})
	return { ctx, owner, member, id, first: office(0), second: office(1) }
}
type Dispute = Awaited<ReturnType<typeof makeDispute>>

/** What each office can read of the names. */
const known = async ({ first, second }: Dispute) => [
	(await getLead(first.ctx, first.delivery)).opponent,
	(await getLead(second.ctx, second.delivery)).opponent,
]
const disclose = ({ member, id }: Dispute, delivery: number, opponent = OPPONENT) =>
	discloseOpponent(member, { id }, delivery, { opponent })

test('no office reads the names before they are disclosed to it, and one office at a time does', () =>
	withCtx(async (plain) => {
		const dispute = await makeDispute(plain)
		const { member, id, first, second } = dispute
		expect((await getMyEstimate(member, { id })).opponent).toBe(OPPONENT)
		expect(await known(dispute)).toEqual(['', ''])
		await askForOpponent(first.ctx, first.delivery)
		await askForOpponent(first.ctx, first.delivery)
		expect(await known(dispute)).toEqual(['', ''])
		expect(await refusal(decideConflict(first.ctx, first.delivery, 'clear'))).toBe('conflict')

		await disclose(dispute, first.delivery)
		expect(await known(dispute)).toEqual([OPPONENT, ''])
		expect(await refusal(disclose(dispute, second.delivery))).toBe('conflict')
		await withdrawOpponent(member, { id }, first.delivery)
		expect(await known(dispute)).toEqual(['', ''])
		await disclose(dispute, second.delivery)
		expect(await known(dispute)).toEqual(['', OPPONENT])

		await decideConflict(second.ctx, second.delivery, 'conflict')
		expect(await known(dispute)).toEqual(['', ''])
		expect(await refusal(disclose(dispute, second.delivery))).toBe('conflict')
		await disclose(dispute, first.delivery)
		expect(await known(dispute)).toEqual([OPPONENT, ''])
	}))

test('an office is chosen only after it has found no conflict of interest, and keeps the names then', () =>
	withCtx(async (plain) => {
		const dispute = await makeDispute(plain)
		const { member, id, first } = dispute
		await getLead(first.ctx, first.delivery)
		await sendQuote(first.ctx, first.delivery, quoteInput())
		const quote = (await getMyEstimate(member, { id })).deliveries[0]?.quotes[0]?.id ?? 0
		expect(await refusal(acceptQuote(member, { id }, quote))).toBe('conflict')
		await disclose(dispute, first.delivery)
		expect(await refusal(acceptQuote(member, { id }, quote))).toBe('conflict')
		await decideConflict(first.ctx, first.delivery, 'clear')
		// Changed names require a new check.
		await disclose(dispute, first.delivery, '丁野物産')
		expect(await refusal(acceptQuote(member, { id }, quote))).toBe('conflict')
		await decideConflict(first.ctx, first.delivery, 'clear')
		await acceptQuote(member, { id }, quote)
		expect(await known(dispute)).toEqual(['丁野物産', ''])
		expect(await refusal(withdrawOpponent(member, { id }, first.delivery))).toBe('conflict')
	}))

test('only the sides of the request disclose, ask and answer', () =>
	withCtx(async (plain) => {
		const dispute = await makeDispute(plain)
		const { ctx, id, first, second } = dispute
		const stranger = as(ctx, await makeVerifiedMember(ctx))
		expect(await refusal(discloseOpponent(stranger, { id }, first.delivery, { opponent: OPPONENT }))).toBe('not-found')
		expect(await refusal(withdrawOpponent(stranger, { id }, first.delivery))).toBe('not-found')
		expect(await refusal(askForOpponent(second.ctx, first.delivery))).toBe('not-found')
		await disclose(dispute, first.delivery)
		expect(await refusal(decideConflict(second.ctx, first.delivery, 'clear'))).toBe('not-found')
	}))

test('the names are deleted when the request ends without an office, and with the author’s account', () =>
	withCtx(async (plain) => {
		const dispute = await makeDispute(plain)
		const { ctx, member, id, first } = dispute
		await disclose(dispute, first.delivery)
		await cancelEstimate(member, { id })
		expect(await known(dispute)).toEqual(['', ''])
		await maintainEstimates(ctx)
		expect(await ctx.db.selectFrom('estimate_opponents').selectAll().execute()).toEqual([])

		const other = await makeDispute(plain)
		expect(JSON.stringify(await exportFromLeads(ctx, { id: other.owner.userId }))).toContain(OPPONENT)
		await withdrawFromLeads(ctx, { id: other.owner.userId })
		expect(await ctx.db.selectFrom('estimate_opponents').selectAll().execute()).toEqual([])
		expect(await refusal(disclose(other, other.first.delivery))).toBe('not-found')
	}))

test('an expired request shows no office the names', () =>
	withCtx(async (plain) => {
		const dispute = await makeDispute(plain)
		await disclose(dispute, dispute.first.delivery)
		const later = new Date(dispute.ctx.now().getTime() + days(15))
		const at = { ...dispute.first.ctx, now: () => later }
		expect((await getLead(at, dispute.first.delivery)).opponent).toBe('')
	}))
