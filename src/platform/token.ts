import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** An opaque random value for cookies and links: 256 bits by default, base64url. */
export function randomToken(bytes = 32): string {
	return randomBytes(bytes).toString('base64url')
}

/** What the database keeps of an opaque value. Enough, since the value itself cannot be guessed. */
export function hashToken(token: string): Buffer {
	return createHash('sha256').update(token).digest()
}

export type Encryptor = {
	/** Encrypts for one purpose; the same text encrypts differently each time. */
	encrypt: (purpose: string, text: string) => string
	/** Returns null when the text was encrypted with another key or for another purpose, or was tampered with. */
	decrypt: (purpose: string, encrypted: string) => string | null
	/**
	 * Encrypts a part of a file. `context` says which part of which file it is and is not stored: decrypting takes the same, so
	 * that parts cannot change places.
	 */
	encryptBytes: (purpose: string, content: Uint8Array, context: string) => Buffer
	/** Returns null for another key, purpose or context, and for what was tampered with. */
	decryptBytes: (purpose: string, encrypted: Uint8Array, context: string) => Buffer | null
	/** HMAC-SHA256 of a text, for values that are computed again instead of being decrypted. */
	sign: (purpose: string, text: string) => Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Purpose of the keys that sign tokens; the start tells by them whether it has the right secret key. */
export const SIGNING_KEYS = 'signing-key'

/** AES-256-GCM with a separate key for each purpose. */
export function createEncryptor(secretKey: string): Encryptor {
	// What is stored already was encrypted under these names of the purposes.
	const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `seal ${purpose}`, 32))
	const encryptBytes: Encryptor['encryptBytes'] = (purpose, content, context) => {
		const nonce = randomBytes(NONCE_BYTES)
		const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), nonce)
		cipher.setAAD(Buffer.from(context))
		const body = Buffer.concat([cipher.update(content), cipher.final()])
		return Buffer.concat([nonce, cipher.getAuthTag(), body])
	}
	const decryptBytes: Encryptor['decryptBytes'] = (purpose, bytes, context) => {
		if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
		const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), bytes.subarray(0, NONCE_BYTES))
		decipher.setAAD(Buffer.from(context))
		decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
		try {
			return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
		} catch {
			return null
		}
	}
	return {
		encrypt: (purpose, text) => encryptBytes(purpose, Buffer.from(text), '').toString('base64url'),
		decrypt: (purpose, encrypted) => decryptBytes(purpose, Buffer.from(encrypted, 'base64url'), '')?.toString('utf8') ?? null,
		encryptBytes,
		decryptBytes,
		sign: (purpose, text) =>
			createHmac('sha256', Buffer.from(hkdfSync('sha256', secretKey, '', `sign ${purpose}`, 32)))
				.update(text)
				.digest(),
	}
}
