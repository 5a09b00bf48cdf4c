import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import type { Ctx, Viewer } from '../../../src/domain/shared/context.ts'
import { hours } from '../../../src/domain/shared/japan-time.ts'
import { requireStaff } from '../../../src/domain/accounts/staff.ts'
import { CONTACT_CONSENT_VERSION } from '../../../src/domain/funding-diagnosis/contact-input.ts'
import { listContactsForStaff } from '../../../src/domain/funding-diagnosis/contact-admin.ts'
import { listMyContacts } from '../../../src/domain/funding-diagnosis/contacts.ts'
import { listLeads } from '../../../src/domain/estimates/estimate-leads.ts'
import { listMyEstimates } from '../../../src/domain/estimates/estimate-requests.ts'
import { makeOwnedOffice, makeVerifiedMember } from '../../../src/domain/estimates/estimates-for-test.ts'
import { diagnosisSearch, parseDiagnosis } from '../../../src/domain/funding-diagnosis/diagnosis-input.ts'
import { makeMember } from '../../../src/domain/questions/questions-for-test.ts'
import { listInbox } from '../../../src/domain/operations/inbox/inbox.ts'
import type { InboxTab } from '../../../src/domain/operations/inbox/inbox-input.ts'
import { readWaitingCounts } from '../../../src/domain/operations/inbox/waiting-counts.ts'
import { listReviews } from '../../../src/domain/reviews/reviews.ts'
import { articleSchema } from '../../../src/domain/articles/article-schemas.ts'
import { proofRules } from '../../../src/domain/experts/registration-proofs.ts'
import { redrawDocument } from '../../../src/platform/storage-documents.ts'
import { billingCtx, expectBalance } from '../../../src/domain/billing/billing-for-test.ts'
import { insertBilling, courses } from './billing.ts'
import type { As } from './conversations.ts'
import { diagnosisWishes, insertDiagnosisContacts, sentAlong } from './diagnosis-contacts.ts'
import { insertEstimates } from './estimates.ts'
import { manuscripts } from './manuscripts.ts'
import { insertPastCases } from './past-cases.ts'
import { drawProof } from './proof.ts'

const clockOf =
	(ctx: Ctx) =>
	(viewer: Viewer): As =>
	(hoursAgo) => ({ ...ctx, viewer, now: () => new Date(ctx.now().getTime() - hours(hoursAgo)) })

