import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createEncryptor } from '../platform/token.ts'
import { freshDatabase, TEST_NOW, testServices, visitorCtx } from '../../test/database.ts'
import { type Ctx, inTransaction, type Viewer } from '../domain/shared/context.ts'
import { postAnswer } from '../domain/questions/answers.ts'
import { hideAnswer } from '../domain/questions/hiding.ts'
import { makeMember, makeExpertViewer, answerInput, as, questionInput } from '../domain/questions/questions-for-test.ts'
import { postQuestion } from '../domain/questions/questions.ts'
import { thankForAnswer } from '../domain/questions/reactions.ts'
import { follow } from '../domain/social/follows.ts'
import { deliverEvent } from '../domain/social/notification-delivery.ts'
import { saveNotificationSettings, unsubscribe, unsubscribeToken } from '../domain/social/notification-settings.ts'
import { markNotificationsRead } from '../domain/social/notifications.ts'
import { makeInquiry, message } from '../domain/inquiries/inquiries-for-test.ts'
import { sendMessage } from '../domain/inquiries/inquiries.ts'
import { createLog } from '../platform/log.ts'
import type { Mailer } from '../platform/mail.ts'
import { type Queue, startQueue } from '../platform/queue.ts'
import { withRequestId } from '../platform/request-id.ts'
import { mailParts, mailServer } from './mail-server-for-test.ts'
import { maintainNotifications, type NotificationJobs, sendDigest, sendNotificationMail, workNotifications } from './notifications.ts'
import { relayEvents } from './outbox-relay.ts'
import { DELIVER_EVENT, DIGEST_MAIL, NOTIFICATION_MAIL, queueNames } from './queues.ts'
import { days, hours } from '../domain/shared/japan-time.ts'

const site = { name: 'しるべ', publicUrl: 'https://shirube.example' }
const { encryptor } = testServices
const minutes = (n: number): Date => new Date(TEST_NOW.getTime() + n * 60_000)

let made: Awaited<ReturnType<typeof freshDatabase>>
let queue: Queue
let ctx: Ctx

beforeAll(async () => {
	made = await freshDatabase()
	queue = await startQueue({ url: made.url, log: createLog('silent'), names: queueNames })
	ctx = { ...visitorCtx(made.db), site }
})
afterAll(async () => {
	await queue.stop()
	await made.close()
})
beforeEach(async () => {
	await sql`delete from notifications`.execute(made.db)
	await sql`delete from notification_digests`.execute(made.db)
	await sql`delete from pending_events`.execute(made.db)
	await sql`delete from pgboss.job`.execute(made.db)
})

const idOf = (viewer: Viewer): string => (viewer.kind === 'member' ? viewer.userId : '')

/** Gives a person an address that is proved to be theirs. */
async function withAddress(viewer: Viewer, email: string, verified = true): Promise<Viewer> {
	const uid = viewer.kind === 'member' ? viewer.uid : ''
	await made.db.deleteFrom('identities').where('email', '=', email).execute()
	await made.db
		.insertInto('identities')
		.values({ uid, email, password_hash: null, email_verified_at: verified ? TEST_NOW : null, created_at: TEST_NOW })
		.execute()
	return viewer
}

async function makeThread() {
	const asker = await withAddress(await makeMember(ctx), 'asker@example.com')
	const { viewer: expert, expertId } = await makeExpertViewer(ctx)
	await withAddress(expert, 'expert@example.com')
	const { id: questionId } = await postQuestion(as(ctx, asker), questionInput())
	const { id: answerId } = await postAnswer(as(ctx, expert), questionId, answerInput())
	return { asker, expert, expertId, questionId, answerId }
}

const jobsOf = async (name: string): Promise<unknown[]> =>
	(await made.pool.query<{ data: unknown }>('select data from pgboss.job where name = $1 order by created_on, id', [name])).rows.map(
		({ data }) => data,
	)
const idsOf = async (kind: string): Promise<number[]> =>
	(await made.db.selectFrom('notifications').select('id').where('kind', '=', kind).orderBy('id').execute()).map(({ id }) => id)

