import {
	type CompiledQuery,
	type DatabaseConnection,
	Kysely,
	PostgresAdapter,
	PostgresIntrospector,
	PostgresQueryCompiler,
	type QueryResult,
} from 'kysely'

const CHANGES_SCHEMA = /^\s*(?:create|alter|comment|drop)\b/i

/**
 * Runs `handler` with a `db` whose statements that change the schema, of which it needs no rows, are sent without waiting for the one
 * before: an empty database gets over a thousand of them. Every other statement waits for all, and so does the end. Rejects with the
 * error of the first that failed; in a transaction the database has refused those after it.
 */
export async function withStatementsAhead<Tables, T>(db: Kysely<Tables>, handler: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
	return db.getExecutor().provideConnection(async (connection) => {
		const ahead = new AheadConnection(connection)
		const result = await handler(kyselyOn(ahead))
		await ahead.settle()
		return result
	})
}

class AheadConnection implements DatabaseConnection {
	readonly #connection: DatabaseConnection
	#sent: Promise<unknown>[] = []

	constructor(connection: DatabaseConnection) {
		this.#connection = connection
	}

	async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		if (!CHANGES_SCHEMA.test(query.sql)) {
			await this.settle()
			return this.#connection.executeQuery<Row>(query)
		}
		const sending = this.#connection.executeQuery(query)
		// Reported by `settle`.
		sending.catch(() => undefined)
		this.#sent.push(sending)
		return { rows: [] }
	}

	async settle(): Promise<void> {
		const sent = this.#sent
		this.#sent = []
		for (const one of sent) await one
	}

	// oxlint-disable-next-line require-yield
	async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
		throw new Error('Not for statements that are read as a stream')
	}
}

const kyselyOn = <Tables>(connection: DatabaseConnection): Kysely<Tables> =>
	new Kysely({
		dialect: {
			createAdapter: () => new PostgresAdapter(),
			createIntrospector: (db) => new PostgresIntrospector(db),
			createQueryCompiler: () => new PostgresQueryCompiler(),
			createDriver: () => ({
				init: async () => undefined,
				acquireConnection: async () => connection,
				releaseConnection: async () => undefined,
				destroy: async () => undefined,
				beginTransaction: notHere,
				commitTransaction: notHere,
				rollbackTransaction: notHere,
			}),
		},
	})

const notHere = () => Promise.reject(new Error('The transaction is that of the caller'))
