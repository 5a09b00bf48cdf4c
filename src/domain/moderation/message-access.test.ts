import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { type RecentStaffCtx, requireRecentStaff } from '../accounts/staff.ts'
import { makeDraft, makeOwnedOffice, makeVerifiedMember, leadsCtx } from '../estimates/estimates-for-test.ts'
import { estimateConsents } from '../estimates/estimate-input.ts'
import { sendDraft } from '../estimates/estimate-sending.ts'
import { makeInquiry, idOfViewer, message, withFiles } from '../inquiries/inquiries-for-test.ts'
import { sendMessage } from '../inquiries/inquiries.ts'
import { makeMember, as, refusal } from '../questions/questions-for-test.ts'
import type { Ctx, StaffRole } from '../shared/context.ts'
import { addDays, days, hours, isoDay } from '../shared/japan-time.ts'
import {
	closeMessageAccess,
	countWaitingAccesses,
	decideMessageAccess,
	getMessageAccess,
	listMessageAccesses,
	notifyOfMessageAccesses,
	readMessagesByAccess,
	requestMessageAccess,
} from './message-access.ts'
import { type MessageAccessInput, messageAccessSchema } from './message-access-schemas.ts'

const asStaff = async (ctx: Ctx, role: StaffRole): Promise<RecentStaffCtx> =>
	requireRecentStaff(as(ctx, await makeMember(ctx, [role])), role)
const later = <C extends Ctx>(ctx: C, milliseconds: number): C => {
	const now = new Date(ctx.now().getTime() + milliseconds)
	// The login is renewed.
	const viewer = ctx.viewer.kind === 'member' ? { ...ctx.viewer, loggedInAt: now } : ctx.viewer
	return { ...ctx, viewer, now: () => now }
}
const approve = { verdict: 'approved', reason: '令状の原本を確かめました。' } as const

const typed = {
	kind: 'inquiry',
	subjectId: '1',
	ground: 'warrant',
	authority: '東京地方裁判所',
	reference: '令和8年(る)第123号',
	issuedOn: '2026-06-10',
	explanation: '令状に記された期間の、この事務所とのやり取りの全部。',
	noticeDelayedUntil: '',
}
const inputFor = (ctx: Ctx, subjectId: number, values: Partial<typeof typed> = {}): MessageAccessInput =>
	messageAccessSchema(ctx.now()).parse({ ...typed, subjectId: `${subjectId}`, ...values })

/** A thread with two messages, and three members of staff. */
async function makeCase(plain: TestCtx) {
	const ctx = withFiles(plain)
	const inquiry = await makeInquiry(ctx)
	await sendMessage(as(ctx, inquiry.expert), inquiry.id, message(), [])
	return {
		ctx,
		...inquiry,
		moderator: await asStaff(ctx, 'moderator'),
		admin: await asStaff(ctx, 'admin'),
		other: await asStaff(ctx, 'moderator'),
	}
}
const noticesOf = async (ctx: TestCtx, subject: string): Promise<number> =>
	(await ctx.db.selectFrom('pending_events').select('event').execute()).filter(({ event }) => JSON.stringify(event).includes(subject))
		.length
const acts = async (ctx: TestCtx) =>
	(await ctx.db.selectFrom('audit_log').select('action').where('action', 'like', 'access.%').orderBy('id').execute()).map(
		({ action }) => action,
	)

test('a whole thread opens only to the two who requested and approved, for 72 hours, and every reading is recorded', () =>
	withCtx(async (plain) => {
		const { ctx, id, moderator, admin, other } = await makeCase(plain)
		const access = await requestMessageAccess(moderator, inputFor(ctx, id))
		expect(await refusal(requestMessageAccess(other, inputFor(ctx, id)))).toBe('conflict')
		expect(await countWaitingAccesses(admin)).toBe(1)
		expect(await refusal(readMessagesByAccess(moderator, access))).toBe('forbidden')
		expect(await refusal(decideMessageAccess(moderator, access, approve))).toBe('forbidden')
		await decideMessageAccess(admin, access, approve)
		expect(await refusal(decideMessageAccess(admin, access, { ...approve, verdict: 'refused' }))).toBe('conflict')
		for (const staff of [moderator, admin]) expect((await readMessagesByAccess(staff, access)).inquiry?.messages).toHaveLength(2)
		expect(await refusal(readMessagesByAccess(other, access))).toBe('forbidden')
		expect(await refusal(readMessagesByAccess(later(moderator, hours(72)), access))).toBe('forbidden')
		await closeMessageAccess(moderator, access)
		expect(await refusal(readMessagesByAccess(moderator, access))).toBe('forbidden')
		expect(await refusal(closeMessageAccess(moderator, access))).toBe('conflict')
		expect(await acts(plain)).toEqual(['access.request', 'access.approve', 'access.read', 'access.read', 'access.close'])
		expect((await listMessageAccesses(other, null)).items.map(({ decision }) => decision)).toEqual(['approved'])
	}))