/** Delivers published events without a worker, so that each test sends explicitly. */
async function deliver(jobs: NotificationJobs): Promise<void> {
	await relayEvents(made.db, queue)
	for (const data of await jobsOf(DELIVER_EVENT))
		await deliverEvent(
			{ ...ctx, now: jobs.now ?? ctx.now },
			(data as { event: Parameters<typeof deliverEvent>[1] }).event,
			async (trx, ids) => {
				for (const id of ids) await queue.enqueue(trx.db, NOTIFICATION_MAIL, { id })
			},
		)
	await made.pool.query('delete from pgboss.job where name = $1', [DELIVER_EVENT])
}

async function setUp(now: () => Date = () => TEST_NOW) {
	const server = await mailServer()
	onTestFinished(() => server.mailer.close())
	const jobs: NotificationJobs = { db: made.db, site, queue, services: testServices, mailer: server.mailer, now }
	return { ...server, jobs }
}

const brokenMailer: Mailer = { send: () => Promise.reject(new Error('connect ECONNREFUSED')), close: () => undefined }

describe('a mail of a notification', () => {
	test('is sent once, waits for a server that is down, and is the same mail if a process was killed after sending', async () => {
		const { received, jobs } = await setUp()
		await makeThread()
		await deliver(jobs)
		const [id = 0] = await idsOf('answer')
		await expect(sendNotificationMail({ ...jobs, mailer: brokenMailer }, id)).rejects.toThrow('ECONNREFUSED')
		const killedAfterwards: Mailer = {
			async send(...mail) {
				await jobs.mailer.send(...mail)
				throw new Error('killed')
			},
			close: () => undefined,
		}
		await expect(sendNotificationMail({ ...jobs, mailer: killedAfterwards }, id)).rejects.toThrow('killed')
		await sendNotificationMail(jobs, id)
		await sendNotificationMail(jobs, id)
		const messageIds = received.map(({ raw }) => /^Message-ID: (.+)\r$/m.exec(raw)?.[1])
		expect(messageIds).toHaveLength(2)
		expect(new Set(messageIds).size).toBe(1)
	})

	test('is not sent for hidden content, nor to people who want none, nor to an unproved address', async () => {
		const { received, jobs } = await setUp()
		const { asker, answerId } = await makeThread()
		await deliver(jobs)
		const [id = 0] = await idsOf('answer')
		await saveNotificationSettings(as(ctx, asker), { receiveEmail: false })
		await sendNotificationMail(jobs, id)
		await saveNotificationSettings(as(ctx, asker), { receiveEmail: true, kinds: { answer: { site: true, mail: false, digest: false } } })
		await sendNotificationMail(jobs, id)
		await saveNotificationSettings(as(ctx, asker), { kinds: { answer: { site: true, mail: true, digest: false } } })
		await sql`update identities set email_verified_at = null where email = 'asker@example.com'`.execute(made.db)
		await sendNotificationMail(jobs, id)
		await sql`update identities set email_verified_at = now() where email = 'asker@example.com'`.execute(made.db)
		await hideAnswer(as(ctx, await makeMember(ctx, ['moderator'])), answerId, '誤りがあるため')
		await sendNotificationMail(jobs, id)
		expect(received).toEqual([])
	})

	test('stops at one click: for its kind, for the digest, for everything', async () => {
		const { received, jobs } = await setUp()
		const { asker, expertId } = await makeThread()
		await follow(as(ctx, asker), expertId, 'digest')
		await deliver(jobs)
		const [id = 0] = await idsOf('answer')
		const token = (scope: Parameters<typeof unsubscribeToken>[2]) => unsubscribeToken(encryptor, idOf(asker), scope)
		expect(await unsubscribe(ctx, token('answer'))).toBe('answer')
		await unsubscribe(ctx, token('answer'))
		await sendNotificationMail(jobs, id)
		expect(received).toEqual([])
		await unsubscribe(ctx, token('digest'))
		const follows = await made.db.selectFrom('follows').select('notify').where('user_id', '=', idOf(asker)).execute()
		expect(follows).toEqual([{ notify: 'none' }])
		await unsubscribe(ctx, token('answer'), { all: true })
		const user = await made.db.selectFrom('users').select('receive_email').where('id', '=', idOf(asker)).executeTakeFirst()
		expect(user?.receive_email).toBe(false)
		for (const bad of ['', 'x', `${token('answer').slice(0, -2)}AA`, createEncryptor('another').encrypt('unsubscribe', '["1","all"]')])
			await expect(unsubscribe(ctx, bad)).rejects.toMatchObject({ kind: 'not-found' })
	})
})

