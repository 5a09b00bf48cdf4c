import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

export type PasswordHasher = {
	hash: (password: string) => Promise<string>
	/**
	 * Whether the password matches this hash. Without a hash (no such account, or one without a password) takes the same
	 * time and returns false.
	 */
	verify: (password: string, passwordHash: string | null) => Promise<boolean>
}

/** Thrown when the queue is so long that a response would come too late. */
export class PasswordQueueFull extends Error {
	override readonly name = 'PasswordQueueFull'
}

/** OWASP's argon2id setting of 19 MiB and two passes: about 20 ms each. The library's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const WAITING = 200

/** Hashes on the thread pool, at most one for each core at a time, so that many logins do not block pages. */
export function createPasswordHasher(concurrency = Math.max(1, Math.min(4, availableParallelism()))): PasswordHasher {
	const limit = pLimit(concurrency)
	// A password that cannot be submitted: inputs never contain these characters.
	const nobody = limit(() => hash(`\0${Math.random()}`, COST))
	nobody.catch(() => undefined)
	const queue = async <T>(handler: () => Promise<T>): Promise<T> => {
		if (limit.pendingCount >= WAITING) throw new PasswordQueueFull('too many passwords to check')
		return limit(handler)
	}
	return {
		hash: (password) => queue(() => hash(password.normalize('NFKC'), COST)),
		async verify(password, passwordHash) {
			const against = passwordHash ?? (await nobody)
			const matches = await queue(() => verify(against, password.normalize('NFKC')))
			return matches && passwordHash !== null
		},
	}
}
