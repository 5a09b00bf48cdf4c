import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECRET, type TestCtx, withCtx } from '../../../../test/database.ts'
import { startPushPeer } from '../../../../test/push-peer.ts'
import { createEncryptor } from '../../../platform/token.ts'
import { createWebhookSender } from '../../../platform/webhook-sender.ts'
import { testSite } from '../../accounts/accounts-for-test.ts'
import { closeSession } from '../../accounts/sessions.ts'
import type { Ctx } from '../../shared/context.ts'
import { minutes } from '../../shared/japan-time.ts'
import { deliverEvent } from '../notification-delivery.ts'
import { saveNotificationSettings } from '../notification-settings.ts'
import { listNotifications, markNotificationsRead } from '../notifications.ts'
import { exportFromSocial } from '../export.ts'
import { sendToDevice } from './device-sending.ts'
import { getPushKeys } from './push-keys.ts'
import { listPushDevices, removePushDevice, setPushContent, subscribeDevice } from './push-subscriptions.ts'

let peer: Awaited<ReturnType<typeof startPushPeer>>
beforeAll(async () => {
	peer = await startPushPeer()
})
afterAll(() => peer.close())

const TEXT = '三鷹市の確定申告について、こもれび税理士事務所から返信が届きました。'
let made = 0

/** A member with a browser that has asked for pushes. */
async function makeDevice(ctx: TestCtx) {
	peer.received.length = 0
	const site = testSite(ctx)
	const account = await site.account(`push${(made += 1)}@example.com`)
	const webhooks = createWebhookSender({ internalHosts: ['localhost'] })
	const enter = async () => {
		const browser = site.browser()
		await browser.enter(account.uid)
		return async () => ({ ...(await browser.ctx()), webhooks })
	}
	const member = await enter()
	const subscription = peer.subscription()
	await subscribeDevice(await member(), subscription)
	const sender = (): Ctx => ({ ...ctx, webhooks, now: site.clock.now })
	return { site, account, enter, member, subscription, sender }
}

let occasion = 0
/** Notifies the member, and returns the deliveries that were planned. */
async function notify(ctx: Ctx, userId: string, only?: readonly ('site' | 'mail')[]): Promise<number[]> {
	const subject = `inquiry:${(occasion += 1)}`
	const notice = { kind: 'inquiry', userId, subject, text: TEXT, path: '/mypage/inquiries/1#last' } as const
	await deliverEvent(ctx, { event: 'notice', ...notice, ...(only ? { only } : {}) }, async () => undefined)
	const rows = await ctx.db
		.selectFrom('device_deliveries as d')
		.innerJoin('notifications as n', 'n.id', 'd.notification_id')
		.select('d.id')
		.where('n.subject', '=', subject)
		.execute()
	return rows.map(({ id }) => id)
}

/** Sends a delivery; returns when the next attempt is due. */
async function send(ctx: Ctx, id: number): Promise<Date | null> {
	let next: Date | null = null
	await sendToDevice(ctx, id, async (_trx, _id, at) => {
		next = at
	})
	return next
}

const stateOf = async (ctx: Ctx, id: number) =>
	ctx.db.selectFrom('device_deliveries').select(['state', 'attempt_count', 'last_status']).where('id', '=', id).executeTakeFirstOrThrow()

const textsOf = () => peer.received.map(({ text }) => JSON.parse(text) as Record<string, string>)

