import type { Pool, PoolClient } from 'pg'
import { sql } from 'kysely'
import type { Database } from '../src/domain/shared/context.ts'
import { DELIVER_EVENT, DIGEST_MAIL, NOTIFICATION_MAIL, SEND_MAIL } from '../src/jobs/queues.ts'
import type { OpenedDatabase } from '../src/platform/database.ts'
import { againAfterDeadlock } from '../src/platform/deadlock.ts'
import { ALL_PAGES, publishTags } from '../src/platform/page-tags.ts'
import type { PastRows } from './past-rows.ts'
import { isReference } from './private-fields.ts'
import { inTransaction } from './transaction.ts'

const SCHEMA = 'abuse_snapshot'
const JOBS_OF_REQUESTS = [SEND_MAIL, DELIVER_EVENT, NOTIFICATION_MAIL, DIGEST_MAIL]

export type Snapshot = {
	/** Puts every row back as it was, signs everybody in again, and empties the page cache of the site. */
	restore: () => Promise<void>
	drop: () => Promise<void>
}

type Table = { name: string; columns: string }

/**
 * Copies every table that a request can write to. Hostile requests close accounts and delete questions; without being put
 * back now and then, the site would soon have nothing left to attack.
 */
export async function takeSnapshot({ db, pool }: OpenedDatabase<Database>, past: PastRows): Promise<Snapshot> {
	const tables = await writtenTables(pool)
	await pool.query(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}`)
	for (const { name } of tables) await pool.query(`create table ${SCHEMA}."${name}" as select * from public."${name}"`)
	return {
		async restore() {
			await againAfterDeadlock(() => inTransaction(pool, (client) => putBack(client, tables)))
			await past.forget()
			await publishTags(db, [ALL_PAGES])
		},
		drop: async () => void (await pool.query(`drop schema ${SCHEMA} cascade`)),
	}
}

/** In the order of their names; columns that can be written. */
async function writtenTables(pool: Pool): Promise<Table[]> {
	const { rows } = await pool.query<Table>(
		`select c.relname as name, string_agg('"' || a.attname || '"', ', ' order by a.attnum) as columns
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
		group by c.relname order by c.relname`,
	)
	return rows.filter(({ name }) => !isReference(name))
}

async function putBack(client: PoolClient, tables: readonly Table[]): Promise<void> {
	// Neither triggers nor the order of foreign keys matter: the rows were right when they were copied.
	await client.query('set local session_replication_role = replica')
	await client.query(`delete from pgboss.job where name = any ($1) and state in ('created', 'retry')`, [JOBS_OF_REQUESTS])
	await client.query(`truncate ${tables.map(({ name }) => `public."${name}"`).join(', ')}`)
	for (const { name, columns } of tables)
		await client.query(`insert into public."${name}" (${columns}) overriding system value select ${columns} from ${SCHEMA}."${name}"`)
	await client.query(
		'update sessions set auth_time = now(), last_seen_at = now(), second_factor_at = case when second_factor_at is null then null else now() end',
	)
	await client.query('delete from throttles')
}

/** Rows of a user, as text: what a bystander has must be the same at the end of every round. */
export async function ownRows({ db }: OpenedDatabase<Database>, userId: number): Promise<string> {
	const tables = ['qa_drafts', 'favourites', 'notification_settings', 'experts'] as const
	const parts: string[] = []
	for (const table of tables) {
		const { rows } = await sql<{
			row: string
		}>`select to_jsonb(t)::text as row from ${sql.table(table)} t where user_id = ${userId} order by 1`.execute(db)
		parts.push(...rows.map(({ row }) => `${table} ${row}`))
	}
	const { rows } = await sql<{ row: string }>`
		select to_jsonb(u)::text || to_jsonb(i)::text as row from users u join identities i on i.uid = u.uid where u.id = ${userId}
		union all select to_jsonb(m)::text from office_members m join experts e on e.id = m.expert_id where e.user_id = ${userId}`.execute(db)
	return [...parts, ...rows.map(({ row }) => row)].join('\n')
}
