import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import { hashToken, randomToken, SIGNING_KEYS } from '../../../platform/token.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import type { KeyCache, LoadedKey, CryptoKeyLike } from './key-cache.ts'
import { days, minutes } from '../../shared/japan-time.ts'

/** A key signs for so long, and stays in the key set until its last token has long ended. */
const SIGNS_FOR_MS = days(30)
const KEPT_FOR_MS = SIGNS_FOR_MS + days(1)
/** Another process may have made a key meanwhile. */
const FRESH_MS = minutes(1)
const RELOAD_AFTER_MS = 1_000

export const createKeyCache = (): KeyCache => ({ keys: [], loadedAt: 0 })

type KeyCtx = Pick<AccountsCtx, 'db' | 'now' | 'encryptor' | 'accounts'>

async function load(ctx: KeyCtx): Promise<readonly LoadedKey[]> {
	const rows = await ctx.db
		.selectFrom('signing_keys')
		.selectAll()
		.where('created_at', '>', new Date(ctx.now().getTime() - KEPT_FOR_MS))
		.orderBy('created_at', 'desc')
		.orderBy('kid')
		.execute()
	const keys: LoadedKey[] = []
	for (const row of rows) {
		// A key that was encrypted with another SECRET_KEY can still verify what it has signed.
		const secret = ctx.encryptor.decrypt(SIGNING_KEYS, row.sealed_private)
		keys.push({
			kid: row.kid,
			publicJwk: row.public_jwk,
			verifies: await importJWK(row.public_jwk, 'EdDSA'),
			signs: secret === null ? null : await importJWK(JSON.parse(secret) as JWK, 'EdDSA'),
			createdAt: row.created_at,
		})
	}
	const { keys: cache } = ctx.accounts
	cache.keys = keys
	cache.loadedAt = ctx.now().getTime()
	return keys
}

async function current(ctx: KeyCtx): Promise<readonly LoadedKey[]> {
	const { keys: cache } = ctx.accounts
	const age = ctx.now().getTime() - cache.loadedAt
	return cache.keys.length > 0 && age >= 0 && age < FRESH_MS ? cache.keys : load(ctx)
}

/** The newest key that this process can sign with. Creates one when there is none or the last is due for rotation. */
export async function signingKey(ctx: KeyCtx): Promise<{ kid: string; key: CryptoKeyLike }> {
	const usable = (keys: readonly LoadedKey[]) =>
		keys.find(({ signs, createdAt }) => signs !== null && createdAt.getTime() > ctx.now().getTime() - SIGNS_FOR_MS)
	const found = usable(await current(ctx)) ?? usable(await makeKey(ctx, usable))
	if (!found?.signs) throw new Error('no key to sign with')
	return { kid: found.kid, key: found.signs }
}

const KEY_LOCK = 0x6b657973

/** Under a lock, so that processes that start together share one key. */
async function makeKey(ctx: KeyCtx, usable: (keys: readonly LoadedKey[]) => LoadedKey | undefined): Promise<readonly LoadedKey[]> {
	const make = async (db: KeyCtx['db']) => {
		await sql`select pg_advisory_xact_lock(${sql.lit(KEY_LOCK)})`.execute(db)
		if (usable(await load({ ...ctx, db }))) return
		const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
		const kid = hashToken(randomToken()).toString('base64url').slice(0, 16)
		await db
			.insertInto('signing_keys')
			.values({
				kid,
				public_jwk: JSON.stringify({ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' }),
				sealed_private: ctx.encryptor.encrypt(SIGNING_KEYS, JSON.stringify(await exportJWK(privateKey))),
				created_at: ctx.now(),
			})
			.execute()
		await db
			.deleteFrom('signing_keys')
			.where('created_at', '<', new Date(ctx.now().getTime() - KEPT_FOR_MS))
			.execute()
	}
	await (ctx.db.isTransaction ? make(ctx.db) : ctx.db.transaction().execute(make))
	return load(ctx)
}

/** The key that signed a token, or null. An unknown key is looked up at most once a second. */
export async function verifyingKey(ctx: KeyCtx, kid: string | undefined): Promise<CryptoKeyLike | null> {
	if (kid === undefined) return null
	const find = (keys: readonly LoadedKey[]) => keys.find((key) => key.kid === kid)?.verifies ?? null
	const known = find(await current(ctx))
	if (known !== null || ctx.now().getTime() - ctx.accounts.keys.loadedAt < RELOAD_AFTER_MS) return known
	return find(await load(ctx))
}

/** The public keys, for `/api/identity/jwks.json`. */
export async function publicKeys(ctx: KeyCtx): Promise<{ keys: JWK[] }> {
	return { keys: (await current(ctx)).map(({ publicJwk }) => publicJwk) }
}
