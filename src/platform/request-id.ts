import { AsyncLocalStorage } from 'node:async_hooks'

/** The server and its bundle each have a copy of this module, and both must see the same requests. */
const KEY = Symbol.for('shirube.request-id')
const holder = globalThis as { [KEY]?: AsyncLocalStorage<string | undefined> }
const requests = (holder[KEY] ??= new AsyncLocalStorage())

/** Runs `work`, and what it starts, as a part of the request `id`; of no request for undefined. */
export function withRequestId<Result>(id: string | undefined, work: () => Result): Result {
	return requests.run(id, work)
}

/** Id of the request that led to what runs now, also in a job that the request enqueued. */
export const currentRequestId = (): string | undefined => requests.getStore()
