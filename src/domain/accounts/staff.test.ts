import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inSavepoint, type TestCtx, visitorCtx, withCtx } from '../../../test/database.ts'
import { totpCode, totpStep } from '../../platform/token-totp.ts'
import { clockAt, codeOf, testSite } from './accounts-for-test.ts'
import { listAuditEvents } from './audit-log.ts'
import { recordAuditEvent } from './audit.ts'
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from './sign-in/second-factor.ts'
import { deleteAccount } from './account-removal.ts'
import { LAST_ADMIN } from './staff-role-names.ts'
import { grantRole, grantRoleByCommand, listStaff, revokeRole, revokeRoleByCommand } from './staff-roles.ts'
import { isStaffWith, requireRecentStaff, requireStaff, SECOND_FACTOR_REQUIRED } from './staff.ts'

const guardOf = (handler: () => unknown) => codeOf((async () => handler())())

/** The first admin, made as the command makes them, in a session with a second factor. */
async function firstAdmin(ctx: TestCtx) {
	const site = testSite(ctx)
	const account = await site.account('first.admin@example.com')
	await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role: 'admin' }).execute()
	const browser = site.browser()
	await browser.enter(account.uid)
	return { site, account, staff: requireRecentStaff(await browser.ctx(), 'admin') }
}

const everything = { action: '', subject: '', email: '', block: '', from: '', to: '', cursor: null }

test('a role is of no use in a session without a second factor, and is from the moment one is set up there', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid, docId, email } = await site.account('staff.reviewer@example.com')
		const browser = site.browser()
		await browser.logIn(email)
		expect(await guardOf(async () => requireStaff(await browser.ctx()))).toBe('forbidden')
		await ctx.db.insertInto('staff_roles').values({ user_id: docId, role: 'reviewer' }).execute()
		const locked = await browser.ctx()
		expect(isStaffWith(locked.viewer)).toBe(false)
		expect(await guardOf(() => requireStaff(locked))).toBe(SECOND_FACTOR_REQUIRED)
		const { secret } = await startSecondFactor(locked, null)
		await confirmSecondFactor(await browser.ctx(), { code: totpCode(secret, totpStep(site.clock.now())), idToken: null })
		expect(requireStaff(await browser.ctx(), 'reviewer').viewer.roles).toEqual(['reviewer'])
		expect(await guardOf(async () => requireStaff(await browser.ctx(), 'moderator'))).toBe('forbidden')
		await removeSecondFactor(await browser.ctx(), null)
		expect(await guardOf(async () => requireStaff(await browser.ctx(), 'reviewer'))).toBe(SECOND_FACTOR_REQUIRED)
		expect(await guardOf(async () => requireStaff(await site.browser().ctx()))).toBe('unauthenticated')
		expect(uid).not.toBe('')
	}))

test('isS is true exactly for accounts with a role, however it was granted or revoked', () =>
	withCtx(async (ctx) => {
		const { account, staff, site } = await firstAdmin(ctx)
		const other = await site.account('second.staff@example.com')
		const isS = async (id: string) => (await ctx.db.selectFrom('users').select('is_s').where('id', '=', id).executeTakeFirstOrThrow()).is_s
		expect([await isS(account.docId), await isS(other.docId)]).toEqual([true, false])
		await grantRole(staff, { email: 'second.staff@example.com', role: 'editor' })
		expect(await isS(other.docId)).toBe(true)
		await revokeRole(staff, { email: 'SECOND.staff@example.com', role: 'editor' })
		expect(await isS(other.docId)).toBe(false)
	}))

