import { createWriteStream, openAsBlob } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyLimits, createBodyBudget, type BodyLimits } from './body-budget.ts'
import { type BodyPlan, type BodyRule, createBodyPlanner, hasBody, SMALL_BODY_BYTES } from './body-rules.ts'
import { headerFailure, tokenFailure } from './csrf.ts'
import { createMultipartParser } from './multipart-body.ts'
import { createPace, type Pace } from './pace.ts'
import { BodyRefusal, type RequestBody } from './request-body.ts'
import { removeHeader } from './request-guard.ts'
import { clientAddress, clientBlock, requestOrigin } from './request-origin.ts'
import { parseForm, parseJson } from './small-body.ts'
import type { TemporaryFolders } from './temporary-folders.ts'
import type { FindWriteTarget } from './write-targets.ts'

/** How slowly a body may come: `graceMs` for any body, and after that `bytesPerSecond` on average since its start. */
export type SlowestBody = { graceMs: number; bytesPerSecond: number }

export const slowestBody: SlowestBody = { graceMs: 15_000, bytesPerSecond: 8 * 1_024 }

export type WriteGateOptions = {
	publicUrl: string
	trustProxy: number
	/** Routes that accept more than a small form. */
	rules: readonly BodyRule[]
	/** Writes that carry their own proof: signed webhooks, one-click unsubscribing. */
	isExempt?: (path: string) => boolean
	/** Whether the request has a session that is not over. */
	isMember: (request: IncomingMessage) => Promise<boolean>
	/** Undefined lets every write pass. */
	findTarget?: FindWriteTarget
	folders: TemporaryFolders
	limits?: BodyLimits
	slowest?: SlowestBody
	writes?: Pace
}

/** A parsed body. `dispose` removes its files; it must not be read after that. */
export type ReadBody = { body: RequestBody; dispose: () => Promise<void> }

/** The response instead of passing a request on. */
export type WriteRefusal = { status: number; code: string; headers: Record<string, string> }

export type WriteGate = {
	/**
	 * Checks a write and reads its body, cheapest check first: everything that the headers decide comes before the first
	 * byte is read. Throws what the stream throws when the client has left.
	 */
	admit: (request: IncomingMessage, path: string) => Promise<ReadBody | WriteRefusal>
	/** Discards the rest of the body up to a limit, so that a browser reads the response. */
	discard: (request: IncomingMessage) => void
}

export const isRefusal = (admitted: ReadBody | WriteRefusal): admitted is WriteRefusal => 'status' in admitted

/** Of a request that our own page may have sent to an upload route: some photographs too many. */
const UPLOAD_DISCARD_BYTES = 64 * 1_048_576
const UPLOAD_DISCARD_MS = 60_000
const DISCARD_BYTES = 1_048_576
const DISCARD_MS = 10_000
/** Rejected writes in excess wait here unread, instead of using CPU time. */
const WRITES: Pace = { perSecond: 50, burst: 100 }
const BYTES: Pace = { perSecond: 16 * 1_048_576, burst: 16 * 1_048_576 }
/** A write that would have to wait longer is refused. */
const MOST_WAIT_MS = 10_000
const RETRY_AFTER = { 'retry-after': '5' }
const closing = { connection: 'close' }

const nothingToRemove = async () => {}
const nothing: ReadBody = { body: { kind: 'none' }, dispose: nothingToRemove }

