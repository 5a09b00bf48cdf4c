import { expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../../test/database.ts'
import { staffOf } from '../../billing/billing-for-test.ts'
import { refusal } from '../../questions/questions-for-test.ts'
import { hours } from '../../shared/japan-time.ts'
import { countQueues } from '../queue-counts.ts'
import { linksSchema, targetsSchema } from './setting-schemas.ts'
import { readSettingGroup, readSiteSettings, saveSettingGroup, settingIn } from './site-settings.ts'

test('a setting holds until it is emptied, and of two people who change a group at once the second is told', () =>
	withCtx(async (ctx) => {
		const admin = await staffOf(ctx, 'admin')
		const faq = (value: string, version: number) => saveSettingGroup(admin, 'link.', { values: { 'link.faq': value }, version })
		await faq('https://faq.example.com/', 0)
		expect(settingIn(await readSiteSettings(ctx), 'link.faq')).toBe('https://faq.example.com/')
		expect(await refusal(faq('https://other.example.com/', 0))).toBe('conflict')
		await faq('', 1)
		expect(settingIn(await readSiteSettings(ctx), 'link.faq')).toBeNull()
		expect(await readSettingGroup(ctx, 'link.')).toEqual({ values: {}, version: 2 })
		expect(await refusal(saveSettingGroup(await staffOf(ctx, 'support'), 'link.', { values: {}, version: 2 }))).toBe('forbidden')
	}))

test('a queue is late by the target that staff have set', () =>
	withCtx(async (ctx) => {
		const admin = await staffOf(ctx, 'admin')
		await ctx.db
			.insertInto('reports')
			.values({ kind: 'question', subject_id: 1, reason: 'personal', created_at: new Date(TEST_NOW.getTime() - hours(5)) })
			.execute()
		const isLate = async () => (await countQueues(admin)).find(({ queue }) => queue === 'reports')?.isLate
		expect(await isLate()).toBe(false)
		await saveSettingGroup(admin, 'target.', { values: { 'target.reports': '4' }, version: 0 })
		expect(await isLate()).toBe(true)
	}))

test('links are addresses of the web, and targets are hours', () => {
	expect(linksSchema.safeParse({ version: '0', 'link.faq': 'http://a.example' }).error?.issues.map(({ path }) => path[0])).toEqual([
		'link.faq',
	])
	expect(linksSchema.parse({ version: '2', 'link.faq': ' https://a.example/ ' })).toMatchObject({
		version: 2,
		values: { 'link.faq': 'https://a.example/', 'link.media': '' },
	})
	expect(targetsSchema.safeParse({ version: '0', 'target.mail': '0' }).success).toBe(false)
	expect(targetsSchema.parse({ version: '0', 'target.mail': '２４' }).values['target.mail']).toBe('24')
})
