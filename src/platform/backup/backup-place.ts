import type { Readable } from 'node:stream'
import type { S3Settings } from '../s3-client.ts'
import type { Storage } from '../storage.ts'

/** A folder by its absolute path, or a bucket with what stands before each key: nothing, or a prefix with a slash at its end. */
export type BackupTarget = { folder: string } | { bucket: S3Settings & { prefix: string } }

/** As sentences name it. */
export const labelOf = (to: BackupTarget): string => ('folder' in to ? to.folder : `s3://${to.bucket.bucket}/${to.bucket.prefix}`)

/**
 * Where backups lie: a folder or a bucket. In both, below one root:
 *
 *     files/…                      files of people; one copy for all backups, since a file never changes under its name
 *     20261123T034000Z/
 *         manifest.json            what is in it, with checksums
 *         tables/public.offices.zst
 *         secret.key.age           only with a passphrase
 */
export type BackupPlace = {
	/** Of `labelOf`. */
	label: string
	/** Names of the finished backups, in no order. */
	list: () => Promise<string[]>
	/** A file of a backup, by its path in it; null where there is none. */
	read: (name: string, file: string) => Promise<Readable | null>
	/** Begins a backup, which is not listed before it is finished. */
	begin: (name: string) => Promise<BackupDraft>
	remove: (name: string) => Promise<void>
	/** Removes what killed processes have left of backups with lower names than this. */
	removeUnfinished: (before: string) => Promise<void>
	files: Storage
}

export type BackupDraft = {
	write: (file: string, content: AsyncIterable<Uint8Array>) => Promise<void>
	/** Writes the manifest, which completes the backup. */
	finish: (manifest: string) => Promise<void>
	/** Removes what was written. */
	abandon: () => Promise<void>
}

export const MANIFEST = 'manifest.json'
export const isBackupName = (name: string): boolean => /^\d{8}T\d{6}Z$/.test(name)