describe('a push', () => {
	test('says only what kind of thing happened, until its owner wants more', () =>
		withCtx(async (ctx) => {
			const { account, member, sender } = await makeDevice(ctx)
			const [id = 0] = await notify(sender(), account.docId)
			expect(await send(sender(), id)).toBeNull()
			const [push] = textsOf()
			expect(push).toEqual({
				title: '問い合わせのお知らせ',
				body: '内容は、開いてご確認ください。',
				path: expect.stringMatching(/^\/notifications\/\d+$/),
				tag: '/mypage/inquiries/1',
			})
			expect(peer.received[0]).toMatchObject({ ttl: 12 * 3_600, claims: { sub: 'https://shirube.example' } })
			const [device] = await listPushDevices(await member())
			expect(device).toMatchObject({ name: 'Chrome・Windows', isCurrent: true, showsContent: false, lastSentAt: ctx.now() })
			await setPushContent(await member(), device?.id ?? 0, true)
			const [second = 0] = await notify(sender(), account.docId)
			await send(sender(), second)
			expect(textsOf()[1]?.['body']).toBe(TEXT)
			expect(await stateOf(ctx, second)).toEqual({ state: 'sent', attempt_count: 1, last_status: 201 })
		}))

	test('is sent once, however often its event and its job are repeated', () =>
		withCtx(async (ctx) => {
			const { account, sender } = await makeDevice(ctx)
			const [id = 0] = await notify(sender(), account.docId)
			occasion -= 1
			expect(await notify(sender(), account.docId)).toEqual([id])
			await send(sender(), id)
			await send(sender(), id)
			expect(peer.received).toHaveLength(1)
		}))

	test('is tried again with growing pauses while its service is down, and not after its deadline', () =>
		withCtx(async (ctx) => {
			const { account, site, sender } = await makeDevice(ctx)
			const [id = 0] = await notify(sender(), account.docId)
			peer.answerNext(503, 429)
			const at = site.clock.now().getTime()
			expect((await send(sender(), id))?.getTime()).toBe(at + 15_000)
			expect((await send(sender(), id))?.getTime()).toBe(at + minutes(1))
			expect(await stateOf(ctx, id)).toEqual({ state: 'waiting', attempt_count: 2, last_status: 429 })
			site.clock.pass(12 * 60)
			expect(await send(sender(), id)).toBeNull()
			expect(await stateOf(ctx, id)).toMatchObject({ state: 'expired' })
			expect(peer.received).toEqual([])
		}))

	test('ends the device that is gone, and only the push that its service refuses', () =>
		withCtx(async (ctx) => {
			const { account, member, sender } = await makeDevice(ctx)
			const [refused = 0] = await notify(sender(), account.docId)
			peer.answerNext(413)
			expect(await send(sender(), refused)).toBeNull()
			expect(await stateOf(ctx, refused)).toMatchObject({ state: 'refused', last_status: 413 })
			expect(await listPushDevices(await member())).toHaveLength(1)
			for (const status of [404, 410]) {
				await subscribeDevice(await member(), peer.subscription())
				const ids = await notify(sender(), account.docId)
				for (const id of ids) {
					peer.answerNext(status)
					await send(sender(), id)
					expect(await stateOf(ctx, id)).toMatchObject({ state: 'gone', last_status: status })
				}
				expect(await listPushDevices(await member())).toEqual([])
			}
		}))

	test('is dropped once its notice was read, or its kind switched off, on the way', () =>
		withCtx(async (ctx) => {
			const { account, member, sender } = await makeDevice(ctx)
			const [read = 0] = await notify(sender(), account.docId)
			await markNotificationsRead(await member(), { all: true })
			const [off = 0] = await notify(sender(), account.docId)
			await saveNotificationSettings(await member(), { kinds: { inquiry: { push: false } } })
			for (const id of [read, off]) {
				await send(sender(), id)
				expect(await stateOf(ctx, id)).toMatchObject({ state: 'dropped', attempt_count: 0 })
			}
			expect(await notify(sender(), account.docId)).toEqual([])
			expect(peer.received).toEqual([])
		}))

	test('is in the list on the site too, and takes no channel that its sender rules out', () =>
		withCtx(async (ctx) => {
			const { account, member, sender } = await makeDevice(ctx)
			await saveNotificationSettings(await member(), { kinds: { inquiry: { site: false, mail: false } } })
			expect(await notify(sender(), account.docId)).toHaveLength(1)
			expect((await listNotifications(await member(), null)).items.map(({ text }) => text)).toEqual([TEXT])
			expect(await notify(sender(), account.docId, ['mail'])).toEqual([])
		}))
})

