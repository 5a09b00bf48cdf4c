import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase, inSavepoint, type TestCtx, withCtx } from '../../../test/database.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { recordAuditEvent, recordCommand } from '../accounts/audit.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { refusal } from '../questions/questions-for-test.ts'
import { findChainHead, sealNow, verifyAuditChain } from './audit-chain.ts'
import { exportAuditEvents } from './audit-export.ts'

async function staffWith(ctx: TestCtx, role: 'admin' | 'support') {
	const site = testSite(ctx)
	const account = await site.account(`${role}@example.com`)
	await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role }).execute()
	const browser = site.browser()
	await browser.enter(account.uid)
	return requireRecentStaff(await browser.ctx())
}

const everything = { action: '', subject: '', email: '', block: '', from: '', to: '', cursor: null }

async function recorded(ctx: TestCtx): Promise<void> {
	for (const id of [1, 2, 3])
		await recordCommand(ctx, { action: 'staff.grant', subject: `user:${id}`, reason: '「任命」', detail: { role: 'admin', n: 1.5 } })
	await sealNow(ctx.db)
}

test('every audit event is sealed, and an intact log verifies up to its head', () =>
	withCtx(async (ctx) => {
		const before = (await findChainHead(ctx.db))?.count ?? 0
		await recorded(ctx)
		const { head, fault } = await verifyAuditChain(ctx.db)
		expect(fault).toBeNull()
		expect(head.count).toBe(before + 3)
		expect(head).toEqual(await findChainHead(ctx.db))
		await recordCommand(ctx, { action: 'staff.revoke', subject: 'user:1' })
		expect((await verifyAuditChain(ctx.db, head)).fault).toBeNull()
	}))

test('a changed, removed or unsealed event and a cut end are found', () =>
	withCtx(async (ctx) => {
		await recorded(ctx)
		const { head } = await verifyAuditChain(ctx.db)
		const faultAfter = async (...changes: RawBuilder<unknown>[]) => {
			const savepoint = await ctx.db.savepoint('intact').execute()
			await sql`set local session_replication_role = replica`.execute(savepoint)
			for (const change of changes) await change.execute(savepoint)
			const { fault } = await verifyAuditChain(savepoint, head)
			await savepoint.rollbackToSavepoint('intact').execute()
			return fault?.kind
		}
		expect(await faultAfter(sql`update audit_log set reason = 'x' where subject = 'user:2' and action = 'staff.grant'`)).toBe('changed')
		expect(await faultAfter(sql`update audit_log set at = at + interval '1 second' where subject = 'user:3'`)).toBe('changed')
		expect(await faultAfter(sql`delete from audit_log where subject = 'user:2' and action = 'staff.grant'`)).toBe('removed')
		expect(await faultAfter(sql`delete from audit_chain where seq = ${head.count - 1}::bigint`)).toBe('gap')
		expect(await faultAfter(sql`delete from audit_chain where seq = ${head.count}::bigint`)).toBe('other-head')
		expect(
			await faultAfter(sql`delete from audit_chain where seq = ${head.count}::bigint`, sql`delete from audit_log where subject = 'user:3'`),
		).toBe('other-head')
		expect(await faultAfter(sql`insert into audit_log (at, action, subject) values (now(), 'staff.grant', 'user:4')`)).toBe('unsealed')
		expect((await verifyAuditChain(ctx.db, head)).fault).toBeNull()
		await expect(tamperWithoutRights(ctx)).rejects.toThrow('never changed')
	}))

const tamperWithoutRights = (ctx: TestCtx) => inSavepoint(ctx, async () => void (await ctx.db.deleteFrom('audit_chain').execute()))

test('transactions that commit at the same time make one chain, and one that rolls back leaves no gap', async () => {
	const { db, close } = await freshDatabase()
	try {
		const now = () => new Date()
		await Promise.all(
			Array.from({ length: 24 }, async (_, id) =>
				db
					.transaction()
					.execute(async (trx) => {
						await recordCommand({ db: trx, now }, { action: 'job.run', subject: `job:${id}` })
						if (id % 4 === 0) throw new Error('rolled back')
						await recordCommand({ db: trx, now }, { action: 'job.run', subject: `job:${id}` })
					})
					.catch(() => undefined),
			),
		)
		const { head, fault } = await verifyAuditChain(db)
		expect(fault).toBeNull()
		expect(head.count).toBe(36)
	} finally {
		await close()
	}
})

test('an admin exports the filtered log with its hashes, and the export is recorded', () =>
	withCtx(async (ctx) => {
		const admin = await staffWith(ctx, 'admin')
		await recordAuditEvent(admin, { action: 'user.read', subject: 'user:7', reason: '=HYPERLINK("x")' })
		await sealNow(ctx.db)
		const head = await findChainHead(ctx.db)
		const parts: string[] = []
		for await (const part of await exportAuditEvents(admin, { ...everything, subject: 'user:7' })) parts.push(part)
		const [, line = '', ...rest] = parts.join('').split('\r\n')
		expect(rest).toEqual([''])
		expect(line).toContain('"admin@example.com","203.0.113.7","user.read","user:7"," =HYPERLINK(""x"")"')
		expect(line).toContain(`"${head?.hash}"`)
		expect(await ctx.db.selectFrom('audit_log').select('detail').where('action', '=', 'audit.export').execute()).toEqual([
			{ detail: { subject: 'user:7', callerBlock: '203.0.113.7' } },
		])
		expect(await refusal(exportAuditEvents(await staffWith(ctx, 'support'), everything))).toBe('forbidden')
	}))
