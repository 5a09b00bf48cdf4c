import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import type { BackupPlace, BackupTarget } from './platform/backup/backup-place.ts'
import { listBackups } from './platform/backup/backup-store.ts'
import { createBucketPlace } from './platform/backup/bucket-place.ts'
import { createFolderPlace } from './platform/backup/folder-place.ts'
import { makeBackup } from './platform/backup/make-backup.ts'
import { makeBaseCopy } from './platform/backup/wal-archive.ts'
import type { Log } from './platform/log.ts'
import { clusterFolder } from './platform/postgres-cluster.ts'
import { createFileMailer, createSmtpMailer, type Mailer } from './platform/mail.ts'
import { StartError } from './platform/start-error.ts'
import { createS3Storage } from './platform/storage-s3.ts'
import { createFileStorage, type Storage } from './platform/storage.ts'
import { type Cards, createStripeCards } from './platform/stripe-cards.ts'
import { createWebhookSender, type WebhookSender } from './platform/webhook-sender.ts'

/** Files of people. */
export const composeStorage = (config: Pick<Config, 'dataDir' | 's3'>): Storage =>
	config.s3 ? createS3Storage(config.s3) : createFileStorage(path.join(config.dataDir, 'files'))

/** Ends the start where files could not be kept later. */
export async function checkStorage({ s3 }: Pick<Config, 's3'>): Promise<void> {
	if (s3 === null) return
	await createS3Storage(s3)
		.check()
		.catch((error: unknown) => {
			const reason = error instanceof Error ? error.message : String(error)
			throw new StartError(`Files cannot be kept at ${s3.endpoint}: ${reason}. Look at the settings S3_….`, error)
		})
}

/** Payment by card; null without keys. */
export const composeCards = ({ stripe, publicUrl }: Pick<Config, 'stripe' | 'publicUrl'>): Cards | null =>
	stripe && createStripeCards({ ...stripe, siteUrl: publicUrl })

/** Webhooks of accounts; those of the named hosts may go to private addresses. */
export const composeWebhooks = ({ webhookInternalHosts }: Pick<Config, 'webhookInternalHosts'>): WebhookSender =>
	createWebhookSender({ internalHosts: webhookInternalHosts })

/** Where mails lie; null where they really go out. */
export const mailFolder = (config: Pick<Config, 'mail' | 'dataDir'>): string | null =>
	config.mail.smtpUrl === undefined ? path.join(config.dataDir, 'mail') : null

export function composeMailer(config: Config): Mailer {
	const sender = { name: config.siteName, address: config.mail.from }
	const folder = mailFolder(config)
	return folder === null ? createSmtpMailer(config.mail.smtpUrl ?? '', sender) : createFileMailer(folder, sender)
}

/** Where backups lie. */
export const composeBackupPlace = (to: BackupTarget): BackupPlace =>
	'folder' in to ? createFolderPlace(to.folder) : createBucketPlace(to.bucket)

/** Names of the backups, newest first; null where none are made. */
export const composeBackupList = ({ backup }: Config) => backup && (() => listBackups(composeBackupPlace(backup.to)))

/** What is done every night against the loss of the database; null where nothing is wanted. */
export function composeBackup(config: Config, to: { databaseUrl: string; secretKey: string; log: Log }): (() => Promise<void>) | null {
	const backUp = composeNightlyBackup(config, to)
	const copy = composeBaseCopy(config, to)
	if (backUp === null && copy === null) return null
	return async () => {
		await copy?.()
		await backUp?.()
	}
}

/** Copies the data folder of the embedded database into its archive; null without one. */
export function composeBaseCopy({ walArchive, dataDir }: Config, { databaseUrl, log }: { databaseUrl: string; log: Log }) {
	if (walArchive === null) return null
	return async () => {
		const begun = Date.now()
		// PostgreSQL may have another view of the path: links are followed.
		const folder = await realpath(dataDir)
		const copy = { databaseUrl, cluster: clusterFolder(folder), dataDir: folder, archive: walArchive, keep: walArchive.keep }
		const name = await makeBaseCopy({ ...copy, now: () => new Date() })
		log.info({ copy: name, ms: Date.now() - begun }, 'base copy made')
	}
}

function composeNightlyBackup(config: Config, { databaseUrl, secretKey, log }: { databaseUrl: string; secretKey: string; log: Log }) {
	const { backup } = config
	if (backup === null) return null
	return async () => {
		const begun = Date.now()
		const { name, rows, files, newFiles, removed } = await makeBackup({
			databaseUrl,
			storage: composeStorage(config),
			secretKey,
			passphrase: backup.passphrase,
			place: composeBackupPlace(backup.to),
			keep: backup.keep,
			now: () => new Date(),
		})
		log.info({ backup: name, rows, files, newFiles, removed: removed.length, ms: Date.now() - begun }, 'backup made')
	}
}
