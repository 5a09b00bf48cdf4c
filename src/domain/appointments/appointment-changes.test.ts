import { describe, expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../test/database.ts'
import { makeInquiry, idOfViewer } from '../inquiries/inquiries-for-test.ts'
import { makeMember, as } from '../questions/questions-for-test.ts'
import { appointmentTexts } from './appointment-words.ts'
import { cancelAppointment, moveAppointment } from './appointment-changes.ts'
import { momentAt } from './appointment-input.ts'
import { listAppointments } from './appointment-lists.ts'
import { remindOfAppointments } from './appointment-maintenance.ts'
import { exportFromAppointments, withdrawFromAppointments } from './appointment-personal.ts'
import { at, bookingInput, makeAppointment, makeOpenOffice, noticesOf, proposalInput } from './appointments-for-test.ts'
import { bookSlot } from './booking.ts'
import { acceptProposal, closeProposal, getArrangement, proposeTimes } from './proposals.ts'

const ten = momentAt('2026-06-17', '10:00')
const eleven = momentAt('2026-06-17', '11:00')

describe('an appointment', () => {
	test('moves to a free time with the next sequence, by its client alone', async () => {
		await withCtx(async (ctx) => {
			const { id: inquiryId, officeId, expert, member } = await makeInquiry(ctx)
			const id = await makeAppointment(as(ctx, member), as(ctx, expert), officeId, inquiryId)
			await expect(moveAppointment(as(ctx, expert), id, eleven)).rejects.toMatchObject({ kind: 'conflict' })
			await expect(moveAppointment(as(ctx, await makeMember(ctx)), id, eleven)).rejects.toMatchObject({ kind: 'not-found' })
			// Half an hour later lies over the time that it has itself.
			await moveAppointment(as(ctx, member), id, momentAt('2026-06-17', '10:30'))
			await moveAppointment(as(ctx, member), id, momentAt('2026-06-17', '10:30'))
			const last = (await noticesOf(ctx)).at(-1)
			expect(last).toMatchObject({ subject: `appointment:${id}:1`, calendar: { method: 'REQUEST', event: { sequence: 1 } } })
		})
	})

	test('is cancelled by either side with the reason, and its time is free again', async () => {
		await withCtx(async (ctx) => {
			const { id: inquiryId, officeId, expert, member } = await makeInquiry(ctx)
			const id = await makeAppointment(as(ctx, member), as(ctx, expert), officeId, inquiryId)
			await cancelAppointment(as(ctx, expert), id, { reason: '体調不良のため' })
			await cancelAppointment(as(ctx, member), id, { reason: '' })
			const cancelled = (await noticesOf(ctx)).filter(({ calendar }) => calendar?.method === 'CANCEL')
			expect(cancelled.map(({ calendar }) => [calendar?.event.sequence, calendar?.event.isCancelled])).toEqual([
				[1, true],
				[1, true],
			])
			const reasons = cancelled.map(({ userId, facts = [] }) => [userId, facts.find(({ label }) => label === '理由')?.value])
			expect(reasons).toEqual([
				[idOfViewer(member), '体調不良のため'],
				[idOfViewer(expert), undefined],
			])
			await bookSlot(as(ctx, member), officeId, bookingInput(ten), inquiryId)
			await expect(moveAppointment(as(ctx, member), id, eleven)).rejects.toMatchObject({ kind: 'conflict' })
		})
	})

	test('the reason of a client is in no notice, which would outlive their account', async () => {
		await withCtx(async (ctx) => {
			const { id: inquiryId, officeId, expert, member } = await makeInquiry(ctx)
			const id = await makeAppointment(as(ctx, member), as(ctx, expert), officeId, inquiryId)
			await cancelAppointment(as(ctx, member), id, { reason: '入院することになったため' })
			expect(JSON.stringify(await noticesOf(ctx))).not.toContain('入院')
		})
	})

	test('both sides are reminded once, on the morning before', async () => {
		await withCtx(async (ctx) => {
			const { id: inquiryId, officeId, expert, member } = await makeInquiry(ctx)
			const id = await makeAppointment(as(ctx, member), as(ctx, expert), officeId, inquiryId)
			const before = (await noticesOf(ctx)).length
			expect(await remindOfAppointments(at(ctx, momentAt('2026-06-16', '08:59')))).toBe(0)
			expect(await remindOfAppointments(at(ctx, momentAt('2026-06-16', '09:00')))).toBe(1)
			expect(await remindOfAppointments(at(ctx, momentAt('2026-06-16', '09:05')))).toBe(0)
			const reminders = (await noticesOf(ctx)).slice(before)
			expect(reminders.map(({ subject, userId }) => [subject, userId])).toEqual([
				[`appointment:${id}:reminder:0`, idOfViewer(member)],
				[`appointment:${id}:reminder:0`, idOfViewer(expert)],
			])
			expect(reminders[0]?.text).toContain('明日の10:00から')
		})
	})

	test('notices are in the words that staff have given them', async () => {
		await withCtx(async (ctx) => {
			const { officeId, member } = await makeOpenOffice(ctx)
			const edited = { ...appointmentTexts.booked.words, body: '{日時}に、{事務所名}でお待ちしています。' }
			const site = { ...ctx.site, mailWords: ({ key }: { key: string }) => (key === appointmentTexts.booked.key ? edited : null) }
			await bookSlot({ ...member, site }, officeId, bookingInput(ten), null)
			const [client, office] = await noticesOf(ctx)
			expect(client?.text).toMatch(/^6月17日（水）10:00〜11:00・.+に、.+でお待ちしています。$/)
			expect(office?.text).toContain('面談の予約')
		})
	})

	test('is in the export of its client; leaving cancels it and takes the number away', async () => {
		await withCtx(async (ctx) => {
			const { officeId, member } = await makeOpenOffice(ctx)
			const user = { id: idOfViewer(member.viewer) }
			await bookSlot(member, officeId, bookingInput(ten, { kind: 'phone', phone: '0422-55-1234' }), null)
			expect(await exportFromAppointments(ctx, user)).toMatchObject({ appointments: [{ kind: 'phone', phone: '0422-55-1234' }] })
			await withdrawFromAppointments(ctx, user)
			const row = await ctx.db.selectFrom('appointments').select(['user_id', 'phone', 'cancelled_by']).executeTakeFirst()
			expect(row).toEqual({ user_id: null, phone: null, cancelled_by: 'user' })
		})
	})
})

describe('proposals', () => {
	test('the client takes one of the times of the office, which makes the appointment', async () => {
		await withCtx(async (ctx) => {
			const { id, expert, member } = await makeInquiry(ctx)
			const input = proposalInput()
			await expect(proposeTimes(as(ctx, member), id, input, null)).rejects.toMatchObject({ kind: 'conflict' })
			await proposeTimes(as(ctx, expert), id, input, null)
			await proposeTimes(as(ctx, expert), id, input, null)
			const slot = input.starts[0] ?? TEST_NOW
			await expect(acceptProposal(as(ctx, expert), id, { slot, phone: '' })).rejects.toMatchObject({ kind: 'conflict' })
			await expect(acceptProposal(as(ctx, member), id, { slot: eleven, phone: '' })).rejects.toMatchObject({ kind: 'conflict' })
			const { id: made } = await acceptProposal(as(ctx, member), id, { slot, phone: '' })
			const arranged = await getArrangement(as(ctx, member), id)
			expect(arranged).toMatchObject({ proposal: null, appointments: [{ id: made, beginsAt: slot }] })
			await expect(acceptProposal(as(ctx, member), id, { slot, phone: '' })).rejects.toMatchObject({ kind: 'conflict' })
		})
	})

	test('moves an appointment where it was proposed for one, and can be declined', async () => {
		await withCtx(async (ctx) => {
			const { id: inquiryId, officeId, expert, member } = await makeInquiry(ctx)
			const id = await makeAppointment(as(ctx, member), as(ctx, expert), officeId, inquiryId)
			await proposeTimes(as(ctx, expert), inquiryId, proposalInput(), id)
			await closeProposal(as(ctx, member), inquiryId)
			const again = proposalInput(1)
			await proposeTimes(as(ctx, expert), inquiryId, again, id)
			const slot = again.starts[0] ?? TEST_NOW
			expect(await acceptProposal(as(ctx, member), inquiryId, { slot, phone: '' })).toEqual({ id })
			const { items } = await listAppointments(as(ctx, member), { past: false, cursor: null })
			expect(items).toMatchObject([{ id, beginsAt: slot, sequence: 1 }])
		})
	})
})
