import { expect, test } from 'vitest'
import { createSecurityHeaders } from './security-headers.ts'
import { serve } from './serve-for-test.ts'
import { createUnreadPoll } from './unread-poll.ts'

const security = createSecurityHeaders({ publicUrl: 'https://shirube.example', analytics: { kind: 'none' } })
const PATH = '/api/notifications/unread'

/** A poll in front of an application that counts its requests. */
async function site() {
	const seen = { application: 0, counts: 0, errors: [] as unknown[] }
	const poll = createUnreadPoll({
		security,
		onError: (error) => seen.errors.push(error),
		async count({ headers }) {
			seen.counts++
			if (headers.cookie === 'session=broken') throw new Error('no database')
			return headers.cookie === 'session=member' ? 3 : null
		},
	})
	const { ask } = await serve((req, res) => {
		const answer = async () => {
			if (await poll(req, res)) return
			seen.application++
			res.writeHead(401).end()
		}
		void answer()
	})
	return { ask, seen }
}

test('a member’s poll is answered without the application, and kept nowhere', async () => {
	const { ask, seen } = await site()
	const headers = { cookie: 'session=member' }
	const { status, headers: sent, text } = await ask(PATH, { headers })
	expect([status, JSON.parse(text)]).toEqual([200, { unread: 3 }])
	expect(sent).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store', ...Object.fromEntries(security.forData) })
	expect((await ask(PATH, { method: 'HEAD', headers })).text).toBe('')
	expect(seen).toEqual({ application: 0, counts: 2, errors: [] })
})

test('visitors and failures are left to the application', async () => {
	const { ask, seen } = await site()
	expect((await ask(PATH)).status).toBe(401)
	expect((await ask(PATH, { headers: { cookie: 'session=broken' } })).status).toBe(401)
	expect(seen.application).toBe(2)
	expect(seen.errors).toHaveLength(1)
})

test('no other request is counted', async () => {
	const { ask, seen } = await site()
	const headers = { cookie: 'session=member' }
	await ask(PATH, { method: 'POST', headers })
	await ask(`${PATH}/1`, { headers })
	await ask('/mypage', { headers })
	await ask(PATH, { headers: { ...headers, authorization: 'Bearer x' } })
	expect(seen).toEqual({ application: 4, counts: 0, errors: [] })
})
