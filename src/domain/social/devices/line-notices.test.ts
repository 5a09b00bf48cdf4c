import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { createLineMessages } from '../../../platform/line-messages.ts'
import { testSite } from '../../accounts/accounts-for-test.ts'
import type { Ctx } from '../../shared/context.ts'
import { withdrawFromSocial } from '../leaving.ts'
import { deliverEvent } from '../notification-delivery.ts'
import { saveNotificationSettings } from '../notification-settings.ts'
import { sendToDevice } from './device-sending.ts'
import { findLineNotices, noteLineEvents, setLineNotices, stopLineNotices } from './line-notices.ts'

const TOKEN = 'a long-lived access token of a channel'
const SECRET = 'a secret of the channel of messages'
const LINE_ID = 'U4af4980629f1a2b3c4d5e6f708192a3b'
const TEXT = '三鷹市の確定申告について、こもれび税理士事務所から返信が届きました。'

type Call = { key: string; to: string; text: string }
const calls: Call[] = []
const statuses: number[] = []

/** A stand-in for the Messaging API: checks the token, and takes a message under one key once. */
const server = createServer((req, res) => {
	const chunks: Buffer[] = []
	req.on('data', (chunk: Buffer) => chunks.push(chunk))
	req.on('end', () => {
		const key = String(req.headers['x-line-retry-key'])
		const isCall = req.method === 'POST' && req.url === '/v2/bot/message/push' && req.headers.authorization === `Bearer ${TOKEN}`
		const next = statuses.shift()
		if (!isCall) return res.writeHead(401).end()
		if (next !== undefined) return res.writeHead(next).end('{}')
		if (calls.some((call) => call.key === key)) return res.writeHead(409).end('{}')
		const { to, messages } = JSON.parse(Buffer.concat(chunks).toString()) as { to: string; messages: { type: string; text: string }[] }
		calls.push({ key, to, text: messages.map(({ text }) => text).join() })
		res.writeHead(200).end('{}')
	})
})
let line: ReturnType<typeof createLineMessages>
beforeAll(async () => {
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve)
	})
	const apiOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	line = createLineMessages({ accessToken: TOKEN, channelSecret: SECRET, botId: '@shirube', apiOrigin })
})
afterAll(() => void server.close())
beforeEach(() => {
	calls.length = 0
	statuses.length = 0
})

let made = 0
async function makeLinked(ctx: TestCtx, isLinked = true) {
	const site = testSite(ctx)
	const account = await site.account(`line${(made += 1)}@example.com`)
	if (isLinked)
		await ctx.db
			.insertInto('identity_links')
			.values({ uid: account.uid, provider: 'line', subject: LINE_ID, display_name: '花子', created_at: ctx.now() })
			.execute()
	const browser = site.browser()
	await browser.enter(account.uid)
	const sender: Ctx = { ...ctx, line }
	return { userId: account.docId, member: async () => ({ ...(await browser.ctx()), line }), sender }
}

/** Notifies and makes one attempt at what was planned. Returns the states of the deliveries. */
async function notify(ctx: Ctx, userId: string): Promise<string[]> {
	const subject = `inquiry:line-${(made += 1)}`
	await deliverEvent(
		ctx,
		{ event: 'notice', kind: 'inquiry', userId, subject, text: TEXT, path: '/mypage/inquiries/1' },
		async () => undefined,
	)
	const read = () =>
		ctx.db
			.selectFrom('device_deliveries as d')
			.innerJoin('notifications as n', 'n.id', 'd.notification_id')
			.select(['d.id', 'd.state'])
			.where('n.subject', '=', subject)
			.where('d.channel', '=', 'line')
			.execute()
	for (const { id } of await read()) await sendToDevice(ctx, id, async () => undefined)
	return (await read()).map(({ state }) => state)
}