describe('what makes the demo look lived in', () => {
	it('hands in articles that the form would take', () => {
		for (const { hoursAgo, ...manuscript } of manuscripts) {
			expect(articleSchema.parse(manuscript)).toEqual(manuscript)
			expect(hoursAgo).toBeGreaterThan(0)
		}
		expect(new Set(manuscripts.map(({ title }) => title)).size).toBe(manuscripts.length)
	})

	it.each(['pdf', 'png'] as const)('draws a document as %s that the check of proofs takes', async (kind) => {
		const drawn = await drawProof({ title: '税理士証票', lines: [['氏名', '日下部　実里']], foot: '登録を証する。' }, kind)
		expect(await redrawDocument(drawn, proofRules)).toMatchObject({ extension: kind === 'pdf' ? 'pdf' : 'jpg', pages: 1 })
	})

	it.each([
		'2026-11-23T18:15:00+09:00',
		'2026-11-26T08:59:00+09:00',
		'2026-11-27T17:59:00+09:00',
		'2026-12-05T12:00:00+09:00',
		'2027-01-04T00:30:00+09:00',
	])('has requests for estimates at every stage, as the member and the office see them, at %s', (now) =>
		withCtx(async (given) => {
			const ctx = { ...given, now: () => new Date(now) }
			const own = await makeOwnedOffice(ctx, { taskIds: [501, 503] })
			for (const taskIds of [[501], [501]]) await makeOwnedOffice(ctx, { taskIds })
			for (let count = 0; count < 3; count += 1) await makeOwnedOffice(ctx, { taskIds: [901], professions: ['benrishi'] })
			const at = clockOf(ctx)
			const member = await makeVerifiedMember(ctx, 'member@example.com')
			await insertEstimates({
				visitor: ctx,
				member: at(member),
				expert: at(own.owner),
				as: ({ id: userId, uid, is_expert: isExpert }) => at({ kind: 'member', userId, uid, isExpert, roles: [] }),
				ownOfficeId: own.officeId,
			})
			const asked = (await listMyEstimates({ ...ctx, viewer: member }, null)).items
			expect(asked.map(({ state, quoteCount, officeCount }) => [state, quoteCount, officeCount])).toEqual([
				['quoted', 2, 3],
				['accepted', 2, 3],
			])
			const arrived = (await listLeads({ ...ctx, viewer: own.owner }, null)).items
			expect(arrived.map(({ state, isAccepted }) => [state, isAccepted])).toEqual([
				['delivered', false],
				['quoted', false],
				['quoted', true],
			])
			const chosen = await ctx.db
				.selectFrom('estimate_requests as r')
				.innerJoin('estimate_deliveries as d', 'd.id', 'r.accepted_delivery_id')
				.select('d.office_id')
				.where('r.user_id', '=', member.userId)
				.executeTakeFirstOrThrow()
			expect((await listReviews(ctx, chosen.office_id, null)).items).toHaveLength(1)
		}),
	)

	it('has cases that are over, of which one waits for a review', () =>
		withCtx(async (ctx) => {
			const own = await makeOwnedOffice(ctx, { taskIds: [501] })
			const member = await makeVerifiedMember(ctx, 'member@example.com')
			await insertPastCases({ member: clockOf(ctx)(member), expert: clockOf(ctx)(own.owner), ownOfficeId: own.officeId })
			const seen = async (viewer: Viewer, tab: InboxTab) =>
				(await listInbox({ ...ctx, viewer }, { tab, kind: 'inquiry', officeId: null, assigned: null, search: '', cursor: null })).items.map(
					({ state }) => state,
				)
			expect(await Promise.all((['due', 'waiting', 'won', 'over'] as const).map((tab) => seen(own.owner, tab)))).toEqual([
				[],
				[],
				['done'],
				['closed'],
			])
			expect((await readWaitingCounts({ ...ctx, viewer: member })).toReview).toBe(1)
		}))

	it('has subscriptions in every state that staff meet, with invoices and a ledger that balances', () =>
		withCtx(async (plain) => {
			const ctx = billingCtx(plain)
			const owners: string[] = []
			for (const _course of courses) {
				const { owner } = await makeOwnedOffice(ctx, { taskIds: [501] })
				if (owner.kind === 'member') owners.push(owner.userId)
			}
			await ctx.db.updateTable('users').set({ email: null }).where('id', 'in', owners).execute()
			// The account's expert need not own an office.
			await sql`update office_members m set role = 'editor' from experts e where e.id = m.expert_id and e.user_id = ${owners[0]}::bigint`.execute(
				ctx.db,
			)
			await insertBilling(ctx, (await makeVerifiedMember(ctx)).userId, owners[0] ?? null)
			const rows = await ctx.db.selectFrom('subscriptions').select(['user_id', 'plan', 'state', 'cancel_asked_at']).orderBy('id').execute()
			expect(rows.map(({ state, cancel_asked_at: asked }) => `${state}${asked === null ? '' : ' until its end'}`)).toEqual([
				'active',
				'active',
				'past_due',
				'active until its end',
				'past_due',
				'trial',
				'trial until its end',
				'ended',
			])
			expect(rows[0]).toMatchObject({ user_id: owners[0], plan: 'pro' })
			const invoices = await ctx.db
				.selectFrom('invoices')
				.select('id')
				.where('user_id', '=', owners[0] ?? '')
				.execute()
			expect(invoices.length).toBeGreaterThanOrEqual(4)
			expect(await ctx.db.selectFrom('bank_lines').select('payer').where('payment_id', 'is', null).execute()).toHaveLength(2)
			await expectBalance(ctx)
		}))

	it('has requests for contact after the diagnosis at every stage, with nothing left of who took theirs back', () =>
		withCtx(async (ctx) => {
			const member = await makeVerifiedMember(ctx, 'member@example.com')
			const staff = await makeMember(ctx)
			await insertDiagnosisContacts({ visitor: ctx, member: clockOf(ctx)(member), staff: clockOf(ctx)(staff) })
			const support = requireStaff({ ...ctx, viewer: { ...staff, roles: ['support' as const] } }, 'support')
			const { items } = await listContactsForStaff(support, { state: null, cursor: null })
			expect(items.map(({ state }) => state).toReversed()).toEqual([
				'closed',
				'withdrawn',
				'contacted',
				'withdrawn',
				'closed',
				'new',
				'new',
				'new',
			])
			const rows = await ctx.db.selectFrom('diagnosis_contacts').selectAll().execute()
			expect(new Set(rows.map((row) => row.consent_version))).toEqual(new Set([CONTACT_CONSENT_VERSION]))
			for (const row of rows.filter(({ state }) => state === 'withdrawn'))
				expect([row.contact_name, row.email, row.phone, row.message, row.staff_note]).toEqual([null, null, null, '', ''])
			const own = (await listMyContacts({ ...ctx, viewer: member }, null)).items
			expect(own.map(({ state, contactName }) => [state, contactName])).toEqual([['new', '見本 花子']])
		}))

	it('sends diagnoses along that the diagnosis itself would take', () => {
		const at = new Date('2026-06-15T03:00:00Z')
		for (const sent of diagnosisWishes.flatMap((wish) => sentAlong(wish, at) ?? []))
			expect(parseDiagnosis(new URLSearchParams(diagnosisSearch(sent, sent.on)), sent.on)).toMatchObject({ kind: 'ready' })
	})
})
