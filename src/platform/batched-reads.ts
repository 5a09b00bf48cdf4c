/** Most keys of one read: a longer list would hold up the first of it. */
const MOST = 200

type Waiter<V> = { resolve: (value: V) => void; reject: (error: unknown) => void }
type Waiting<Key, V> = { key: Key; waiters: Waiter<V>[] }

/**
 * Reads many keys by one statement. Calls that come while a read is under way are answered together by the next one, so that none gets
 * what was true before its call. `read` returns its values in the order of the keys; those with the same name by `nameOf` are one. A
 * failed read rejects its own calls alone.
 */
export function createBatchedReads<Key, V>(
	nameOf: (key: Key) => string,
	read: (keys: readonly Key[]) => Promise<readonly V[]>,
): (key: Key) => Promise<V> {
	let waiting = new Map<string, Waiting<Key, V>>()
	let isReading = false

	function takeBatch(): Waiting<Key, V>[] {
		const all = [...waiting]
		waiting = new Map(all.slice(MOST))
		return all.slice(0, MOST).map(([, one]) => one)
	}

	async function readBatch(batch: readonly Waiting<Key, V>[]): Promise<void> {
		try {
			const values = await read(batch.map(({ key }) => key))
			// The values are as many as the keys.
			for (const [index, { waiters }] of batch.entries()) for (const { resolve } of waiters) resolve(values[index] as V)
		} catch (error) {
			for (const { waiters } of batch) for (const { reject } of waiters) reject(error)
		}
	}

	async function readAll(): Promise<void> {
		while (waiting.size > 0) await readBatch(takeBatch())
		isReading = false
	}

	return (key) =>
		new Promise((resolve, reject) => {
			const name = nameOf(key)
			const known = waiting.get(name)
			if (known === undefined) waiting.set(name, { key, waiters: [{ resolve, reject }] })
			else known.waiters.push({ resolve, reject })
			if (isReading) return
			isReading = true
			// Other requests of the same moment are read along.
			setImmediate(() => void readAll())
		})
}
