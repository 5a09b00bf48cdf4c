import pg from 'pg'
import { connectionTo } from './database-hosts.ts'
import type { Log } from './log.ts'
import type { ReplicaState } from './replica-pool.ts'

/** A server that takes longer to say where it is cannot serve pages either. */
const ANSWERED_WITHIN_MS = 1_000

/** A position in the write-ahead log, in bytes. */
export type LogPosition = bigint

const PRIMARY = `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as position`
/** Null of a server that has become a primary. */
const REPLICA = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0'::pg_lsn end as position`

export type PositionReader = {
	/** Null from a server that has none of the wanted kind. Rejects when the server does not answer within a second. */
	read: () => Promise<LogPosition | null>
	close: () => Promise<void>
}

/** Asks a server for its position over one connection, which a failure renews. */
export function openPositionReader(url: string, kind: 'primary' | 'replica'): PositionReader {
	const pool = new pg.Pool({
		...connectionTo(url),
		max: 1,
		application_name: `shirube position of the ${kind}`,
		connectionTimeoutMillis: ANSWERED_WITHIN_MS,
		query_timeout: ANSWERED_WITHIN_MS,
		keepAlive: true,
	})
	pool.on('error', () => undefined)
	return {
		async read() {
			const { rows } = await pool.query<{ position: string | null }>(kind === 'primary' ? PRIMARY : REPLICA)
			const position = rows[0]?.position ?? null
			return position === null ? null : BigInt(position)
		},
		close: () => pool.end(),
	}
}

const SHORTEST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 200

/** Knows how far one replica has come. */
export class ReplicaFollower implements ReplicaState {
	/** Host and port. */
	readonly name: string
	/** Whether it had replayed all but the last moments when both servers last answered. */
	isCurrent = false
	fallbacks = 0
	readonly #reader: PositionReader
	readonly #log: Log
	readonly #waiting = new Set<(error: Error) => void>()
	#replayed: LogPosition | null = null
	#isUp = false
	#looking: Promise<void> | undefined
	#isChasing = false
	#isClosed = false

	constructor(url: string, log: Log) {
		this.name = new URL(url).host
		this.#reader = openPositionReader(url, 'replica')
		this.#log = log
	}

	/** What it has replayed; null while that is unknown, and of a server that is no replica. */
	get replayed(): LogPosition | null {
		return this.#replayed
	}

	isUp(): boolean {
		return this.#isUp
	}

	hasReplayed(position: LogPosition): boolean {
		return this.#isUp && this.#replayed !== null && this.#replayed >= position
	}

	/** Asks the replica how far it is; an answer that is under way serves all who ask. */
	look(): Promise<void> {
		this.#looking ??= this.#read().finally(() => (this.#looking = undefined))
		return this.#looking
	}

	/** Asks again and again, with growing pauses, until the replica has replayed `position()` or does not answer. */
	async chase(position: () => LogPosition | null): Promise<void> {
		if (this.#isChasing) return
		this.#isChasing = true
		for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
			await this.look()
			const wanted = position()
			if (this.#isClosed || !this.#isUp || wanted === null || this.hasReplayed(wanted)) break
			await new Promise((resolve) => setTimeout(resolve, pause))
		}
		this.#isChasing = false
	}

	whileUp<T>(sent: Promise<T>): Promise<T> {
		return new Promise<T>((resolve, reject) => {
			this.#waiting.add(reject)
			void sent.then(resolve, reject).finally(() => this.#waiting.delete(reject))
		})
	}

	noteFallback(error: unknown): void {
		this.fallbacks += 1
		this.#log.debug({ err: error, replica: this.name }, 'statement sent to the primary instead')
		void this.look()
	}

	async close(): Promise<void> {
		this.#isClosed = true
		await this.#looking
		await this.#reader.close()
	}

	async #read(): Promise<void> {
		try {
			this.#replayed = await this.#reader.read()
			if (!this.#isUp) this.#log.info({ replica: this.name }, 'replica answers')
			this.#isUp = true
		} catch (error) {
			this.#replayed = null
			if (this.#isUp && !this.#isClosed) this.#log.warn({ err: error, replica: this.name }, 'replica does not answer')
			this.#isUp = false
			const lost = Object.assign(new Error('the replica does not answer'), { code: 'ECONNRESET' })
			for (const reject of this.#waiting) reject(lost)
		}
	}
}