/** Creates the gate that every request except plain reads passes before the application. */
export function createWriteGate(options: WriteGateOptions): WriteGate {
	const { publicUrl, trustProxy, rules, isExempt, findTarget } = options
	const planOf = createBodyPlanner(rules)
	const takeWrite = createPace(options.writes ?? WRITES)
	const takeBytes = createPace(BYTES)
	const blockOf = (request: IncomingMessage) => clientBlock(clientAddress(request, trustProxy))
	const remains = createRemains((request, bytes) => takeBytes(blockOf(request), bytes))
	const read = createReading(options, { blockOf, takeBytes, remains })

	/** Null lets the body be read. */
	function refusalByHeaders({ headers }: IncomingMessage, path: string): WriteRefusal | null {
		if (isExempt?.(path)) return null
		const failure = headerFailure(headers, requestOrigin(headers.host, publicUrl))
		return failure === null ? null : refusal(403, failure)
	}

	async function admit(request: IncomingMessage, path: string): Promise<ReadBody | WriteRefusal> {
		const { headers, method = '' } = request
		const wait = takeWrite(blockOf(request), 1)
		if (wait > MOST_WAIT_MS) return refusal(429, 'throttled', { 'retry-after': String(Math.ceil(wait / 1_000)) })
		if (wait > 0) await delay(wait)
		const target = findTarget?.(method, path) ?? { kind: 'handler' }
		if (target.kind === 'missing') return refusal(404, 'not-found')
		if (target.kind === 'not-allowed') return refusal(405, 'method-not-allowed', { allow: target.allow.join(', ') })
		if (target.kind === 'unknown-call') return nothing
		const refused = refusalByHeaders(request, path)
		if (refused !== null) return refused
		try {
			// A page's own check of the origin knows no exemptions.
			if (isExempt?.(path)) removeHeader(request, 'origin')
			const admitted = await read(request, planOf(path, headers))
			if (isRefusal(admitted) || isExempt?.(path) || tokenFailure(headers, admitted.body) === null) return admitted
			await admitted.dispose()
			return refusal(403, 'csrf-mismatch')
		} catch (error) {
			if (!(error instanceof BodyRefusal)) throw error
			// A body that is too slow is rejected.
			if (error.status === 408) remains.allow(request, 0)
			return refusal(error.status, error.code)
		}
	}

	return {
		discard: remains.discard,
		async admit(request, path) {
			const admitted = await admit(request, path)
			if (!isRefusal(admitted) || !hasBody(request.headers)) return admitted
			const announced = Number(request.headers['content-length'] ?? 0)
			const isCut = announced > remains.allowed(request)
			return isCut ? { ...admitted, headers: { ...admitted.headers, ...closing } } : admitted
		},
	}
}

type Remains = ReturnType<typeof createRemains>

/** The rest of requests already answered: discarded up to a limit, then disconnected. */
function createRemains(pauseFor: (request: IncomingMessage, bytes: number) => number) {
	const limits = new WeakMap<IncomingMessage, number>()
	const allowed = (request: IncomingMessage): number => limits.get(request) ?? DISCARD_BYTES
	return {
		/** Sets the limit where it is not `DISCARD_BYTES`. */
		allow: (request: IncomingMessage, bytes: number) => void limits.set(request, bytes),
		allowed,
		discard: (request: IncomingMessage): void => {
			if (request.complete || request.destroyed) return
			let left = allowed(request)
			const cut = () => request.socket.destroy()
			const timer = setTimeout(cut, left > DISCARD_BYTES ? UPLOAD_DISCARD_MS : DISCARD_MS)
			request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
			request.on('data', (chunk: Buffer) => {
				left -= chunk.length
				if (left < 0) return cut()
				const ms = pauseFor(request, chunk.length)
				if (ms === 0) return
				request.pause()
				setTimeout(() => request.resume(), ms)
			})
			request.resume()
		},
	}
}

/** Reads a body within the limit of its route, of its sender and of all bodies together. */
function createReading(
	{ isMember, folders, limits, slowest }: WriteGateOptions,
	shared: {
		blockOf: (request: IncomingMessage) => string
		takeBytes: ReturnType<typeof createPace>
		remains: Remains
	},
) {
	const budget = createBodyBudget(limits ?? bodyLimits)

	async function limitFor(request: IncomingMessage, plan: BodyPlan): Promise<number> {
		const { announced, bytes, memberBytes } = plan
		if (memberBytes > SMALL_BODY_BYTES) shared.remains.allow(request, UPLOAD_DISCARD_BYTES)
		if (announced !== null && announced > memberBytes) throw new BodyRefusal(413, tooLarge(plan))
		if (memberBytes === bytes || (announced !== null && announced <= bytes)) return bytes
		if (await isMember(request)) return memberBytes
		if (announced !== null) throw new BodyRefusal(401, 'unauthenticated')
		return bytes
	}

	return async (request: IncomingMessage, plan: BodyPlan): Promise<ReadBody | WriteRefusal> => {
		const limit = await limitFor(request, plan)
		const block = shared.blockOf(request)
		const room = budget.reserve(block, plan.announced ?? limit)
		if (room === 'block') return refusal(429, 'throttled', RETRY_AFTER)
		if (room === 'total') return refusal(503, 'unavailable', RETRY_AFTER)
		try {
			const pace = (bytes: number) => {
				const ms = shared.takeBytes(block, bytes)
				return ms === 0 ? null : delay(ms)
			}
			const { body, dispose } = await readBody(request, { plan, limit, folders, pace, ...(slowest === undefined ? {} : { slowest }) })
			return {
				body,
				async dispose() {
					room.release()
					await dispose()
				},
			}
		} catch (error) {
			room.release()
			throw error instanceof BodyRefusal && error.code === 'too-large' ? new BodyRefusal(413, tooLarge(plan)) : error
		}
	}
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}): WriteRefusal => ({ status, code, headers })

