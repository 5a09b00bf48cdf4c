import { Buffer } from 'node:buffer'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { createFileStorage } from '../../platform/storage.ts'
import { isDomainError } from '../shared/errors.ts'
import { addPhoto, describePhoto, listPhotos, movePhoto, purgePhotos, readPhotoFile, removePhoto } from './office-photos.ts'
import { getOffice } from './offices.ts'
import { officeSite } from './offices-for-test.ts'
import { hours } from '../shared/japan-time.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'office-photos-'))
const storage = createFileStorage(folder)

afterAll(() => rm(folder, { recursive: true, force: true }))

const picture = (colour: string) =>
	sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
		.withExif({ IFD0: { Copyright: 'a secret place' } })
		.jpeg()
		.toBuffer()

/** A PNG of a few hundred bytes whose header claims these dimensions in pixels. */
function hugePng(side: number): Buffer {
	const chunk = (type: string, content: Buffer) => {
		const body = Buffer.concat([Buffer.from(type), content])
		const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
		length.writeUInt32BE(content.length)
		let sum = 0xffffffff
		for (const byte of body) {
			sum ^= byte
			for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
		}
		crc.writeUInt32BE((sum ^ 0xffffffff) >>> 0)
		return Buffer.concat([length, body, crc])
	}
	const header = Buffer.alloc(13)
	header.writeUInt32BE(side, 0)
	header.writeUInt32BE(side, 4)
	header.set([8, 2, 0, 0, 0], 8)
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(Buffer.alloc(100))),
		chunk('IEND', Buffer.alloc(0)),
	])
}

test('photographs are re-encoded in sizes as AVIF, WebP and JPEG, replace the drawn picture, move and are removed', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId } = await officeSite(ctx)
		const signedIn = await owner.ctx()
		const mine = { ...signedIn, storage }
		await addPhoto(mine, officeId, await picture('#a33'), '  入口\n')
		await addPhoto(mine, officeId, await picture('#3a3'), '相談室')
		const [first, second] = await listPhotos(ctx, officeId)
		expect([first?.alt, second?.alt]).toEqual(['入口', '相談室'])
		expect((await getOffice(ctx, officeId)).picture).toBe(`photos/${first?.token}-640.jpg`)
		for (const format of ['avif', 'webp', 'jpg'] as const) {
			const { content, type } = await readPhotoFile(mine, `${first?.token}-320.${format}`)
			const { width, height, exif } = await sharp(content).metadata()
			expect({ type, width, height, exif }).toEqual({
				type: format === 'jpg' ? 'image/jpeg' : `image/${format}`,
				width: 320,
				height: 213,
				exif: undefined,
			})
		}
		await movePhoto(mine, officeId, second?.id ?? 0, -1)
		await movePhoto(mine, officeId, second?.id ?? 0, -1)
		expect((await getOffice(ctx, officeId)).picture).toBe(`photos/${second?.token}-640.jpg`)
		await describePhoto(mine, officeId, second?.id ?? 0, '明るい相談室')
		await removePhoto(mine, officeId, first?.id ?? 0)
		expect((await listPhotos(ctx, officeId)).map(({ alt }) => alt)).toEqual(['明るい相談室'])
		const gone = await readPhotoFile(mine, `${first?.token}-320.webp`).catch((error: unknown) => error)
		expect(isDomainError(gone) && gone.kind).toBe('not-found')
		await removePhoto(mine, officeId, second?.id ?? 0)
		expect((await getOffice(ctx, officeId)).picture).toBeNull()
		const later = () => new Date(ctx.now().getTime() + hours(2))
		expect(await purgePhotos({ db: ctx.db, now: later, storage })).toBe(2)
		expect(await storage.read(`photos/${first?.token}-320.webp`)).toBeNull()
	})
})

test('rejects polyglots, pictures of 50,000 pixels, SVG, archives and files that are too large with a message', async () => {
	await withCtx(async (ctx) => {
		const { owner, other, officeId } = await officeSite(ctx)
		const signedIn = await owner.ctx()
		const mine = { ...signedIn, storage }
		const refusal = async (content: Uint8Array) => {
			const error = await addPhoto(mine, officeId, content, '').catch((thrown: unknown) => thrown)
			return isDomainError(error) ? error.fields['photo'] : 'none'
		}
		const photo = await picture('#33a')
		expect(await refusal(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]))).toContain('画像ではない内容')
		expect(await refusal(Buffer.concat([photo, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]))).toContain('画像ではない内容')
		expect(await refusal(hugePng(50_000))).toContain('大きすぎます')
		expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))).toContain('種類')
		expect(await refusal(Buffer.from('PK\u0003\u0004 an archive'))).toContain('この種類のファイルは使えません')
		expect(await refusal(photo.subarray(0, 500))).toContain('読み込めません')
		expect(await refusal(new Uint8Array(10 * 1_048_576 + 1))).toContain('10MB')
		expect(await refusal(new Uint8Array())).toContain('選んで')
		expect(await listPhotos(ctx, officeId)).toEqual([])
		const stranger = await other.ctx()
		const foreign = await addPhoto(stranger, officeId, photo, '').catch((thrown: unknown) => thrown)
		expect(isDomainError(foreign) && foreign.kind).toBe('not-found')
	})
})
