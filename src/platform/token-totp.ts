import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A secret for an authenticator app: 160 bits in base 32 (RFC 4226 section 4). */
export function newTotpSecret(): string {
	let bits = ''
	for (const byte of randomBytes(20)) bits += byte.toString(2).padStart(8, '0')
	return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}

function bytesOf(secret: string): Buffer {
	let bits = ''
	for (const letter of secret) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0')
	return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** The code of one half minute (RFC 6238 with SHA-1 and six digits, what every app supports). */
export function totpCode(secret: string, step: number): string {
	const counter = Buffer.alloc(8)
	counter.writeBigUInt64BE(BigInt(step))
	const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
	const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
	return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const totpStep = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** The half minute whose code this is, now or one before or after as clocks differ; only after `lastStep`. Else null. */
export function findTotpStep(secret: string, code: string, now: Date, lastStep: number): number | null {
	const given = Buffer.from(code)
	let found: number | null = null
	for (const step of [-1, 0, 1].map((offset) => totpStep(now) + offset)) {
		const expected = Buffer.from(totpCode(secret, step))
		if (expected.length === given.length && timingSafeEqual(expected, given) && step > lastStep) found ??= step
	}
	return found
}

/** What a QR code for authenticator apps holds. */
export function totpUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
	const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
	return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}
