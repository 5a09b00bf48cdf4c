import { chown, copyFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'

/**
 * Layout of the archive of an embedded database, from which it can be restored to any second since its oldest base copy:
 *
 *     base/20261123T034000Z/        a copy of the data folder, named by the time when it was complete
 *     wal/000000010000000000000007  what PostgreSQL wrote since, in files of 16 MB or of one minute
 */
export type WalArchive = { root: string }

/** At most so much is lost with the disk of the database. */
const SWITCH_SECONDS = 60
const ARCHIVED_WITHIN_MS = 120_000
const nameForm = /^\d{8}T\d{6}Z$/
const unfinished = '.unfinished'
/** Beside the data folder: there is a base copy, and every start since then has archived. */
const markFile = (dataDir: string) => path.join(dataDir, 'postgres.archived')

const nameOf = (now: Date): string => now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
const baseOf = ({ root }: WalArchive) => path.join(root, 'base')
const walOf = ({ root }: WalArchive) => path.join(root, 'wal')

/** As a word of a shell in a setting of PostgreSQL, where `%` begins a placeholder. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/** Settings with which PostgreSQL archives what it writes. A file that is there already and the same is a success. */
export function archiveSettings(archive: WalArchive): Record<string, string> {
	const target = `${quote(walOf(archive))}/%f`
	return {
		wal_level: 'replica',
		archive_mode: 'on',
		archive_timeout: String(SWITCH_SECONDS),
		archive_command: `cmp -s %p ${target} || { test ! -e ${target} && cp %p ${target}.part && sync ${target}.part && mv ${target}.part ${target}; }`,
	}
}

/** Settings for the one start that replays an archive: to its end, or to a moment. */
export function recoverySettings(archive: WalArchive, until: Date | null): Record<string, string> {
	return {
		...archiveSettings(archive),
		restore_command: `cp ${quote(walOf(archive))}/%f %p`,
		// Nobody is let in before it is over.
		hot_standby: 'off',
		// The one of the base copy: an earlier recovery to another moment has begun another timeline.
		recovery_target_timeline: 'current',
		...(until === null
			? {}
			: {
					// As PostgreSQL reads it before it has loaded the names of zones.
					recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
					recovery_target_inclusive: 'off',
					recovery_target_action: 'promote',
				}),
	}
}

/** Makes the folders; PostgreSQL's user owns the one that it writes. */
export async function prepareArchive(archive: WalArchive, owner: { uid: number; gid: number } | null): Promise<void> {
	// PostgreSQL may run as another user, who has to pass this one.
	await mkdir(archive.root, { recursive: true, mode: 0o711 })
	for (const folder of [baseOf(archive), walOf(archive)]) await mkdir(folder, { recursive: true, mode: 0o700 })
	if (owner) await chown(walOf(archive), owner.uid, owner.gid)
}

export const hasBaseCopy = (dataDir: string): Promise<boolean> =>
	readFile(markFile(dataDir)).then(
		() => true,
		() => false,
	)

/** A start without archiving leaves a gap that no recovery passes: the next one with it needs a new base copy. */
export const forgetBaseCopy = (dataDir: string): Promise<void> => rm(markFile(dataDir), { force: true })

/** Names of the complete base copies, newest first. */
export async function listBaseCopies(archive: WalArchive): Promise<string[]> {
	const names = await readdir(baseOf(archive)).catch(() => [])
	return names
		.filter((name) => nameForm.test(name))
		.toSorted()
		.toReversed()
}

export type BaseCopyOptions = { databaseUrl: string; cluster: string; dataDir: string; archive: WalArchive; keep: number; now: () => Date }

/**
 * Copies the data folder while the database runs, waits until what was written meanwhile is archived, and removes what only older
 * copies than the newest `keep` need. Returns the name. Throws `StartError` when PostgreSQL cannot write the archive.
 */
export async function makeBaseCopy({ databaseUrl, cluster, dataDir, archive, keep, now }: BaseCopyOptions): Promise<string> {
	const draft = path.join(baseOf(archive), `${nameOf(now())}${unfinished}`)
	const client = new pg.Client({ connectionString: databaseUrl, application_name: 'shirube base copy', keepAlive: true })
	await client.connect()
	try {
		await assertArchiving(client, archive)
		await client.query(`select pg_backup_start('shirube', true)`)
		await mkdir(draft, { mode: 0o700 })
		await copyFolder(cluster, draft, true)
		// Without the limit it waits for the archive without an end.
		const stop: pg.QueryConfig & { query_timeout: number } = {
			text: 'select labelfile as label from pg_backup_stop(true)',
			query_timeout: ARCHIVED_WITHIN_MS,
		}
		const { rows } = await client.query<{ label: string }>(stop).catch((error: unknown) => refuseUnwritable(archive, error))
		await writeFile(path.join(draft, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600, flush: true })
		const name = nameOf(now())
		await rename(draft, path.join(baseOf(archive), name))
		await writeFile(markFile(dataDir), `${name}\n`)
		await prune(archive, keep)
		return name
	} catch (error) {
		await rm(draft, { recursive: true, force: true })
		throw error
	} finally {
		await client.end()
	}
}

/** Has one file archived, which shows at once what would let the copy wait in vain. */
async function assertArchiving(client: pg.Client, archive: WalArchive): Promise<void> {
	const count = async () => {
		const { rows } = await client.query<{ archived: number; failed: number }>(
			'select archived_count::int as archived, failed_count::int as failed from pg_stat_archiver',
		)
		return rows[0] ?? { archived: 0, failed: 0 }
	}
	const before = await count()
	// A switch needs something to have been written since the last one.
	await client.query(`select pg_create_restore_point('base copy'), pg_switch_wal()`)
	for (const until = Date.now() + ARCHIVED_WITHIN_MS; Date.now() < until; await pause(50)) {
		const { archived, failed } = await count()
		if (archived > before.archived) return
		if (failed > before.failed) break
	}
	refuseUnwritable(archive)
}

function refuseUnwritable(archive: WalArchive, cause?: unknown): never {
	throw new StartError(`PostgreSQL cannot write to ${walOf(archive)}: postgres.log in DATA_DIR says why.`, cause)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Folders whose contents belong to a running server only; those of pg_wal come from the archive. */
const EMPTIED = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'])
const isLeftOut = (name: string) => /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL.*)$/.test(name)

/** Of a running server, files that are removed meanwhile are left out, and half-written ones are repaired by what was archived. */
async function copyFolder(from: string, to: string, isRunning: boolean): Promise<void> {
	for (const entry of await readdir(from, { withFileTypes: true })) {
		if (isRunning && isLeftOut(entry.name)) continue
		const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
		if (entry.isDirectory()) {
			await mkdir(target, { mode: 0o700 })
			if (!isRunning || !EMPTIED.has(entry.name)) await copyFolder(source, target, isRunning)
		} else if (entry.isFile()) await copyDurably(source, target)
	}
}

async function copyDurably(source: string, target: string): Promise<void> {
	try {
		await copyFile(source, target)
		const file = await open(target, 'r+')
		try {
			await file.sync()
		} finally {
			await file.close()
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
	}
}

async function prune(archive: WalArchive, keep: number): Promise<void> {
	const names = await listBaseCopies(archive)
	for (const name of names.slice(keep)) await rm(path.join(baseOf(archive), name), { recursive: true, force: true })
	for (const name of await readdir(baseOf(archive)))
		if (name.endsWith(unfinished)) await rm(path.join(baseOf(archive), name), { recursive: true, force: true })
	const oldest = names.slice(0, keep).at(-1)
	if (oldest === undefined) return
	const label = await readFile(path.join(baseOf(archive), oldest, 'backup_label'), 'utf8')
	const first = /^START WAL LOCATION: .*\(file ([\dA-F]{24})\)/m.exec(label)?.[1]
	if (first === undefined) return
	for (const name of await readdir(walOf(archive)))
		// The first eight digits are the timeline, which a recovery raises.
		if (/^[\dA-F]{24}/.test(name) && name.slice(8, 24) < first.slice(8)) await rm(path.join(walOf(archive), name), { force: true })
}

/**
 * Puts the newest base copy that was complete at `until` into the place of a data folder, to be started once with
 * `recoverySettings`. Returns its name. Throws `StartError` when there is none.
 */
export async function placeBaseCopy(archive: WalArchive, cluster: string, until: Date | null): Promise<string> {
	const names = await listBaseCopies(archive)
	const name = until === null ? names[0] : names.find((one) => one <= nameOf(until))
	if (name === undefined)
		throw new StartError(
			names.length === 0
				? `There is no base copy in ${baseOf(archive)}.`
				: `The oldest base copy in ${baseOf(archive)} is of ${names.at(-1)}: choose a later time.`,
		)
	const draft = `${cluster}.recovering`
	await rm(draft, { recursive: true, force: true })
	await mkdir(draft, { recursive: true, mode: 0o700 })
	await copyFolder(path.join(baseOf(archive), name), draft, false)
	await writeFile(path.join(draft, 'recovery.signal'), '', { mode: 0o600 })
	await rename(draft, cluster)
	return name
}
