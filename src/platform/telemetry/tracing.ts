import { AsyncLocalStorage } from 'node:async_hooks'

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** `server` answers a request, `consumer` does a job, `client` waits for another program. */
export type SpanKind = 'server' | 'consumer' | 'client'

export type SpanOptions = {
	kind: SpanKind
	attributes?: SpanAttributes
	/** Milliseconds since 1970; now by default. */
	startedAt?: number
}

export type Span = {
	/** In the form of W3C Trace Context. */
	traceparent: string
	/** False for one that was not sampled. */
	isRecording: boolean
	rename: (name: string) => void
	set: (attributes: SpanAttributes) => void
	/** Marks the span as failed; `error` is recorded with it where there is one. */
	fail: (error?: unknown) => void
	/** Milliseconds since 1970; now by default. */
	end: (endedAt?: number) => void
}

/** What records spans. `parent` is a `traceparent`, or undefined for the first span of a trace. */
export type Tracer = { start: (name: string, options: SpanOptions, parent: string | undefined) => Span }

type Current = { traceparent: string; span: Span | null }
type Tracing = { tracer: Tracer | null; current: AsyncLocalStorage<Current | null> }

/** The server and its bundle each have a copy of this module, and both must see the same spans. */
const KEY = Symbol.for('shirube.tracing')
const holder = globalThis as { [KEY]?: Tracing }
const tracing = (holder[KEY] ??= { tracer: null, current: new AsyncLocalStorage() })

/** Records spans from now on; null stops. Without a tracer, what is measured costs one comparison. */
export function setTracer(tracer: Tracer | null): void {
	tracing.tracer = tracer
}

/** Starts a span below the current one, or below `parent` where it is given. Returns null while nothing is recorded. */
export function startSpan(name: string, options: SpanOptions, parent?: string): Span | null {
	return tracing.tracer?.start(name, options, parent ?? currentTraceparent()) ?? null
}

/** Runs `work` with `span` as the parent of what it starts. */
export function withSpan<Result>(span: Span | null, work: () => Result): Result {
	return span === null ? work() : tracing.current.run({ traceparent: span.traceparent, span }, work)
}

/** Runs `work` as a part of the trace that `traceparent` names; of none for undefined. */
export function withTraceparent<Result>(traceparent: string | undefined, work: () => Result): Result {
	if (tracing.tracer === null) return work()
	return tracing.current.run(traceparent === undefined ? null : { traceparent, span: null }, work)
}

/** Measures `work` as one span, which fails when `work` does. */
export async function inSpan<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
	const span = startSpan(name, options)
	if (span === null) return work()
	try {
		return await withSpan(span, work)
	} catch (error) {
		span.fail(error)
		throw error
	} finally {
		span.end()
	}
}

/** The span of which what runs now is a part, when it is recorded. */
export function recordedSpan(): Span | null {
	if (tracing.tracer === null) return null
	const span = tracing.current.getStore()?.span ?? null
	return span?.isRecording ? span : null
}

/** Names the current span to other processes. */
export const currentTraceparent = (): string | undefined => (tracing.tracer === null ? undefined : tracing.current.getStore()?.traceparent)

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** `text` if it is a valid `traceparent` (W3C Trace Context, version 00), else undefined. */
export const validTraceparent = (text: unknown): string | undefined =>
	typeof text === 'string' && TRACEPARENT.test(text) ? text : undefined
