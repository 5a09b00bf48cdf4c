import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { listBaseCopies } from '../platform/backup/wal-archive.ts'
import { type DiskRoom, readDiskRoom } from '../platform/disk-room.ts'
import type { Listener } from '../platform/listener.ts'

/** What one process knows about itself and its surroundings. No path, address or secret is in it. */
export type ProcessHealth = {
	version: string
	build: string
	instance: string | null
	node: string
	role: 'both' | 'web' | 'worker'
	startedAt: Date
	memoryBytes: number
	/** Of the disk of DATA_DIR; null where it cannot be read. */
	disk: DiskRoom | null
	/** Whether what other processes change is heard, and how often the connection was lost. */
	notices: { isHeard: boolean; gaps: number }
	connections: { open: number; waiting: number }
	/** The newest ones; null where none are made. */
	backups: { count: number; newestAt: Date | null } | null
	baseCopies: { count: number; newestAt: Date | null } | null
	/** Whether mails go to a mail server; without one they become files. */
	sendsMail: boolean
}

type Surroundings = {
	version: string
	build: string
	config: {
		role: ProcessHealth['role']
		instanceId: string | undefined
		dataDir: string
		walArchive: { root: string } | null
		mail: { smtpUrl: string | undefined }
	}
	/** Names of the backups, newest first; null where none are made. */
	listBackups: (() => Promise<string[]>) | null
	listener: Pick<Listener, 'isTrusted' | 'gaps'>
	pool: Pick<Pool, 'totalCount' | 'waitingCount'>
}

const BACKUPS_WITHIN_MS = 3_000

/** Returns what reads the health of this process, at the moment of the call. */
export function createProcessHealth({ version, build, config, listBackups, listener, pool }: Surroundings): () => Promise<ProcessHealth> {
	const { role, instanceId, dataDir, walArchive, mail } = config
	return async () => {
		const [disk, backups, baseCopies] = await Promise.all([
			readDiskRoom(dataDir),
			// A bucket that does not answer must not keep the others back.
			listBackups && Promise.race([listBackups().catch(() => []), delay(BACKUPS_WITHIN_MS, [], { ref: false })]),
			walArchive && listBaseCopies(walArchive),
		])
		return {
			version,
			build,
			instance: instanceId ?? null,
			node: process.versions.node,
			role,
			startedAt: new Date(performance.timeOrigin),
			memoryBytes: process.memoryUsage.rss(),
			disk,
			notices: { isHeard: listener.isTrusted(), gaps: listener.gaps() },
			connections: { open: pool.totalCount, waiting: pool.waitingCount },
			backups: backups && copiesOf(backups),
			baseCopies: baseCopies && copiesOf(baseCopies),
			sendsMail: mail.smtpUrl !== undefined,
		}
	}
}

const copiesOf = (names: readonly string[]) => ({ count: names.length, newestAt: names[0] === undefined ? null : timeOf(names[0]) })

/** The time in a name such as `20261123T034000Z`. */
function timeOf(name: string): Date | null {
	const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? []
	return year === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
