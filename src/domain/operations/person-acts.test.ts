import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { makeMember, as, makeThread, refusal } from '../questions/questions-for-test.ts'
import { addPersonNote, listPersonNotes, removePersonNote } from '../support/person-notes.ts'
import { exportFromNotes, withdrawFromNotes } from '../support/support-personal.ts'
import { readPersonHead } from './people/person-head.ts'
import { endSessionsOf, readPersonSecurity, resendVerificationTo } from './person-acts.ts'
import { readTimeline } from './person-timeline.ts'

const because = '端末を紛失したとの連絡のため'

/** A member who is logged in, and a person of support. */
async function people(ctx: TestCtx) {
	const site = testSite(ctx)
	const member = await site.account('member@example.com')
	await site.browser().enter(member.uid)
	const staffOf = async (email: string, role: 'support' | 'admin') => {
		const account = await site.account(email)
		await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role }).execute()
		const browser = site.browser()
		await browser.enter(account.uid)
		return { ...account, ctx: requireRecentStaff(await browser.ctx(), 'support') }
	}
	return { site, member, support: await staffOf('support@example.com', 'support'), admin: await staffOf('admin@example.com', 'admin') }
}

test('support logs a person out everywhere, with a reason in the audit log', () =>
	withCtx(async (ctx) => {
		const { member, support } = await people(ctx)
		expect((await readPersonSecurity(support.ctx, member.uid)).devices).toHaveLength(1)
		await endSessionsOf(support.ctx, member.uid, because)
		expect((await readPersonSecurity(support.ctx, member.uid)).devices).toEqual([])
		expect(await ctx.db.selectFrom('audit_log').select(['subject', 'reason']).where('action', '=', 'user.end-sessions').execute()).toEqual([
			{ subject: `user:${member.docId}`, reason: because },
		])
	}))

test('the account of staff is for admins, and one’s own for nobody', () =>
	withCtx(async (ctx) => {
		const { support, admin } = await people(ctx)
		expect(await refusal(endSessionsOf(support.ctx, admin.uid, because))).toBe('forbidden')
		expect(await refusal(endSessionsOf(admin.ctx, admin.uid, because))).toBe('forbidden')
		await endSessionsOf(admin.ctx, support.uid, because)
		expect(await refusal(endSessionsOf(admin.ctx, 'nobody', because))).toBe('not-found')
	}))

test('an account into which nobody can log in is shown without acts, and acts on it are not found', () =>
	withCtx(async (ctx) => {
		const { member, support } = await people(ctx)
		expect((await readPersonHead(support.ctx, member.uid, 'user.view')).canAct).toBe(true)
		await ctx.db.deleteFrom('identities').where('uid', '=', member.uid).execute()
		expect((await readPersonHead(support.ctx, member.uid, 'user.view')).canAct).toBe(false)
		expect(await refusal(endSessionsOf(support.ctx, member.uid, because))).toBe('not-found')
	}))

test('the confirmation is mailed once more while the address waits for it', () =>
	withCtx(async (ctx) => {
		const { site, member, support } = await people(ctx)
		expect(await refusal(resendVerificationTo(support.ctx, member.uid))).toBe('conflict')
		await ctx.db.updateTable('identities').set({ email_verified_at: null }).where('uid', '=', member.uid).execute()
		const before = site.mails.length
		await resendVerificationTo(support.ctx, member.uid)
		expect(site.mails.slice(before)).toMatchObject([{ to: 'member@example.com', subject: expect.stringContaining('確認') }])
	}))

test('notes are kept with the account until the person leaves, pinned ones first, and are in their export', () =>
	withCtx(async (ctx) => {
		const { member, support } = await people(ctx)
		await addPersonNote(support.ctx, member.uid, { body: '電話での連絡を希望', isPinned: true })
		await addPersonNote(support.ctx, member.uid, { body: '領収書を再送した', isPinned: false })
		const notes = await listPersonNotes(support.ctx, member.docId)
		expect(notes.map(({ body }) => body)).toEqual(['電話での連絡を希望', '領収書を再送した'])
		await removePersonNote(support.ctx, 'nobody', notes[1]?.id ?? 0)
		await removePersonNote(support.ctx, member.uid, notes[1]?.id ?? 0)
		expect(await exportFromNotes(ctx, { id: member.docId })).toMatchObject({ staffNotes: [{ body: '電話での連絡を希望' }] })
		await withdrawFromNotes(ctx, { id: member.docId })
		expect(await listPersonNotes(support.ctx, member.docId)).toEqual([])
	}))

test('the timeline has everything in one order, page by page, and each look is recorded', () =>
	withCtx(async (ctx) => {
		const { asker, questionId } = await makeThread(ctx)
		if (asker.kind !== 'member') throw new Error('the asker is a member')
		const at = (minute: number) => new Date(TEST_NOW.getTime() - minute * 60_000)
		for (let minute = 1; minute <= 60; minute++)
			await ctx.db
				.insertInto('auth_events')
				.values({ uid: asker.uid, kind: 'signed-in', provider: null, block: null, user_agent: '', at: at(minute) })
				.execute()
		const mail = { message_id: 'a', user_id: asker.userId, address: 'a@example.com', subject: '秘密の件名', state: 'sent' } as const
		await ctx.db
			.insertInto('mails')
			.values({ ...mail, first_at: at(0.5), at: at(0.5) })
			.execute()
		const staff = requireRecentStaff(as(ctx, await makeMember(ctx, ['support'])), 'support')
		const read = (group: 'posts' | 'mails' | null, cursor: string | null = null) => readTimeline(staff, asker.uid, { group, cursor })

		expect((await read('posts')).items).toMatchObject([{ kind: 'question', subjectId: questionId }])
		expect((await read('mails')).items).toMatchObject([{ kind: 'mail', what: 'sent' }])
		expect(JSON.stringify(await read(null))).not.toContain('秘密')
		const first = await read(null)
		const second = await read(null, first.page.next?.cursor ?? null)
		const keys = [...first.items, ...second.items].map(({ key }) => key)
		expect(first.items).toHaveLength(50)
		expect(new Set(keys).size).toBe(keys.length)
		expect(keys.filter((key) => key.startsWith('auth:'))).toHaveLength(60)
		expect(second.items.some(({ kind, what }) => kind === 'staff' && what === 'user.timeline')).toBe(false)
		expect((await read(null)).items).toContainEqual(expect.objectContaining({ kind: 'staff', what: 'user.timeline' }))
	}))
