import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { isDatabaseAway } from './passing-error.ts'

/** What the pool needs to know of its replica. */
export type ReplicaState = {
	/** Whether the replica answered when it was last asked. */
	isUp: () => boolean
	/** Rejects as soon as the replica no longer answers; otherwise settles as `sent` does. */
	whileUp: <T>(sent: Promise<T>) => Promise<T>
	/** Counts a statement that the primary has answered instead. */
	noteFallback: (error: unknown) => void
}

/** The connection of a transaction, and statements that write: a replica would only refuse them. */
const FOR_THE_PRIMARY = /^\s*(?:begin|start transaction|insert|update|delete|merge)\b/i

/** Read-only transaction; a conflict of the statement with what the replica replays; a deadlock with it. */
const REFUSED_BY_A_REPLICA = new Set(['25006', '40001', '40P01'])
/** The statement itself took too long, and would on the primary, too. */
const TOO_SLOW = new Set(['57014', '55P03'])

/**
 * Lends Kysely connections that send each statement to a replica, and again to the primary where the replica cannot answer it. A
 * replica changes nothing, so that a second attempt is harmless.
 */
export function createReplicaPool(replica: PostgresPool, primary: PostgresPool, state: ReplicaState): PostgresPool {
	async function lend() {
		const near = (await replica.connect()) as PostgresPoolClient & { release: (destroy: boolean) => void }
		let isLost = false
		let own: Promise<PostgresPoolClient> | undefined
		const onPrimary = async (text: string, values: unknown[]) => (await (own ??= primary.connect())).query(text, values)
		return {
			async query(text: string, values: unknown[]) {
				if (own !== undefined || FOR_THE_PRIMARY.test(text) || !state.isUp()) return onPrimary(text, values)
				try {
					return await state.whileUp(near.query(text, values))
				} catch (error) {
					isLost ||= !state.isUp()
					if (!mayWorkOnPrimary(error)) throw error
					state.noteFallback(error)
					return onPrimary(text, values)
				}
			},
			release() {
				// The statement may still wait for its answer there.
				near.release(isLost)
				void own?.then(
					(client) => client.release(),
					() => undefined,
				)
			},
		}
	}
	return {
		options: replica.options,
		// Kysely uses only this much of a client.
		connect: async () => (await lend()) as unknown as PostgresPoolClient,
		// The primary's pool belongs to its own database.
		end: () => replica.end(),
	}
}

function mayWorkOnPrimary(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	return !TOO_SLOW.has(code) && (REFUSED_BY_A_REPLICA.has(code) || isDatabaseAway(error))
}
