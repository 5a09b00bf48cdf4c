import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { withRequestId } from '../request-id.ts'
import { createErrorReporter } from './error-reports.ts'
import { receivePosts } from './receiver-for-test.ts'

type Frame = { function: string; filename: string; lineno: number; in_app: boolean }
type Event = {
	level: string
	release: string
	server_name: string
	message: { formatted: string }
	tags: Record<string, string>
	exception: { values: { type: string; value: string; stacktrace: { frames: Frame[] } }[] }
}

const eventOf = (body: string) => JSON.parse(body.split('\n')[2] ?? '') as Event

async function reporting(answer?: Parameters<typeof receivePosts>[0], now?: () => number) {
	const service = await receivePosts(answer)
	const warned: string[] = []
	const reporter = createErrorReporter({
		dsn: `${service.origin.replace('//', '//abc123@')}/sub/42`,
		release: '1.2.3',
		instanceId: 'tokyo-1',
		log: () => createLog('warn', { write: (line) => void warned.push(line) }),
		...(now === undefined ? {} : { now }),
	})
	const log = createLog('info', { write: () => undefined }, reporter.report)
	return { service, reporter, log, warned }
}

test('an error of the log is reported with its place, its cause, the release and the request', async () => {
	const { service, reporter, log } = await reporting()
	const cause = new Error('connection lost')
	function renderPage(): Error {
		return new TypeError('cannot read office', { cause })
	}
	withRequestId('request-1', () => log.error({ err: renderPage() }, 'page failed'))
	log.error({ err: new Error('no relay'), queue: 'send-mail', job: 'j1', attempt: 24, requestId: 'request-0' }, 'job given up')
	await reporter.close()

	expect(service.received.map(({ path, headers }) => [path, headers['content-type']])).toEqual(
		[1, 2].map(() => ['/sub/api/42/envelope/', 'application/x-sentry-envelope']),
	)
	expect(service.received[0]?.headers['x-sentry-auth']).toContain('sentry_key=abc123')
	const [page, job] = service.received
		.map(({ body }) => eventOf(body))
		.toSorted((a, b) => (a.message.formatted < b.message.formatted ? 1 : -1))
	expect(page).toMatchObject({
		level: 'error',
		release: 'shirube@1.2.3',
		server_name: 'tokyo-1',
		message: { formatted: 'page failed' },
		tags: { request_id: 'request-1' },
		exception: {
			values: [
				{ type: 'Error', value: 'connection lost' },
				{ type: 'TypeError', value: 'cannot read office' },
			],
		},
	})
	expect(page?.exception.values[1]?.stacktrace.frames.at(-1)).toMatchObject({
		function: 'renderPage',
		filename: 'src/platform/telemetry/error-reports.test.ts',
		in_app: true,
	})
	expect(job?.tags).toEqual({ request_id: 'request-0', queue: 'send-mail', job: 'j1', attempt: '24' })
})

test('no report has an address, a phone number, a query string or a value that somebody typed', async () => {
	const { service, reporter, log } = await reporting()
	const refused = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
		code: '23505',
		detail: 'Key (email)=(hanako@example.com) already exists.',
	})
	const typed = new Error('invalid input syntax for type integer: "山田太郎"', { cause: refused })
	log.error({ err: typed, email: 'hanako@example.com', form: { name: '山田太郎' } }, 'page failed')
	log.error({ err: new Error('no answer from /search?q=山田太郎&page=2 for hanako@example.com, 03-1234-5678') }, 'request failed')
	await reporter.close()
	const sent = service.received.map(({ body }) => body).join('\n')
	expect(sent).toContain('invalid input syntax for type integer')
	expect(sent).toContain('no answer from /search?…')
	expect(sent).not.toMatch(/山田|hanako|1234-5678/)
})

test('warnings and lines without an error are not reported', async () => {
	const { service, reporter, log } = await reporting()
	log.warn({ err: new Error('will be tried again') }, 'job failed and will be tried again')
	log.error({ route: '/' }, 'nothing thrown')
	await reporter.close()
	expect(service.received).toEqual([])
})

test('a service that refuses is left alone until it wants reports again, and the log says so', async () => {
	let time = 0
	const { service, reporter, log, warned } = await reporting(
		() => ({ code: 429, headers: { 'retry-after': '30' } }),
		() => time,
	)
	const fail = async () => {
		log.error({ err: new Error('again') }, 'request failed')
		await reporter.close()
	}
	await fail()
	await fail()
	expect(service.received).toHaveLength(1)
	expect(warned.join('')).toContain('answered 429')
	time = 30_000
	await fail()
	expect(service.received).toHaveLength(2)
})

test('a flood of errors is cut off at thirty reports a minute', async () => {
	let time = 0
	const { service, reporter, log } = await reporting(undefined, () => time)
	for (let i = 0; i < 100; i++) log.error({ err: new Error('again') }, 'request failed')
	await reporter.close()
	expect(service.received).toHaveLength(30)
	time = 60_000
	log.error({ err: new Error('again') }, 'request failed')
	await reporter.close()
	expect(service.received).toHaveLength(31)
})
