import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type TestCtx, TEST_NOW, withCtx } from '../../../test/database.ts'
import { createFileStorage } from '../../platform/storage.ts'
import type { Viewer } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { exportFromQa } from './export.ts'
import { hideQuestion, showQuestion } from './hiding.ts'
import { imagePath } from './image-paths.ts'
import { withdrawFromQa } from './leaving.ts'
import { makeMember, makeExpertViewer, answerInput, as, questionInput, refusal } from './questions-for-test.ts'
import { postAnswer } from './answers.ts'
import { addImage, describeImages, listImages, purgeImages, raiseImage, readImageFile, removeImage } from './question-images.ts'
import { getQuestion } from './question-page.ts'
import { deleteQuestion, postQuestion } from './questions.ts'
import { hours } from '../shared/japan-time.ts'

const storage = createFileStorage(path.join(tmpdir(), `question-images-test-${process.pid}`))

const withImages = (promise: (ctx: TestCtx) => Promise<void>) => withCtx((ctx) => promise({ ...ctx, storage }))

const picture = (width = 2_000, height = 1_000) => sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
const jpeg = picture()
	.withExif({ IFD3: { GPSLatitude: '35/1 41/1 0/1' }, IFD0: { Make: 'Shirube Phone' } })
	.jpeg()
	.toBuffer()
const userIdOf = (viewer: Viewer) => (viewer.kind === 'member' ? viewer.userId : '')

async function sentence(promise: Promise<unknown>): Promise<string> {
	try {
		await promise
	} catch (error) {
		if (isDomainError(error)) return error.fields['image'] ?? error.code
		throw error
	}
	return 'none'
}

test('images of a draft are its owner’s alone, and everybody’s once the question is posted', async () => {
	await withImages(async (ctx) => {
		const asker = as(ctx, await makeMember(ctx))
		await addImage(asker, null, await jpeg)
		await addImage(asker, null, await picture(10, 10).png().toBuffer())
		const [first, second] = await listImages(asker, null)
		expect(first).toMatchObject({ width: 1_600, height: 800, alt: '' })
		expect(second).toMatchObject({ width: 10, height: 10 })
		await describeImages(asker, null, new Map([[first!.id, '  決算書の\n一頁目 ']]))
		await raiseImage(asker, null, second!.id)
		const name = imagePath(first!.token, 640).split('/').at(-1)!
		const other = as(ctx, await makeMember(ctx))
		expect(await refusal(readImageFile(ctx, name))).toBe('not-found')
		expect(await refusal(readImageFile(other, name))).toBe('not-found')
		expect(await readImageFile(asker, name)).toMatchObject({ isPublic: false, format: 'webp' })

		const { id } = await postQuestion(asker, questionInput(), { withImages: true })
		expect(await listImages(asker, null)).toEqual([])
		expect((await getQuestion(ctx, id, null)).images).toEqual([
			{ ...second!, alt: '' },
			{ ...first!, alt: '決算書の 一頁目' },
		])
		for (const side of [640, 1600] as const)
			for (const format of ['webp', 'jpg'] as const) {
				const file = await readImageFile(ctx, imagePath(first!.token, side, format).split('/').at(-1)!)
				expect(file.isPublic).toBe(true)
				const { exif, xmp, width, format: found } = await sharp(file.content).metadata()
				expect({ exif, xmp, width, found }).toEqual({
					exif: undefined,
					xmp: undefined,
					width: side,
					found: format === 'jpg' ? 'jpeg' : format,
				})
			}
		expect(await exportFromQa(ctx, { id: userIdOf(asker.viewer) })).toMatchObject({
			questions: [
				{ images: [{ alt: '' }, { alt: '決算書の 一頁目', url: `${ctx.site.publicUrl}${imagePath(first!.token, 1600, 'jpg')}` }] },
			],
			draftImages: [],
		})
	})
})

test('a question without them leaves the images with the draft', async () => {
	await withImages(async (ctx) => {
		const asker = as(ctx, await makeMember(ctx))
		await addImage(asker, null, await jpeg)
		const { id } = await postQuestion(asker, questionInput())
		expect((await getQuestion(ctx, id, null)).images).toEqual([])
		expect(await listImages(asker, null)).toHaveLength(1)
	})
})

test('an image’s URL is invalid once it is hidden or removed or its question deleted; a job deletes the files', async () => {
	await withImages(async (ctx) => {
		const asker = as(ctx, await makeMember(ctx))
		const staff = as(ctx, await makeMember(ctx, ['moderator']))
		for (let n = 0; n < 2; n++) await addImage(asker, null, await jpeg)
		const { id } = await postQuestion(asker, questionInput(), { withImages: true })
		const [first, second] = await listImages(asker, id)
		const nameOf = ({ token }: { token: string }) => `${token}-1600.jpg`
		await hideQuestion(staff, id, '連絡先が写っているため')
		expect(await refusal(readImageFile(ctx, nameOf(first!)))).toBe('not-found')
		expect((await readImageFile(staff, nameOf(first!))).isPublic).toBe(false)
		await showQuestion(staff, id)
		expect((await readImageFile(ctx, nameOf(first!))).isPublic).toBe(true)

		await removeImage(asker, id, first!.id)
		expect(await refusal(readImageFile(asker, nameOf(first!)))).toBe('not-found')
		expect((await getQuestion(ctx, id, null)).images).toEqual([second])
		const purge = (count: number) => purgeImages({ db: ctx.db, now: () => new Date(TEST_NOW.getTime() + hours(count)), storage })
		expect(await purge(0.5)).toBe(0)
		expect(await purge(2)).toBe(1)
		expect(await storage.read(`questions/${nameOf(first!)}`)).toBeNull()

		await deleteQuestion(asker, id)
		expect(await refusal(readImageFile(asker, nameOf(second!)))).toBe('not-found')
		expect(await purge(0)).toBe(1)
		expect(await storage.read(`questions/${nameOf(second!)}`)).toBeNull()
		expect(await purge(0)).toBe(0)
	})
})