test('an admin grants and revokes; each change is recorded once, and the last admin stays', () =>
	withCtx(async (ctx) => {
		const { account, staff, site } = await firstAdmin(ctx)
		const other = await site.account('second.staff@example.com')
		await site.account('staff.unverified@example.com', { verified: false })
		for (let time = 0; time < 2; time++) await grantRole(staff, { email: 'second.staff@example.com', role: 'admin' })
		for (const email of ['staff.unverified@example.com', 'nobody@example.com'])
			expect(await codeOf(grantRole(staff, { email, role: 'editor' }))).toBe('invalid')
		expect((await listStaff(staff)).map(({ email, roles }) => ({ email, roles }))).toEqual([
			{ email: 'first.admin@example.com', roles: ['admin'] },
			{ email: 'second.staff@example.com', roles: ['admin'] },
		])
		await revokeRole(staff, { email: 'first.admin@example.com', role: 'admin' })
		expect(await codeOf(revokeRole(staff, { email: 'second.staff@example.com', role: 'admin' }))).toBe(LAST_ADMIN)
		const { entries } = await listAuditEvents(staff, { ...everything, action: 'staff' })
		expect(entries.map(({ action, subject, who }) => ({ action, subject, email: who?.email }))).toEqual([
			{ action: 'staff.revoke', subject: `user:${account.docId}`, email: 'first.admin@example.com' },
			{ action: 'staff.grant', subject: `user:${other.docId}`, email: 'first.admin@example.com' },
		])
	}))

test('the command needs no admin, and is recorded as itself', async () => {
	// It opens its own transaction.
	const { db, close } = await (await import('../../../test/database.ts')).freshDatabase()
	try {
		const now = clockAt().now
		const site = testSite({ ...visitorCtx(db), now })
		const { docId } = await site.account('first.admin@example.com')
		await grantRoleByCommand({ db, now }, { email: 'first.admin@example.com', role: 'admin' })
		expect(await codeOf(revokeRoleByCommand({ db, now }, { email: 'first.admin@example.com', role: 'admin' }))).toBe(LAST_ADMIN)
		const log = await db.selectFrom('audit_log').select(['user_id', 'action', 'subject']).execute()
		expect(log).toEqual([{ user_id: null, action: 'staff.grant', subject: `user:${docId}` }])
	} finally {
		await close()
	}
})

test('staff who are not admins cannot grant roles', () =>
	withCtx(async (ctx) => {
		const { site } = await firstAdmin(ctx)
		const { uid, docId, email } = await site.account('staff.support@example.com')
		await ctx.db.insertInto('staff_roles').values({ user_id: docId, role: 'support' }).execute()
		const browser = site.browser()
		await browser.enter(uid)
		const staff = requireRecentStaff(await browser.ctx())
		expect(await codeOf(grantRole(staff, { email, role: 'admin' }))).toBe('forbidden')
		expect(await codeOf(revokeRole(staff, { email: 'first.admin@example.com', role: 'admin' }))).toBe('forbidden')
		expect(await codeOf(listStaff(staff))).toBe('forbidden')
	}))

