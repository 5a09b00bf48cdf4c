import { expect, test } from 'vitest'
import { cached, html, page } from './page-cache-for-test.ts'

/** Pages that show something which changes without a tag. */
const counted = [{ pattern: '/list/:id', freshSeconds: 300 }]

/** Ten in the morning in Japan. */
const MORNING = Date.parse('2026-11-24T10:00+09:00')
const HOUR = 3_600_000

test('a page that nothing changes is kept to the end of the day in Japan', async () => {
	let time = MORNING
	const { ask, cache, rendered } = await cached({ render: () => page('a'), now: () => time })
	await ask('/list/1')
	time += 14 * HOUR - 1
	await ask('/list/1')
	await cache.settled()
	expect(rendered).toHaveLength(1)
	time += 1
	await ask('/list/1')
	await cache.settled()
	expect(rendered).toHaveLength(2)
})

test('a page that names its moment is renewed then, and no later than a minute after', async () => {
	let time = MORNING
	let version = 1
	const { ask, cache } = await cached({
		render: () => page(`v${version}`, { headers: { 'x-cache-until': String(time + 2 * HOUR) } }),
		now: () => time,
	})
	expect((await ask('/list/1')).headers['x-cache-until']).toBeUndefined()
	version = 2
	time += 2 * HOUR
	expect((await ask('/list/1')).text).toBe(html('v1'))
	await cache.settled()
	expect((await ask('/list/1')).text).toBe(html('v2'))
	version = 3
	time += 2 * HOUR + 60_000
	expect((await ask('/list/1')).text).toBe(html('v3'))
})

test('a stale page is sent at once and revalidated in the background', async () => {
	let time = MORNING
	let version = 1
	const { ask, cache, rendered } = await cached({ rules: counted, render: () => page(`v${version}`), now: () => time })
	await ask('/list/1')
	version = 2
	time += 301_000
	expect((await ask('/list/1')).text).toBe(html('v1'))
	await cache.settled()
	expect((await ask('/list/1')).text).toBe(html('v2'))
	expect(rendered).toHaveLength(2)
	time += 4_000_000
	version = 3
	expect((await ask('/list/1')).text).toBe(html('v3'))
})

test('a stale page is still sent if its renewal fails', async () => {
	let time = MORNING
	let isBroken = false
	const errors: unknown[] = []
	const { ask, cache, rendered } = await cached({
		rules: counted,
		render: () => (isBroken ? new Response('', { status: 500 }) : page('a')),
		now: () => time,
		onError: (error) => errors.push(error),
	})
	await ask('/list/1')
	isBroken = true
	time += 301_000
	await ask('/list/1')
	await cache.settled()
	expect((await ask('/list/1')).text).toBe(html('a'))
	expect(rendered).toHaveLength(2)
	expect(errors).toHaveLength(1)
})

test('after a lost connection what is read is renewed while it is sent, and nothing is older than two seconds', async () => {
	let time = MORNING
	let version = 1
	let reportGap = () => {}
	const { ask, cache } = await cached({
		now: () => time,
		render: () => page(`v${version}`),
		bus: {
			publish: async () => undefined,
			subscribe: ({ onGap }) => {
				reportGap = onGap
				return () => undefined
			},
		},
	})
	await ask('/list/1')
	await ask('/list/2')
	version = 2
	reportGap()
	expect((await ask('/list/1')).text).toBe(html('v1'))
	await cache.settled()
	expect((await ask('/list/1')).text).toBe(html('v2'))
	time += 2_000
	expect((await ask('/list/2')).text).toBe(html('v2'))
	version = 3
	expect((await ask('/list/1')).text).toBe(html('v2'))
})

test('while drops may be missed no page is older than two seconds, unless none can be rendered', async () => {
	let time = 0
	let isTrusted = true
	let isAway = false
	let version = 1
	const { ask } = await cached({
		now: () => time,
		render: () => (isAway ? page('away', { status: 503 }) : page(`version ${version}`)),
		bus: { publish: async () => undefined, subscribe: () => () => undefined, isTrusted: () => isTrusted },
	})
	const shown = async () => (await ask('/list/1')).text.match(/version \d|away/)?.[0]
	expect(await shown()).toBe('version 1')
	version = 2
	time = 10_000
	expect(await shown()).toBe('version 1')
	isTrusted = false
	expect(await shown()).toBe('version 2')
	version = 3
	time = 11_000
	expect(await shown()).toBe('version 2')
	time = 12_500
	isAway = true
	expect(await shown()).toBe('version 2')
	isAway = false
	// One attempt a second is enough while the database is away.
	expect(await shown()).toBe('version 2')
	time = 13_600
	expect(await shown()).toBe('version 3')
})