const tooLarge = ({ parseAs }: BodyPlan): string => (parseAs === 'multipart' || parseAs === 'file' ? 'too-large' : 'text-too-long')

type ReadOptions = {
	plan: BodyPlan
	/** Most bytes of this request. */
	limit: number
	folders: TemporaryFolders
	slowest?: SlowestBody
	/** Resolves when so many more bytes may be read. */
	pace?: (bytes: number) => Promise<void> | null
}

/** Reads and parses a body once. Throws `BodyRefusal`; an error of the stream is thrown as it is. */
export async function readBody(source: Readable, options: ReadOptions): Promise<ReadBody> {
	const { plan, folders } = options
	if (plan.parseAs === 'none') return nothing
	if (plan.parseAs !== 'multipart' && plan.parseAs !== 'file') return { body: await readSmall(source, options), dispose: nothingToRemove }
	/** Made with the first file. */
	let made: Promise<string> | undefined
	const folder = () => (made ??= folders.make())
	const dispose = async () => {
		if (made !== undefined) await folders.remove(await made)
	}
	try {
		const read = plan.parseAs === 'file' ? readFile : readMultipart
		return { body: await read(source, options, folder), dispose }
	} catch (error) {
		await dispose()
		throw error
	}
}

async function readSmall(source: Readable, options: ReadOptions): Promise<RequestBody> {
	const { parseAs } = options.plan
	const chunks: Buffer[] = []
	await readChunks(source, options, (chunk) => {
		chunks.push(chunk)
		return null
	})
	const bytes = Buffer.concat(chunks)
	if (bytes.length === 0) return { kind: 'none' }
	if (parseAs === 'form') return { kind: 'form', form: parseForm(bytes) }
	return parseAs === 'json' ? { kind: 'json', value: parseJson(bytes) } : { kind: 'other', bytes }
}

async function readMultipart(source: Readable, options: ReadOptions, folder: () => Promise<string>): Promise<RequestBody> {
	const parser = createMultipartParser(options.plan.contentType, folder)
	try {
		await readChunks(source, options, parser.write)
		return { kind: 'form', form: await parser.end() }
	} catch (error) {
		await parser.abandon()
		throw error
	}
}

async function readFile(source: Readable, options: ReadOptions, folder: () => Promise<string>): Promise<RequestBody> {
	const name = join(await folder(), 'body')
	const target = createWriteStream(name, { flags: 'wx', mode: 0o600 })
	const closed = new Promise<void>((resolve, reject) => target.once('close', resolve).once('error', reject))
	closed.catch(() => undefined)
	try {
		await readChunks(source, options, (chunk) =>
			target.write(chunk) ? null : Promise.race([closed, new Promise<void>((resolve) => target.once('drain', resolve))]),
		)
	} finally {
		target.end()
		await closed
	}
	return { kind: 'file', file: await openAsBlob(name) }
}

async function readChunks(
	source: Readable,
	{ limit, slowest = slowestBody, pace }: ReadOptions,
	take: (chunk: Buffer) => Promise<void> | null,
): Promise<void> {
	let received = 0
	const read = async () => {
		// Destroying the source would close its connection and lose the response.
		for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
			received += chunk.length
			if (received > limit) throw new BodyRefusal(413, 'too-large')
			await take(chunk)
			await pace?.(chunk.length)
		}
	}
	const startedAt = Date.now()
	const late = Promise.withResolvers<never>()
	const timer = setInterval(
		() => {
			const ms = Date.now() - startedAt
			if (ms > slowest.graceMs + (received / slowest.bytesPerSecond) * 1_000) late.reject(new BodyRefusal(408, 'too-slow'))
		},
		Math.min(1_000, slowest.graceMs),
	)
	const reading = read()
	reading.catch(() => undefined)
	try {
		await Promise.race([reading, late.promise])
	} finally {
		clearInterval(timer)
	}
}
