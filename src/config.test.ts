import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { settingsTable } from './settings.ts'

describe('settings', () => {
	test('nothing needs to be set', () => {
		expect(loadConfig({})).toMatchObject({
			port: 3000,
			publicUrl: 'http://localhost:3000',
			dataDir: path.resolve('data'),
			databaseUrl: undefined,
			demo: true,
			analytics: { kind: 'none' },
			links: { listing: undefined },
		})
	})

	test('an empty value counts as unset', () => {
		expect(loadConfig({ PORT: '', SITE_NAME: '  ' })).toMatchObject({ port: 3000, siteName: 'しるべ' })
	})

	test('an outside database gets demo content only when asked', () => {
		const DATABASE_URL = 'postgresql://db.example/shirube'
		expect(loadConfig({ DATABASE_URL }).demo).toBe(false)
		expect(loadConfig({ DATABASE_URL, SEED_DEMO: 'true' }).demo).toBe(true)
		expect(loadConfig({ SEED_DEMO: 'false' }).demo).toBe(false)
	})

	test('backups go to a folder, or to a bucket of the service that has the files or another one', () => {
		const files = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
		const own = { BACKUP_S3_ENDPOINT: 'https://b.example', BACKUP_S3_ACCESS_KEY_ID: 'id2', BACKUP_S3_SECRET_ACCESS_KEY: 'key2' }
		const toOf = (env: Record<string, string>) => loadConfig(env).backup?.to
		expect(toOf({})).toBeUndefined()
		expect(toOf({ BACKUP_TO: 'backups' })).toEqual({ folder: path.resolve('backups') })
		expect(toOf({ BACKUP_TO: 's3://nightly', ...files })).toEqual({
			bucket: {
				endpoint: 'https://s3.example',
				region: 'us-east-1',
				accessKeyId: 'id',
				secretAccessKey: 'key',
				bucket: 'nightly',
				prefix: '',
			},
		})
		expect(toOf({ BACKUP_TO: 's3://nightly/sites/shirube/', BACKUP_S3_REGION: 'eu-west-1', ...files, ...own })).toEqual({
			bucket: {
				endpoint: 'https://b.example',
				region: 'eu-west-1',
				accessKeyId: 'id2',
				secretAccessKey: 'key2',
				bucket: 'nightly',
				prefix: 'sites/shirube/',
			},
		})
		expect(() => toOf({ BACKUP_TO: 's3://nightly' })).toThrow('The setting BACKUP_S3_ENDPOINT is needed with BACKUP_TO=s3://….')
		expect(() =>
			toOf({ BACKUP_TO: 's3://nightly', BACKUP_S3_ENDPOINT: 'https://b.example', ...files, BACKUP_S3_ACCESS_KEY_ID: '' }),
		).toThrow('The setting BACKUP_S3_ACCESS_KEY_ID is needed')
		expect(() => toOf({ BACKUP_TO: 's3://Not a bucket', ...files })).toThrow('The setting BACKUP_TO')
	})

	test('a process with one role alone needs a database that others can reach', () => {
		expect(() => loadConfig({ PROCESS_ROLE: 'worker' })).toThrow('The setting DATABASE_URL is needed with PROCESS_ROLE=worker')
		expect(loadConfig({ PROCESS_ROLE: 'worker', DATABASE_URL: 'postgresql://db.example/shirube' }).role).toBe('worker')
	})

	test('several processes serve visitors, and have no Google page of the demo, whose codes one process keeps', () => {
		expect(loadConfig({})).toMatchObject({ webProcesses: 1, google: { clientId: 'demo' } })
		expect(loadConfig({ WEB_PROCESSES: '4' })).toMatchObject({ webProcesses: 4, google: null })
		expect(() => loadConfig({ WEB_PROCESSES: '0' })).toThrow('The setting WEB_PROCESSES must be a whole number from 1 to 64, not "0".')
		const worker = { PROCESS_ROLE: 'worker', DATABASE_URL: 'postgresql://db.example/shirube', WEB_PROCESSES: '2' }
		expect(() => loadConfig(worker)).toThrow(
			'The setting WEB_PROCESSES is of no use with PROCESS_ROLE=worker: start another worker instead.',
		)
	})

	test('keys of pushes come in a pair, and notices by LINE need its sign-in', () => {
		expect(loadConfig({}).vapidKeys).toBeNull()
		expect(() => loadConfig({ VAPID_PUBLIC_KEY: 'B'.repeat(87) })).toThrow('The setting VAPID_PRIVATE_KEY is needed with VAPID_PUBLIC_KEY.')
		expect(() => loadConfig({ LINE_MESSAGING_TOKEN: 'a long-lived access token' })).toThrow(
			'The setting LINE_CHANNEL_ID is needed with LINE_MESSAGING_TOKEN.',
		)
	})

	test('the public origin loses its slash', () => {
		expect(loadConfig({ PUBLIC_URL: 'https://shirube.example/' }).publicUrl).toBe('https://shirube.example')
	})

	test.each([
		[{ PORT: '70000' }, 'The setting PORT must be a whole number from 1 to 65535, not "70000".'],
		[{ PORT: '1e3' }, 'The setting PORT must be a whole number from 1 to 65535, not "1e3".'],
		[{ SEED_DEMO: 'maybe' }, 'The setting SEED_DEMO must be true or false, not "maybe".'],
		[{ LOG_LEVEL: 'loud' }, 'The setting LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not "loud".'],
		[
			{ PUBLIC_URL: 'https://shirube.example/path' },
			'The setting PUBLIC_URL must be an origin such as https://shirube.example, without a path, not "https://shirube.example/path".',
		],
		[{ FAQ_URL: 'javascript:alert(1)' }, 'The setting FAQ_URL must be a full https:// address, not "javascript:alert(1)".'],
		[
			{ FACEBOOK_SERVERS: 'https://:x,https://b' },
			'The setting FACEBOOK_SERVERS must be two origins with a comma between, not "https://:x,https://b".',
		],
		[{ METRICS_PORT: '3000' }, 'The setting METRICS_PORT must differ from PORT.'],
		[{ ANALYTICS: 'ga4' }, 'The setting GA4_MEASUREMENT_ID is needed with ANALYTICS=ga4.'],
		[
			{ ANALYTICS: 'plausible', PLAUSIBLE_SRC: 'https://stats.example/js/script.js' },
			'The setting PLAUSIBLE_DOMAIN is needed with ANALYTICS=plausible.',
		],
	])('%j ends in one sentence', (env, sentence) => {
		expect(() => loadConfig(env)).toThrow(sentence)
	})

	test('a secret is not repeated', () => {
		expect(() => loadConfig({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(
			/^The setting DATABASE_URL must be an address such as [^ ]+\.$/,
		)
	})

	test('what is sent to a collector is off by default and has its headers decoded', () => {
		expect(loadConfig({})).toMatchObject({ telemetry: null, sentryDsn: undefined })
		const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/', OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b,tenant=1' }
		expect(loadConfig({ ...env, OTEL_TRACES_SAMPLER_ARG: '0.05' }).telemetry).toEqual({
			endpoint: 'http://127.0.0.1:4318',
			headers: { authorization: 'Bearer a=b', tenant: '1' },
			ratio: 0.05,
			serviceName: 'shirube',
		})
		for (const SENTRY_DSN of ['https://errors.example/1', 'https://key@errors.example/', 'https://key:secret@errors.example/1'])
			expect(() => loadConfig({ SENTRY_DSN })).toThrow(/^The setting SENTRY_DSN must be an address such as [^ ]+\.$/)
	})

	test('every setting is explained', () => {
		const rows = settingsTable().split('\n').slice(2)
		expect(rows.length).toBeGreaterThan(20)
		for (const row of rows) expect(row).toMatch(/^\| `[A-Z0-9_]+` \| (`[^`]+`)? \| [^|]{20,} \|$/)
	})
})

describe('a demo', () => {
	const loopback = ['127.0.0.1', '::1']
	const password = 'suzume no oyado 7'

	test('is open on the loopback addresses where nothing is set', () => {
		expect(loadConfig({})).toMatchObject({ openDemo: true, hosts: loopback, demoPassword: null })
	})

	test.each([{ HOST: '127.0.0.1' }, { HOST: '::1' }, { HOST: 'localhost' }, { PUBLIC_URL: 'http://127.0.0.1:8080' }])(
		'stays open with %j',
		(env) => {
			const { openDemo, hosts } = loadConfig(env)
			expect(openDemo).toBe(true)
			expect(loopback).toEqual(expect.arrayContaining([...(hosts ?? ['every address'])]))
		},
	)

	test.each(['0.0.0.0', '::', '192.168.1.20', 'server.example', '127.0.0.1.example'])('on HOST=%s needs a separate password', (HOST) => {
		const sentence = `The setting DEMO_PASSWORD is needed with demo content on HOST=${HOST}, which other machines can reach: set it, or leave HOST unset, or set SEED_DEMO to false.`
		expect(() => loadConfig({ HOST })).toThrow(sentence)
		expect(() => loadConfig({ HOST, PUBLIC_URL: 'https://shirube.example' })).toThrow(sentence)
		expect(loadConfig({ HOST, DEMO_PASSWORD: password })).toMatchObject({
			openDemo: false,
			hosts: [HOST],
			demoPassword: password,
			google: null,
		})
		expect(loadConfig({ HOST, SEED_DEMO: 'false' })).toMatchObject({ openDemo: false, demoPassword: null })
	})

	test.each([
		'http://192.168.1.20:3000',
		'http://shirube.example',
		'http://localhost.example',
		'http://127.0.0.1.example',
		'https://shirube.example',
	])('under PUBLIC_URL=%s is never open', (PUBLIC_URL) => {
		for (const HOST of ['', '127.0.0.1'])
			expect(loadConfig({ PUBLIC_URL, HOST })).toMatchObject({ openDemo: false, demoPassword: null, google: null })
	})

	test('is closed by a password, also on this machine', () => {
		expect(loadConfig({ DEMO_PASSWORD: password })).toMatchObject({ openDemo: false, hosts: loopback, demoPassword: password })
	})

	test('does not accept the public password, and repeats none', () => {
		expect(() => loadConfig({ DEMO_PASSWORD: 'komorebi-mitaka-4' })).toThrow(
			/^The setting DEMO_PASSWORD must be another password than that of the README\.$/,
		)
		expect(() => loadConfig({ DEMO_PASSWORD: 'short' })).toThrow(/^The setting DEMO_PASSWORD must be a password of 12 to 128 characters\.$/)
	})

	test('that has no demo content has no demo accounts', () => {
		expect(loadConfig({ SEED_DEMO: 'false', DEMO_PASSWORD: password })).toMatchObject({
			openDemo: false,
			demoPassword: null,
			hosts: undefined,
		})
	})
})

test('figures are served on the loopback addresses unless METRICS_HOST says otherwise', () => {
	expect(loadConfig({ METRICS_PORT: '9300', HOST: '0.0.0.0', SEED_DEMO: 'false' }).metrics.hosts).toEqual(['127.0.0.1', '::1'])
	expect(loadConfig({ METRICS_PORT: '9300', METRICS_HOST: '10.0.0.5' }).metrics.hosts).toEqual(['10.0.0.5'])
})
