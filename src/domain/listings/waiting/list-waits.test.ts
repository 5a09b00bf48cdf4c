import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { domainErrorOf } from '../../../../test/domain-errors.ts'
import { makeOffice, MITAKA } from '../../../../test/factories.ts'
import { testSite } from '../../accounts/accounts-for-test.ts'
import { requireStaff } from '../../accounts/staff.ts'
import { days } from '../../shared/japan-time.ts'
import { FEWEST_SHOWN, WAITS_PER_ADDRESS } from './list-wait-input.ts'
import { listWantedTasks, readWaitFigures } from './list-wait-figures.ts'
import { notifyOfOffices, purgeWaits } from './list-wait-maintenance.ts'
import { exportFromWaits, withdrawFromWaits } from './list-wait-personal.ts'
import { confirmWait, findWaitToConfirm, isWaiting, stopWait, stopWaits, waitForOffices, waitStopKey } from './list-waits.ts'

/** 確定申告 in 三鷹市, where the tests' database has no office. */
const KEY = { scopeId: 503, areaId: MITAKA.municipalityId }

async function waitSite(ctx: TestCtx) {
	const site = testSite(ctx)
	const visitor = () => site.browser().ctx()
	const lastMail = (to: string) => site.mails.findLast((mail) => mail.to === to)
	const tokenOf = (to: string) => /confirm\/([\w-]+)/.exec(lastMail(to)?.text ?? '')?.[1] ?? ''
	const member = async (email: string, verified = true) => {
		const account = await site.account(email, { verified })
		const browser = site.browser()
		await browser.enter(account.uid)
		return { ctx: await browser.ctx(), account }
	}
	const confirmed = async (email: string, key = KEY) => {
		await waitForOffices(await visitor(), { ...key, email })
		await confirmWait(await visitor(), tokenOf(email))
	}
	const rows = () => ctx.db.selectFrom('list_waits').selectAll().orderBy('id').execute()
	return { site, visitor, lastMail, tokenOf, member, confirmed, rows }
}

test('an address waits after the link in its mail, which works once', () =>
	withCtx(async (ctx) => {
		const { site, visitor, tokenOf, rows } = await waitSite(ctx)
		expect(await waitForOffices(await visitor(), { ...KEY, email: 'taro@example.com' })).toBe('mailed')
		const token = tokenOf('taro@example.com')
		expect(await findWaitToConfirm(await visitor(), token)).toMatchObject({ areaName: '三鷹市', officeCount: 0 })
		await makeOffice(ctx)
		expect(await notifyOfOffices(await visitor())).toBe(0)
		expect(await confirmWait(await visitor(), token)).toEqual(KEY)
		expect(await findWaitToConfirm(await visitor(), token)).toBeNull()
		expect(await domainErrorOf(confirmWait(await visitor(), token))).toMatchObject({ kind: 'not-found' })
		expect(await rows()).toMatchObject([{ email: 'taro@example.com', confirm_hash: null, ended_at: null }])
		expect(site.mails).toHaveLength(1)
	}))

test('mails once when an office appears that was not in the list, and erases the address with it', () =>
	withCtx(async (ctx) => {
		const { site, visitor, confirmed, lastMail, rows } = await waitSite(ctx)
		await makeOffice(ctx, { name: 'まえからある税理士事務所' })
		await confirmed('taro@example.com')
		expect(await notifyOfOffices(await visitor())).toBe(0)
		await makeOffice(ctx, { name: 'あたらしい税理士事務所' })
		expect(await notifyOfOffices(await visitor())).toBe(1)
		expect(await notifyOfOffices(await visitor())).toBe(0)
		expect(site.mails).toHaveLength(2)
		const mail = lastMail('taro@example.com')
		expect(mail?.subject).toContain('三鷹市')
		expect(mail?.text).toContain('あたらしい税理士事務所')
		expect(mail?.text).not.toContain('まえからある税理士事務所')
		expect(mail?.unsubscribeUrl).toMatch(/\/mails\/stop\?token=/)
		expect(await rows()).toMatchObject([{ email: null, end_reason: 'found', known_office_ids: [] }])
	}))

test.each([0, 13, MITAKA.municipalityId])('an office is news in the lists of area %s', (areaId) =>
	withCtx(async (ctx) => {
		const { visitor, confirmed } = await waitSite(ctx)
		await confirmed('taro@example.com', { ...KEY, areaId })
		await makeOffice(ctx)
		expect(await notifyOfOffices(await visitor())).toBe(1)
	}),
)

test('an office is news at the stations near it, and not for other tasks', () =>
	withCtx(async (ctx) => {
		const { visitor, confirmed, rows } = await waitSite(ctx)
		const { id } = await ctx.db.selectFrom('stations').select('id').where('name', '=', '三鷹').executeTakeFirstOrThrow()
		await confirmed('taro@example.com', { ...KEY, areaId: 1_000_000 + id })
		await confirmed('taro@example.com', { ...KEY, scopeId: 801 })
		await makeOffice(ctx)
		expect(await notifyOfOffices(await visitor())).toBe(1)
		expect((await rows()).map(({ scope_id: scope, end_reason: reason }) => [scope, reason])).toEqual([
			[503, 'found'],
			[801, null],
		])
	}))

test('mails in the daytime only', () =>
	withCtx(async (ctx) => {
		const { visitor, confirmed } = await waitSite(ctx)
		await confirmed('taro@example.com')
		await makeOffice(ctx)
		const night = { ...(await visitor()), now: () => new Date('2026-06-15T15:00:00Z') }
		expect(await notifyOfOffices(night)).toBe(0)
		expect(await notifyOfOffices(await visitor())).toBe(1)
	}))

