import { expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../test/database.ts'
import { makeUser } from '../../../test/factories.ts'
import { exportFromAgreements } from './agreements-export.ts'
import { notifyOfRules, recordAgreements } from './agreements.ts'
import { ruleVersion, versionsToNotify } from './rule-versions.ts'

const eventsOf = async (ctx: Parameters<Parameters<typeof withCtx>[0]>[0]) => {
	const rows = await ctx.db.selectFrom('pending_events').select('event').execute()
	return rows.map(({ event }) => event).filter((event) => event.event === 'notice' && event.kind === 'rules')
}

test('the version in force is the newest that has begun', () => {
	expect(ruleVersion('general', new Date('2026-11-22T12:00:00+09:00'))).toBe('2026-11-21')
	expect(ruleVersion('general', new Date('2026-11-23T00:00:00+09:00'))).toBe('2026-11-23')
})

test('an agreement is stored once with its version and first time, and is in the data export', () =>
	withCtx(async (ctx) => {
		const { id } = await makeUser(ctx)
		await recordAgreements(ctx, id, ['general', 'questions'])
		await recordAgreements({ ...ctx, now: () => new Date(TEST_NOW.getTime() + 60_000) }, id, ['questions'])
		const version = (room: 'general' | 'questions') => ruleVersion(room, TEST_NOW)
		expect((await exportFromAgreements(ctx, { id }))['agreements']).toEqual(
			expect.arrayContaining([
				{ room: 'general', version: version('general'), agreedAt: TEST_NOW },
				{ room: 'questions', version: version('questions'), agreedAt: TEST_NOW },
			]),
		)
	}))

test('members are notified once of a new version, of a room’s only those who agreed to an earlier one', () =>
	withCtx(async (ctx) => {
		const asker = await makeUser(ctx)
		const other = await makeUser(ctx)
		await recordAgreements(ctx, asker.id, ['questions'])
		const changed = [{ room: 'questions', version: '2030-01-01' }]
		expect(await notifyOfRules(ctx, changed)).toBe(1)
		expect(await notifyOfRules(ctx, changed)).toBe(0)
		expect(await eventsOf(ctx)).toMatchObject([
			{ userId: asker.id, subject: 'rules:questions:2030-01-01', path: '/rules/questions/2030-01-01' },
		])
		while ((await notifyOfRules(ctx, [{ room: 'general', version: '2030-01-01' }])) > 0);
		const recipients = (await eventsOf(ctx)).map((event) => ('userId' in event ? event.userId : ''))
		expect(recipients).toEqual(expect.arrayContaining([asker.id, other.id]))
	}))

test('who signs up while the next version is announced agrees to both, as the form says, and is not notified of it', () =>
	withCtx(async (ctx) => {
		const on = (day: string) => ({ ...ctx, now: () => new Date(`${day}T12:00:00+09:00`) })
		const [before, between, after] = [await makeUser(ctx), await makeUser(ctx), await makeUser(ctx)]
		await recordAgreements(on('2026-12-01'), between.id, ['privacy'])
		await recordAgreements(on('2026-12-24'), after.id, [])
		const versionsOf = async ({ id }: { id: string }) => {
			const { agreements } = (await exportFromAgreements(ctx, { id })) as { agreements: { room: string; version: string }[] }
			return agreements.map(({ room, version }) => `${room} ${version}`).toSorted()
		}
		expect(await versionsOf(between)).toEqual(['general 2026-11-23', 'general 2026-12-24', 'privacy 2026-11-23', 'privacy 2026-12-24'])
		expect(await versionsOf(after)).toEqual(['general 2026-12-24'])
		while ((await notifyOfRules(ctx, [{ room: 'general', version: '2026-12-24' }])) > 0);
		const recipients = (await eventsOf(ctx)).map((event) => ('userId' in event ? event.userId : ''))
		expect(recipients).toContain(before.id)
		expect(recipients).not.toContain(between.id)
		expect(recipients).not.toContain(after.id)
	}))

test('members are notified only of versions that replace another', () => {
	expect(
		versionsToNotify({ general: { versions: ['2026-11-21', '2026-11-23', '2027-02-01'] }, reviews: { versions: ['2027-03-01'] } }),
	).toEqual([{ room: 'general', version: '2027-02-01' }])
})
