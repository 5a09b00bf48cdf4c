import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyLimits, createBodyBudget, type BodyLimits } from './body-budget.ts'
import { type ReadBody, readBody, type SlowestBody } from './body-reader.ts'
import { type BodyPlan, type BodyRule, createBodyPlanner, hasBody, SMALL_BODY_BYTES } from './body-rules.ts'
import { headerFailure, tokenFailure } from './csrf.ts'
import { createPace, type Pace } from './pace.ts'
import { BodyRefusal } from './request-body.ts'
import { removeHeader } from './request-guard.ts'
import { clientAddress, clientBlock, requestOrigin } from './request-origin.ts'
import type { TemporaryFolders } from './temporary-folders.ts'
import type { FindWriteTarget } from './write-targets.ts'

export type WriteGateOptions = {
	publicUrl: string
	trustProxy: number
	/** Routes that take more than a small form. */
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

/** What to answer instead of handing a request on. */
export type WriteRefusal = { status: number; code: string; headers: Record<string, string> }

export type WriteGate = {
	/**
	 * Checks a write and reads its body, cheapest check first: everything that the headers decide comes before the first
	 * byte is read. Throws what the stream throws when the client has left.
	 */
	admit: (request: IncomingMessage, path: string) => Promise<ReadBody | WriteRefusal>
	/** Reads away what is still coming, within measure, so that a browser gets to see the answer. */
	discard: (request: IncomingMessage) => void
}

export const isRefusal = (admitted: ReadBody | WriteRefusal): admitted is WriteRefusal => 'status' in admitted

/** Of a request that our own page may have sent to an upload route: some photographs too many. */
const UPLOAD_DISCARD_BYTES = 64 * 1_048_576
const UPLOAD_DISCARD_MS = 60_000
const DISCARD_BYTES = 1_048_576
const DISCARD_MS = 10_000
/** A flood of refused writes waits here, unread, instead of taking the processor from visitors. */
const WRITES: Pace = { perSecond: 50, burst: 100 }
const BYTES: Pace = { perSecond: 16 * 1_048_576, burst: 16 * 1_048_576 }
/** A write that would have to wait longer is refused. */
const MOST_WAIT_MS = 10_000
const RETRY_AFTER = { 'retry-after': '5' }
const closing = { connection: 'close' }

const nothing: ReadBody = { body: { kind: 'none' }, dispose: async () => {} }

/** Stands between the socket and the application for every request that is no plain read. */
export function createWriteGate(options: WriteGateOptions): WriteGate {
	const { publicUrl, trustProxy, rules, isExempt, isMember, findTarget, folders } = options
	const planOf = createBodyPlanner(rules)
	const budget = createBodyBudget(options.limits ?? bodyLimits)
	const takeWrite = createPace(options.writes ?? WRITES)
	const takeBytes = createPace(BYTES)
	const blockOf = (request: IncomingMessage) => clientBlock(clientAddress(request, trustProxy))
	/** What may be read away of requests that were refused. */
	const discardable = new WeakMap<IncomingMessage, number>()

	/** Null lets the body be read. */
	function refusalByHeaders({ headers }: IncomingMessage, path: string): WriteRefusal | null {
		if (isExempt?.(path)) return null
		const failure = headerFailure(headers, requestOrigin(headers.host, publicUrl))
		return failure === null ? null : refusal(403, failure)
	}

	async function limitFor(request: IncomingMessage, plan: BodyPlan): Promise<number> {
		const { announced, bytes, memberBytes } = plan
		if (memberBytes > SMALL_BODY_BYTES) discardable.set(request, UPLOAD_DISCARD_BYTES)
		if (announced !== null && announced > memberBytes) throw new BodyRefusal(413, tooLarge(plan))
		if (memberBytes === bytes || (announced !== null && announced <= bytes)) return bytes
		if (await isMember(request)) return memberBytes
		if (announced !== null) throw new BodyRefusal(401, 'unauthenticated')
		return bytes
	}

	async function read(request: IncomingMessage, plan: BodyPlan): Promise<ReadBody | WriteRefusal> {
		const limit = await limitFor(request, plan)
		const block = blockOf(request)
		const room = budget.reserve(block, plan.announced ?? limit)
		if (room === 'block') return refusal(429, 'throttled', RETRY_AFTER)
		if (room === 'total') return refusal(503, 'unavailable', RETRY_AFTER)
		try {
			const pace = (bytes: number) => {
				const ms = takeBytes(block, bytes)
				return ms === 0 ? null : delay(ms)
			}
			const { slowest } = options
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
			// What comes too slowly is not waited for.
			if (error.status === 408) discardable.set(request, 0)
			return refusal(error.status, error.code)
		}
	}

	function discard(request: IncomingMessage): void {
		if (request.complete || request.destroyed) return
		const block = blockOf(request)
		let left = discardable.get(request) ?? DISCARD_BYTES
		const cut = () => request.socket.destroy()
		const timer = setTimeout(cut, left > DISCARD_BYTES ? UPLOAD_DISCARD_MS : DISCARD_MS)
		request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
		request.on('data', (chunk: Buffer) => {
			left -= chunk.length
			if (left < 0) return cut()
			const ms = takeBytes(block, chunk.length)
			if (ms === 0) return
			request.pause()
			setTimeout(() => request.resume(), ms)
		})
		request.resume()
	}

	return {
		discard,
		async admit(request, path) {
			const admitted = await admit(request, path)
			if (!isRefusal(admitted) || !hasBody(request.headers)) return admitted
			const announced = Number(request.headers['content-length'] ?? 0)
			const isCut = announced > (discardable.get(request) ?? DISCARD_BYTES)
			return isCut ? { ...admitted, headers: { ...admitted.headers, ...closing } } : admitted
		},
	}
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}): WriteRefusal => ({ status, code, headers })

const tooLarge = ({ parseAs }: BodyPlan): string => (parseAs === 'multipart' || parseAs === 'file' ? 'too-large' : 'text-too-long')
