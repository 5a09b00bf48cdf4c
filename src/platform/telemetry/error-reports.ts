import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type DescribedError, describeError, type ErrorLine, type Log } from '../log.ts'
import { oncePerMinute } from '../once-per-minute.ts'

export type ErrorReporter = {
	/** Reports a line of the log that has an error. Never throws and never waits. */
	report: (line: ErrorLine) => void
	/** Waits for the reports under way, for a few seconds at most. */
	close: () => Promise<void>
}

export type ErrorReporterOptions = {
	/** `https://KEY@host/PROJECT`, of any service that understands Sentry's envelopes. */
	dsn: string
	release: string
	/** Name of the process. */
	instanceId: string | undefined
	/** For reports that were not accepted. */
	log: () => Pick<Log, 'warn'>
	now?: () => number
}

/** More in a minute are of one fault; the figures count them. */
const PER_MINUTE = 30
const SEND_WITHIN_MS = 5_000
/** Of a service that refuses without saying until when. */
const PAUSE_SECONDS = 60

type Frame = { function: string; filename: string; lineno: number; colno: number; in_app: boolean }

/**
 * Sends errors of ours to a service that collects them (Sentry, GlitchTip and others). A report has the error, its place, the
 * release and the request's id: nothing of the request itself, no account and no address.
 */
export function createErrorReporter({ dsn, release, instanceId, log, now = Date.now }: ErrorReporterOptions): ErrorReporter {
	const { url, authorization } = receiverOf(dsn)
	const underWay = new Set<Promise<void>>()
	let minute = { startedAt: 0, sent: 0 }
	let refusedUntil = 0
	const warn = oncePerMinute(
		(error, repeated) => log().warn({ err: error, ...(repeated > 0 ? { repeated } : {}) }, 'error not reported'),
		now,
	)

	function mayReport(): boolean {
		const time = now()
		if (time - minute.startedAt >= 60_000) minute = { startedAt: time, sent: 0 }
		return time >= refusedUntil && minute.sent++ < PER_MINUTE
	}

	async function send(line: ErrorLine): Promise<void> {
		try {
			const answer = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': authorization },
				body: envelopeOf(line, { release, instanceId, at: new Date(now()) }),
				redirect: 'error',
				signal: AbortSignal.timeout(SEND_WITHIN_MS),
			})
			// The connection is free again once the answer was read.
			await answer.arrayBuffer()
			if (answer.ok) return
			if (answer.status === 429) refusedUntil = now() + 1_000 * (Number(answer.headers.get('retry-after')) || PAUSE_SECONDS)
			warn(new Error(`the service of SENTRY_DSN answered ${answer.status}`))
		} catch (error) {
			warn(error instanceof Error ? error : new Error(String(error)))
		}
	}

	return {
		report(line) {
			if (!mayReport()) return
			const sending = send(line).finally(() => underWay.delete(sending))
			underWay.add(sending)
		},
		close: async () => void (await Promise.allSettled(underWay)),
	}
}

function receiverOf(dsn: string): { url: string; authorization: string } {
	const { origin, pathname, username } = new URL(dsn)
	const cut = pathname.lastIndexOf('/')
	return {
		url: `${origin}${pathname.slice(0, cut)}/api/${pathname.slice(cut + 1)}/envelope/`,
		authorization: `Sentry sentry_version=7, sentry_client=shirube/1, sentry_key=${username}`,
	}
}

function envelopeOf(
	{ error, level, message, requestId, traceparent, details }: ErrorLine,
	{ release, instanceId, at }: { release: string; instanceId: string | undefined; at: Date },
): string {
	const id = randomBytes(16).toString('hex')
	const [, traceId, spanId] = traceparent?.split('-') ?? []
	const event = {
		event_id: id,
		timestamp: at.getTime() / 1_000,
		platform: 'node',
		level,
		logger: 'shirube',
		release: `shirube@${release}`,
		...(instanceId === undefined ? {} : { server_name: instanceId }),
		message: { formatted: message },
		tags: { ...details, ...(requestId === undefined ? {} : { request_id: requestId }) },
		...(traceId === undefined ? {} : { contexts: { trace: { trace_id: traceId, span_id: spanId } } }),
		exception: { values: exceptionsOf(describeError(error)) },
	}
	return [{ event_id: id, sent_at: at.toISOString() }, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n')
}

/** The innermost cause first, as the protocol has it. */
function exceptionsOf({ type, message, stack, cause }: DescribedError): object[] {
	const own = { type, value: withoutValues(message), ...(stack === undefined ? {} : { stacktrace: { frames: framesOf(stack) } }) }
	return [...(cause === undefined ? [] : exceptionsOf(cause)), own]
}

/** Frames of a stack, the outermost first. */
function framesOf(stack: string): Frame[] {
	const frames: Frame[] = []
	for (const line of stack.split('\n')) {
		const [, name = '?', file = '', lineno = '', colno = ''] =
			/^\s+at (?:(?:async )?(.+?) \()?((?:file|node):.*?|\/.*?):(\d+):(\d+)\)?$/.exec(line) ?? []
		if (file === '') continue
		const filename = file.startsWith('node:') ? file : path.relative(process.cwd(), file.replace(/^file:\/\//, ''))
		const in_app = !/(?:^|\/)node_modules\/|^node:/.test(filename)
		frames.unshift({ function: name, filename, lineno: Number(lineno), colno: Number(colno), in_app })
	}
	return frames
}

/** What people typed may stand in the message of an error: quoted, in a query string, or as a number as long as a phone's. */
function withoutValues(message: string): string {
	return message
		.replaceAll(/\?[^\s"'?]*=[^\s"']*/g, '?…')
		.replaceAll(/(invalid (?:input (?:syntax|value)|byte sequence)[^:]*: )".*"/gs, '$1"…"')
		.replaceAll(/\d[\d-]{7,}\d/g, '…')
}
