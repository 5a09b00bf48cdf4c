import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import type { Database } from './domain/shared/context.ts'
import { StartError } from './platform/start-error.ts'
import { createEncryptor, SIGNING_KEYS } from './platform/token.ts'
import { readKeyFile, readOrMakeKeyFile } from './platform/token-key-file.ts'

/**
 * The key of the encrypted columns, made at the first start. With another one than before everything would look well, and no
 * second factor would be accepted: a key that does not fit ends the start, before a new one is made in place of a lost one.
 */
export async function findSecretKey(
	{ secretKey, dataDir, isSecretKeyLost }: Pick<Config, 'secretKey' | 'dataDir' | 'isSecretKeyLost'>,
	db: Kysely<Database>,
): Promise<string> {
	const found = secretKey ?? (await readKeyFile(dataDir))
	if (!isSecretKeyLost && !(await isOwnKey(db, found)))
		throw new StartError(
			`${found === null ? `${path.join(dataDir, 'secret.key')} is missing` : 'The key of the encrypted columns is another one than they were encrypted with'}: set SECRET_KEY to the former key, or put its file back (a backup with a passphrase has it). If it is lost, start once with SECRET_KEY_LOST=true.`,
		)
	return found ?? readOrMakeKeyFile(dataDir)
}

/**
 * Whether this secret key, or the lack of one, agrees with what the database holds: the newest signing key opens with it, or
 * there is none yet.
 */
export async function isOwnKey(db: Kysely<Database>, secretKey: string | null): Promise<boolean> {
	const newest = await db.selectFrom('signing_keys').select('sealed_private').orderBy('created_at', 'desc').limit(1).executeTakeFirst()
	return newest === undefined || (secretKey !== null && createEncryptor(secretKey).decrypt(SIGNING_KEYS, newest.sealed_private) !== null)
}