describe('a device', () => {
	test('gets nothing after signing out, after the end of its session and after its removal', () =>
		withCtx(async (ctx) => {
			const { account, enter, member, subscription, site, sender } = await makeDevice(ctx)
			const [planned = 0] = await notify(sender(), account.docId)
			await closeSession(await member())
			await send(sender(), planned)
			expect(await stateOf(ctx, planned)).toMatchObject({ state: 'dropped' })
			expect(await notify(sender(), account.docId)).toEqual([])
			const again = await enter()
			await subscribeDevice(await again(), subscription)
			await removePushDevice(await again(), (await listPushDevices(await again()))[0]?.id ?? 0)
			expect(await notify(sender(), account.docId)).toEqual([])
			await subscribeDevice(await again(), subscription)
			site.clock.pass(6 * 24 * 60)
			expect(await notify(sender(), account.docId)).toEqual([])
		}))

	test('belongs to one person: others neither see, change nor remove it, and whoever signs in there next begins without content', () =>
		withCtx(async (ctx) => {
			const { site, account, member, subscription, sender } = await makeDevice(ctx)
			const [device] = await listPushDevices(await member())
			await setPushContent(await member(), device?.id ?? 0, true)
			const other = await site.account(`push${(made += 1)}@example.com`)
			const browser = site.browser()
			await browser.enter(other.uid)
			const others = async () => ({ ...(await browser.ctx()), webhooks: sender().webhooks })
			expect(await listPushDevices(await others())).toEqual([])
			await removePushDevice(await others(), device?.id ?? 0)
			await setPushContent(await others(), device?.id ?? 0, false)
			expect(await listPushDevices(await member())).toMatchObject([{ showsContent: true }])
			await subscribeDevice(await member(), subscription)
			expect(await listPushDevices(await member())).toMatchObject([{ showsContent: true }])
			await subscribeDevice(await others(), subscription)
			expect(await listPushDevices(await member())).toEqual([])
			expect(await listPushDevices(await others())).toMatchObject([{ showsContent: false }])
			expect(await notify(sender(), account.docId)).toEqual([])
		}))

	test('is one of ten at most, the oldest gives way', () =>
		withCtx(async (ctx) => {
			const { member } = await makeDevice(ctx)
			const [first] = await listPushDevices(await member())
			for (let index = 0; index < 10; index += 1) await subscribeDevice(await member(), peer.subscription())
			const ids = (await listPushDevices(await member())).map(({ id }) => id)
			expect(ids).toHaveLength(10)
			expect(ids).not.toContain(first?.id)
		}))

	test.each([
		'http://push.example.com/a',
		'https://127.0.0.1/a',
		'https://10.0.0.1/a',
		'https://metadata/a',
		'https://user@push.example.com/a',
	])('is refused at %s', (endpoint) =>
		withCtx(async (ctx) => {
			const { member, subscription } = await makeDevice(ctx)
			await expect(subscribeDevice(await member(), { ...subscription, endpoint })).rejects.toMatchObject({ kind: 'invalid' })
		}),
	)

	test('is in the export of its person’s data without its address and keys', () =>
		withCtx(async (ctx) => {
			const { account, subscription } = await makeDevice(ctx)
			const exported = JSON.stringify(await exportFromSocial(ctx, { id: account.docId }))
			expect(exported).toContain('Chrome・Windows')
			for (const secret of Object.values(subscription)) expect(exported).not.toContain(secret)
		}))
})

describe('the keys of pushes', () => {
	test('are made once and kept encrypted, and give way to those of the settings', () =>
		withCtx(async (ctx) => {
			const keys = await getPushKeys(ctx)
			expect(await getPushKeys(ctx)).toEqual(keys)
			const row = await ctx.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
			expect(row.public_key).toBe(keys.publicKey)
			expect(JSON.stringify(row)).not.toContain(keys.privateKey)
			const own = { publicKey: 'a', privateKey: 'b' }
			expect(await getPushKeys({ ...ctx, vapidKeys: own })).toBe(own)
		}))

	test('are made again, and the devices forgotten, when the site’s key was lost', () =>
		withCtx(async (ctx) => {
			const { member, sender } = await makeDevice(ctx)
			const keys = await getPushKeys(sender())
			const lost = { ...sender(), encryptor: createEncryptor(`${SECRET} of later`) }
			const next = await getPushKeys(lost)
			expect(next).not.toEqual(keys)
			expect(await getPushKeys(lost)).toEqual(next)
			expect(await listPushDevices(await member())).toEqual([])
		}))
})
