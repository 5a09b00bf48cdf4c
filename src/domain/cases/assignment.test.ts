import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { makeExpert, makeUser } from '../../../test/factories.ts'
import { askChange } from '../estimates/estimate-requests.ts'
import { sendQuote } from '../estimates/estimate-leads.ts'
import { makeRequest, noticesOf, quoteInput } from '../estimates/estimates-for-test.ts'
import { sendMessage } from '../inquiries/inquiries.ts'
import { message, withFiles } from '../inquiries/inquiries-for-test.ts'
import { openOffice } from '../memberships/office-access.ts'
import { leaveOffice, setOwnNotices } from '../memberships/office-membership.ts'
import { as } from '../questions/questions-for-test.ts'
import type { Viewer } from '../shared/context.ts'
import { assignCase, readAssignment } from './assignment.ts'
import { openDeliveryThread } from './delivery-threads.ts'

/** A further verified member of an office. */
async function makeColleague(ctx: TestCtx, officeId: number, role: 'editor' | 'responder' = 'editor') {
	const user = await makeUser(ctx, { isExpert: true })
	const expertId = await makeExpert(ctx, { user_id: user.id })
	await ctx.db.insertInto('office_members').values({ office_id: officeId, expert_id: expertId, role, position: 2 }).execute()
	const viewer: Viewer = { kind: 'member', userId: user.id, uid: user.uid, isExpert: true, roles: [] }
	return { expertId, userId: user.id, ctx: as(ctx, viewer) }
}

async function setUp(ctx: TestCtx) {
	const request = await makeRequest(ctx)
	const { officeId, delivery } = request.first
	const colleague = await makeColleague(ctx, officeId)
	return { ...request, office: withFiles(request.first.ctx), officeId, lead: { kind: 'lead', id: delivery } as const, colleague }
}

test('a case is given to a member of its office, who is told, and the conversation goes with it', async () => {
	await withCtx(async (ctx) => {
		const { office, lead, colleague, member } = await setUp(ctx)
		await assignCase(office, lead, colleague.expertId)
		await assignCase(office, lead, colleague.expertId)
		expect(await noticesOf(ctx, `lead:${lead.id}:assigned-%`)).toHaveLength(1)
		expect((await readAssignment(office, lead)).assigneeId).toBe(colleague.expertId)
		const { inquiryId } = await openDeliveryThread(withFiles(member), lead.id)
		expect((await readAssignment(office, { kind: 'inquiry', id: inquiryId })).assigneeId).toBe(colleague.expertId)
		await assignCase(office, { kind: 'inquiry', id: inquiryId }, null)
		expect((await readAssignment(office, lead)).assigneeId).toBeNull()
	})
})

test('nobody but the office assigns, and nobody but a member of it is assigned', async () => {
	await withCtx(async (ctx) => {
		const { office, officeId, lead, member, second, colleague } = await setUp(ctx)
		await expect(assignCase(member, lead, null)).rejects.toMatchObject({ kind: 'not-found' })
		await expect(readAssignment(second.ctx, lead)).rejects.toMatchObject({ kind: 'not-found' })
		const stranger = await makeColleague(ctx, second.officeId)
		await expect(assignCase(office, lead, stranger.expertId)).rejects.toMatchObject({ kind: 'invalid' })
		await assignCase(office, lead, colleague.expertId)
		await leaveOffice(colleague.ctx, officeId)
		expect((await readAssignment(office, lead)).assigneeId).toBeNull()
	})
})

test('a member who wants notices of their own cases alone gets those, and those of nobody', async () => {
	await withCtx(async (ctx) => {
		const { office, officeId, lead, colleague, member, id } = await setUp(ctx)
		await setOwnNotices(colleague.ctx, officeId, 'own')
		await sendQuote(office, lead.id, quoteInput())
		const recipients = async (subject: string) =>
			(await ctx.db.selectFrom('pending_events').select('event').execute())
				.map(({ event }) => event as { subject?: string; userId?: string })
				.filter((event) => event.subject?.startsWith(subject))
				.map(({ userId }) => userId)
		await askChange(member, { id }, lead.id, '記帳代行を除いた金額を知りたいです。')
		expect(await recipients(`lead:${lead.id}:change`)).toContain(colleague.userId)
		const owner = (await readAssignment(office, lead)).members.find(({ isOwn }) => isOwn)?.expertId ?? 0
		await assignCase(office, lead, owner)
		const { inquiryId } = await openDeliveryThread(withFiles(member), lead.id)
		await sendMessage(withFiles(member), inquiryId, message('いつごろ届きますか。'), [])
		expect(await recipients(`inquiry:${inquiryId}:message`)).not.toContain(colleague.userId)
		await assignCase(office, lead, colleague.expertId)
		await sendMessage(withFiles(member), inquiryId, message('お急ぎではありません。'), [])
		expect(await recipients(`inquiry:${inquiryId}:message`)).toContain(colleague.userId)
	})
})

test('a responder answers and does not edit the page of the office', async () => {
	await withCtx(async (ctx) => {
		const { first } = await makeRequest(ctx)
		const responder = await makeColleague(ctx, first.officeId, 'responder')
		await sendQuote(responder.ctx, first.delivery, quoteInput())
		await expect(openOffice(responder.ctx, first.officeId, 'edit')).rejects.toMatchObject({ kind: 'forbidden' })
		await expect(openOffice(responder.ctx, first.officeId, 'members')).rejects.toMatchObject({ kind: 'forbidden' })
		expect(await openOffice(responder.ctx, first.officeId, 'read')).toMatchObject({ role: 'responder' })
	})
})
