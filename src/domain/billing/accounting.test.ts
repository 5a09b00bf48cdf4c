import { describe, expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { newKey, refusal } from '../questions/questions-for-test.ts'
import type { OutgoingMail } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'
import { importBankLines } from './bank-transfers.ts'
import { addPrice, listSubscriptions, readBillingFigures } from './billing-admin.ts'
import { maintainSubscriptions, sendBillingMails } from './billing-maintenance.ts'
import { listOwnInvoices, readInvoice } from './invoice-reading.ts'
import { journalCsv, readJournal } from './accounting-export.ts'
import { readCustomerCredit } from './ledger.ts'
import { recordPayment } from './payments.ts'
import { approveRefund, listRefunds, payRefund, requestPayout, requestRefund } from './refunds.ts'
import { findSubscription } from './subscription-store.ts'
import { billed, expectBalance, fieldsOf, later, payment, staffOf, startInput } from './billing-for-test.ts'

describe('refunds', () => {
	test('above 50,000 yen need a second person, make a credit note and leave the books balanced', () =>
		withCtx(async (plain) => {
			const { ctx, userId, invoiceId, site } = await billed(plain, startInput({ interval: 'year' }))
			const [one, other] = [await staffOf(site), await staffOf(site)]
			await recordPayment(one, invoiceId, payment(ctx, 98_000))
			const input = { amount: 60_000, reason: '二重に契約していたため', clientKey: newKey() }
			await requestRefund(one, invoiceId, input)
			await requestRefund(one, invoiceId, input)
			expect(await fieldsOf(requestRefund(one, invoiceId, { ...input, amount: 40_000, clientKey: newKey() }))).toEqual(['amount'])
			const [refund] = (await listRefunds(one, { state: 'requested', cursor: null })).items
			expect(await refusal(approveRefund(one, refund?.id ?? 0))).toBe('forbidden')
			await approveRefund(other, refund?.id ?? 0)
			expect(await refusal(approveRefund(other, refund?.id ?? 0))).toBe('conflict')
			await payRefund(one, refund?.id ?? 0, isoDay(ctx.now()))
			const [note] = (await listOwnInvoices(ctx, null)).items
			expect(note).toMatchObject({ kind: 'credit_note', total: 60_000, number: 'R2026-000001' })
			expect((await readInvoice(ctx, note?.id ?? 0)).byRate).toEqual([{ percent: 10, total: 60_000, tax: 5_454 }])
			expect(await readCustomerCredit(ctx, userId)).toBe(0)
			await expectBalance(ctx)
		}))

	test('of what was paid too much go without a credit note, and up to 50,000 yen one person is enough', () =>
		withCtx(async (plain) => {
			const { ctx, userId, invoiceId, site } = await billed(plain)
			const staff = await staffOf(site)
			await recordPayment(staff, invoiceId, payment(ctx, 10_000))
			await requestPayout(staff, userId, { amount: 200, reason: '振り込みの金額が多かったため', clientKey: newKey() })
			const [refund] = (await listRefunds(staff, { state: 'requested', cursor: null })).items
			await approveRefund(staff, refund?.id ?? 0)
			expect(await readCustomerCredit(ctx, userId)).toBe(0)
			expect((await listOwnInvoices(ctx, null)).items).toHaveLength(1)
		}))
})

describe('staff', () => {
	test('only accounting and admins move money', () =>
		withCtx(async (plain) => {
			const { ctx, invoiceId, site } = await billed(plain)
			const moderator = await staffOf(site, 'moderator')
			expect(await refusal(recordPayment(moderator, invoiceId, payment(ctx, 1)))).toBe('forbidden')
			expect(await refusal(importBankLines(moderator, [{ bookedOn: '2026-06-15', amount: 1, payer: 'x' }]))).toBe('forbidden')
			expect(await refusal(requestRefund(moderator, invoiceId, { amount: 1, reason: '五文字以上の理由', clientKey: newKey() }))).toBe(
				'forbidden',
			)
			expect(await refusal(addPrice(moderator, { plan: 'pro', interval: 'month', amount: 1_000, effectiveOn: '2027-01-01' }))).toBe(
				'forbidden',
			)
		}))

	test('a price begins 60 days ahead at the earliest and ends what did not accept it', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const { ctx, userId, site, invoiceId } = await billed(plain, startInput(), mails)
			const staff = await staffOf(site)
			await recordPayment(staff, invoiceId, payment(ctx, 9_800))
			const price = { plan: 'standard', interval: 'month', amount: 10_800, effectiveOn: '2026-08-13' } as const
			expect(await fieldsOf(addPrice(staff, price))).toEqual(['effectiveOn'])
			await addPrice(staff, { ...price, effectiveOn: '2026-08-14' })
			expect(await fieldsOf(addPrice(staff, { ...price, effectiveOn: '2026-08-14' }))).toEqual(['effectiveOn'])
			mails.length = 0
			await sendBillingMails(ctx)
			await sendBillingMails(ctx)
			expect(mails.map(({ subject }) => subject)).toEqual(['【しるべ】有料プランの料金の変更について'])
			await maintainSubscriptions(later(ctx, 30))
			expect(await findSubscription(ctx, userId)).toMatchObject({ state: 'active', periodTo: '2026-08-15' })
			const [second] = (await listOwnInvoices(ctx, null)).items
			await recordPayment(staff, second?.id ?? 0, payment(ctx, 9_800))
			await maintainSubscriptions(later(ctx, 61))
			expect(await findSubscription(ctx, userId)).toMatchObject({ state: 'ended', endedOn: '2026-08-15' })
		}))

	test('see figures of the month and who subscribes', () =>
		withCtx(async (plain) => {
			const { site } = await billed(plain)
			const staff = await staffOf(site)
			expect(await readBillingFigures(staff)).toMatchObject({
				monthly: 9_800,
				running: 1,
				converted: 1,
				trialsOver: 1,
				open: 9_800,
				overdue: 0,
			})
			expect((await listSubscriptions(staff, { state: 'active', cursor: null })).items).toMatchObject([{ open: 9_800 }])
			expect((await listSubscriptions(staff, { state: 'ended', cursor: null })).items).toEqual([])
		}))

	test('the journal of each program adds up to the ledger', () =>
		withCtx(async (plain) => {
			const { ctx, site, invoiceId } = await billed(plain, startInput({ addressee: '=SUM(A1)事務所' }))
			const staff = await staffOf(site)
			await recordPayment(staff, invoiceId, payment(ctx, 10_000))
			const lines = await readJournal(staff, '2026-06-01', '2026-06-30')
			expect(lines.map(({ debit, credit, amount, tax }) => [debit, credit, amount, tax])).toEqual([
				['receivable', 'revenue', 9_800, 890],
				['bank', 'customer_credit', 200, 0],
				['bank', 'receivable', 9_800, 0],
			])
			expect(journalCsv(lines, 'freee').split('\r\n')[1]).toBe(
				'"2026-06-15","売掛金","対象外","9800","0","売上高","課税売上10%","9800","890","請求 2026-000001 =SUM(A1)事務所"',
			)
			expect(journalCsv(lines, 'yayoi').split('\r\n')[0]?.split(',')).toHaveLength(25)
			expect(journalCsv(lines, 'moneyforward').split('\r\n')).toHaveLength(5)
		}))
})
