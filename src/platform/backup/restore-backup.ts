import { Decrypter } from 'age-encryption'
import type pg from 'pg'
import type { OpenedDatabase } from '../database.ts'
import { migrateToThese } from '../migrator.ts'
import { makeQueueSchema } from '../queue.ts'
import { StartError } from '../start-error.ts'
import type { Storage } from '../storage.ts'
import type { BackupPlace } from './backup-place.ts'
import { readBackup, readEnclosedKey, readKeptFile, readTable } from './backup-store.ts'
import { type Manifest, markOfKey } from './backup-manifest.ts'
import { connect, copyIn, copyOut, discard, listTables, queueVersionOf, quoted } from './backup-tables.ts'

/**
 * Restores schema and rows of a backup into an empty database. Needs no rights beyond the owner's. Throws `StartError` for a
 * backup that is damaged or of a newer release; the database is then empty of rows.
 */
export async function restoreDatabase<Tables>(
	{ db, url }: Pick<OpenedDatabase<Tables>, 'db' | 'url'>,
	place: BackupPlace,
	name: string,
): Promise<Manifest> {
	const manifest = await readBackup(place, name)
	await migrateToThese(db, manifest.migrations)
	if (manifest.queueVersion !== null) await makeQueueSchema(url)
	await restoreRows(url, place, name, manifest)
	return manifest
}

/** In one transaction; foreign keys are dropped and re-created, which also validates the rows. */
async function restoreRows(databaseUrl: string, place: BackupPlace, name: string, manifest: Manifest): Promise<void> {
	const client = await connect(databaseUrl)
	try {
		await client.query('begin')
		const there = new Map((await listTables(client)).map((table) => [table.name, table]))
		const hasSameQueue = (await queueVersionOf(client)) === manifest.queueVersion
		const foreignKeys = await listForeignKeys(client)
		const triggers = await listTriggers(client)
		for (const { table, trigger } of triggers) await client.query(`alter table ${table} disable trigger ${trigger}`)
		for (const { table, constraint } of foreignKeys) await client.query(`alter table ${table} drop constraint ${constraint}`)
		for (const table of there.keys()) await client.query(`truncate ${quoted(table)}`)
		for (const table of manifest.tables) {
			const columns = there.get(table.name)?.columns
			if (columns === undefined || (isOurs(table.name) && !isSame(columns, table.columns)))
				throw new StartError(`The backup does not fit this release: ${table.name} has other columns.`)
			// Another version of the queue has other columns, which take their defaults; it must know those of the rows.
			if (!hasSameQueue && !table.columns.every((column) => columns.includes(column)))
				throw new StartError('The backup does not fit this release: its queue is of another version.')
			await copyIn(client, table, await readTable(place, name, table.name))
		}
		for (const { table, constraint, definition } of foreignKeys)
			await client.query(`alter table ${table} add constraint ${constraint} ${definition}`)
		for (const { table, trigger, enable } of triggers) await client.query(`alter table ${table} ${enable} trigger ${trigger}`)
		for (const sequence of manifest.sequences)
			await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(sequence.name), sequence.value, sequence.isCalled])
		await client.query('commit')
		await client.query('analyze')
	} finally {
		await client.end()
	}
}

const isOurs = (table: string) => table.startsWith('public.')
const isSame = (left: readonly string[], right: readonly string[]) =>
	left.length === right.length && left.every((column) => right.includes(column))

async function listForeignKeys(client: pg.Client): Promise<{ table: string; constraint: string; definition: string }[]> {
	const { rows } = await client.query<{ table: string; constraint: string; definition: string }>(
		`select conrelid::regclass::text as table, quote_ident(conname) as constraint, pg_get_constraintdef(oid) as definition
		 from pg_constraint
		 where contype = 'f' and conparentid = 0 and connamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
		 order by 1, 2`,
	)
	return rows
}

async function listTriggers(client: pg.Client): Promise<{ table: string; trigger: string; enable: string }[]> {
	const { rows } = await client.query<{ table: string; trigger: string; enable: string }>(
		`select tgrelid::regclass::text as table, quote_ident(tgname) as trigger,
		   case tgenabled when 'A' then 'enable always' else 'enable' end as enable
		 from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
		 where not tgisinternal and tgenabled in ('O', 'A') and tgparentid = 0 and n.nspname in ('public', 'pgboss') order by 1, 2`,
	)
	return rows
}

/** Names of the tables whose rows differ from the backup. */
export async function compareRows(databaseUrl: string, manifest: Manifest): Promise<string[]> {
	const client = await connect(databaseUrl)
	try {
		const differing: string[] = []
		for (const table of manifest.tables) if ((await copyOut(client, table, discard)).sha256 !== table.sha256) differing.push(table.name)
		return differing
	} finally {
		await client.end()
	}
}

/** Restores the files that `storage` lacks, or only verifies all if it is null. Returns how many it wrote. */
export async function restoreFiles(place: BackupPlace, { files }: Manifest, storage: Storage | null): Promise<number> {
	const there = new Set<string>()
	if (storage) for await (const name of storage.list()) there.add(name)
	let written = 0
	for (const file of files) {
		if (there.has(file.name)) continue
		const content = await readKeptFile(place, file)
		if (storage === null) continue
		await storage.write(file.name, content)
		written += 1
	}
	return written
}

/** The key in the backup, or null where there is none. Throws `StartError` for a wrong passphrase. */
export async function openEnclosedKey(
	place: BackupPlace,
	name: string,
	manifest: Manifest,
	passphrase: string | undefined,
): Promise<string | null> {
	if (!manifest.key.isEnclosed || passphrase === undefined) return null
	const decrypter = new Decrypter()
	decrypter.addPassphrase(passphrase)
	const secretKey = await decrypter.decrypt(await readEnclosedKey(place, name), 'text').catch((error: unknown) => {
		throw new StartError('The key of the backup does not open: BACKUP_PASSPHRASE is not the one that it was made with.', error)
	})
	if (!fitsBackup(manifest, secretKey)) throw new StartError('The backup is damaged: the key in it is not the one that it names.')
	return secretKey
}

export const fitsBackup = ({ key }: Manifest, secretKey: string): boolean => key.mark === markOfKey(secretKey)
