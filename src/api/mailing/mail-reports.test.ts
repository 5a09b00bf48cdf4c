import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { beginSending, noteSent } from '../../domain/accounts/mailing/mail-log.ts'
import type { FrontEnv } from '../../http/front.ts'
import { createMailReports, MAIL_REPORTS } from './mail-reports.ts'

const token = 'a-token-of-the-mail-server'

/** What Postfix sends back; `status` and `action` of the recipient. */
const bounce = (address: string, { action = 'failed', status = '5.1.1', id = 'm1' } = {}) =>
	`From: MAILER-DAEMON@mx.example
Message-Id: <back@mx.example>
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain

I'm sorry to have to inform you

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${address}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 <${address}>:
    user unknown

--B
Content-Type: message/rfc822

To: ${address}
Message-ID: <${id}@shirube.example>
Subject: x

--B--
`.replaceAll('\n', '\r\n')

const complaint = (address: string) => `Content-Type: multipart/report; report-type=feedback-report

--B
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Provider/1.0
Version: 1
Original-Rcpt-To: <${address}>

--B
Content-Type: message/rfc822

Message-ID: <m1@shirube.example>
To: ${address}
`

async function post(ctx: TestCtx, body: string, { given = `Bearer ${token}`, isOn = true } = {}) {
	const app = new Hono<{ Bindings: FrontEnv }>()
	app.route('/', createMailReports({ ctxFor: () => ctx, token: isOn ? token : undefined }))
	const env = { body: { kind: 'other', bytes: Buffer.from(body) } }
	const answer = await app.request(MAIL_REPORTS, { method: 'POST', headers: { authorization: given } }, env)
	return [answer.status, answer.status === 200 ? ((await answer.json()) as { counted: number }).counted : null]
}

async function sendTo(ctx: TestCtx, address: string, id = 'm1') {
	await beginSending(ctx, id, { to: address, subject: '確認', text: '本文', html: '' })
	await noteSent(ctx, id)
}
const stateOf = async (ctx: TestCtx) => ({
	mails: (await ctx.db.selectFrom('mails').select(['message_id', 'state']).orderBy('id').execute()).map(
		(one) => `${one.message_id} ${one.state}`,
	),
	stopped: (await ctx.db.selectFrom('mail_suppressions').select(['address', 'cause']).execute()).map(
		(one) => `${one.address} ${one.cause}`,
	),
})

test('a bounce of an unknown address brings the mail back and stops the address, once', () =>
	withCtx(async (ctx) => {
		await sendTo(ctx, 'gone@example.com')
		await sendTo(ctx, 'gone@example.com', 'm2')
		expect(await post(ctx, bounce('Gone@Example.com'))).toEqual([200, 1])
		expect(await post(ctx, bounce('gone@example.com'))).toEqual([200, 1])
		expect(await stateOf(ctx)).toEqual({ mails: ['m1 bounced', 'm2 sent'], stopped: ['gone@example.com bounce'] })
		const [{ reason }] = (await ctx.db.selectFrom('mails').select('reason').where('message_id', '=', 'm1').execute()) as [
			{ reason: string },
		]
		expect(reason).toContain('5.1.1')
		expect(reason).not.toContain('gone@example.com')
	}))

test('a full mailbox brings the mail back and stops nothing; a delay and a delivery do neither', () =>
	withCtx(async (ctx) => {
		await sendTo(ctx, 'full@example.com')
		expect(await post(ctx, bounce('full@example.com', { action: 'delayed', status: '4.2.2' }))).toEqual([200, 0])
		expect(await post(ctx, bounce('full@example.com', { action: 'delivered', status: '2.0.0' }))).toEqual([200, 0])
		expect((await stateOf(ctx)).mails).toEqual(['m1 sent'])
		expect(await post(ctx, bounce('full@example.com', { status: '5.2.2' }))).toEqual([200, 1])
		expect(await stateOf(ctx)).toEqual({ mails: ['m1 failed'], stopped: [] })
	}))

test('a complaint stops the address and leaves the mail delivered', () =>
	withCtx(async (ctx) => {
		await sendTo(ctx, 'angry@example.com')
		expect(await post(ctx, complaint('angry@example.com'))).toEqual([200, 1])
		expect(await stateOf(ctx)).toEqual({ mails: ['m1 sent'], stopped: ['angry@example.com complaint'] })
	}))

test('nobody stops an address without the token, without the setting, or one that never got a mail', () =>
	withCtx(async (ctx) => {
		await sendTo(ctx, 'gone@example.com')
		expect(await post(ctx, bounce('gone@example.com'), { given: 'Bearer another-token-of-16' })).toEqual([401, null])
		expect(await post(ctx, bounce('gone@example.com'), { given: '' })).toEqual([401, null])
		expect(await post(ctx, bounce('gone@example.com'), { isOn: false })).toEqual([404, null])
		expect(await post(ctx, bounce('somebody@example.com'))).toEqual([200, 0])
		expect(await post(ctx, bounce('gone@example.com', { id: 'guessed' }))).toEqual([200, 0])
		for (const body of ['', 'Subject: hello\n\nhello', '\u0000\u0000'.repeat(1000), 'Final-Recipient: rfc822; gone@example.com'])
			expect(await post(ctx, body)).toEqual([422, null])
		expect(await stateOf(ctx)).toEqual({ mails: ['m1 sent'], stopped: [] })
	}))