test('both sides are notified at once, or on the day after the delay that the ground allows', () =>
	withCtx(async (plain) => {
		const { ctx, id, moderator, admin } = await makeCase(plain)
		const now = await requestMessageAccess(moderator, inputFor(ctx, id))
		await decideMessageAccess(admin, now, approve)
		expect(await noticesOf(plain, `inquiry:${id}:access-${now}`)).toBe(2)
		const until = addDays(isoDay(ctx.now()), 30)
		const secret = await requestMessageAccess(moderator, inputFor(ctx, id, { noticeDelayedUntil: until }))
		await decideMessageAccess(admin, secret, approve)
		await notifyOfMessageAccesses(later(as(ctx, { kind: 'visitor' }), days(29)))
		expect(await noticesOf(plain, `inquiry:${id}:access-${secret}`)).toBe(0)
		const after = later(as(ctx, { kind: 'visitor' }), days(31))
		expect([await notifyOfMessageAccesses(after), await notifyOfMessageAccesses(after)]).toEqual([1, 0])
		expect(await noticesOf(plain, `inquiry:${id}:access-${secret}`)).toBe(2)
		expect((await getMessageAccess(admin, secret)).notifiedAt).not.toBeNull()
	}))

test('a refused request opens nothing and notifies nobody', () =>
	withCtx(async (plain) => {
		const { ctx, id, moderator, admin } = await makeCase(plain)
		const access = await requestMessageAccess(moderator, inputFor(ctx, id))
		await decideMessageAccess(admin, access, { verdict: 'refused', reason: '文書の番号が原本と違います。' })
		expect(await refusal(readMessagesByAccess(admin, access))).toBe('forbidden')
		expect(await notifyOfMessageAccesses(later(as(ctx, { kind: 'visitor' }), days(400)))).toBe(0)
		expect(await noticesOf(plain, 'access-')).toBe(0)
	}))

test('a request for estimates opens with what was written in it, and no side of a thread decides on it', () =>
	withCtx(async (plain) => {
		const ctx = leadsCtx(plain)
		const asker = await makeVerifiedMember(ctx)
		const { officeId, owner } = await makeOwnedOffice(ctx)
		const sent = await sendDraft(
			as(ctx, asker),
			await makeDraft(as(ctx, asker), [officeId]),
			estimateConsents.map(({ kind }) => kind),
		)
		const id = sent.kind === 'sent' ? sent.requestId : 0
		const [moderator, admin] = [await asStaff(ctx, 'moderator'), await asStaff(ctx, 'admin')]
		for (const side of [asker, owner]) {
			const staff = requireRecentStaff(as(ctx, { ...side, roles: ['admin' as const], loggedInAt: ctx.now() } as typeof asker), 'admin')
			expect(await refusal(requestMessageAccess(staff, inputFor(ctx, id, { kind: 'estimate' })))).toBe('forbidden')
		}
		expect(await refusal(requestMessageAccess(moderator, inputFor(ctx, id + 1, { kind: 'estimate' })))).toBe('invalid')
		const access = await requestMessageAccess(moderator, inputFor(ctx, id, { kind: 'estimate' }))
		await decideMessageAccess(admin, access, approve)
		expect((await readMessagesByAccess(moderator, access)).lead?.contact.name).toBe('山田 花子')
		expect(await noticesOf(plain, `estimate:${id}:access-${access}`)).toBe(1)
		expect(idOfViewer(asker)).not.toBe('')
	}))

test('grounds without a judge open nothing, and a notice is delayed only as long as its ground allows', () =>
	withCtx(async (ctx) => {
		const errorsOf = (values: Partial<typeof typed>) => {
			const { error } = messageAccessSchema(ctx.now()).safeParse({ ...typed, ...values })
			return error?.issues.map(({ path }) => path.join('.')) ?? []
		}
		const inDays = (count: number) => addDays(isoDay(ctx.now()), count)
		expect(errorsOf({})).toEqual([])
		expect(errorsOf({ ground: 'investigation-inquiry' })).toEqual(['ground'])
		expect(errorsOf({ ground: 'bar-inquiry' })).toEqual(['ground'])
		expect(errorsOf({ ground: '' })).toEqual(['ground'])
		expect(errorsOf({ noticeDelayedUntil: inDays(365) })).toEqual([])
		expect(errorsOf({ noticeDelayedUntil: inDays(366) })).toEqual(['noticeDelayedUntil'])
		expect(errorsOf({ ground: 'court-order', noticeDelayedUntil: inDays(1) })).toEqual(['noticeDelayedUntil'])
		expect(errorsOf({ ground: 'emergency', noticeDelayedUntil: inDays(8) })).toEqual(['noticeDelayedUntil'])
		expect(errorsOf({ noticeDelayedUntil: inDays(-1) })).toEqual(['noticeDelayedUntil'])
		expect(errorsOf({ issuedOn: inDays(1) })).toEqual(['issuedOn'])
		expect(errorsOf({ issuedOn: '', subjectId: 'x', explanation: '短い' })).toEqual(['subjectId', 'issuedOn', 'explanation'])
	}))
