import type { JWK, importJWK } from 'jose'

export type LoadedKey = { kid: string; publicJwk: JWK; verifies: CryptoKeyLike; signs: CryptoKeyLike | null; createdAt: Date }

/** One per process; the database is the truth. */
export type KeyCache = { keys: readonly LoadedKey[]; loadedAt: number }

export type CryptoKeyLike = Awaited<ReturnType<typeof importJWK>>
