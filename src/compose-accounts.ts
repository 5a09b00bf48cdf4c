import path from 'node:path'
import type { Config } from './config.ts'
import type { Accounts } from './domain/accounts/accounts-context.ts'
import { createKeyCache } from './domain/accounts/sign-in/signing-keys.ts'
import { mailQueue } from './jobs/send-mail.ts'
import { createCommonWords } from './platform/common-words.ts'
import { createFacebookSignIn } from './platform/facebook-sign-in.ts'
import { createGoogleSignIn } from './platform/google-sign-in.ts'
import type { Log } from './platform/log.ts'
import { createFileMailer, createSmtpMailer, listKeptMails, type Mailer } from './platform/mail.ts'
import { createPasswordHasher } from './platform/password.ts'
import type { Queue } from './platform/queue.ts'
import { createS3Storage } from './platform/storage-s3.ts'
import { createFileStorage, type Storage } from './platform/storage.ts'
import { StartError } from './platform/start-error.ts'
import { createSealer } from './platform/token.ts'

/** What accounts need, made once for each app from the settings. */
export function composeAccounts(deps: { config: Config; queue: Pick<Queue, 'enqueue'>; secretKey: string; log: Log }): Accounts {
	const { config, queue, secretKey, log } = deps
	const sealer = createSealer(secretKey)
	const folder = mailFolder(config)
	return {
		issuer: `${config.publicUrl}/api/identity`,
		audience: 'shirube',
		hideAccountExistence: config.hideAccountExistence,
		sessionIdleDays: config.sessionIdleDays,
		passwords: createPasswordHasher(),
		wordBits: createCommonWords(),
		sealer,
		keys: createKeyCache(),
		enqueueMail: mailQueue(queue, sealer),
		providers: {
			...(config.google ? { google: createGoogleSignIn(config.google) } : {}),
			...(config.facebook ? { facebook: createFacebookSignIn(config.facebook) } : {}),
		},
		storage: composeStorage(config),
		reportFault: (error) => log.warn({ err: error }, 'sign-in provider'),
		mailbox: config.openDemo && folder !== null ? () => listKeptMails(folder) : null,
	}
}

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

/** Where mails lie; null where they really go out. */
export const mailFolder = (config: Pick<Config, 'mail' | 'dataDir'>): string | null =>
	config.mail.smtpUrl === undefined ? path.join(config.dataDir, 'mail') : null

export function composeMailer(config: Config): Mailer {
	const sender = { name: config.siteName, address: config.mail.from }
	const folder = mailFolder(config)
	return folder === null ? createSmtpMailer(config.mail.smtpUrl ?? '', sender) : createFileMailer(folder, sender)
}
