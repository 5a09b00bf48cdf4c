import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inSavepoint, withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { readOwnPhotos } from '../offices/office-photos.ts'
import { getAccountPlan } from '../plans/account-plan.ts'
import { refusal } from '../questions/questions-for-test.ts'
import { ruleVersion } from '../shared/rule-versions.ts'
import type { OutgoingMail } from '../shared/context.ts'
import { importBankLines, listWaitingTransfers, matchTransfer } from './bank-transfers.ts'
import { maintainSubscriptions, sendBillingMails } from './billing-maintenance.ts'
import { parseInvoiceNumber } from './invoice-number.ts'
import { drawInvoice } from './invoice-pdf.ts'
import { listOwnInvoices, readInvoice, searchInvoices } from './invoice-reading.ts'
import { readCustomerCredit } from './ledger.ts'
import { recordPayment } from './payments.ts'
import { findSubscription } from './subscription-store.ts'
import { cancelSubscription, changeSubscription, convertTrial, keepSubscription, startSubscription } from './subscriptions.ts'
import { withdrawFromBilling } from './billing-personal.ts'
import { makeSubscriber, billed, billingCtx, expectBalance, fieldsOf, later, payment, staffOf, startInput } from './billing-for-test.ts'

describe('subscribing', () => {
	test('a verified expert begins a trial without an invoice, and sending the form again changes nothing', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const { ctx, userId } = await makeSubscriber(billingCtx(plain, mails))
			const input = startInput()
			await startSubscription(ctx, input)
			await startSubscription(ctx, input)
			expect(await getAccountPlan(ctx, userId)).toBe('standard')
			expect((await listOwnInvoices(ctx, null)).items).toEqual([])
			expect(mails.map(({ subject }) => subject)).toEqual(['【しるべ】有料プランのお試しが始まりました'])
			expect(await refusal(startSubscription(ctx, startInput()))).toBe('conflict')
		}))

	test('is refused to others, and where no bank account is named', () =>
		withCtx(async (plain) => {
			const site = billingCtx(plain)
			const { ctx } = await makeSubscriber(site)
			expect(await refusal(startSubscription({ ...ctx, site: plain.site }, startInput()))).toBe('conflict')
			await ctx.db.updateTable('experts').set({ state: 'suspended' }).execute()
			expect(await refusal(startSubscription(ctx, startInput()))).toBe('forbidden')
		}))

	test('a trial becomes paid by the job alone and is announced a week before', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const { ctx, userId } = await makeSubscriber(billingCtx(plain, mails))
			await startSubscription(ctx, startInput())
			await sendBillingMails(later(ctx, 23))
			await sendBillingMails(later(ctx, 24))
			const after = later(ctx, 30)
			expect(await maintainSubscriptions(after)).toBe(1)
			expect(await maintainSubscriptions(after)).toBe(0)
			expect(await findSubscription(ctx, userId)).toMatchObject({ state: 'active', periodFrom: '2026-07-15', periodTo: '2026-08-15' })
			expect(mails.map(({ subject }) => subject.replace('【しるべ】', ''))).toEqual([
				'有料プランのお試しが始まりました',
				'お試しがまもなく終わります',
				'有料プランの契約が始まりました',
				'請求書 2026-000001（9,800円）',
			])
			await expectBalance(ctx)
		}))

	test('cancelling ends it with the period, keeping takes that back, and returning begins without a trial', () =>
		withCtx(async (plain) => {
			const { ctx, userId, site, invoiceId } = await billed(plain)
			await recordPayment(await staffOf(site), invoiceId, payment(ctx, 9_800))
			await cancelSubscription(ctx, '予算の都合')
			await keepSubscription(ctx)
			await cancelSubscription(ctx, '')
			await maintainSubscriptions(later(ctx, 29))
			expect(await getAccountPlan(later(ctx, 29), userId)).toBe('standard')
			await maintainSubscriptions(later(ctx, 30))
			expect(await getAccountPlan(later(ctx, 30), userId)).toBe('free')
			await startSubscription(later(ctx, 40), startInput())
			expect(await findSubscription(ctx, userId)).toMatchObject({ state: 'active', periodFrom: '2026-07-25' })
			expect((await listOwnInvoices(ctx, null)).items).toHaveLength(2)
			await expectBalance(ctx)
		}))

	test('a cancelled plan ends on time even if no job runs', () =>
		withCtx(async (plain) => {
			const { ctx, userId } = await billed(plain)
			await cancelSubscription(ctx, '')
			expect(await getAccountPlan(later(ctx, 31), userId)).toBe('free')
		}))

	test('deleting the account ends it; documents stay', () =>
		withCtx(async (plain) => {
			const { ctx, userId, invoiceId, site } = await billed(plain)
			await withdrawFromBilling(ctx, { id: userId })
			expect(await getAccountPlan(ctx, userId)).toBe('free')
			expect((await readInvoice(await staffOf(site), invoiceId)).addressee).toBe('三鷹あおい税理士事務所')
		}))
})