test('the audit log is read by action, subject, person, day and page, and never changed', () =>
	withCtx(async (ctx) => {
		const { staff } = await firstAdmin(ctx)
		for (let id = 1; id <= 55; id++) await recordAuditEvent(staff, { action: 'lead.read', subject: `lead:${id}` })
		await recordAuditEvent(staff, { action: 'question.hide', subject: 'question:12', reason: '電話番号', detail: { answers: [1, 2] } })
		const count = async (query: Partial<typeof everything>) => (await listAuditEvents(staff, { ...everything, ...query })).entries.length
		expect(await count({ action: 'lead' })).toBe(50)
		expect(await count({ action: 'lea' })).toBe(0)
		expect(await count({ action: 'question.hide' })).toBe(1)
		expect(await count({ subject: 'lead:7' })).toBe(1)
		expect(await count({ email: 'nobody@example.com' })).toBe(0)
		expect(await count({ block: '203.0.113.0/24', action: 'question' })).toBe(1)
		expect(await count({ block: '203.0.114.0/24', action: 'question' })).toBe(0)
		const from = (block: string) => ({ ...staff, caller: { block } })
		for (const block of ['198.51.100.4', '203.0.113.9', '2001:db8:1::/48'])
			await recordAuditEvent(from(block), { action: 'mail.resend', subject: 'mail:1' })
		expect(await count({ block: '198.51.100.4/32' })).toBe(1)
		expect(await count({ block: '203.0.113.0/24' })).toBe(50)
		expect(await count({ block: '203.0.113.0/24', action: 'mail' })).toBe(1)
		expect(await count({ block: '203.0.113.8/29' })).toBe(1)
		expect(await count({ block: '2001:db8::/32' })).toBe(1)
		expect(await count({ block: '0.0.0.0/0', action: 'mail' })).toBe(2)
		expect(await count({ block: '192.0.2.0/24' })).toBe(0)
		expect(await count({ from: '2026-06-15', to: '2026-06-15', action: 'question' })).toBe(1)
		expect(await count({ to: '2026-06-14' })).toBe(0)
		expect(await count({ from: '2026-06-16' })).toBe(0)
		const first = await listAuditEvents(staff, { ...everything, action: 'lead' })
		const second = await listAuditEvents(staff, { ...everything, action: 'lead', cursor: first.page.next?.cursor ?? '' })
		expect(second.entries.map(({ subject }) => subject)).toEqual([5, 4, 3, 2, 1].map((id) => `lead:${id}`))
		expect((await listAuditEvents(staff, { ...everything, action: 'question' })).entries[0]).toMatchObject({
			reason: '電話番号',
			detail: { answers: [1, 2] },
			block: '203.0.113.7',
			who: { email: 'first.admin@example.com' },
		})
		for (const change of [
			ctx.db.updateTable('audit_log').set({ reason: 'nothing happened' }),
			ctx.db.deleteFrom('audit_log').where('action', '=', 'lead.read'),
		])
			await expect(inSavepoint(ctx, async () => void (await change.execute()))).rejects.toThrow('never changed')
	}))

test('the last admin cannot leave either, and can when there is another', () =>
	withCtx(async (ctx) => {
		const { account, staff, site } = await firstAdmin(ctx)
		await site.account('second.staff@example.com')
		const browser = site.browser()
		await browser.enter(account.uid)
		expect(await codeOf(deleteAccount(await browser.ctx(), null, []))).toBe(LAST_ADMIN)
		await grantRole(staff, { email: 'second.staff@example.com', role: 'admin' })
		expect(await codeOf(deleteAccount(await browser.ctx(), null, []))).toBe('none')
	}))

test('a session of staff ends an hour after its last use, and 12 hours after its login in any case', () =>
	withCtx(async (ctx) => {
		const { site, account } = await firstAdmin(ctx)
		const browser = site.browser()
		const isIn = async () => (await browser.ctx()).caller.session !== null
		await browser.enter(account.uid)
		site.clock.pass(59)
		expect(await isIn()).toBe(true)
		site.clock.pass(59)
		expect(await isIn()).toBe(true)
		site.clock.pass(61)
		expect(await isIn()).toBe(false)
		await browser.enter(account.uid)
		for (let half = 0; half < 24; half++) {
			site.clock.pass(30)
			expect(await isIn()).toBe(true)
		}
		site.clock.pass(1)
		expect(await isIn()).toBe(false)
		const { rows } = await sql<{ count: string }>`select count(*) from sessions where uid = ${account.uid}`.execute(ctx.db)
		// The session of the first admin was never used again.
		expect(rows[0]?.count).toBe('1')
	}))

test('grants and reads of personal data take a login within the last 15 minutes', () =>
	withCtx(async (ctx) => {
		const { site, account } = await firstAdmin(ctx)
		const browser = site.browser()
		await browser.enter(account.uid)
		site.clock.pass(15)
		expect(requireRecentStaff(await browser.ctx(), 'admin').viewer.roles).toEqual(['admin'])
		site.clock.pass(1)
		expect(await guardOf(async () => requireRecentStaff(await browser.ctx(), 'admin'))).toBe('auth/requires-recent-login')
		expect(requireStaff(await browser.ctx(), 'admin').viewer.roles).toEqual(['admin'])
	}))