test('deleting the account deletes the images of drafts and unanswered questions; those of answered ones are anonymised', async () => {
	await withImages(async (ctx) => {
		const asker = as(ctx, await makeMember(ctx))
		await addImage(asker, null, await jpeg)
		const { id: lonely } = await postQuestion(asker, questionInput(), { withImages: true })
		await addImage(asker, null, await jpeg)
		const { id: answered } = await postQuestion(asker, questionInput(), { withImages: true })
		await postAnswer(as(ctx, (await makeExpertViewer(ctx)).viewer), answered, answerInput())
		await addImage(asker, null, await jpeg)
		await withdrawFromQa(ctx, { id: userIdOf(asker.viewer) })
		expect(await refusal(getQuestion(ctx, lonely, null))).toBe('not-found')
		expect((await getQuestion(ctx, answered, null)).images).toHaveLength(1)
		expect(await purgeImages({ db: ctx.db, now: () => new Date(TEST_NOW.getTime() + 7_200_000), storage })).toBe(2)
		const left = await ctx.db.selectFrom('question_images').select(['owner_id', 'question_id']).execute()
		expect(left).toEqual([{ owner_id: null, question_id: answered }])
	})
})

test('three images, and only of one’s own question while it may be edited', async () => {
	await withImages(async (ctx) => {
		const asker = as(ctx, await makeMember(ctx))
		const { id } = await postQuestion(asker, questionInput())
		for (let n = 0; n < 3; n++) await addImage(asker, id, await jpeg)
		expect(await sentence(addImage(asker, id, await jpeg))).toBe('画像は3枚まで添えられます。')
		const [image] = await listImages(asker, id)
		const other = as(ctx, await makeMember(ctx))
		expect(await refusal(addImage(other, id, await jpeg))).toBe('qa/not-asker')
		expect(await refusal(removeImage(other, id, image!.id))).toBe('qa/not-asker')
		// Reading too: the descriptions of a hidden question's images must not leak.
		expect(await refusal(listImages(other, id))).toBe('qa/not-asker')
		await removeImage(other, null, image!.id)
		await describeImages(other, null, new Map([[image!.id, '他人の説明']]))
		expect(await listImages(asker, id)).toHaveLength(3)
		await postAnswer(as(ctx, (await makeExpertViewer(ctx)).viewer), id, answerInput())
		expect(await refusal(removeImage(asker, id, image!.id))).toBe('qa/answered')
		expect(await listImages(asker, id)).toHaveLength(3)
		expect(await refusal(addImage(ctx, null, await jpeg))).toBe('unauthenticated')
	})
})

test('a file that is no still picture is refused with its own message', async () => {
	await withImages(async (ctx) => {
		const asker = as(ctx, await makeMember(ctx))
		const frame = (background: string) =>
			sharp({ create: { width: 8, height: 8, channels: 3, background } })
				.png()
				.toBuffer()
		const frames = [await frame('#ff0000'), await frame('#0000ff')]
		const cases: [content: Uint8Array, part: string][] = [
			[Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'), '種類'],
			[
				await sharp(frames, { join: { animated: true } })
					.webp()
					.toBuffer(),
				'動く画像',
			],
			[
				await sharp(frames, { join: { animated: true } })
					.gif()
					.toBuffer(),
				'動く画像',
			],
			[animatedPng(frames[0]!), '動く画像'],
			[Buffer.concat([await jpeg, Buffer.from('<html><script>alert(1)</script></html>')]), '画像ではない内容'],
			[Buffer.concat([await jpeg, Buffer.from('PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')]), '画像ではない内容'],
			[Buffer.concat([Buffer.from('%PDF-1.7\n'), await jpeg]), '種類'],
			[Buffer.from('%PDF-1.7\n%nothing else'), '種類'],
			[(await jpeg).subarray(0, 900), '読み込めません'],
			[Buffer.from('text'), '種類'],
			[hugePng(), '大きすぎます'],
			[Buffer.alloc(8 * 1_048_576 + 1), '8MB'],
		]
		for (const [content, part] of cases) expect(await sentence(addImage(asker, null, content))).toContain(part)
		expect(await listImages(asker, null)).toEqual([])
	})
})

function chunk(type: string, content: Buffer): Buffer {
	const length = Buffer.alloc(4)
	length.writeUInt32BE(content.length)
	return Buffer.concat([length, Buffer.from(type, 'latin1'), content, crcOf(Buffer.concat([Buffer.from(type, 'latin1'), content]))])
}

function crcOf(bytes: Buffer): Buffer {
	let crc = 0xffffffff
	for (const byte of bytes) {
		crc ^= byte
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
	}
	const out = Buffer.alloc(4)
	out.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
	return out
}

/** A header that declares an animation. */
function animatedPng(still: Buffer): Buffer {
	const header = 8 + 25
	return Buffer.concat([still.subarray(0, header), chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), still.subarray(header)])
}

/** A few bytes that claim 50,000 × 50,000 pixels. */
function hugePng(): Buffer {
	const size = Buffer.alloc(13)
	size.writeUInt32BE(50_000, 0)
	size.writeUInt32BE(50_000, 4)
	size.set([8, 2, 0, 0, 0], 8)
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
	return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', Buffer.alloc(10)), chunk('IEND', Buffer.alloc(0))])
}
