import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../test/database.ts'
import type { Mail, Mailer } from '../platform/mail.ts'
import { createLoggedMailer } from './logged-mailer.ts'

const mail: Mail = { to: 'reader@example.com', subject: 'お知らせ', text: '', html: '' }
const failing = (error: Error): Mailer => ({
	async send() {
		throw error
	},
	close() {},
})
const stateOf = async (ctx: TestCtx) => (await ctx.db.selectFrom('mails').select('state').executeTakeFirstOrThrow()).state

test('a mail to an address that does not exist is not tried again', () =>
	withCtx(async (ctx) => {
		const unknown = Object.assign(new Error('rejected'), { responseCode: 550, response: '550 5.1.1 no such user' })
		await createLoggedMailer(ctx, failing(unknown)).send('a', mail)
		expect(await stateOf(ctx)).toBe('bounced')
	}))

test('a refusal that is not about the address is thrown, so that the queue tries again', () =>
	withCtx(async (ctx) => {
		const refused = Object.assign(new Error('rejected'), { responseCode: 550, response: '550 5.7.1 policy' })
		await expect(createLoggedMailer(ctx, failing(refused)).send('a', mail)).rejects.toThrow('rejected')
		expect(await stateOf(ctx)).toBe('failed')
		const sent: string[] = []
		const works: Mailer = { send: async (id) => void sent.push(id), close() {} }
		await createLoggedMailer(ctx, works).send('a', mail)
		await createLoggedMailer(ctx, works).send('a', mail)
		expect([sent, await stateOf(ctx)]).toEqual([['a'], 'sent'])
	}))

test('each attempt is counted by what became of it', () =>
	withCtx(async (ctx) => {
		const counted: string[] = []
		const send = (id: string, mailer: Mailer) => createLoggedMailer(ctx, mailer, (outcome) => counted.push(outcome)).send(id, mail)
		await send('a', { send: async () => undefined, close() {} })
		await send('b', failing(new Error('connect ECONNREFUSED'))).catch(() => undefined)
		await send('c', failing(Object.assign(new Error('rejected'), { responseCode: 550, response: '550 5.1.1 no such user' })))
		await send('d', { send: async () => undefined, close() {} })
		expect(counted).toEqual(['sent', 'failed', 'unknown', 'suppressed'])
	}))
