import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../../test/database.ts'
import { makeOffice } from '../../../../test/factories.ts'
import { staffOf } from '../../billing/billing-for-test.ts'
import { as, makeExpertViewer, makeMember, newKey, refusal } from '../../questions/questions-for-test.ts'
import { days, hours } from '../../shared/japan-time.ts'
import { deliverEvent } from '../../social/notification-delivery.ts'
import { maintainAnnouncements } from './announcement-delivery.ts'
import { announcementSchema, type AnnouncementInput } from './announcement-schemas.ts'
import {
	createAnnouncement,
	editAnnouncement,
	getAnnouncementForStaff,
	publishAnnouncement,
	withdrawAnnouncement,
} from './announcements.ts'
import { closeBanner, getAnnouncement, listRunningBanners, readBanners } from './banners.ts'

const input = (values: Partial<AnnouncementInput> = {}): AnnouncementInput => ({
	title: '年末年始のお休みについて',
	body: '12月29日から1月3日まで、運営へのお問い合わせをお休みします。',
	linkPath: null,
	channels: ['banner', 'site'],
	audience: 'members',
	plans: [],
	prefectureIds: [],
	professionIds: [],
	startsAt: TEST_NOW,
	endsAt: new Date(TEST_NOW.getTime() + days(3)),
	clientKey: newKey(),
	...values,
})
const at = (ctx: TestCtx, moment: number): TestCtx => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + moment) })
const publish = async (ctx: TestCtx, values: Partial<AnnouncementInput> = {}) => {
	const staff = await staffOf(ctx, 'support')
	const { id } = await createAnnouncement(staff, input(values))
	await publishAnnouncement(staff, id, 1)
	return { id, staff }
}
const idOf = (viewer: Awaited<ReturnType<typeof makeMember>>) => (viewer.kind === 'member' ? viewer.userId : '')
const shown = async (ctx: TestCtx) => (await readBanners(ctx, await listRunningBanners(ctx))).map(({ id }) => id)
const told = async (ctx: TestCtx) =>
	(
		await sql<{ user: string; only: string[] }>`
			select event ->> 'userId' as "user", event -> 'only' as only from pending_events where event ->> 'kind' = 'announcement' order by id
		`.execute(ctx.db)
	).rows

describe('a banner', () => {
	test('shows to its audience from its beginning to its end', () =>
		withCtx(async (ctx) => {
			const member = as(ctx, await makeMember(ctx))
			const { viewer } = await makeExpertViewer(ctx)
			const everyone = (await publish(ctx, { audience: 'everyone', startsAt: new Date(TEST_NOW.getTime() + hours(1)) })).id
			const experts = (await publish(ctx, { audience: 'experts' })).id
			expect([await shown(ctx), await shown(member), await shown(as(ctx, viewer))]).toEqual([[], [], [experts]])
			const later = at(ctx, hours(2))
			expect([await shown(later), await shown({ ...member, now: later.now })]).toEqual([[everyone], [everyone]])
			expect(await shown(at(ctx, days(3)))).toEqual([])
		}))

	test('is closed by one member for good, and by nobody else', () =>
		withCtx(async (ctx) => {
			const [one, other] = [as(ctx, await makeMember(ctx)), as(ctx, await makeMember(ctx))]
			const { id, staff } = await publish(ctx)
			await closeBanner(one, id)
			await closeBanner(one, id)
			expect([await shown(one), await shown(other)]).toEqual([[], [id]])
			expect((await getAnnouncementForStaff(staff, id)).counts.closed).toBe(1)
			expect(await refusal(closeBanner(ctx, id))).toBe('unauthenticated')
		}))

	test('of experts is narrowed by profession, prefecture and plan', () =>
		withCtx(async (ctx) => {
			const tax = await makeExpertViewer(ctx, { professions: ['zeirishi'] })
			const lawyer = await makeExpertViewer(ctx, { professions: ['bengoshi'] })
			await makeOffice(ctx, { expertIds: [tax.expertId] })
			await ctx.db
				.insertInto('account_plans')
				.values({ user_id: idOf(lawyer.viewer), plan: 'pro', until: null })
				.execute()
			const ids = [
				(await publish(ctx, { audience: 'experts', professionIds: [1] })).id,
				(await publish(ctx, { audience: 'experts', prefectureIds: [27] })).id,
			]
			expect([await shown(as(ctx, tax.viewer)), await shown(as(ctx, lawyer.viewer))]).toEqual([[ids[0]], []])
			const pro = (await publish(ctx, { audience: 'experts', plans: ['pro'] })).id
			expect([await shown(as(ctx, tax.viewer)), await shown(as(ctx, lawyer.viewer))]).toEqual([[ids[0]], [pro]])
		}))

	test('drops kept pages once when it begins and once when it ends', () =>
		withCtx(async (ctx) => {
			await publish(ctx, { channels: ['banner'] })
			expect([await maintainAnnouncements(ctx), await maintainAnnouncements(ctx)]).toEqual([1, 0])
			const over = at(ctx, days(3))
			expect([await maintainAnnouncements(over), await maintainAnnouncements(over)]).toEqual([1, 0])
		}))
})

