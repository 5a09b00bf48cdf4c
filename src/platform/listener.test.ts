import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Listener, notify, openListener, TRUST_MS } from './listener.ts'
import { createLog } from './log.ts'

let made: Awaited<ReturnType<typeof freshDatabase>>
let listener: Listener

beforeEach(async () => {
	made = await freshDatabase()
	listener = openListener({ url: made.url, log: createLog('silent') })
})

afterEach(async () => {
	await listener.close()
	await made.close()
})

/** A channel's notifications, to be awaited one by one. */
function inbox() {
	const heard: string[] = []
	let wake = () => {}
	return {
		hear: (payload: string) => {
			heard.push(payload)
			wake()
		},
		async next(): Promise<string> {
			while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve))
			return heard.shift() as string
		},
	}
}

test('receives notifications of other connections after their commit', async () => {
	const box = inbox()
	await listener.listen('page tags', box.hear)
	await made.db
		.transaction()
		.execute(async (trx) => {
			await notify(trx, 'page tags', 'rolled back')
			throw new Error('no')
		})
		.catch(() => undefined)
	await notify(made.db, 'page tags', 'office:1')
	expect(await box.next()).toBe('office:1')
})

test('reports a possible gap and receives again after the connection broke', async () => {
	const box = inbox()
	const gaps = inbox()
	await listener.listen('tags', box.hear, () => gaps.hear('gap'))
	await made.pool.query(
		`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shirube listener' and datname = current_database()`,
	)
	expect(await gaps.next()).toBe('gap')
	await notify(made.db, 'tags', 'again')
	expect(await box.next()).toBe('again')
})

/** Stands between client and server, and can go silent without closing anything. */
async function wire(url: string) {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'wire-'))
	const address = new URL(url)
	const socketName = `.s.PGSQL.${address.searchParams.get('port') ?? (address.port || '5432')}`
	const real = path.join(address.searchParams.get('host') ?? '', socketName)
	const sockets: Socket[] = []
	const server = createServer((near) => {
		const far = connect(real)
		near.pipe(far).pipe(near)
		for (const socket of [near, far]) sockets.push(socket.on('error', () => undefined))
	})
	await new Promise<void>((resolve) => server.listen(path.join(folder, socketName), resolve))
	onTestFinished(async () => {
		for (const socket of sockets) socket.destroy()
		server.close()
		await rm(folder, { recursive: true })
	})
	address.searchParams.set('host', folder)
	return { url: address.href, silence: () => sockets.forEach((socket) => socket.unpipe().pause()) }
}

test('a connection that is dead without a sign ends the trust within two seconds and is replaced', async () => {
	const { url, silence } = await wire(made.url)
	const box = inbox()
	const gaps = inbox()
	const wired = openListener({ url, log: createLog('silent') })
	onTestFinished(() => wired.close())
	await wired.listen('tags', box.hear, () => gaps.hear('gap'))
	await expect.poll(() => wired.isTrusted()).toBe(true)
	silence()
	await expect.poll(() => wired.isTrusted(), { timeout: 15_000, interval: 20 }).toBe(false)
	expect(TRUST_MS).toBeLessThanOrEqual(2_000)
	expect(await gaps.next()).toBe('gap')
	expect(wired.gaps()).toBe(1)
	await notify(made.db, 'tags', 'again')
	expect(await box.next()).toBe('again')
	await expect.poll(() => wired.isTrusted()).toBe(true)
}, 20_000)