test('a linked member gets notices once they want them, by kind, and their text only if they want that too', () =>
	withCtx(async (ctx) => {
		const { userId, member, sender } = await makeLinked(ctx)
		expect(await notify(sender, userId)).toEqual([])
		await setLineNotices(await member(), { showsContent: false })
		expect(await notify(sender, userId)).toEqual(['sent'])
		expect(calls[0]).toMatchObject({
			to: LINE_ID,
			text: expect.stringMatching(/^問い合わせのお知らせ\nhttps:\/\/shirube\.example\/notifications\/\d+$/),
		})
		await setLineNotices(await member(), { showsContent: true })
		await notify(sender, userId)
		expect(calls[1]?.text).toContain(TEXT)
		await saveNotificationSettings(await member(), { kinds: { inquiry: { line: false } } })
		expect(await notify(sender, userId)).toEqual([])
		await saveNotificationSettings(await member(), { kinds: { inquiry: { line: true } } })
		await stopLineNotices(await member())
		expect(await notify(sender, userId)).toEqual([])
	}))

test('a message whose answer was lost is sent once', () =>
	withCtx(async (ctx) => {
		const { userId, member, sender } = await makeLinked(ctx)
		await setLineNotices(await member(), { showsContent: false })
		await notify(sender, userId)
		await ctx.db.updateTable('device_deliveries').set({ state: 'waiting', settled_at: null }).execute()
		const { id } = await ctx.db.selectFrom('device_deliveries').select('id').executeTakeFirstOrThrow()
		await sendToDevice(sender, id, async () => undefined)
		expect(calls).toHaveLength(1)
		expect(await ctx.db.selectFrom('device_deliveries').select('state').executeTakeFirst()).toEqual({ state: 'sent' })
	}))

test('a server that is down is asked again, and a message that LINE rejects is not', () =>
	withCtx(async (ctx) => {
		const { userId, member, sender } = await makeLinked(ctx)
		await setLineNotices(await member(), { showsContent: false })
		statuses.push(500)
		expect(await notify(sender, userId)).toEqual(['waiting'])
		statuses.push(400)
		expect(await notify(sender, userId)).toEqual(['refused'])
	}))

test('somebody who blocks the account gets nothing until they are a friend again, whatever the order of the reports', () =>
	withCtx(async (ctx) => {
		const { userId, member, sender } = await makeLinked(ctx)
		await setLineNotices(await member(), { showsContent: false })
		const report = (kind: 'follow' | 'unfollow', minute: number) =>
			noteLineEvents(sender, [{ kind, lineUserId: LINE_ID, at: new Date(Date.UTC(2026, 5, 15, 3, minute)) }])
		await report('unfollow', 5)
		await report('follow', 1)
		expect(await findLineNotices(await member())).toMatchObject({ isLinked: true, isFriend: false, isOn: true })
		expect(await notify(sender, userId)).toEqual([])
		await report('follow', 9)
		expect(await notify(sender, userId)).toEqual(['sent'])
		await withdrawFromSocial(ctx, { id: userId })
		expect(await ctx.db.selectFrom('line_friends').selectAll().execute()).toEqual([])
	}))

test('one who does not sign in with LINE cannot begin, and a site without a channel has none of it', () =>
	withCtx(async (ctx) => {
		const { userId, member, sender } = await makeLinked(ctx, false)
		await expect(setLineNotices(await member(), { showsContent: true })).rejects.toMatchObject({ kind: 'invalid' })
		expect(await notify(sender, userId)).toEqual([])
		expect(await findLineNotices({ ...(await member()), line: null })).toBeNull()
	}))

test('reads only what LINE has signed', () => {
	const body = Buffer.from(
		JSON.stringify({
			destination: 'U0',
			events: [
				{ type: 'follow', timestamp: 1_750_000_000_000, source: { type: 'user', userId: LINE_ID }, mode: 'active' },
				{ type: 'message', timestamp: 1_750_000_000_001, source: { type: 'user', userId: LINE_ID }, message: { type: 'text' } },
			],
		}),
	)
	const signature = createHmac('sha256', SECRET).update(body).digest('base64')
	expect(line.readEvents(body, signature)).toEqual([{ kind: 'follow', lineUserId: LINE_ID, at: new Date(1_750_000_000_000) }])
	expect(line.readEvents(Buffer.concat([body, Buffer.from(' ')]), signature)).toBeNull()
	expect(line.readEvents(body, '')).toBeNull()
	const empty = Buffer.from('no json')
	expect(line.readEvents(empty, createHmac('sha256', SECRET).update(empty).digest('base64'))).toEqual([])
})
