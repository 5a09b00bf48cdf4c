import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PostgresPair } from '../../test/postgres-pair.ts'
import { isDatabaseUrl } from './database-hosts.ts'
import { openDatabase } from './database.ts'
import { findFreePort } from './free-port.ts'
import { openListener } from './listener.ts'
import { createLog } from './log.ts'
import { mayPass } from './passing-error.ts'

const log = createLog('fatal')

test('an address may name several hosts, each with a port of its own', () => {
	for (const url of [
		'postgresql://a/shirube',
		'postgresql://u:p@a:5433,b/shirube?sslmode=require',
		'postgres://u@[2001:db8::1]:5432,b:5433/shirube',
		'postgresql://postgres@localhost/shirube?host=%2Fvar%2Frun',
	])
		expect([url, isDatabaseUrl(url)]).toEqual([url, true])
	for (const url of ['mysql://a,b/shirube', 'postgresql://a,,b/shirube', 'postgresql://a:x,b/shirube', 'a,b'])
		expect([url, isDatabaseUrl(url)]).toEqual([url, false])
})

test('pool and listener go to the host that takes writes, and follow it when it moves', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'shirube-pair-'))
	const pair = await PostgresPair.start(folder)
	const { db, close } = await openDatabase({ url: pair.url, poolSize: 2, log })
	const listener = openListener({ url: pair.url, log })
	try {
		const heard: string[] = []
		let missed = 0
		await listener.listen(
			'pair',
			(payload) => heard.push(payload),
			() => (missed += 1),
		)
		const write = (value: string) => sql`with kept as (insert into pair values (${value})) select pg_notify('pair', ${value})`.execute(db)
		await sql`create table pair (value text)`.execute(db)
		await write('before')
		await expect.poll(() => heard).toEqual(['before'])
		await pair.failOver()
		await expect
			.poll(
				async () => {
					try {
						return await write('after').then(() => 'written')
					} catch (error) {
						return mayPass(error) ? 'away' : error
					}
				},
				{ timeout: 20_000 },
			)
			.toBe('written')
		await expect.poll(() => missed, { timeout: 20_000 }).toBe(1)
		await write('heard')
		await expect.poll(() => heard.at(-1)).toBe('heard')
		expect((await sql<{ value: string }>`select value from pair order by 1`.execute(db)).rows.map(({ value }) => value)).toEqual([
			'after',
			'before',
			'heard',
		])
	} finally {
		await listener.close()
		await close()
		await pair.stop()
	}
}, 180_000)

test('without a host that takes writes the error is one that passes', async () => {
	const [a, b] = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')]
	const opening = openDatabase({ url: `postgresql://postgres@127.0.0.1:${a},127.0.0.1:${b}/shirube`, poolSize: 1, log, connectWithinMs: 1 })
	await expect(opening).rejects.toSatisfy(mayPass)
})
