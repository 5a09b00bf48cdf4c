import { sql } from 'kysely'
import { expect } from 'vitest'
import { requireRecentStaff, type RecentStaffCtx } from '../accounts/staff.ts'
import { makeVerifiedMember, leadsCtx } from '../estimates/estimates-for-test.ts'
import { makeMember, as, newKey } from '../questions/questions-for-test.ts'
import type { Ctx, OutgoingMail, StaffRole } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { days, isoDay } from '../shared/japan-time.ts'
import { makeExpert } from '../../../test/factories.ts'
import type { TestCtx } from '../../../test/database.ts'
import { seller } from '../../../test/operator.ts'
import type { StartInput } from './billing-schemas.ts'
import { listOwnInvoices } from './invoice-reading.ts'
import { convertTrial, startSubscription } from './subscriptions.ts'

/** A site that sells plans; mails are collected. */
export const billingCtx = <C extends Ctx>(ctx: C, mails: OutgoingMail[] = []) => ({
	...leadsCtx(ctx, mails),
	site: { ...ctx.site, operator: seller },
})

/** Creates a verified expert with a proved address, who is the viewer of the returned ctx. */
export async function makeSubscriber<C extends Ctx>(ctx: C): Promise<{ ctx: C; userId: string; expertId: number }> {
	const viewer = await makeVerifiedMember(ctx)
	const expertId = await makeExpert(ctx, { user_id: viewer.userId })
	return { ctx: as(ctx, { ...viewer, isExpert: true }), userId: viewer.userId, expertId }
}

export const startInput = (values: Partial<StartInput> = {}): StartInput => ({
	plan: 'standard',
	interval: 'month',
	addressee: '三鷹あおい税理士事務所',
	payerKana: 'ミタカアオイゼイリシジムショ',
	coupon: '',
	clientKey: newKey(),
	...values,
})

export const staffOf = async (ctx: TestCtx | Ctx, role: StaffRole = 'accounting'): Promise<RecentStaffCtx> =>
	requireRecentStaff(as(ctx, await makeMember(ctx, [role])), role)

/** So many days later. */
export const later = <C extends Ctx>(ctx: C, count: number): C => {
	const now = ctx.now()
	return { ...ctx, now: () => new Date(now.getTime() + days(count)) }
}

/** Every entry adds up, and what customers owe is what their invoices say. */
export async function expectBalance(ctx: Ctx) {
	await sql`set constraints all immediate`.execute(ctx.db)
	const { rows } = await sql<number>`
		select e.user_id from ledger_entries e join ledger_postings p on p.entry_id = e.id where p.account = 'receivable' group by e.user_id
		having sum(p.amount) <> (select sum(total - paid_amount - credited_amount) from invoices i where i.user_id = e.user_id and i.kind = 'invoice')
	`.execute(ctx.db)
	expect(rows).toEqual([])
}
/** Returns the fields of a rejected promise's error. */
export const fieldsOf = async (promise: Promise<unknown>) => {
	const error: unknown = await promise.catch((thrown: unknown) => thrown)
	return isDomainError(error) ? Object.keys(error.fields) : null
}
/** A subscriber with one unpaid invoice of the first paid period. */
export async function billed(plain: TestCtx, input = startInput(), mails: OutgoingMail[] = []) {
	const site = billingCtx(plain, mails)
	const { ctx, userId, expertId } = await makeSubscriber(site)
	await startSubscription(ctx, input)
	await convertTrial(ctx)
	const [invoice] = (await listOwnInvoices(ctx, null)).items
	return { site, ctx, userId, expertId, invoiceId: invoice?.id ?? 0 }
}
export const payment = (ctx: Ctx, amount: number) => ({ receivedOn: isoDay(ctx.now()), amount, payer: 'ミタカアオイ', clientKey: newKey() })
