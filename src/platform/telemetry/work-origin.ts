import { currentRequestId, withRequestId } from '../request-id.ts'
import { currentTraceparent, validTraceparent, withTraceparent } from './tracing.ts'

/** What stored work, a job or an event, keeps of the request that led to it. Work by the clock has neither. */
export type WorkOrigin = { requestId?: string; traceparent?: string }

/** The origin of what runs now, to be stored with work that is to follow. */
export function currentOrigin(): WorkOrigin {
	const [requestId, traceparent] = [currentRequestId(), currentTraceparent()]
	return { ...(requestId === undefined ? {} : { requestId }), ...(traceparent === undefined ? {} : { traceparent }) }
}

/** Reads the origin that was stored with work. */
export function originOf(stored: object | null): WorkOrigin {
	const { requestId, traceparent } = (stored ?? {}) as { requestId?: unknown; traceparent?: unknown }
	const valid = validTraceparent(traceparent)
	return { ...(typeof requestId === 'string' ? { requestId } : {}), ...(valid === undefined ? {} : { traceparent: valid }) }
}

/** Runs `work` as a part of the request and the trace that led to it. */
export function withOrigin<Result>({ requestId, traceparent }: WorkOrigin, work: () => Result): Result {
	return withRequestId(requestId, () => withTraceparent(traceparent, work))
}
