import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { sendQuote } from '../estimates/estimate-leads.ts'
import { makeRequest, quoteInput } from '../estimates/estimates-for-test.ts'
import { blockOtherSide, closeInquiry } from '../inquiries/inquiry-actions.ts'
import { idOfViewer, makeInquiry, message, withFiles } from '../inquiries/inquiries-for-test.ts'
import { sendMessage } from '../inquiries/inquiries.ts'
import { readInquiry } from '../inquiries/inquiry-reading.ts'
import { as } from '../questions/questions-for-test.ts'
import type { Ctx, OutgoingMail, Viewer } from '../shared/context.ts'
import { days } from '../shared/japan-time.ts'
import { limits } from '../shared/throttles.ts'
import { openDeliveryThread } from './delivery-threads.ts'
import { receiveMail } from './mail-replies.ts'
import { countReplyAddresses, replyAddressFor, revokeReplyAddresses } from './reply-addresses.ts'

const DOMAIN = 'reply.shirube.example'
const on = <C extends Ctx>(ctx: C, authservId: string | null = null): C => ({
	...ctx,
	site: { ...ctx.site, inboundMail: { domain: DOMAIN, authservId } },
})

async function withAddress(ctx: Ctx, viewer: Viewer, email: string): Promise<void> {
	await ctx.db
		.insertInto('identities')
		.values({
			uid: viewer.kind === 'member' ? viewer.uid : '',
			email,
			password_hash: null,
			email_verified_at: ctx.now(),
			created_at: ctx.now(),
		})
		.onConflict((conflict) => conflict.column('uid').doUpdateSet({ email, email_verified_at: ctx.now() }))
		.execute()
}

/** An inquiry whose two sides may answer by mail. */
async function makeAnswerable(plain: TestCtx) {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'mail-replies-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	const mails: OutgoingMail[] = []
	const ctx = withFiles(on({ ...plain, enqueueMail: async (_db, mail) => void mails.push(mail) }), folder)
	const { id, member, expert } = await makeInquiry(ctx)
	await withAddress(ctx, member, 'client@example.com')
	await withAddress(ctx, expert, 'expert@example.com')
	const addressOf = async (viewer: Viewer) => (await replyAddressFor(ctx, idOfViewer(viewer), { inquiryId: id })) ?? ''
	const bodies = async () => (await readInquiry(as(ctx, member), id)).messages.map(({ side, body }) => [side, body])
	return { ctx, mails, id, member, expert, bodies, client: await addressOf(member), office: await addressOf(expert) }
}

let made = 0
type Written = { from?: string; to: string; id?: string | null; body?: string; headers?: string[]; parts?: string[] }

function mailOf({
	from = 'client@example.com',
	to,
	id = `m${made++}@mail.example`,
	body = '決算書は来週お送りします。',
	headers = [],
	parts = [],
}: Written) {
	const text = `Content-Type: text/plain; charset=utf-8\r\n\r\n${body}`
	return Buffer.from(
		[
			'Return-Path: <bounce@example.com>',
			...headers,
			`From: "渡辺" <${from}>`,
			`To: ${to}`,
			'Subject: Re: お知らせ',
			...(id === null ? [] : [`Message-ID: <${id}>`]),
			'MIME-Version: 1.0',
			parts.length === 0
				? text
				: `Content-Type: multipart/mixed; boundary="edge"\r\n\r\n${[text, ...parts].map((part) => `--edge\r\n${part}\r\n`).join('')}--edge--\r\n`,
		].join('\r\n'),
	)
}

const attachment = (name: string, type: string, content: Uint8Array) =>
	`Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}`

test('what both sides write by mail stands in their thread, without the quote, and each is notified of the other', () =>
	withCtx(async (plain) => {
		const { ctx, id, client, office, bodies, expert } = await makeAnswerable(plain)
		const quote = '\r\n\r\n2026年6月15日(月) 12:00 しるべ <no-reply@shirube.example>:\r\n> 返信が届きました。\r\n'
		expect(await receiveMail(ctx, mailOf({ to: client, body: `期限はいつですか。${quote}` }))).toBe('accepted')
		expect(await receiveMail(ctx, mailOf({ from: 'EXPERT@example.com', to: `<${office.toUpperCase()}>` }))).toBe('accepted')
		expect((await bodies()).slice(1)).toEqual([
			['user', '期限はいつですか。'],
			['office', '決算書は来週お送りします。'],
		])
		const events = await ctx.db.selectFrom('pending_events').select('event').orderBy('id').execute()
		const last = events.at(-2)?.event
		expect(last).toMatchObject({ event: 'notice', kind: 'office-inquiry', userId: idOfViewer(expert), answers: { inquiryId: id } })
		expect((await ctx.db.selectFrom('received_mails').select(['outcome', 'file_count']).execute()).map(({ outcome }) => outcome)).toEqual([
			'accepted',
			'accepted',
		])
	}))