describe('invoices', () => {
	test('are numbered without gaps, also where one is rolled back', () =>
		withCtx(async (plain) => {
			const { ctx } = await billed(plain)
			await inSavepoint(plain, async (trx) => {
				await changeSubscription({ ...ctx, db: trx.db }, { plan: 'pro', interval: 'month' })
				throw new Error('lost')
			}).catch(() => undefined)
			await changeSubscription(ctx, { plan: 'pro', interval: 'year' })
			expect((await listOwnInvoices(ctx, null)).items.map(({ number }) => number)).toEqual(['2026-000002', '2026-000001'])
		}))

	test('name rate, tax and registration number, and are drawn as the same bytes each time', () =>
		withCtx(async (plain) => {
			const { ctx, invoiceId } = await billed(plain, startInput({ addressee: '髙﨑德濵 会計事務所' }))
			const document = await readInvoice(ctx, invoiceId)
			expect(document).toMatchObject({ total: 9_800, byRate: [{ percent: 10, total: 9_800, tax: 890 }], dueOn: '2026-06-25' })
			expect(document.issuer.registrationNumber).toBe('T1234567890123')
			const [one, other] = [await drawInvoice(document), await drawInvoice({ ...document, paid: 9_800, open: 0, status: 'paid' })]
			expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
			expect(Buffer.from(one.slice(0, 5)).toString()).toBe('%PDF-')
		}))

	test('are read by their owner and by accounting only', () =>
		withCtx(async (plain) => {
			const { ctx, invoiceId, site } = await billed(plain)
			const stranger = await makeSubscriber(site)
			expect(await refusal(readInvoice(stranger.ctx, invoiceId))).toBe('not-found')
			expect(await refusal(readInvoice(await staffOf(site, 'moderator'), invoiceId))).toBe('not-found')
			expect((await readInvoice(await staffOf(site), invoiceId)).id).toBe((await readInvoice(ctx, invoiceId)).id)
		}))

	test('and the ledger are never changed or deleted', () =>
		withCtx(async (plain) => {
			const { invoiceId } = await billed(plain)
			for (const statement of [
				sql`delete from invoices where id = ${invoiceId}`,
				sql`update invoices set total = 1 where id = ${invoiceId}`,
				sql`update invoices set lines = '[]' where id = ${invoiceId}`,
				sql`update ledger_postings set amount = amount + 1`,
				sql`delete from ledger_postings`,
				sql`delete from ledger_entries`,
			])
				await expect(inSavepoint(plain, (trx) => statement.execute(trx.db))).rejects.toThrow(/append-only|does not change/)
			const unbalanced = inSavepoint(plain, async (trx) => {
				await sql`insert into ledger_postings (entry_id, account, amount) select id, 'card', 5 from ledger_entries limit 1`.execute(trx.db)
				await sql`set constraints all immediate`.execute(trx.db)
			})
			await expect(unbalanced).rejects.toThrow('does not balance')
		}))

	test('are found by day, amount and customer together', () =>
		withCtx(async (plain) => {
			const { site } = await billed(plain)
			const staff = await staffOf(site)
			const search = { state: 'all', from: '2026-06-15', to: '2026-06-15', min: 9_800, max: 9_800, customer: '三鷹', cursor: null } as const
			expect((await searchInvoices(staff, search)).items).toHaveLength(1)
			for (const other of [{ customer: '国分寺' }, { min: 9_801 }, { from: '2026-06-16' }, { state: 'overdue' as const }])
				expect((await searchInvoices(staff, { ...search, ...other })).items).toEqual([])
		}))
})

