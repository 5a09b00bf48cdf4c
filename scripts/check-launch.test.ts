import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import type { Database } from '../src/domain/shared/context.ts'
import { addDays, isoDay } from '../src/domain/shared/japan-time.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'

const run = promisify(execFile)
const log = createLog('error')
const monthAgo = addDays(isoDay(Date.now()), -30)

const settings = {
	PUBLIC_URL: 'https://shirube.example',
	SEED_DEMO: 'false',
	SECRET_KEY: 'a key of thirty-two characters or more',
	TRUST_PROXY: '1',
	OPERATOR_NAME: '株式会社道標',
	OPERATOR_REPRESENTATIVE: '代表取締役 道野 標',
	OPERATOR_ADDRESS: '〒181-0013 東京都三鷹市下連雀3丁目1番1号',
	OPERATOR_PHONE: '0422-00-0000',
	OPERATOR_MAIL: 'contact@shirube.example',
	OPERATOR_PRIVACY_OFFICER: '管理部長',
	OPERATOR_BANK_ACCOUNT: '三鷹銀行/本店営業部/普通/1234567/カ）ミチシルベ',
	INVOICE_NUMBER: 'T1234567890123',
	TELECOM_NOTIFICATION_NUMBER: 'A-05-12345',
	LEGAL_TEXTS_REVIEWED_ON: monthAgo,
	SMTP_URL: 'smtps://shirube:secret@mail.example:465',
	MAIL_FROM: 'no-reply@shirube.example',
	MAIL_DKIM_SELECTOR: 'mail2026',
	BACKUP_TESTED_ON: monthAgo,
	METRICS_PORT: '9100',
	SENTRY_DSN: 'https://abc@errors.shirube.example/1',
	SECURITY_CONTACT: 'mailto:security@shirube.example',
}

const texts: Record<string, string> = {
	'shirube.example': 'v=spf1 include:mail.example -all',
	'_dmarc.shirube.example': 'v=DMARC1; p=quarantine',
	'mail2026._domainkey.shirube.example': 'v=DKIM1; k=rsa; p=MIGfMA0',
}
const MX = 15

/** Answers queries for TXT and MX over UDP (RFC 1035), with no record for an unknown name. */
async function startNameServer() {
	const socket = createSocket('udp4')
	socket.on('message', (query, from) => {
		const labels: string[] = []
		let at = 12
		for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
			labels.push(query.toString('latin1', at + 1, at + 1 + length))
			at += 1 + length
		}
		const name = labels.join('.').toLowerCase()
		const type = query.readUInt16BE(at + 1)
		const text = texts[name]
		const found = type === MX ? name === 'shirube.example' : text !== undefined
		const data =
			type === MX ? Buffer.from([0, 10, 4, ...Buffer.from('mail'), 0xc0, 12]) : Buffer.from([text?.length ?? 0, ...Buffer.from(text ?? '')])
		const header = Buffer.from([...query.subarray(0, 2), 0x81, found ? 0x80 : 0x83, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0])
		const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff, ...data])
		socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...(found ? [record] : [])]), from.port, from.address)
	})
	socket.bind(0, '127.0.0.1')
	await once(socket, 'listening')
	return { port: socket.address().port, stop: () => socket.close() }
}

/** The site behind its proxy. */
async function startSite() {
	const server = createServer((request, response) =>
		response.end(request.url === '/robots.txt' ? 'User-agent: *\nDisallow: /api/\n' : request.url === '/readyz' ? 'ready' : ''),
	).listen(0, '127.0.0.1')
	await once(server, 'listening')
	return { port: (server.address() as AddressInfo).port, stop: () => server.close() }
}

/** A module that sends a process's name queries to the stand-in, and its calls of the site's address to the site without TLS. */
const outside = (names: number, site: number): string =>
	`data:text/javascript,${encodeURIComponent(`
		import dns from 'node:dns'
		import { syncBuiltinESMExports } from 'node:module'
		dns.setServers(['127.0.0.1:${names}'])
		syncBuiltinESMExports()
		const before = globalThis.fetch
		globalThis.fetch = (url, more) => before(String(url).replace('https://shirube.example', 'http://127.0.0.1:${site}'), more)
	`)}`

test('npm run check:launch lists everything in order and passes on a fully configured instance, and fails while something is missing', async () => {
	const { maintenance } = inject('databases')
	const name = `launch_${randomBytes(6).toString('hex')}`
	const url = maintenance.replace('/postgres?', `/${name}?`)
	const admin = await openDatabase({ url: maintenance, poolSize: 1, log })
	await admin.pool.query(`create database ${name} template template0`)
	const [names, site] = await Promise.all([startNameServer(), startSite()])
	try {
		const opened = await openDatabase<Database>({ url, poolSize: 2, log })
		const now = new Date()
		await migrateToLatest(opened.db)
		for (const uid of ['launch-admin-1', 'launch-admin-2']) {
			await opened.db
				.insertInto('identities')
				.values({ uid, email: `${uid}@shirube.example`, created_at: now })
				.execute()
			const { id } = await opened.db.insertInto('users').values({ uid }).returning('id').executeTakeFirstOrThrow()
			await opened.db.insertInto('staff_roles').values({ user_id: id, role: 'admin' }).execute()
			await opened.db
				.insertInto('passkeys')
				.values({ uid, credential_id: uid, public_key: Buffer.from('key'), counter: '0', transports: [], name: '鍵', created_at: now })
				.execute()
		}
		await opened.close()
		const check = (changed: Record<string, string>) =>
			run(process.execPath, ['--import', outside(names.port, site.port), 'scripts/check-launch.ts'], {
				env: { PATH: process.env['PATH'], DATABASE_URL: url, ...settings, ...changed },
			})
		const { stdout } = await check({})
		expect(stdout).toContain('Everything is met.')
		expect(stdout).not.toContain('MISSING')
		const order = ['Law', 'Address', 'Mail', 'Staff', 'Data', 'Watching'].map((part) => stdout.indexOf(`\n${part}\n`))
		expect(order).toEqual(order.toSorted((a, b) => a - b))
		expect(order).not.toContain(-1)
		await expect(check({ MAIL_DKIM_SELECTOR: 'unknown', SECURITY_CONTACT: '' })).rejects.toMatchObject({
			code: 1,
			stdout: expect.stringMatching(/MISSING {2}DKIM signs the mails: no key at this selector[\s\S]*2 of \d+ are missing/),
		})
	} finally {
		names.stop()
		site.stop()
		await admin.pool.query(`drop database ${name} with (force)`)
		await admin.close()
	}
})