describe('events', () => {
	test('are relayed once, however many processes relay at once, and a rolled-back one never is', async () => {
		await makeThread()
		await made.db
			.transaction()
			.execute(async (trx) => {
				await postQuestion({ ...as(ctx, await makeMember(ctx)), db: trx }, questionInput())
				await follow({ ...as(ctx, await makeMember(ctx)), db: trx }, (await makeExpertViewer(ctx)).expertId)
				throw new Error('no')
			})
			.catch(() => undefined)
		await Promise.all([1, 2, 3].map(() => relayEvents(made.db, queue)))
		expect(await jobsOf(DELIVER_EVENT)).toHaveLength(1)
		const left = await made.db.selectFrom('pending_events').select('id').execute()
		expect(left).toEqual([])
	})

	test('and what follows them keep the id of the request that led to them', async () => {
		await withRequestId('request-7', () => makeThread())
		await relayEvents(made.db, queue)
		expect(await jobsOf(DELIVER_EVENT)).toMatchObject([{ requestId: 'request-7' }])
	})

	test('whose delivery was killed half-way are delivered to the end, and the mails are asked for once', async () => {
		const { jobs } = await setUp()
		const { expertId, answerId } = await makeThread()
		await follow(as(ctx, await withAddress(await makeMember(ctx), 'follower@example.com')), expertId)
		await sql`delete from pending_events where event ->> 'event' = 'expert.followed'`.execute(made.db)
		let times = 0
		const dying = deliverEvent(ctx, { event: 'answer.posted', answerId }, async ({ db }, ids) => {
			for (const id of ids) await queue.enqueue(db, NOTIFICATION_MAIL, { id })
			if (++times === 2) throw new Error('killed')
		})
		await expect(dying).rejects.toThrow('killed')
		await deliver(jobs)
		expect([(await idsOf('answer')).length, (await idsOf('followed-answer')).length]).toEqual([1, 1])
		expect(await jobsOf(NOTIFICATION_MAIL)).toHaveLength(2)
	})
})

describe('the digest', () => {
	/** 08:00 in Japan on the next day after TEST_NOW. */
	const eight = new Date('2026-06-15T23:00:00Z')
	const at = (moment: Date) => () => moment

	test('is sent at eight in Japan with unread notifications, once, and not when nothing is left', async () => {
		const { received, jobs } = await setUp(at(minutes(5)))
		const { asker, expert, expertId, questionId, answerId } = await makeThread()
		await thankForAnswer(as(ctx, asker), answerId, '助かりました。')
		await follow(as(ctx, asker), expertId)
		await deliver(jobs)
		const planned = async (now: Date) => {
			await maintainNotifications({ ...jobs, now: at(now) })
			return jobsOf(DIGEST_MAIL)
		}
		expect(await planned(new Date(eight.getTime() - 1_000))).toEqual([])
		const digest = { userId: idOf(expert), day: '2026-06-16' }
		expect(await planned(eight)).toEqual([digest])
		expect(await planned(new Date(eight.getTime() + hours(1)))).toEqual([digest])

		const [follower = 0] = await idsOf('follower')
		await markNotificationsRead(as(ctx, expert), { ids: [follower] })
		await expect(sendDigest({ ...jobs, mailer: brokenMailer }, digest)).rejects.toThrow('ECONNREFUSED')
		await sendDigest({ ...jobs, now: at(eight) }, digest)
		await sendDigest({ ...jobs, now: at(eight) }, digest)
		expect(received.map(({ to }) => to)).toEqual([['expert@example.com']])
		const { header, text } = mailParts(received[0]?.raw ?? '')
		expect(text).toContain('お知らせが1件あります')
		expect(text).toContain('質問者からお礼が届きました')
		expect(text).toContain(`https://shirube.example/qa/${questionId}#answer-${answerId}`)
		expect(text).not.toContain('フォローしました')
		expect(header).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
		// The next morning has nothing new but what was read meanwhile.
		await made.pool.query('delete from pgboss.job')
		expect(await planned(new Date(eight.getTime() + days(1)))).toEqual([])
	})

	test('a server that was down at eight sends it when it is back, and a stopped kind is not in it', async () => {
		const { received, jobs } = await setUp(at(minutes(5)))
		const { asker, expert, answerId } = await makeThread()
		await thankForAnswer(as(ctx, asker), answerId, '助かりました。')
		await deliver(jobs)
		await maintainNotifications({ ...jobs, now: at(new Date(eight.getTime() + hours(5))) })
		expect(await jobsOf(DIGEST_MAIL)).toEqual([{ userId: idOf(expert), day: '2026-06-16' }])
		await saveNotificationSettings(as(ctx, expert), { kinds: { thanks: { site: true, mail: false, digest: false } } })
		await sendDigest(jobs, { userId: idOf(expert), day: '2026-06-16' })
		expect(received).toEqual([])
	})
})

