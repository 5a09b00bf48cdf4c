import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Statements that were sent at once, and the connection that they share until the last of them is answered. */
type Wave = { client: Promise<pg.PoolClient>; users: number }

const BEGINS_TRANSACTION = /^(?:begin|start transaction)\b/i

/**
 * Lends Kysely the connections of a pool so that statements sent at once (a page's reads in a `Promise.all`) leave in
 * one write over one connection: a page wakes one process of the database instead of seven, which cost it a tenth of its
 * processor time. Each statement is still a transaction of its own and fails by itself. Whoever begins a transaction, or
 * keeps a connection for several statements, has it as with the pool alone.
 *
 * Needs a pool whose clients are made with `pipeline: true`; otherwise the statements of a wave wait for each other.
 */
export function createWavePool(pool: pg.Pool): PostgresPool {
	let open: Wave | undefined

	function joinWave(): Wave {
		if (open === undefined) {
			open = { client: pool.connect().then(holdWrites), users: 0 }
			// Comes when everything that can run now has run: what is sent later belongs to another moment.
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
							// There was no connection to be had: each statement of the wave has said so.
						},
					)
			},
		}
	}

	return {
		options: pool.options,
		// A client is asked for when the first statement tells what it is for. Kysely needs no more of a client than this.
		connect: async () => lend() as unknown as PostgresPoolClient,
		end: () => pool.end(),
	}
}

/** What is sent before the event loop goes on leaves together. pg's own types do not name the socket. */
function holdWrites(client: pg.PoolClient): pg.PoolClient {
	const { stream } = (client as unknown as { connection: { stream: { cork: () => void; uncork: () => void } } }).connection
	stream.cork()
	process.nextTick(() => stream.uncork())
	return client
}