describe('paying', () => {
	test('in part leaves the rest open, an overpayment is credited to the next invoice', () =>
		withCtx(async (plain) => {
			const { ctx, userId, invoiceId, site } = await billed(plain)
			const staff = await staffOf(site)
			await recordPayment(staff, invoiceId, payment(ctx, 9_000))
			expect(await readInvoice(ctx, invoiceId)).toMatchObject({ open: 800, status: 'open' })
			await recordPayment(staff, invoiceId, payment(ctx, 3_800))
			expect(await readInvoice(ctx, invoiceId)).toMatchObject({ open: 0, status: 'paid' })
			expect(await readCustomerCredit(ctx, userId)).toBe(3_000)
			await maintainSubscriptions(later(ctx, 30))
			expect((await listOwnInvoices(ctx, null)).items[0]).toMatchObject({ total: 9_800, open: 6_800 })
			expect(await readCustomerCredit(ctx, userId)).toBe(0)
			await expectBalance(ctx)
		}))

	test('the same form books once, and a future day is rejected', () =>
		withCtx(async (plain) => {
			const { ctx, userId, invoiceId, site } = await billed(plain)
			const staff = await staffOf(site)
			const form = payment(ctx, 9_800)
			await recordPayment(staff, invoiceId, form)
			await recordPayment(staff, invoiceId, form)
			expect(await readCustomerCredit(ctx, userId)).toBe(0)
			expect(await fieldsOf(recordPayment(staff, invoiceId, { ...payment(ctx, 1), receivedOn: '2026-06-16' }))).toEqual(['receivedOn'])
		}))

	test('what is overdue is dunned step by step, and payment brings the plan back', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const { ctx, userId, invoiceId, site } = await billed(plain, startInput(), mails)
			mails.length = 0
			for (const day of [1, 7, 8, 11, 12, 17]) {
				await maintainSubscriptions(later(ctx, day))
				await sendBillingMails(later(ctx, day))
			}
			expect(mails.map(({ subject }) => subject.replace('【しるべ】', ''))).toEqual([
				'お支払期限のご案内（請求書 2026-000001）',
				'有料プランのお支払いが確認できていません',
				'お支払いの確認をお願いします（請求書 2026-000001）',
				'お支払いがまだ確認できていません（請求書 2026-000001）',
			])
			expect(mails[2]?.text).toContain('9,800円')
			expect(await findSubscription(ctx, userId)).toMatchObject({ state: 'past_due' })
			const staff = later(await staffOf(site), 18)
			await recordPayment({ ...staff, viewer: { ...staff.viewer, loggedInAt: staff.now() } }, invoiceId, payment(staff, 9_800))
			expect(await findSubscription(ctx, userId)).toMatchObject({ state: 'active', pastDueOn: null })
		}))

	test('unpaid, it ends after 14 days, and the days that are left are taken off the invoice', () =>
		withCtx(async (plain) => {
			const { ctx, userId, invoiceId } = await billed(plain)
			await maintainSubscriptions(later(ctx, 25))
			expect(await findSubscription(ctx, userId)).toMatchObject({ state: 'ended', endedOn: '2026-07-10' })
			expect(await readInvoice(ctx, invoiceId)).toMatchObject({ total: 9_800, credited: 1_633, open: 8_167 })
			expect((await listOwnInvoices(ctx, null)).items[0]).toMatchObject({ kind: 'credit_note', number: 'R2026-000001', total: 1_633 })
			expect(await refusal(startSubscription(later(ctx, 40), startInput()))).toBe('conflict')
			await expectBalance(ctx)
		}))

	test('ordering and changing a plan agree to the rules of paid plans in force', () =>
		withCtx(async (plain) => {
			const { ctx, userId } = await makeSubscriber(billingCtx(plain))
			await startSubscription(ctx, startInput())
			await changeSubscription(ctx, { plan: 'pro', interval: 'month' })
			const agreed = await ctx.db
				.selectFrom('rule_agreements')
				.select(['room', 'agreed_at', 'version'])
				.where('user_id', '=', userId)
				.execute()
			expect(agreed).toContainEqual({ room: 'premium', agreed_at: ctx.now(), version: ruleVersion('premium', ctx.now()) })
		}))

	test('the number of an invoice is taken as it is printed, full-width or without its hyphen', () => {
		for (const typed of ['2026-000012', ' ２０２６－００００１２ ', '2026000012', '2026−000012'])
			expect(parseInvoiceNumber(typed)).toEqual({ year: 2026, number: 12 })
		for (const typed of ['12', 'R2026-000012', '2026-12', '']) expect(parseInvoiceNumber(typed)).toBeNull()
	})

	test('a file of the bank is matched by number, name and amount, once', () =>
		withCtx(async (plain) => {
			const { ctx, invoiceId, site } = await billed(plain)
			const other = await makeSubscriber(site)
			await startSubscription(other.ctx, startInput({ addressee: '国立みどり社労士事務所', payerKana: 'クニタチミドリ' }))
			await convertTrial(other.ctx)
			const staff = await staffOf(site)
			const lines = [{ bookedOn: '2026-06-15', amount: 9_800, payer: 'ﾐﾀｶｱｵｲｾﾞｲﾘｼｼﾞﾑｼﾖ' }]
			expect(await importBankLines(staff, lines)).toEqual({ added: 1, known: 0 })
			expect(await importBankLines(staff, [...lines, ...lines])).toEqual({ added: 1, known: 1 })
			const [line, again] = (await listWaitingTransfers(staff, null)).items
			expect(line?.proposals.map(({ number, why }) => `${number} ${why}`)).toEqual([
				'2026-000001 名義が一致・金額が一致',
				'2026-000002 金額が一致',
			])
			expect(await fieldsOf(matchTransfer(staff, line?.id ?? 0, { year: 2026, number: 99 }))).toEqual(['invoiceNumber'])
			await matchTransfer(staff, line?.id ?? 0, { year: 2026, number: 1 })
			expect(await refusal(matchTransfer(staff, line?.id ?? 0, { year: 2026, number: 1 }))).toBe('conflict')
			expect(await readInvoice(ctx, invoiceId)).toMatchObject({ status: 'paid' })
			expect((await listWaitingTransfers(staff, null)).items.map(({ id }) => id)).toEqual([again?.id])
			await expectBalance(ctx)
		}))
})

