import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Statements pipelined together, and the connection that they share until the last is answered. */
type Wave = { client: Promise<pg.PoolClient>; users: number }

const BEGINS_TRANSACTION = /^(?:begin|start transaction)\b/i

/**
 * Lends Kysely the connections of a pool so that statements sent at once (a page's reads in a `Promise.all`) leave in
 * one write over one connection: a page wakes one process of the database instead of seven, which cost it a tenth of its
 * processor time. Each statement remains a separate transaction and fails independently. A caller that begins a transaction, or
 * reserves a connection for several statements, gets one exclusively.
 *
 * Needs a pool whose clients are made with `pipeline: true`; otherwise the statements run one round trip after another.
 */
export function createWavePool(pool: pg.Pool): PostgresPool {
	let open: Wave | undefined

	function joinWave(): Wave {
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
		let wave: Wave | undefined
		return {
			async query(text: string, values: unknown[]) {
				if (own === undefined && wave === undefined) {
					if (BEGINS_TRANSACTION.test(text)) own = await pool.connect()
					else wave = joinWave()
				}
				const client = own ?? (await wave?.client)
				return client?.query(text, values)
			},
			release(destroy?: boolean) {
				own?.release(destroy)
				if (wave === undefined) return
				wave.users -= 1
				if (wave.users === 0)
					void wave.client.then(
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
		// The first statement decides which kind of client is acquired. Kysely uses no more of a client than this.
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