test('the mail of a case says that it can be answered, and where, only while answers by mail are on', async () => {
	const { received, jobs } = await setUp()
	const { id, member, expert } = await inTransaction(ctx, (trx) => makeInquiry(trx))
	await withAddress(member, 'inquirer@example.com')
	await sendMessage({ ...as(ctx, expert) }, id, message(), [])
	await deliver(jobs)
	const [notice = 0] = await idsOf('inquiry')
	await sendNotificationMail(jobs, notice)
	await made.db.updateTable('notifications').set({ mailed_at: null }).execute()
	await sendNotificationMail({ ...jobs, site: { ...site, inboundMail: { domain: 'reply.example', authservId: null } } }, notice)
	const [off, on] = received.map(({ raw }) => mailParts(raw))
	expect(off?.header).not.toMatch(/^Reply-To:/m)
	expect(off?.text).toContain('送信専用です')
	expect(on?.header).toMatch(/^Reply-To: reply\+[0-9a-z]+-[0-9a-f]{32}@reply\.example\r?$/m)
	expect([on?.text, on?.html].every((part) => part?.includes('このメールに返信できます'))).toBe(true)
	expect(on?.text).not.toContain('送信専用')
	// Both refer to one id, which is of the case and the person: mail programs join them.
	const thread = `<case-i${id}-${idOf(member)}@shirube.example>`
	for (const part of [off, on]) {
		expect(part?.header).toContain(`In-Reply-To: ${thread}`)
		expect(part?.header).toContain(`References: ${thread}`)
	}
})

// Must be the last test: its workers would run the jobs that the other tests check.
test('a mail is sent after the write’s commit, with the headers for one-click unsubscribing', async () => {
	const { received, arrival, jobs } = await setUp()
	const { questionId, answerId } = await makeThread()
	await relayEvents(made.db, queue)
	expect(await jobsOf(DELIVER_EVENT)).toEqual([{ event: { event: 'answer.posted', answerId } }])
	await workNotifications(jobs)
	await arrival(1)
	const [mail] = received
	const { header, text, html } = mailParts(mail?.raw ?? '')
	expect(mail?.to).toEqual(['asker@example.com'])
	expect(text).toContain('「開業一年目の確定申告で経費にできるもの」に')
	expect(text).toContain(`https://shirube.example/qa/${questionId}#answer-${answerId}`)
	const [, url = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(header.replaceAll(/\r\n\s+/g, ' ')) ?? []
	expect(url).toMatch(/^https:\/\/shirube\.example\/unsubscribe\?token=[\w-]+$/)
	expect(header).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
	expect(html.replaceAll('&amp;', '&')).toContain(url)
	await expect.poll(async () => (await made.db.selectFrom('notifications').select('mailed_at').execute())[0]?.mailed_at).toEqual(TEST_NOW)
})

describe('during a release', () => {
	test.each([
		{ event: 'answer.sung', answerId: 1 },
		{ event: 'notice', kind: 'song', userId: '1', subject: 'song:1', text: '歌です。', path: '/' },
	])('an event that only a newer release knows stays on the queue: $event', async (event) => {
		await expect(deliverEvent(ctx, event as never, async () => undefined)).rejects.toThrow('this release does not know the kind')
	})

	test('a mail of a kind that only a newer release knows waits for it', async () => {
		const reader = await withAddress(await makeMember(ctx), 'newer@mail.example')
		const { rows } = await sql<{ id: number }>`
			insert into notifications (user_id, kind, subject, in_site, mail, content, created_at)
			values (${idOf(reader)}, 'song', 'song:1', true, 'now', '{"text":"歌です。","path":"/"}', ${TEST_NOW}) returning id
		`.execute(made.db)
		await expect(
			sendNotificationMail(
				{ db: made.db, site, queue, services: testServices, mailer: { send: async () => undefined, close: () => undefined } },
				rows[0]?.id ?? 0,
			),
		).rejects.toThrow('song')
	})
})
