import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { beginSending, cleanMailLog, noteFailure, noteSent } from '../accounts/mailing/mail-log.ts'
import { withdrawFromMails } from '../accounts/mailing/mail-personal.ts'
import { requireStaff } from '../accounts/staff.ts'
import { makeVerifiedMember, leadsCtx } from '../estimates/estimates-for-test.ts'
import { makeMember, as, refusal } from '../questions/questions-for-test.ts'
import type { Ctx, OutgoingMail } from '../shared/context.ts'
import { days, hours } from '../shared/japan-time.ts'
import { listDeskItems } from './desk-lists.ts'
import { liftSuppression, listMails, listSuppressions, resendMail, settleMail, suppressAddress } from './mail-admin.ts'

const mail: OutgoingMail = { to: 'Reader@example.com', subject: '【しるべ】回答が届きました', text: '本文', html: '<p>本文</p>' }
const after = <C extends Ctx>(ctx: C, ms: number): C => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + ms) })
const supporter = async (ctx: TestCtx, mails: OutgoingMail[] = []) =>
	requireStaff(as(leadsCtx(ctx, mails), await makeMember(ctx, ['support'])), 'support')
const all = { address: '', onlyUndelivered: false, cursor: null }
const waiting = async (staff: Awaited<ReturnType<typeof supporter>>) => (await listDeskItems(staff, 'mail')).items.map(({ id }) => id)

test('a mail is sent once under its id, and its content is forgotten then', () =>
	withCtx(async (ctx) => {
		expect(await beginSending(ctx, 'a', mail)).toBe(true)
		await noteSent(ctx, 'a')
		expect(await beginSending(ctx, 'a', mail)).toBe(false)
		const staff = await supporter(ctx)
		expect((await listMails(staff, { ...all, address: 'READER@example.com' })).items).toMatchObject([
			{ maskedEmail: 're…@example.com', state: 'sent', tries: 1, canResend: false },
		])
		expect((await listMails(staff, { ...all, onlyUndelivered: true })).items).toEqual([])
	}))

test('an address that does not exist gets no mails, until staff send to it again', () =>
	withCtx(async (ctx) => {
		await beginSending(ctx, 'a', mail)
		await noteFailure(ctx, 'a', '550 5.1.1 <reader@example.com>: no such user', true)
		expect(await beginSending(ctx, 'b', mail)).toBe(false)
		const mails: OutgoingMail[] = []
		const staff = await supporter(ctx, mails)
		const [id = 0] = await waiting(staff)
		expect((await listMails(staff, all)).items).toMatchObject([
			{ state: 'suppressed' },
			{ id, state: 'bounced', reason: '550 5.1.1 <…@…>: no such user', isSuppressed: true },
		])
		await resendMail(staff, id)
		expect(mails).toEqual([mail])
		expect(await waiting(staff)).toEqual([])
		expect(await beginSending(ctx, 'c', mail)).toBe(true)
		expect(await refusal(resendMail(staff, id))).toBe('conflict')
	}))

test('a mail that is tried again comes to staff after an hour, and is not sent once they are done with it', () =>
	withCtx(async (ctx) => {
		await beginSending(ctx, 'a', mail)
		await noteFailure(ctx, 'a', 'connect ECONNREFUSED', false)
		const staff = await supporter(ctx)
		expect(await waiting(staff)).toEqual([])
		expect(await beginSending(after(ctx, hours(1)), 'a', mail)).toBe(true)
		await noteFailure(after(ctx, hours(1)), 'a', 'connect ECONNREFUSED', false)
		const [id = 0] = await waiting(after(staff, hours(1)))
		await settleMail(staff, id)
		expect(await beginSending(after(ctx, hours(2)), 'a', mail)).toBe(false)
		expect((await listMails(staff, all)).items).toMatchObject([{ state: 'failed', isSettled: true, tries: 3 }])
	}))

test('staff suppress an address with a reason and lift that with another, both in the audit log', () =>
	withCtx(async (ctx) => {
		await beginSending(ctx, 'a', mail)
		await noteFailure(ctx, 'a', '452 mailbox full', false)
		const staff = await supporter(ctx)
		const [id = 0] = await waiting(after(staff, hours(2)))
		await suppressAddress(staff, id, '本人の希望によります。')
		const { items } = await listSuppressions(staff, { address: 'reader@example.com', cursor: null })
		expect(items).toMatchObject([{ cause: 'staff', reason: '本人の希望によります。' }])
		await liftSuppression(staff, items[0]?.id ?? 0, '本人から再開の連絡がありました。')
		expect(await beginSending(ctx, 'b', mail)).toBe(true)
		const acts = await ctx.db.selectFrom('audit_log').select(['action', 'reason']).orderBy('id').execute()
		expect(acts).toEqual([
			{ action: 'mail.suppress', reason: '本人の希望によります。' },
			{ action: 'mail.allow', reason: '本人から再開の連絡がありました。' },
		])
	}))

test('contents are kept for 30 days, entries for 90, and nothing of somebody who has left', () =>
	withCtx(async (ctx) => {
		const member = await makeVerifiedMember(ctx, 'reader@example.com')
		await beginSending(ctx, 'a', mail)
		await noteFailure(ctx, 'a', '550 5.1.1 no such user', true)
		const staff = await supporter(ctx)
		const [id = 0] = await waiting(staff)
		await cleanMailLog(after(ctx, days(31)))
		expect(await refusal(resendMail(staff, id))).toBe('conflict')
		expect((await listMails(staff, { ...all, userId: member.userId })).items).toHaveLength(1)
		await withdrawFromMails(ctx, { id: member.userId })
		expect((await listMails(staff, all)).items).toEqual([])
		expect((await listSuppressions(staff, { address: '', cursor: null })).items).toEqual([])
		await beginSending(ctx, 'b', mail)
		await cleanMailLog(after(ctx, days(91)))
		expect((await listMails(staff, all)).items).toEqual([])
	}))