test('refuses a list that has offices enough, unknown lists, and more lists than an address may wait for', () =>
	withCtx(async (ctx) => {
		const { visitor } = await waitSite(ctx)
		const ask = async (key: typeof KEY) => domainErrorOf(waitForOffices(await visitor(), { ...key, email: 'taro@example.com' }))
		expect(await ask({ ...KEY, scopeId: 199 })).toMatchObject({ kind: 'not-found' })
		expect(await ask({ ...KEY, areaId: 48 })).toMatchObject({ kind: 'not-found' })
		for (let made = 0; made < 3; made++) await makeOffice(ctx)
		expect(await ask(KEY)).toMatchObject({ kind: 'conflict', sentences: expect.stringContaining('3件') })
		const rows = Array.from({ length: WAITS_PER_ADDRESS }, (_, index) => ({
			scope_id: 501,
			area_id: index + 20,
			email: 'taro@example.com',
			known_office_ids: [],
			created_at: ctx.now(),
			confirmed_at: ctx.now(),
		}))
		await ctx.db.insertInto('list_waits').values(rows).execute()
		expect(await ask({ ...KEY, areaId: 1 })).toMatchObject({ kind: 'conflict', sentences: expect.stringContaining('20件') })
	}))

test('limits the mails to an address that has not been proved', () =>
	withCtx(async (ctx) => {
		const { visitor } = await waitSite(ctx)
		const ask = async () => waitForOffices(await visitor(), { ...KEY, email: 'taro@example.com' })
		for (let asked = 0; asked < 10; asked++) await ask()
		expect(await domainErrorOf(ask())).toMatchObject({ kind: 'throttled' })
	}))

test('a confirmed address of a member waits at once, and the member can stop it', () =>
	withCtx(async (ctx) => {
		const { site, member } = await waitSite(ctx)
		const taro = await member('taro@example.com')
		const jiro = await member('jiro@example.com', false)
		expect(await waitForOffices(taro.ctx, { ...KEY, email: 'other@example.com' })).toBe('waiting')
		expect(await waitForOffices(jiro.ctx, { ...KEY, email: '' })).toBe('mailed')
		expect(site.mails.map(({ to }) => to)).toEqual(['jiro@example.com'])
		expect([await isWaiting(taro.ctx, KEY), await isWaiting(jiro.ctx, KEY)]).toEqual([true, false])
		expect(await exportFromWaits(taro.ctx, { id: taro.account.docId })).toMatchObject({ listWaits: [{ scopeId: 503 }] })
		await stopWait(taro.ctx, KEY)
		expect(await isWaiting(taro.ctx, KEY)).toBe(false)
		await waitForOffices(taro.ctx, { ...KEY, email: '' })
		await withdrawFromWaits(taro.ctx, { id: taro.account.docId })
		expect(await isWaiting(taro.ctx, KEY)).toBe(false)
	}))

test('the link of a mail stops everything that its address waits for, and nothing else', () =>
	withCtx(async (ctx) => {
		const { visitor, confirmed, rows } = await waitSite(ctx)
		await confirmed('taro@example.com')
		await confirmed('taro@example.com', { ...KEY, scopeId: 801 })
		await confirmed('jiro@example.com')
		await stopWaits(await visitor(), waitStopKey(ctx, 'taro@example.com'))
		expect((await rows()).map(({ email }) => email)).toEqual(['jiro@example.com'])
		expect(await domainErrorOf(stopWaits(await visitor(), 'x'))).toMatchObject({ kind: 'not-found' })
	}))

test('forgets what was not confirmed after a day, addresses after a year, and that somebody waited half a year later', () =>
	withCtx(async (ctx) => {
		const { visitor, confirmed, rows } = await waitSite(ctx)
		await waitForOffices(await visitor(), { ...KEY, email: 'jiro@example.com' })
		await confirmed('taro@example.com')
		const after = async (count: number) => {
			await purgeWaits({ db: ctx.db, now: () => new Date(ctx.now().getTime() + days(count)) })
			return (await rows()).map(({ email, end_reason: reason }) => [email, reason])
		}
		expect(await after(1)).toEqual([['taro@example.com', null]])
		expect(await after(365)).toEqual([[null, 'expired']])
		expect(await after(365 + 180)).toEqual([])
	}))

test('staff see counts, and offices only those of five people and more', () =>
	withCtx(async (ctx) => {
		const { site, confirmed, visitor } = await waitSite(ctx)
		const account = await site.account('support@example.com')
		await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role: 'support' }).execute()
		const browser = site.browser()
		await browser.enter(account.uid)
		const staff = requireStaff(await browser.ctx(), 'support')
		const draft = await makeOffice(ctx, { state: 'draft' })
		const wanted = async () => listWantedTasks(await visitor(), draft)
		for (let person = 1; person < FEWEST_SHOWN; person++) await confirmed(`person${person}@example.com`)
		await confirmed('person1@example.com', { ...KEY, areaId: 13 })
		expect(await wanted()).toEqual([])
		await confirmed('person5@example.com', { ...KEY, areaId: 13 })
		expect(await wanted()).toMatchObject([{ taskId: 503, people: 5 }])
		expect(await readWaitFigures(staff)).toMatchObject({
			totals: { people: 5, lists: 2, found: 0 },
			demand: [
				{ areaName: '三鷹市', waiting: 4, recent: 4, officeCount: 0 },
				{ areaName: '東京都', waiting: 2 },
			],
		})
	}))
