import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import {
	accountDeletedMail,
	addressChangedMail,
	addressRestoredMail,
	addressTakenMail,
	mail as writeMail,
	newAddressMail,
	passwordChangedMail,
	passwordResetMail,
	providerLinkedMail,
	secondFactorMail,
	verificationMail,
} from '../domain/accounts/mails.ts'
import { createLog } from '../platform/log.ts'
import { createFileMailer, listKeptMails } from '../platform/mail.ts'
import { type Queue, startQueue } from '../platform/queue.ts'
import { createEncryptor } from '../platform/token.ts'
import { mailParts as parts, mailServer, sender } from './mail-server-for-test.ts'
import { queueNames, SEND_MAIL } from './queues.ts'
import { mailQueue, workMails } from './send-mail.ts'

const site = { name: 'しるべ', publicUrl: 'https://shirube.example' }
const encryptor = createEncryptor('a secret for tests, long enough')
const url = 'https://shirube.example/action?mode=verifyEmail&oobCode=abc_DEF-123'

let made: Awaited<ReturnType<typeof freshDatabase>>
let queue: Queue

beforeAll(async () => {
	made = await freshDatabase()
	queue = await startQueue({ url: made.url, log: createLog('silent'), names: queueNames })
})

afterAll(async () => {
	await queue.stop()
	await made.close()
})

const decodeWords = (header: string) =>
	header
		.replaceAll(/\r\n\s+/g, ' ')
		.replaceAll(/\?=\s+=\?/g, '?==?')
		.replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, encoded: string) => Buffer.from(encoded, 'base64').toString())
		.replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, encoded: string) =>
			Buffer.from(
				encoded.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
				'latin1',
			).toString(),
		)

const mails = {
	verification: verificationMail(site, url),
	newAddress: newAddressMail(site, url),
	addressChanged: addressChangedMail(site, { url, newAddress: 'new@example.com' }),
	addressRestored: addressRestoredMail(site, url),
	passwordReset: passwordResetMail(site, url),
	addressTaken: addressTakenMail(site),
	passwordChanged: passwordChangedMail(site),
	providerLinked: providerLinkedMail(site, 'Google'),
	secondFactorOn: secondFactorMail(site, true),
	secondFactorOff: secondFactorMail(site, false),
	accountDeleted: accountDeletedMail(site),
}

test('every mail arrives complete at a real server: Japanese subject, text and HTML with the same link', async () => {
	const { received, mailer } = await mailServer()
	onTestFinished(() => mailer.close())
	for (const [name, mail] of Object.entries(mails)) await mailer.send(`mail-${name}`, { to: 'taro@example.com', ...mail })
	expect(received).toHaveLength(Object.keys(mails).length)
	for (const [index, mail] of Object.values(mails).entries()) {
		const { from, to, raw } = received[index]!
		const { header, text, html } = parts(raw)
		expect({ from, to }).toEqual({ from: 'no-reply@shirube.example', to: ['taro@example.com'] })
		expect(decodeWords(header)).toContain(`Subject: ${mail.subject}`)
		expect(header).toContain('Auto-Submitted: auto-generated')
		expect(text.replaceAll('\r\n', '\n').trim()).toBe(mail.text.trim())
		expect(html.trim()).toBe(mail.html)
		for (const link of mail.text.match(/https:\/\/\S+/g) ?? []) expect(html.replaceAll('&amp;', '&')).toContain(link)
	}
})

test('what, how much and until when stand in both forms of a mail', () => {
	const { text, html } = writeMail(site, {
		subject: '見積もりが届きました',
		heading: '見積もりが届きました',
		body: ['内容をご確認ください。'],
		facts: [
			{ label: '見積もりの合計', value: '73,332円（税込）' },
			{ label: '有効期限', value: '<b>2026年12月31日' },
		],
		button: { label: '内容を見る', url },
	})
	expect(text).toContain('見積もりの合計：73,332円（税込）\n有効期限：<b>2026年12月31日\n')
	expect(html).toMatch(/<th[^>]*>見積もりの合計<\/th><td[^>]*>73,332円（税込）<\/td>/)
	expect(html).not.toContain('<b>2026')
})

test('user input cannot become markup or a header of a mail', async () => {
	const { received, mailer } = await mailServer()
	onTestFinished(() => mailer.close())
	const mail = addressChangedMail(
		{ ...site, name: 'A\r\nBcc: evil@example.com' },
		{ url, newAddress: '<script>alert(1)</script>@example.com' },
	)
	await mailer.send('injected', { to: 'taro@example.com', ...mail })
	const { header, html } = parts(received[0]!.raw)
	expect(received[0]!.to).toEqual(['taro@example.com'])
	expect(header).not.toMatch(/^Bcc:/m)
	expect(html).not.toContain('<script>')
})

test('a mail is sent once after its transaction, and is encrypted in the queue’s table', async () => {
	const { received, mailer, arrival } = await mailServer()
	onTestFinished(() => mailer.close())
	const put = mailQueue(queue, encryptor)
	await made.db
		.transaction()
		.execute(async (trx) => {
			await put(trx, { to: 'never@example.com', ...mails.addressTaken })
			throw new Error('no')
		})
		.catch(() => undefined)
	await made.db.transaction().execute((trx) => put(trx, { to: 'taro@example.com', ...mails.passwordReset }))
	const { rows } = await made.pool.query<{ data: unknown }>('select data from pgboss.job where name = $1', [SEND_MAIL])
	expect(rows).toHaveLength(1)
	expect(JSON.stringify(rows)).not.toMatch(/taro|oobCode/)
	await workMails(made.db, queue, encryptor, mailer)
	await arrival(1)
	expect(received.map(({ to }) => to)).toEqual([['taro@example.com']])
})

test('without a server each mail is one file that only its owner may read', async () => {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'mail-test-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	const mailer = createFileMailer(path.join(folder, 'mail'), sender)
	for (let i = 0; i < 2; i++) await mailer.send('0000000a-1', { to: 'taro@example.com', ...mails.passwordReset })
	await mailer.send('0000000b-2', { to: 'hanako@example.com', ...mails.addressTaken })
	expect((await readdir(path.join(folder, 'mail'))).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
		'0000000a-1.eml',
		'0000000a-1.json',
		'0000000b-2.eml',
		'0000000b-2.json',
	])
	expect(await readFile(path.join(folder, 'mail', '0000000a-1.eml'), 'utf8')).toContain('To: taro@example.com')
	expect((await listKeptMails(path.join(folder, 'mail'))).map(({ to }) => to)).toEqual(['hanako@example.com', 'taro@example.com'])
	expect(await listKeptMails(path.join(folder, 'nothing'))).toEqual([])
})
