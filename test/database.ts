import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ControlledTransaction, type Kysely, sql } from 'kysely'
import { inject } from 'vitest'
import type { Ctx, Database, Services } from '../src/domain/shared/context.ts'
import { openDatabase, type OpenedDatabase } from '../src/platform/database.ts'
import { againAfterDeadlock } from '../src/platform/deadlock.ts'
import { createLog } from '../src/platform/log.ts'
import { createFileStorage } from '../src/platform/storage.ts'
import { createEncryptor } from '../src/platform/token.ts'
import { createWebhookSender } from '../src/platform/webhook-sender.ts'

export type TestCtx = Ctx & { db: ControlledTransaction<Database> }

/** Noon in Japan on a Monday that is not a holiday: the default clock of tests. */
export const TEST_NOW = new Date('2026-06-15T03:00:00Z')

// PostgreSQL stops before the last idle connection closes: expected here.
const log = createLog('error')

/** Fifty writers share a few connections; on a busy machine the last of them waits for longer than a visitor would. */
const acquireTimeoutMs = 60_000

let shared: Promise<OpenedDatabase<Database>> | undefined

/** The migrated database with geography and taxonomy. Write to it only inside `withCtx`. */
export async function sharedDatabase(): Promise<OpenedDatabase<Database>> {
	shared ??= openDatabase<Database>({ url: inject('databases').shared, poolSize: 4, acquireTimeoutMs, log })
	return shared
}

/** Long enough for `SECRET_KEY`, so that a running site can read what a test encrypted. */
export const SECRET = 'a secret for tests, long enough for all'

/** A folder of this process, a key that every test knows, and mails that are discarded. */
export const testServices: Services = {
	storage: createFileStorage(path.join(tmpdir(), `files-test-${process.pid}`)),
	encryptor: createEncryptor(SECRET),
	enqueueMail: async () => undefined,
	cards: null,
	webhooks: createWebhookSender(),
	vapidKeys: null,
	line: null,
}

/** A visitor at `TEST_NOW`. */
export const visitorCtx = <Db extends Kysely<Database>>(db: Db): Ctx & { db: Db } => ({
	...testServices,
	db,
	now: () => TEST_NOW,
	viewer: { kind: 'visitor' },
	site: { name: 'しるべ', publicUrl: 'https://shirube.example' },
})

/** Runs `handler` in a transaction that is always rolled back. A visitor at `TEST_NOW` unless overridden. */
export async function withCtx<T>(handler: (ctx: TestCtx) => Promise<T>, overrides: Partial<Omit<Ctx, 'db'>> = {}): Promise<T> {
	const { db } = await sharedDatabase()
	// Tests of several files lock the same counts of lists, in the order in which they create offices.
	return againAfterDeadlock(async () => {
		const transaction = await db.startTransaction().execute()
		try {
			return await handler({ ...visitorCtx(transaction), ...overrides })
		} finally {
			await transaction.rollback().execute()
		}
	})
}

/**
 * Lets plans of the test's transaction take a table with rows for a large one. Without it they depend on when autovacuum last counted what
 * other tests rolled back: of an empty table any index is as cheap as the right one.
 */
export async function pretendManyRows({ db }: Pick<Ctx, 'db'>, table: keyof Database): Promise<void> {
	await sql`select pg_restore_relation_stats('schemaname', 'public', 'relname', ${table}::text, 'relpages', 1, 'reltuples', 1000000::real)`.execute(
		db,
	)
}

/** For a write that the database rejects, so that the error does not abort the test's transaction. */
export async function inSavepoint<T>(ctx: TestCtx, handler: (ctx: TestCtx) => Promise<T>): Promise<T> {
	const savepoint = await ctx.db.savepoint('attempt').execute()
	try {
		const result = await handler(ctx)
		await savepoint.releaseSavepoint('attempt').execute()
		return result
	} catch (error) {
		await savepoint.rollbackToSavepoint('attempt').execute()
		throw error
	}
}

/** Creates a separate database with geography and taxonomy, for tests that commit. `close` drops it. */
export const freshDatabase = (): Promise<OpenedDatabase<Database>> => makeDatabase(inject('databases').template)

/** A database without tables, for tests of migrations. `close` drops it. */
export const emptyDatabase = (): Promise<OpenedDatabase<Database>> => makeDatabase('template0')

async function makeDatabase(template: string): Promise<OpenedDatabase<Database>> {
	const { maintenance } = inject('databases')
	const name = `fresh_${randomBytes(6).toString('hex')}`
	const admin = await openDatabase({ url: maintenance, poolSize: 1, log })
	await admin.pool.query(`create database ${name} template ${template} strategy file_copy`)
	const opened = await openDatabase<Database>({ url: maintenance.replace('/postgres?', `/${name}?`), poolSize: 5, acquireTimeoutMs, log })
	const close = async () => {
		await opened.close()
		await admin.pool.query(`drop database ${name} with (force)`)
		await admin.close()
	}
	return { ...opened, close }
}
