import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Statements pipelined together, and the connection that they share until the last is answered. */
type Batch = { client: Promise<pg.PoolClient>; users: number }

const BEGINS_TRANSACTION = /^(?:begin|start transaction)\b/i

/**
 * Lends Kysely the connections of a pool so that statements sent at once (a page's reads in a `Promise.all`) leave in
 * one write over one connection: a page wakes one process of the database instead of seven, which cost it a tenth of its
 * processor time. Each statement remains a separate transaction and fails independently. A caller that begins a transaction, or
 * reserves a connection for several statements, gets one exclusively.
 *
 * Needs a pool whose clients are made with `pipeline: true`; otherwise the statements run one round trip after another.
 */
export function createPipelinedPool(pool: pg.Pool): PostgresPool {
	let open: Batch | undefined

	function joinBatch(): Batch {
		if (open === undefined) {
			open = { client: pool.connect().then(holdWrites), users: 0 }
			// Runs after all work that is ready now: statements sent later form the next batch.
			process.nextTick(() => {
				open = undefined
			})
		}
		open.users += 1
		return open
	}

	function lend() {
		let own: pg.PoolClient | undefined
		let batch: Batch | undefined
		return {
			async query(text: string, values: unknown[]) {
				if (own === undefined && batch === undefined) {
					if (BEGINS_TRANSACTION.test(text)) own = await pool.connect()
					else batch = joinBatch()
				}
				const client = own ?? (await batch?.client)
				return client?.query(text, values)
			},
			release(destroy?: boolean) {
				own?.release(destroy)
				if (batch === undefined) return
				batch.users -= 1
				if (batch.users === 0)
					void batch.client.then(
						(client) => client.release(destroy),
						() => {
							// No connection was available; each statement has reported it.
						},
					)
			},
		}
	}

	return {
		options: pool.options,
		// The first statement decides which kind of client is acquired. Kysely uses only this much of a client.
		connect: async () => lend() as unknown as PostgresPoolClient,
		end: () => pool.end(),
	}
}

/**
 * Corks the socket until the end of this turn of the event loop, so that statements leave in one write. The types of pg do
 * not name the socket.
 */
function holdWrites(client: pg.PoolClient): pg.PoolClient {
	const { stream } = (client as unknown as { connection: { stream: { cork: () => void; uncork: () => void } } }).connection
	stream.cork()
	process.nextTick(() => stream.uncork())
	return client
}