test('a smaller plan deactivates photos and seats and a larger one reactivates them; nothing is deleted', () =>
	withCtx(async (plain) => {
		const { ctx, expertId, userId } = await billed(plain, startInput({ plan: 'pro' }))
		const officeId = await makeOffice(ctx, { expertIds: [expertId] })
		for (let place = 1; place <= 14; place++)
			await ctx.db
				.insertInto('office_photos')
				.values({ office_id: officeId, token: `photo-${officeId}-${place}`, width: 4, height: 3, position: place, created_at: ctx.now() })
				.execute()
		for (let place = 2; place <= 12; place++)
			await ctx.db
				.insertInto('office_members')
				.values({ office_id: officeId, expert_id: await makeExpert(ctx), role: 'editor', position: place })
				.execute()
		const asleep = async (from: 'office_photos' | 'office_members') =>
			(await ctx.db.selectFrom(from).select('office_id').where('office_id', '=', officeId).where('asleep_at', 'is not', null).execute())
				.length
		expect(await readOwnPhotos(ctx, officeId)).toMatchObject({ most: 40, asleep: 0 })
		await cancelSubscription(ctx, '')
		await maintainSubscriptions(later(ctx, 40))
		expect(await getAccountPlan(ctx, userId)).toBe('free')
		expect([await asleep('office_photos'), await asleep('office_members')]).toEqual([4, 2])
		await ctx.db
			.updateTable('invoices')
			.set((eb) => ({ credited_amount: eb('total', '-', eb.ref('paid_amount')) }))
			.where('kind', '=', 'invoice')
			.execute()
		await startSubscription(later(ctx, 50), startInput())
		expect([await asleep('office_photos'), await asleep('office_members')]).toEqual([0, 0])
	}))

test('the plan of an expert changes nothing in the order of any list', () =>
	withCtx(async (plain) => {
		const site = billingCtx(plain)
		const { ctx, expertId } = await makeSubscriber(site)
		const own = await makeOffice(ctx, { expertIds: [expertId] })
		for (let count = 0; count < 4; count++) await makeOffice(ctx, {})
		const listing = async () =>
			JSON.stringify([
				(await sql`select * from office_listings order by 1, 2, 3`.execute(ctx.db)).rows,
				(await sql`select id, picture from offices order by id`.execute(ctx.db)).rows,
			])
		const before = await listing()
		await startSubscription(ctx, startInput({ plan: 'standard' }))
		await convertTrial(ctx)
		expect(await listing()).toBe(before)
		await changeSubscription(ctx, { plan: 'pro', interval: 'year' })
		expect(await listing()).toBe(before)
		await maintainSubscriptions(later(ctx, 40))
		expect(await listing()).toBe(before)
		expect(own).toBeGreaterThan(0)
	}))
