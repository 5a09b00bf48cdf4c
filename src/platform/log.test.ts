import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
	const lines: string[] = []
	write(createLog('info', { write: (line) => void lines.push(line) }))
	return lines.join('')
}

test('one line of JSON with time, level and message', () => {
	expect(JSON.parse(logged((log) => log.child({ requestId: 'r1' }).info({ route: '/office/:id' }, 'request')))).toEqual({
		level: 'info',
		time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
		requestId: 'r1',
		route: '/office/:id',
		msg: 'request',
	})
})

test('personal data given by mistake is left out', () => {
	const line = logged((log) => log.info({ email: 'someone@example.com', user: { phone: '0312345678' } }, 'oops'))
	expect(line).not.toMatch(/someone|0312345678/)
})

test('the row of a database error is left out, its cause too', () => {
	const refused = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
		code: '23505',
		constraint: 'users_email_key',
		detail: 'Key (email)=(someone@example.com) already exists.',
	})
	const line = logged((log) => log.error({ err: new Error('signing up failed', { cause: refused }) }, 'failed'))
	expect(line).toContain('users_email_key')
	expect(line).not.toContain('someone@example.com')
})

test('mail addresses are taken out of what an error says, also of its stack and cause, and its places in files are kept', () => {
	const cause = new Error('550 <taro.yamada+x@例え.jp>: no such user')
	const line = logged((log) => log.error({ err: new Error('mail to hanako@example.com failed', { cause }) }, 'failed'))
	expect(line).not.toMatch(/hanako|taro/)
	expect(line).toContain('mail to …@… failed')
	expect(line).toContain('log.test.ts')
	const place = Object.assign(new Error('x'), { stack: 'Error: x\n    at send (file:///srv/node_modules/@hono/server.js:1:2)' })
	expect(logged((log) => log.error({ err: place }, 'failed'))).toContain('node_modules/@hono/server.js:1:2')
})
