import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '../free-port.ts'
import { createLog } from '../log.ts'
import { mergeFigures } from '../telemetry/merged-figures.ts'
import { createConnectionDispatch, type ConnectionDispatch } from './connection-dispatch.ts'
import { createKeeper, type Keeper } from './process-keeper.ts'

let port: number
let dispatch: ConnectionDispatch
let keeper: Keeper
let failing: number | null
const log = createLog('silent')

beforeEach(async () => {
	port = await findFreePort('127.0.0.1')
	failing = null
	dispatch = createConnectionDispatch()
	keeper = createKeeper({
		count: 2,
		spawn: (place) =>
			fork(path.join(import.meta.dirname, 'process-for-test.ts'), {
				env: { PATH: process.env['PATH'] ?? '', PLACE: String(place), FAILS: String(place === failing) },
				execArgv: [],
			}),
		dispatch,
		allFigures: async () => mergeFigures(await keeper.figures()),
		log,
		pauses: { firstMs: 10, mostMs: 100, healthyMs: 60_000 },
	})
})

afterEach(async () => {
	await keeper.stop(5_000)
	await dispatch.close()
})

async function open(): Promise<void> {
	await keeper.start()
	await dispatch.listen({ port, hosts: ['127.0.0.1'], setting: 'PORT' })
}

/** Asks on a connection of its own; null when there is no answer. */
async function ask(at = '/'): Promise<{ place: string; pid: number } | null> {
	const response = await fetch(`http://127.0.0.1:${port}${at}`, { headers: { connection: 'close' } }).catch(() => null)
	const [place = '', pid] = ((await response?.text().catch(() => '')) ?? '').split(' ')
	return place === '' ? null : { place, pid: Number(pid) }
}

const askOften = async (times: number) => Promise.all(Array.from({ length: times }, () => ask()))

async function untilReady(count: number): Promise<void> {
	while (keeper.stats().ready < count) await delay(10)
}

test('hands connections to all processes in turn', async () => {
	await open()
	// One after the other: of connections that come at once, the process that confirms its own sooner gets more.
	const places: (string | undefined)[] = []
	for (let turn = 0; turn < 10; turn += 1) places.push((await ask())?.place)
	expect(places.filter((place) => place === '1')).toHaveLength(5)
	expect(places.filter((place) => place === '2')).toHaveLength(5)
})

test('starts a process again that has ended, while the others answer', async () => {
	await open()
	const before = await ask()
	expect(await ask('/end')).toBeNull()
	expect((await askOften(10)).every((answer) => answer !== null)).toBe(true)
	await untilReady(2)
	expect(keeper.stats().started).toBe(3)
	const pids = new Set((await askOften(10)).map((answer) => answer?.pid))
	expect(pids.size).toBe(2)
	expect(before).not.toBeNull()
})

test('gives a connection to another process when the one that should take it has ended before', async () => {
	await open()
	const pids = new Set((await askOften(4)).map((answer) => answer?.pid))
	const [stuck = 0] = pids
	process.kill(stuck, 'SIGSTOP')
	const waiting = askOften(6)
	// All but the first of its connections went to the process that confirms them.
	await delay(50)
	process.kill(stuck, 'SIGKILL')
	expect((await waiting).every((answer) => answer !== null && answer.pid !== stuck)).toBe(true)
})

test('replaces all processes without a failed request', async () => {
	await open()
	const before = new Set((await askOften(10)).map((answer) => answer?.pid))
	const over = new AbortController()
	const asking = (async () => {
		const answers = []
		while (!over.signal.aborted) answers.push(await ask('/slow'))
		return answers
	})()
	expect(await keeper.restart()).toBe(true)
	over.abort()
	expect(await asking).not.toContain(null)
	const after = (await askOften(10)).map((answer) => answer?.pid ?? 0)
	expect(after.filter((pid) => before.has(pid))).toEqual([])
})

test('keeps the processes when a successor does not get ready', async () => {
	await open()
	const before = new Set((await askOften(10)).map((answer) => answer?.pid))
	failing = 1
	expect(await keeper.restart()).toBe(false)
	expect(new Set((await askOften(10)).map((answer) => answer?.pid))).toEqual(before)
})

test('does not start when a process ends before it is ready', async () => {
	failing = 2
	await expect(keeper.start()).rejects.toThrow('A web process ended before it was ready')
})

test('shows the figures of all processes, each with its number, whichever is asked', async () => {
	await open()
	const text = await (await fetch(`http://127.0.0.1:${port}/all-figures`, { headers: { connection: 'close' } })).text()
	expect(text).toBe('# HELP up Whether it lives\n# TYPE up gauge\nup{process="1"} 1\nup{process="2"} 1\n')
})

test('refuses a client that sends its request too slowly, as a server of its own does', async () => {
	await open()
	const socket = connect(port, '127.0.0.1')
	socket.write('GET / HTTP/1.1\r\n')
	const [answer] = (await once(socket, 'data')) as [Buffer]
	expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /)
	socket.destroy()
}, 40_000)