describe('members', () => {
	test('are notified once each, in batches, by the channels that were chosen', () =>
		withCtx(async (ctx) => {
			const members = [await makeMember(ctx), await makeMember(ctx)]
			const { id } = await publish(ctx, { channels: ['site'], audience: 'clients' })
			while ((await maintainAnnouncements(ctx)) > 0) continue
			const rows = await told(ctx)
			expect(rows.map(({ user }) => user)).toEqual(expect.arrayContaining(members.map(idOf)))
			expect(new Set(rows.map(({ user }) => user)).size).toBe(rows.length)
			expect(rows[0]?.only).toEqual(['site'])
			const { recipientCount, deliveredAt } = await getAnnouncementForStaff(await staffOf(ctx, 'support'), id)
			expect([recipientCount, deliveredAt]).toEqual([rows.length, TEST_NOW])
		}))

	test('get no mail of an announcement for the list of notifications alone', () =>
		withCtx(async (ctx) => {
			const member = await makeMember(ctx)
			const mailed: number[] = []
			const event = (only: ('site' | 'mail')[]) =>
				({
					event: 'notice',
					kind: 'announcement',
					userId: idOf(member),
					subject: `announcement:${only.join('-')}`,
					text: 'お休み',
					path: '/',
					only,
				}) as const
			for (const only of [['site'], ['mail'], ['site', 'mail']] as const)
				await deliverEvent(ctx, event([...only]), async (_ctx, ids) => void mailed.push(...ids))
			const { rows } = await sql`select in_site, mail from notifications where user_id = ${idOf(member)}::bigint order by id`.execute(
				ctx.db,
			)
			expect(rows).toEqual([
				{ in_site: true, mail: 'none' },
				{ in_site: false, mail: 'now' },
				{ in_site: true, mail: 'now' },
			])
			expect(mailed).toHaveLength(2)
		}))

	test('are not notified of what was taken back or is over', () =>
		withCtx(async (ctx) => {
			await makeMember(ctx)
			const { id, staff } = await publish(ctx, { channels: ['banner', 'site'] })
			await withdrawAnnouncement(staff, id, '日付に誤りがあったため')
			await publish(ctx, { channels: ['site'] })
			while ((await maintainAnnouncements(at(ctx, days(4)))) > 0) continue
			expect(await told(ctx)).toEqual([])
			expect(await shown(as(ctx, await makeMember(ctx)))).not.toContain(id)
			expect(await refusal(getAnnouncement(as(ctx, await makeMember(ctx)), id))).toBe('not-found')
		}))
})

test('a draft is changed by one of two people, and what is published by nobody', () =>
	withCtx(async (ctx) => {
		const staff = await staffOf(ctx, 'support')
		const { id } = await createAnnouncement(staff, input())
		await editAnnouncement(staff, id, 1, input({ title: 'お休みの日が変わります' }))
		expect(await refusal(editAnnouncement(staff, id, 1, input()))).toBe('conflict')
		expect(await refusal(publishAnnouncement(staff, id, 1))).toBe('conflict')
		await publishAnnouncement(staff, id, 2)
		expect(await refusal(editAnnouncement(staff, id, 2, input()))).toBe('conflict')
		expect(await refusal(createAnnouncement(await staffOf(ctx, 'moderator'), input()))).toBe('forbidden')
	}))

test('a form is refused beside its fields', () => {
	const parsed = announcementSchema.safeParse({
		title: '',
		body: 'お休みのお知らせです。',
		linkPath: '//evil.example',
		channels: [],
		audience: 'everyone',
		plans: 'pro',
		professionIds: ['1'],
		startsOn: '2026-06-15',
		startsTime: '09:00',
		endsOn: '2026-06-15',
		endsTime: '08:00',
		clientKey: newKey(),
	})
	expect(parsed.error?.issues.map(({ path }) => path[0]).toSorted()).toEqual([
		'channels',
		'endsOn',
		'linkPath',
		'plans',
		'professionIds',
		'title',
	])
})
