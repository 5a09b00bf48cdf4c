import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import type { ReadResult, WebhookSender } from '../../platform/webhook-sender.ts'
import { makeOwnedOffice } from '../estimates/estimates-for-test.ts'
import { makeMember, as } from '../questions/questions-for-test.ts'
import { minutes } from '../shared/japan-time.ts'
import { momentAt } from './appointment-input.ts'
import { openCalendar } from './appointments-for-test.ts'
import { readCalendar } from './availability.ts'
import { findBusyCalendar, refreshBusyCalendar, removeBusyCalendar, saveBusyCalendar } from './busy-calendars.ts'
import { isFree } from './slots.ts'

const url = 'https://calendar.example.jp/private-0123456789/basic.ics'

const icsAt = (hour: string) =>
	`BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//JA\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260601T000000Z\r\nDTSTART:20260617T${hour}0000Z\r\nDTEND:20260617T${hour}3000Z\r\nSUMMARY:離婚の相談\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

/** The rest of the internet, which answers as told and remembers what it was asked. */
function outside(...answers: ReadResult[]) {
	const asked: Readonly<Record<string, string>>[] = []
	const webhooks: WebhookSender = {
		accepts: () => true,
		send: () => Promise.reject(new Error('nothing is sent')),
		read: (_url, { headers }) => {
			asked.push(headers)
			return Promise.resolve(answers[Math.min(asked.length, answers.length) - 1] ?? { failure: 'name' as const })
		},
	}
	return { asked, webhooks }
}

async function setUp(ctx: TestCtx, ...answers: ReadResult[]) {
	const { officeId, owner } = await makeOwnedOffice(ctx)
	const { asked, webhooks } = outside(...answers)
	const office = { ...as(ctx, owner), webhooks }
	await openCalendar(office, officeId)
	const isOpen = async (time: string) => {
		const calendar = await readCalendar(office, officeId)
		return calendar !== null && isFree(momentAt('2026-06-17', time), calendar.availability, TEST_NOW)
	}
	return { officeId, office, asked, isOpen }
}

const later = <C extends { now: () => Date }>(ctx: C, count: number): C => ({
	...ctx,
	now: () => new Date(TEST_NOW.getTime() + minutes(count)),
})

test('times that are busy elsewhere cannot be booked, and nothing else of that calendar is stored', async () => {
	await withCtx(async (ctx) => {
		const { officeId, office, isOpen } = await setUp(ctx, { status: 200, etag: '"1"', body: icsAt('01') })
		expect(await isOpen('10:00')).toBe(true)
		await saveBusyCalendar(office, officeId, url)
		expect([await isOpen('10:00'), await isOpen('10:30')]).toEqual([false, true])
		expect(await findBusyCalendar(office, officeId)).toEqual({ host: 'calendar.example.jp', spans: 1, fetchedAt: TEST_NOW, failure: null })
		const stored = await ctx.db.selectFrom('busy_calendars').selectAll().execute()
		expect(JSON.stringify(stored)).not.toContain('private-0123456789')
		// The list's first free time is computed again.
		const settings = await ctx.db
			.selectFrom('booking_settings')
			.select('check_at')
			.where('office_id', '=', officeId)
			.executeTakeFirstOrThrow()
		expect(settings.check_at.getTime()).toBeLessThan(TEST_NOW.getTime())
		await removeBusyCalendar(office, officeId)
		expect(await isOpen('10:00')).toBe(true)
		expect(await findBusyCalendar(office, officeId)).toBeNull()
	})
})

test('it is read again every quarter of an hour, unchanged answers cost nothing, and failures keep what was known', async () => {
	await withCtx(async (ctx) => {
		const { officeId, office, asked, isOpen } = await setUp(
			ctx,
			{ status: 200, etag: '"1"', body: icsAt('01') },
			{ status: 304, etag: '"1"', body: '' },
			{ failure: 'timeout' },
			{ status: 200, etag: null, body: icsAt('03') },
		)
		await saveBusyCalendar(office, officeId, url)
		expect(await refreshBusyCalendar(later(office, 14))).toBe(0)
		expect(await refreshBusyCalendar(later(office, 15))).toBe(1)
		expect(asked[1]).toMatchObject({ 'if-none-match': '"1"' })
		expect(await isOpen('10:00')).toBe(false)
		expect(await refreshBusyCalendar(later(office, 30))).toBe(1)
		expect(await findBusyCalendar(office, officeId)).toMatchObject({ failure: 'unreachable', spans: 1 })
		expect(await isOpen('10:00')).toBe(false)
		expect(await refreshBusyCalendar(later(office, 45))).toBe(1)
		expect([await isOpen('10:00'), await isOpen('12:00')]).toEqual([true, false])
		expect(await findBusyCalendar(office, officeId)).toMatchObject({ failure: null })
	})
})

test('an address that gives no calendar is refused in its field, and an office of others does not exist', async () => {
	await withCtx(async (ctx) => {
		const answers: ReadResult[] = [
			{ failure: 'forbidden-address' },
			{ status: 404, etag: null, body: '' },
			{ status: 200, etag: null, body: null },
			{ status: 200, etag: null, body: '<html></html>' },
		]
		const { officeId, office } = await setUp(ctx, ...answers)
		for (const _ of answers)
			await expect(saveBusyCalendar(office, officeId, url)).rejects.toMatchObject({ kind: 'invalid', fields: { url: expect.any(String) } })
		expect(await findBusyCalendar(office, officeId)).toBeNull()
		const stranger = { ...as(ctx, await makeMember(ctx)), webhooks: office.webhooks }
		await expect(saveBusyCalendar(stranger, officeId, url)).rejects.toMatchObject({ kind: 'not-found' })
		await expect(findBusyCalendar(stranger, officeId)).rejects.toMatchObject({ kind: 'not-found' })
	})
})
