import { describe, expect, test } from 'vitest'
import { TEST_NOW, freshDatabase, visitorCtx, withCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import { sendMessage, startInquiry } from '../inquiries/inquiries.ts'
import { inquiryInput, makeInquiry, message, withFiles } from '../inquiries/inquiries-for-test.ts'
import { makeMember, makeExpertViewer, as } from '../questions/questions-for-test.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { days, hours } from '../shared/japan-time.ts'
import { parseInput } from '../shared/parse-input.ts'
import { cancelAppointment } from './appointment-changes.ts'
import { momentAt } from './appointment-input.ts'
import { listAppointments } from './appointment-lists.ts'
import { refreshNextFree } from './appointment-maintenance.ts'
import { at, bookingInput, makeAppointment, makeOpenOffice, noticesOf, openCalendar } from './appointments-for-test.ts'
import { addSpecialDays, getBookingSettings, specialDaysSchema } from './booking-settings.ts'
import { bookSlot, bookingSchema, getBookingPage } from './booking.ts'
import { endFeed, findFeedToken, readFeedFile, renewFeed } from './calendar-feed.ts'
import { getArrangement } from './proposals.ts'

const ten = momentAt('2026-06-17', '10:00')
const eleven = momentAt('2026-06-17', '11:00')

test('the form says at once all that is missing, and asks for no words where a thread goes on', () => {
	const typed = { slot: '', kind: 'phone', phone: '', body: ' ', contactName: '', clientKey: 'k' }
	const errorsOf = (beginsThread: boolean) => {
		try {
			parseInput(bookingSchema({ beginsThread }), typed)
		} catch (error) {
			if (isDomainError(error)) return Object.keys(error.fields)
		}
		return []
	}
	expect(errorsOf(true)).toEqual(expect.arrayContaining(['slot', 'phone', 'body', 'contactName']))
	expect(errorsOf(false).filter((field) => field !== 'clientKey')).toEqual(['slot', 'phone'])
})

test('a thread is named by what is to be talked about, and a second one of this name by the moment as well', async () => {
	await withCtx(async (ctx) => {
		const { officeId, member } = await makeOpenOffice(ctx)
		const book = (slot: Date, body: string) => bookSlot(member, officeId, bookingInput(slot, { body }), null)
		await book(ten, ' \n初めての確定申告です。書類をお持ちします。')
		await book(eleven, '初めての確定申告です。別の日にもお願いします。')
		const subjects = await ctx.db.selectFrom('inquiries').select('subject').orderBy('id').execute()
		expect(subjects.map(({ subject }) => subject)).toEqual([
			'面談の予約：初めての確定申告です',
			'面談の予約：初めての確定申告です（2026年6月15日 12:00）',
		])
	})
})

test('a booking is answered by the calendar and no reply that counts for reply times', async () => {
	await withCtx(async (ctx) => {
		const { officeId, expert, member } = await makeOpenOffice(ctx)
		for (const slot of [ten, eleven]) await bookSlot(member, officeId, bookingInput(slot), null)
		for (const minutes of [30, 60]) {
			const client = withFiles(as(ctx, await makeMember(ctx)))
			const { id } = await startInquiry(client, officeId, inquiryInput(), [])
			await sendMessage(at(expert, new Date(TEST_NOW.getTime() + minutes * 60_000)), id, message(), [])
		}
		const booked = ctx.db.selectFrom('inquiries').select(['reply_due_at', 'first_reply_minutes']).where('booked_at', 'is not', null)
		expect(await booked.execute()).toEqual([0, 0].map(() => ({ reply_due_at: null, first_reply_minutes: null })))
		const offices = ctx.db.selectFrom('offices').select('reply_minutes').where('id', '=', officeId)
		expect(await offices.execute()).toEqual([{ reply_minutes: null }])
	})
})

test('the first answer after a booking counts from what the client asked then, and not before', async () => {
	await withCtx(async (ctx) => {
		const { officeId, expert, member } = await makeOpenOffice(ctx)
		await bookSlot(member, officeId, bookingInput(ten), null)
		const { id } = await ctx.db.selectFrom('inquiries').select('id').where('booked_at', 'is not', null).executeTakeFirstOrThrow()
		const measured = () =>
			ctx.db.selectFrom('inquiries').select(['first_reply_at', 'first_reply_minutes']).where('id', '=', id).executeTakeFirstOrThrow()
		const after = (who: Ctx, minutes: number) => at(who, new Date(TEST_NOW.getTime() + minutes * 60_000))
		await sendMessage(after(expert, 10), id, message('当日お待ちしています。'), [])
		expect(await measured()).toEqual({ first_reply_at: null, first_reply_minutes: null })
		for (const minutes of [60, 70]) await sendMessage(after(member, minutes), id, message(`質問${minutes}です。`), [])
		for (const minutes of [90, 200]) await sendMessage(after(expert, minutes), id, message(`返信${minutes}です。`), [])
		expect(await measured()).toEqual({ first_reply_at: after(expert, 90).now(), first_reply_minutes: 30 })
	})
})

test('a free time becomes an appointment in a thread of its own, and both sides get an invitation', async () => {
	await withCtx(async (ctx) => {
		const { officeId, expert, member } = await makeOpenOffice(ctx)
		const input = bookingInput(ten, { kind: 'online' })
		const { id } = await bookSlot(member, officeId, input, null)
		expect(await bookSlot(member, officeId, input, null)).toEqual({ id })
		const { items } = await listAppointments(expert, { past: false, cursor: null })
		expect(items).toMatchObject([
			{ id, side: 'office', onlineUrl: 'https://meet.example.com/abc', beginsAt: ten, contactName: '渡辺 さくら' },
		])
		const notices = await noticesOf(ctx)
		expect(notices.map(({ kind, calendar }) => [kind, calendar?.method, calendar?.event.sequence])).toEqual([
			['appointment', 'REQUEST', 0],
			['office-appointment', 'REQUEST', 0],
		])
		const { days: shown } = await getBookingPage(member, officeId, { from: '2026-06-17' })
		expect(shown[0]?.slots[0]).toEqual(eleven)
	})
})

test('refuses a time that somebody has, one outside the hours, and a form without a word', async () => {
	await withCtx(async (ctx) => {
		const { officeId, member } = await makeOpenOffice(ctx)
		const other = withFiles(as(ctx, await makeMember(ctx)))
		await bookSlot(member, officeId, bookingInput(ten), null)
		await expect(bookSlot(other, officeId, bookingInput(ten), null)).rejects.toMatchObject({
			kind: 'conflict',
			fields: { slot: expect.stringContaining('先に入りました') },
		})
		await expect(bookSlot(other, officeId, bookingInput(momentAt('2026-06-20', '10:00')), null)).rejects.toMatchObject({
			fields: { slot: expect.stringContaining('予約できません') },
		})
		await expect(bookSlot(other, officeId, bookingInput(eleven, { body: '' }), null)).rejects.toMatchObject({
			kind: 'invalid',
			fields: { body: expect.any(String) },
		})
	})
})

test('an office takes nobody while its calendar is closed, and its own members never', async () => {
	await withCtx(async (ctx) => {
		const { officeId, expert, member } = await makeOpenOffice(ctx)
		await expect(bookSlot(expert, officeId, bookingInput(ten), null)).rejects.toMatchObject({ kind: 'conflict' })
		await openCalendar(expert, officeId, { open: undefined, version: '1' })
		await expect(bookSlot(member, officeId, bookingInput(ten), null)).rejects.toMatchObject({ kind: 'conflict' })
		expect((await getBookingPage(member, officeId, { from: null })).closed).toContain('受け付けていません')
	})
})

test('settings that were saved elsewhere in the meantime are not overwritten, and days off are kept', async () => {
	await withCtx(async (ctx) => {
		const { officeId, expert, member } = await makeOpenOffice(ctx)
		await expect(openCalendar(expert, officeId)).rejects.toMatchObject({ kind: 'conflict' })
		await expect(openCalendar(member, officeId)).rejects.toMatchObject({ kind: 'not-found' })
		await addSpecialDays(expert, officeId, specialDaysSchema.parse({ firstOn: '2026-06-17', label: '研修' }))
		await expect(bookSlot(member, officeId, bookingInput(ten), null)).rejects.toMatchObject({ kind: 'conflict' })
	})
})

test('a day on which the office is closed takes no booking, whatever its bookings say', async () => {
	await withCtx(async (ctx) => {
		const { officeId, expert, member } = await makeOpenOffice(ctx)
		await addSpecialDays(
			expert,
			officeId,
			specialDaysSchema.parse({ firstOn: '2026-06-17', opensAt: '09:00', closesAt: '12:00', label: '' }),
		)
		await ctx.db
			.insertInto('office_special_days')
			.values({ office_id: officeId, kind: 'closed', first_on: '2025-06-17', last_on: '2025-06-17', is_yearly: true, label: '創立記念日' })
			.execute()
		await expect(bookSlot(member, officeId, bookingInput(ten), null)).rejects.toMatchObject({ kind: 'conflict' })
		expect((await getBookingSettings(expert, officeId)).officeDays).toMatchObject([{ firstOn: '2026-06-17', label: '創立記念日' }])
	})
})

test('the note of an office with a lawyer does not boast, and nothing of the form is saved', async () => {
	await withCtx(async (ctx) => {
		const { viewer, expertId } = await makeExpertViewer(ctx, { professions: ['bengoshi'], taskIds: [] })
		const officeId = await makeOffice(ctx, { expertIds: [expertId], professions: ['bengoshi'], taskIds: [] })
		const boast = openCalendar(as(ctx, viewer), officeId, { note: '離婚問題専門の弁護士が、30分で方針をお話しします。' })
		await expect(boast).rejects.toMatchObject({ kind: 'invalid', fields: { note: expect.stringContaining('指針') } })
		expect((await getBookingSettings(as(ctx, viewer), officeId)).isStored).toBe(false)
		await openCalendar(as(ctx, viewer), officeId, { note: '契約書の写しをお持ちください。' })
	})
})

test('goes on in a thread of the client, and in no thread of others', async () => {
	await withCtx(async (ctx) => {
		const { id, officeId, expert, member } = await makeInquiry(ctx)
		await openCalendar(as(ctx, expert), officeId)
		const other = as(ctx, await makeMember(ctx))
		await expect(bookSlot(other, officeId, bookingInput(ten), id)).rejects.toMatchObject({ kind: 'not-found' })
		const made = await bookSlot(as(ctx, member), officeId, bookingInput(ten, { body: '', contactName: '' }), id)
		expect((await getArrangement(as(ctx, expert), id)).appointments).toMatchObject([{ id: made.id }])
	})
})

test('of fifty at once one gets the time, and 49 are told that it is taken', async () => {
	const made = await freshDatabase()
	try {
		const ctx = visitorCtx(made.db)
		const { officeId, members } = await inTransaction(ctx, async (trx) => {
			const { officeId: id } = await makeOpenOffice(trx)
			const people = []
			for (let n = 0; n < 50; n++) people.push(await makeMember(trx))
			return { officeId: id, members: people }
		})
		const answers = await Promise.allSettled(members.map((one) => bookSlot(withFiles(as(ctx, one)), officeId, bookingInput(ten), null)))
		expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
		const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
		expect(refusals.map((reason) => isDomainError(reason) && reason.fields['slot'])).toEqual(
			Array.from({ length: 49 }, () => 'この時間は、ほかの方の予約が先に入りました。別の時間を選んでください。'),
		)
		expect(await made.db.selectFrom('appointments').select('begins_at').execute()).toEqual([{ begins_at: ten }])
	} finally {
		await made.close()
	}
})

test('the database itself refuses two appointments of an office at one time', async () => {
	await withCtx(async (ctx) => {
		const { id, officeId, expert, member } = await makeInquiry(ctx)
		await makeAppointment(as(ctx, member), as(ctx, expert), officeId, id)
		const row = await ctx.db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
		const { id: _id, ...copy } = row
		await expect(
			ctx.db
				.insertInto('appointments')
				.values({ ...copy, client_key: 'another-key-of-the-test', begins_at: momentAt('2026-06-17', '10:30') })
				.execute(),
		).rejects.toMatchObject({ constraint: 'appointments_one_at_a_time' })
	})
})

describe('the kept first free time', () => {
	const keptOf = (ctx: Ctx, officeId: number) =>
		ctx.db.selectFrom('offices').select(['next_free_at', 'is_free_soon']).where('id', '=', officeId).executeTakeFirst()
	const untilDone = async (ctx: Ctx) => {
		while ((await refreshNextFree(ctx)) > 0);
	}

	test('follows bookings, cancellations and the clock, and leaves with the calendar', async () => {
		await withCtx(async (ctx) => {
			const { officeId, expert, member } = await makeOpenOffice(ctx)
			await untilDone(ctx)
			const noon = momentAt('2026-06-16', '12:00')
			expect(await keptOf(ctx, officeId)).toEqual({ next_free_at: noon, is_free_soon: true })
			const { rows } = await ctx.db
				.selectFrom('office_listings')
				.select('attributes')
				.where('office_id', '=', officeId)
				.execute()
				.then((all) => ({ rows: all }))
			expect(rows.every(({ attributes }) => (attributes & (1 << 15)) !== 0)).toBe(true)
			const { id } = await bookSlot(member, officeId, bookingInput(noon), null)
			await untilDone(ctx)
			expect((await keptOf(ctx, officeId))?.next_free_at).toEqual(momentAt('2026-06-16', '13:00'))
			await cancelAppointment(member, id, { reason: '' })
			await untilDone(ctx)
			expect((await keptOf(ctx, officeId))?.next_free_at).toEqual(noon)
			await untilDone(at(ctx, new Date(TEST_NOW.getTime() + hours(1))))
			expect((await keptOf(ctx, officeId))?.next_free_at).toEqual(momentAt('2026-06-16', '13:00'))
			await openCalendar(expert, officeId, { open: undefined, version: '1' })
			await untilDone(ctx)
			expect(await keptOf(ctx, officeId)).toEqual({ next_free_at: null, is_free_soon: false })
		})
	})

	test('an office whose first time is more than seven days ahead cannot be seen this week', async () => {
		await withCtx(async (ctx) => {
			const { officeId, expert } = await makeOpenOffice(ctx)
			await addSpecialDays(expert, officeId, specialDaysSchema.parse({ firstOn: '2026-06-15', lastOn: '2026-06-23', label: '' }))
			await untilDone(ctx)
			expect(await keptOf(ctx, officeId)).toEqual({ next_free_at: momentAt('2026-06-24', '10:00'), is_free_soon: false })
			await untilDone(at(ctx, new Date(TEST_NOW.getTime() + days(2))))
			expect((await keptOf(ctx, officeId))?.is_free_soon).toBe(true)
		})
	})
})

test('the secret address of a calendar works until it is renewed or ended', async () => {
	await withCtx(async (ctx) => {
		const { officeId, member } = await makeOpenOffice(ctx)
		await bookSlot(member, officeId, bookingInput(ten), null)
		expect(await findFeedToken(member)).toBeNull()
		await renewFeed(member)
		const first = (await findFeedToken(member)) ?? ''
		const file = await readFeedFile(ctx, first)
		expect(file).toContain('DTSTART:20260617T010000Z')
		expect(file).not.toContain('METHOD')
		await renewFeed(member)
		await expect(readFeedFile(ctx, first)).rejects.toMatchObject({ kind: 'not-found' })
		const second = (await findFeedToken(member)) ?? ''
		await endFeed(member)
		await expect(readFeedFile(ctx, second)).rejects.toMatchObject({ kind: 'not-found' })
		await expect(readFeedFile(ctx, 'x')).rejects.toMatchObject({ kind: 'not-found' })
	})
})
