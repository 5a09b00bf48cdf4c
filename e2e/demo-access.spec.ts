import { networkInterfaces } from 'node:os'
import { expect, test } from '@playwright/test'

/** The site of this run, started with default settings, must offer nothing to other machines. */
const loopback = ['127.0.0.1', '[::1]']
const others = Object.values(networkInterfaces())
	.flatMap((addresses) => addresses ?? [])
	.filter(({ internal, scopeid }) => !internal && !scopeid)
	.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))

const answerOf = (address: string) =>
	fetch(address).then(
		({ status }) => status,
		() => 'refused',
	)

test('an open demo and its figures answer on the loopback addresses and on no other', async ({ baseURL }) => {
	const { port } = new URL(baseURL ?? '')
	const figures = process.env['E2E_METRICS_PORT']
	expect(await Promise.all(loopback.map((host) => answerOf(`http://${host}:${port}/healthz`)))).toEqual([200, 200])
	expect(await Promise.all(loopback.map((host) => answerOf(`http://${host}:${figures}/metrics`)))).toEqual([200, 200])
	expect(others.length).toBeGreaterThan(0)
	for (const host of others)
		expect([host, await answerOf(`http://${host}:${port}/healthz`), await answerOf(`http://${host}:${figures}/metrics`)]).toEqual([
			host,
			'refused',
			'refused',
		])
})

test('a form sent under an address of the network is refused: only names of this machine are believed', async ({ request, baseURL }) => {
	const { port } = new URL(baseURL ?? '')
	const send = (host: string) =>
		request.post('/api/identity/signIn', {
			headers: { host, origin: `http://${host}` },
			data: { email: 'staff@example.com', password: 'komorebi-mitaka-4' },
		})
	const refused = await send(`192.168.1.20:${port}`)
	expect(refused.status()).toBe(403)
	expect(await refused.text()).toContain('origin-mismatch')
})
