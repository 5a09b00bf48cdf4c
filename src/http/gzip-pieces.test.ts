import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type GzipPiece, gzipPiece, joinGzip } from './gzip-pieces.ts'

test('any mixture of compressed pieces and plain texts is one gzip stream, whose checksum and length the reader proves', async () => {
	const plain: Buffer[] = []
	const parts: (GzipPiece | Buffer)[] = []
	for (const length of [0, 1, 99, 100, 101, 7, 70_000, 0, 33, 150_000]) {
		const bytes = length % 2 === 0 ? Buffer.from('税理士をさがす'.repeat(length)).subarray(0, length) : randomBytes(length)
		plain.push(bytes, bytes)
		// gunzip throws on a wrong checksum or length.
		parts.push(await gzipPiece(bytes), bytes)
	}
	expect(gunzipSync(joinGzip(parts)).equals(Buffer.concat(plain))).toBe(true)
	expect(gunzipSync(joinGzip(parts.toReversed())).equals(Buffer.concat(plain.toReversed()))).toBe(true)
	expect(gunzipSync(joinGzip([]))).toHaveLength(0)
})

test('a piece is used again after other texts', async () => {
	const piece = await gzipPiece(Buffer.from('<p>事務所</p>'.repeat(500)))
	expect(piece.bytes.length).toBeLessThan(200)
	for (const own of ['a', '', '花子'.repeat(40_000)])
		expect(gunzipSync(joinGzip([Buffer.from(own), piece])).toString()).toBe(own + '<p>事務所</p>'.repeat(500))
})
