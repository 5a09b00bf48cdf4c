import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../../test/database.ts'
import { requireStaff } from '../../accounts/staff.ts'
import { as, makeMember } from '../../questions/questions-for-test.ts'
import { databaseChecks, type HealthCheck, type ProcessFacts, processChecks } from './health-checks.ts'
import { readDatabaseHealth } from './health.ts'

const ago = (minutes: number) => new Date(TEST_NOW.getTime() - minutes * 60_000)
const fine: ProcessFacts = {
	memoryBytes: 4e8,
	disk: { freeBytes: 5e11, totalBytes: 1e12 },
	notices: { isHeard: true, gaps: 0 },
	connections: { open: 4, waiting: 0 },
	backups: { count: 7, newestAt: ago(60) },
	baseCopies: { count: 2, newestAt: ago(60) },
	sendsMail: true,
}
const notGood = (checks: readonly HealthCheck[]) =>
	checks.filter(({ state }) => state !== 'good').map(({ label, state }) => `${label} ${state}`)

test('the database of the tests is healthy, and its size, connections and mails are read', () =>
	withCtx(async (ctx) => {
		const staff = requireStaff(as(ctx, await makeMember(ctx, ['support'])), 'support')
		const mail = { subject: '確認', address: 'a@example.com', at: ago(1) }
		await ctx.db
			.insertInto('mails')
			.values([
				{ ...mail, message_id: '1', state: 'sent', first_at: ago(2) },
				{ ...mail, message_id: '2', state: 'sending', first_at: ago(90) },
				{ ...mail, message_id: '3', state: 'bounced', first_at: ago(2) },
				{ ...mail, message_id: '4', state: 'failed', first_at: ago(60 * 25) },
			])
			.execute()
		const health = await readDatabaseHealth(staff)
		expect(health.mail).toEqual({ waiting: 1, oldestWaitingAt: ago(90), undelivered: 1, sent: 1, lastSentAt: ago(1) })
		expect(health.bytes).toBeGreaterThan(1e6)
		expect(health.connections.used).toBeGreaterThan(0)
		const checks = databaseChecks({ ...health, answeredMs: 1, longestSeconds: 0, connections: { used: 1, allowed: 100 } }, TEST_NOW)
		expect(notGood(checks)).toEqual(['送信中のメール bad', '届かなかったメール（24時間） watch'])
	}))

test('every check that is not good says what to do and names a runbook', () => {
	const broken: ProcessFacts = {
		memoryBytes: 2e9,
		disk: { freeBytes: 1e6, totalBytes: 1e12 },
		notices: { isHeard: false, gaps: 3 },
		connections: { open: 10, waiting: 4 },
		backups: { count: 7, newestAt: ago(60 * 27) },
		baseCopies: null,
		sendsMail: false,
	}
	const database = databaseChecks(
		{
			version: '18.0',
			bytes: 1e9,
			answeredMs: 900,
			connections: { used: 90, allowed: 100 },
			longestSeconds: 70,
			replicas: [{ name: 'second', state: 'streaming', lagBytes: 1e9 }],
			pendingMigrations: 1,
			queue: { ready: 3, failed: 1, oldestReadyAt: ago(11) },
			mail: { waiting: 1, oldestWaitingAt: ago(61), undelivered: 2, sent: 3, lastSentAt: null },
			requests: { all: 1_000, failed: 5 },
		},
		TEST_NOW,
	)
	const checks = [...database, ...processChecks(broken, TEST_NOW)]
	expect(checks.filter(({ state }) => state === 'good')).toEqual([])
	expect(checks.filter(({ advice, runbook }) => !advice || !runbook)).toEqual([])
	expect(notGood(processChecks(fine, TEST_NOW))).toEqual([])
	expect(notGood(processChecks({ ...fine, disk: { freeBytes: 5e10, totalBytes: 1e12 } }, TEST_NOW))).toEqual(['ディスク watch'])
})

test('the runbooks that are named exist', () => {
	const named = [...readFileSync('src/domain/operations/health/health-checks.ts', 'utf8').matchAll(/runbook: '([^']+)'/g)].map(
		([, name]) => name,
	)
	expect(named.length).toBeGreaterThan(5)
	expect(named.filter((name) => !readdirSync('docs/runbooks').includes(name ?? ''))).toEqual([])
})