test('a mail that comes again, by the Message-ID or without one, does nothing', () =>
	withCtx(async (plain) => {
		const { ctx, client, bodies } = await makeAnswerable(plain)
		const mail = mailOf({ to: client, id: 'once@mail.example' })
		expect([await receiveMail(ctx, mail), await receiveMail(ctx, mail)]).toEqual(['accepted', 'duplicate'])
		expect(await receiveMail(ctx, mailOf({ to: client, id: 'once@mail.example', headers: ['X-Try: 2'] }))).toBe('duplicate')
		const nameless = mailOf({ to: client, id: null, body: '二通目です。' })
		expect([await receiveMail(ctx, nameless), await receiveMail(ctx, nameless)]).toEqual(['accepted', 'duplicate'])
		// The process ended between the message and the note of it.
		await ctx.db.deleteFrom('received_mails').execute()
		expect(await receiveMail(ctx, mail)).toBe('accepted')
		expect(await bodies()).toHaveLength(3)
	}))

test('a forged, cut or foreign address takes nothing, and nobody is written to', () =>
	withCtx(async (plain) => {
		const { ctx, mails, client, office, bodies } = await makeAnswerable(plain)
		const [local = ''] = client.split('@')
		const proof = local.slice(-32)
		const swapped = `${office.split('-')[0]}-${proof}@${DOMAIN}`
		for (const to of [
			`${local.slice(0, -1)}${local.endsWith('0') ? '1' : '0'}@${DOMAIN}`,
			`${local.slice(0, -1)}@${DOMAIN}`,
			swapped,
			`${local}@elsewhere.example`,
			`reply+zzzzzzz-${proof}@${DOMAIN}`,
			`reply+0-${proof}@${DOMAIN}`,
			`nobody@${DOMAIN}`,
		])
			expect(await receiveMail(ctx, mailOf({ to }))).toBe('unaddressed')
		// The same row under another key.
		const { encryptor } = ctx
		expect(
			await receiveMail({ ...ctx, encryptor: { ...encryptor, sign: () => encryptor.sign('other', 'text') } }, mailOf({ to: client })),
		).toBe('unaddressed')
		expect([await bodies(), mails].map(({ length }) => length)).toEqual([1, 0])
	}))

test('only the owner’s confirmed address is heard; the owner, not the sender, learns of others', () =>
	withCtx(async (plain) => {
		const { ctx, mails, client, bodies } = await makeAnswerable(plain)
		const two = mailOf({ to: client, headers: ['From: expert@example.com'] })
		for (const mail of [
			mailOf({ to: client, from: 'thief@example.com' }),
			mailOf({ to: client, from: 'client@example.com>, <thief@example.com' }),
			two,
		])
			expect(await receiveMail(ctx, mail)).toBe('foreign-sender')
		expect(mails.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => 'client@example.com'))
		expect(mails[0]?.text).toContain('別のアドレス')
		expect(mails[0]?.text).toContain('https://shirube.example/mypage/inquiries/')
		await ctx.db.updateTable('identities').set({ email_verified_at: null }).where('email', '=', 'client@example.com').execute()
		expect(await receiveMail(ctx, mailOf({ to: client }))).toBe('unaddressed')
		expect(await bodies()).toHaveLength(1)
	}))

test.each([
	['an absence note', ['Auto-Submitted: auto-replied']],
	['one of our own mails', ['Auto-Submitted: auto-generated']],
	['a bounce', ['Return-Path: <>']],
	['a list', ['List-Id: <all.example.com>']],
	['an old autoresponder', ['Precedence: auto_reply']],
])('%s is neither added nor answered', (_what, headers) =>
	withCtx(async (plain) => {
		const { ctx, mails, client, bodies } = await makeAnswerable(plain)
		expect(await receiveMail(ctx, mailOf({ to: client, headers }))).toBe('automatic')
		expect([(await bodies()).length, mails.length]).toEqual([1, 0])
	}),
)

