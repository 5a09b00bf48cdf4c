import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A push as a device gets it: what its browser decrypts, and the claims of the site that its service has checked. */
export type ReceivedPush = { path: string; ttl: number; claims: { aud: string; sub: string; exp: number }; text: string }

/**
 * A stand-in for a push service and the browsers behind it: checks the signature of the site (RFC 8292) and decrypts what it is
 * handed (RFC 8188 and 8291), by Node's own means and not by the library that made it.
 */
export async function startPushPeer() {
	const received: ReceivedPush[] = []
	const devices = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
	const statuses: number[] = []
	const server = createServer((req, res) => {
		const chunks: Buffer[] = []
		req.on('data', (chunk: Buffer) => chunks.push(chunk))
		req.on('end', () => {
			const path = req.url ?? ''
			const device = devices.get(path)
			const status = statuses.shift() ?? (device ? 201 : 404)
			if (device && status < 300)
				received.push({
					path,
					ttl: Number(req.headers['ttl']),
					claims: claimsOf(req.headers.authorization ?? ''),
					text: decrypt(Buffer.concat(chunks), device),
				})
			res.writeHead(status).end()
		})
	})
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve)
	})
	const { port } = server.address() as AddressInfo
	return {
		received,
		/** What the next requests are answered with, instead of being taken. */
		answerNext: (...next: number[]) => void statuses.push(...next),
		/** What a browser gives to the site. */
		subscription() {
			const ecdh = createECDH('prime256v1')
			ecdh.generateKeys()
			const auth = randomBytes(16)
			const path = `/push/${randomBytes(12).toString('base64url')}`
			devices.set(path, { ecdh, auth })
			return {
				endpoint: `http://localhost:${port}${path}`,
				p256dh: ecdh.getPublicKey('base64url'),
				auth: auth.toString('base64url'),
			}
		},
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve())
			}),
	}
}

/** The claims of the token, once its signature fits the key beside it. */
function claimsOf(header: string): ReceivedPush['claims'] {
	const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
	const [head = '', body = '', signature = ''] = token.split('.')
	const point = Buffer.from(key, 'base64url')
	const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
	const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
	const isSigned = verify(
		'sha256',
		Buffer.from(`${head}.${body}`),
		{ key: publicKey, dsaEncoding: 'ieee-p1363' },
		Buffer.from(signature, 'base64url'),
	)
	if (!isSigned) throw new Error('the site did not sign this push')
	return JSON.parse(Buffer.from(body, 'base64url').toString()) as ReceivedPush['claims']
}

/** One record: salt (16), size of records (4), length of the sender's key (1), the key, and the encrypted text. */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): string {
	const salt = body.subarray(0, 16)
	const keyEnd = 21 + (body[20] ?? 0)
	const sender = body.subarray(21, keyEnd)
	const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
	const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
	const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
	const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
	const decipher = createDecipheriv('aes-128-gcm', key, nonce)
	decipher.setAuthTag(body.subarray(-16))
	const record = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
	return record.subarray(0, record.lastIndexOf(2)).toString('utf8')
}