test('a delivery report and what is no mail are left alone', () =>
	withCtx(async (plain) => {
		const { ctx, client } = await makeAnswerable(plain)
		const report = mailOf({ to: client })
			.toString()
			.replace('Content-Type: text/plain; charset=utf-8', 'Content-Type: multipart/report; boundary=x')
		expect(await receiveMail(ctx, Buffer.from(report))).toBe('automatic')
		for (const junk of ['', '\r\n\r\n', '\u0000\u0001']) expect(await receiveMail(ctx, Buffer.from(junk))).toMatch(/unreadable|unaddressed/)
		const deep = Array.from({ length: 60 }, (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary="b${n + 1}"\r\n\r\n`).join('')
		expect(await receiveMail(ctx, Buffer.from(`To: ${client}\r\nContent-Type: multipart/mixed; boundary="b0"\r\n\r\n${deep}`))).toBe(
			'unreadable',
		)
	}))

test('with the mail server’s name set, the sender has to be proved by it', () =>
	withCtx(async (plain) => {
		const { ctx, mails, client } = await makeAnswerable(plain)
		const strict = on(ctx, 'mx.shirube.example')
		const said = (...results: string[]) =>
			receiveMail(strict, mailOf({ to: client, headers: results.map((result) => `Authentication-Results: ${result}`) }))
		const pass = 'mx.shirube.example; dkim=pass (2048-bit key) header.d=example.com; dmarc=pass (p=reject) header.from=example.com'
		expect(await said(pass)).toBe('accepted')
		expect(await said('mx.shirube.example; spf=pass smtp.mailfrom=a@example.com; dmarc=none header.from=example.com')).toBe('accepted')
		expect(await said('mx.shirube.example; dkim=pass header.d=mail.example.com')).toBe('accepted')
		for (const bad of [
			[],
			['mx.elsewhere.example; dmarc=pass header.from=example.com'],
			['mx.shirube.example; dmarc=fail header.from=example.com; spf=pass smtp.mailfrom=example.com'],
			['mx.shirube.example; spf=pass smtp.mailfrom=thief.example'],
			['mx.shirube.example; dkim=pass header.d=notexample.com'],
			// What came with the mail stands below what the server says.
			['mx.shirube.example; dmarc=fail header.from=example.com', pass],
		])
			expect(await said(...bad)).toBe('unproved-sender')
		// The sixth of a day is not answered.
		expect(mails).toHaveLength(limits.replyRefusalAccount.limit)
	}))

test('an address ends after its time, when its owner revokes it, and takes mails again by a later notice', () =>
	withCtx(async (plain) => {
		const { ctx, mails, id, member, client } = await makeAnswerable(plain)
		const later = { ...ctx, now: () => new Date(ctx.now().getTime() + days(91)) }
		expect(await receiveMail(later, mailOf({ to: client }))).toBe('expired')
		expect(await replyAddressFor(later, idOfViewer(member), { inquiryId: id })).toBe(client)
		expect(await receiveMail(later, mailOf({ to: client }))).toBe('accepted')
		expect(await countReplyAddresses(as(ctx, member))).toBe(1)
		await revokeReplyAddresses(as(ctx, member))
		expect(await countReplyAddresses(as(ctx, member))).toBe(0)
		expect(await receiveMail(ctx, mailOf({ to: client }))).toBe('expired')
		const next = await replyAddressFor(ctx, idOfViewer(member), { inquiryId: id })
		expect(next).not.toBe(client)
		expect(await receiveMail(ctx, mailOf({ to: next ?? '' }))).toBe('accepted')
		expect(mails.map(({ text }) => text.includes('期限が過ぎたか、無効に'))).toEqual([true, true])
		expect(await replyAddressFor(plain, idOfViewer(member), { inquiryId: id })).toBeNull()
	}))

test('a closed or blocked thread, a suspended account and one who left the office are refused in words', () =>
	withCtx(async (plain) => {
		const { ctx, mails, id, member, expert, client, office, bodies } = await makeAnswerable(plain)
		const from = 'expert@example.com'
		await closeInquiry(as(ctx, member), id)
		expect(await receiveMail(ctx, mailOf({ to: office, from }))).toBe('refused')
		expect(mails.at(-1)?.text).toContain('このやり取りは終了しています')
		await ctx.db.updateTable('inquiries').set({ closed_at: null, closed_by: null }).where('id', '=', id).execute()
		await blockOtherSide(as(ctx, member), id)
		expect(await receiveMail(ctx, mailOf({ to: office, from }))).toBe('refused')
		expect(mails.at(-1)?.text).toContain('相手の都合により')
		await ctx.db.deleteFrom('inquiry_blocks').execute()
		await ctx.db.updateTable('experts').set({ state: 'suspended' }).where('user_id', '=', idOfViewer(expert)).execute()
		expect(await receiveMail(ctx, mailOf({ to: office, from }))).toBe('refused')
		expect(mails.at(-1)?.text).toContain('あなたの担当ではなくなりました')
		await ctx.db
			.insertInto('account_restrictions')
			.values({ user_id: idOfViewer(member), kind: 'suspended', reason: '宣伝の投稿', created_at: ctx.now() })
			.execute()
		expect(await receiveMail(ctx, mailOf({ to: client }))).toBe('suspended')
		expect(await bodies()).toHaveLength(1)
	}))

test('empty and overlong texts are refused in the form’s words, once', () =>
	withCtx(async (plain) => {
		const { ctx, mails, client, bodies } = await makeAnswerable(plain)
		const empty = mailOf({ to: client, body: '> 引用だけです。' })
		expect([await receiveMail(ctx, empty), await receiveMail(ctx, empty)]).toEqual(['refused', 'duplicate'])
		expect(await receiveMail(ctx, mailOf({ to: client, body: '長'.repeat(3_001) }))).toBe('refused')
		expect(mails.map(({ text }) => /理由：(.*)/.exec(text)?.[1])).toEqual([
			'本文がありませんでした。引用した文より上に、返信を書いてください。',
			expect.stringContaining('3,000文字') as string,
		])
		expect(await bodies()).toHaveLength(1)
	}))

test('files are judged by their content like those of the form, and logos of signatures are left out', () =>
	withCtx(async (plain) => {
		const { ctx, mails, id, member, client } = await makeAnswerable(plain)
		const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#b83a12' } })
			.png()
			.toBuffer()
		const logo = `Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture.toString('base64')}`
		const related = `Content-Type: multipart/related; boundary="inner"\r\n\r\n--inner\r\nContent-Type: text/html\r\n\r\n<img src="cid:logo">\r\n--inner\r\n${logo}\r\n--inner--`
		const parts = [attachment('領収書.png', 'application/octet-stream', picture), related]
		expect(await receiveMail(ctx, mailOf({ to: client, body: '', parts }))).toBe('accepted')
		const { messages } = await readInquiry(as(ctx, member), id)
		expect(messages.at(-1)).toMatchObject({ body: '（添付ファイルのみ）', files: [{ name: '領収書.jpg' }] })
		const disguised = attachment('領収書.png', 'image/png', Buffer.from('MZ this is a program'))
		expect(await receiveMail(ctx, mailOf({ to: client, parts: [disguised] }))).toBe('refused')
		expect(mails.at(-1)?.text).toContain('PDF、JPEG、PNG、WebP')
		const six = Array.from({ length: 6 }, (_, n) => attachment(`${n}.png`, 'image/png', picture))
		expect(await receiveMail(ctx, mailOf({ to: client, parts: six }))).toBe('refused')
		expect((await readInquiry(as(ctx, member), id)).messages).toHaveLength(2)
	}))

test('too many mails of an account wait at their server', () =>
	withCtx(async (plain) => {
		const { ctx, client } = await makeAnswerable(plain)
		const { limit } = limits.replyMailAccount
		for (let n = 0; n < limit; n++) await receiveMail(ctx, mailOf({ to: client, from: 'thief@example.com' }))
		await expect(receiveMail(ctx, mailOf({ to: client }))).rejects.toMatchObject({ kind: 'throttled' })
	}))

test('answers to notices of a request begin or go on its conversation, and end with it', () =>
	withCtx(async (plain) => {
		const { ctx: made_, mails, member, owner, first } = await makeRequest(on(plain))
		const ctx = withFiles(made_)
		await withAddress(ctx, first.ctx.viewer, 'office@example.com')
		await sendQuote(first.ctx, first.delivery, quoteInput())
		const events = await ctx.db.selectFrom('pending_events').select('event').execute()
		expect(events.map(({ event }) => event)).toContainEqual(
			expect.objectContaining({ kind: 'estimate', answers: { deliveryId: first.delivery } }),
		)
		const client = (await replyAddressFor(ctx, idOfViewer(owner), { deliveryId: first.delivery })) ?? ''
		const office = (await replyAddressFor(ctx, idOfViewer(first.ctx.viewer), { deliveryId: first.delivery })) ?? ''
		const { email } = await ctx.db.selectFrom('users').select('email').where('id', '=', idOfViewer(owner)).executeTakeFirstOrThrow()
		expect(await receiveMail(ctx, mailOf({ to: client, from: email ?? '', body: '消費税は含まれますか。' }))).toBe('accepted')
		expect(await receiveMail(ctx, mailOf({ to: office, from: 'office@example.com', body: 'はい、含まれます。' }))).toBe('accepted')
		const { inquiryId } = await openDeliveryThread(member, first.delivery)
		expect((await readInquiry(member, inquiryId)).messages.map(({ body }) => body)).toEqual([
			'消費税は含まれますか。',
			'はい、含まれます。',
		])
		await sendMessage(withFiles(member), inquiryId, message(), [])
		await ctx.db.updateTable('estimate_requests').set({ state: 'cancelled', ended_at: ctx.now() }).execute()
		expect(await receiveMail(ctx, mailOf({ to: client, from: email ?? '' }))).toBe('refused')
		expect(mails.at(-1)?.text).toContain('終わった')
		expect(mails.at(-1)?.text).toMatch(/\/mypage\/estimates\/\d+/)
	}))
