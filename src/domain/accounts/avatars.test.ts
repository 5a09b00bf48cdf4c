import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { codeOf, testSite } from './accounts-for-test.ts'
import { deleteAccount } from './account-removal.ts'
import { readAvatar, removeAvatar, setAvatar } from './avatars.ts'

const photograph = () =>
	sharp({ create: { width: 640, height: 480, channels: 3, background: '#336699' } })
		.withExif({ IFD0: { Copyright: 'somebody', Artist: 'taro' }, IFD3: { GPSLatitude: '35/1 41/1 0/1', GPSLatitudeRef: 'N' } })
		.jpeg()
		.toBuffer()

const nameOf = (imageUrl: string | null) => imageUrl?.replace('/avatars/', '') ?? ''

test('a picture is re-encoded, small and square, without metadata', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account('taro@example.com')
		const browser = site.browser()
		await browser.enter(uid)
		const sent = await photograph()
		expect((await sharp(sent).metadata()).exif).toBeDefined()
		const { user } = await setAvatar(await browser.ctx(), sent)
		expect(user.imageUrl).toMatch(/^\/avatars\/[\w-]{24}\.webp$/)
		const kept = await readAvatar(await browser.ctx(), nameOf(user.imageUrl))
		const { width, height, format, exif, xmp, icc } = await sharp(kept ?? Buffer.alloc(0)).metadata()
		expect({ width, height, format, exif, xmp, icc }).toEqual({
			width: 256,
			height: 256,
			format: 'webp',
			exif: undefined,
			xmp: undefined,
			icc: undefined,
		})
		const second = await setAvatar(await browser.ctx(), sent)
		expect(await readAvatar(await browser.ctx(), nameOf(user.imageUrl))).toBeNull()
		expect((await removeAvatar(await browser.ctx())).user.imageUrl).toBeNull()
		expect(await readAvatar(await browser.ctx(), nameOf(second.user.imageUrl))).toBeNull()
	}))

test('rejects a file that is not a picture with a field error', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account('taro@example.com')
		const browser = site.browser()
		await browser.enter(uid)
		const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
		const huge = await sharp({ create: { width: 10_000, height: 9_000, channels: 3, background: 'red' } })
			.png()
			.toBuffer()
		const cut = (await photograph()).subarray(0, 300)
		for (const content of [Buffer.from(svg), Buffer.from('<html>'), Buffer.alloc(0), huge, cut, Buffer.alloc(9 * 1_048_576)])
			await expect(setAvatar(await browser.ctx(), content)).rejects.toMatchObject({
				kind: 'invalid',
				fields: { image: expect.stringContaining('画像') },
			})
		expect(await codeOf(setAvatar(await site.browser().ctx(), await photograph()))).toBe('auth/session-required')
	}))

test('no file name escapes the folder', () =>
	withCtx(async (ctx) => {
		const caller = await testSite(ctx).browser().ctx()
		for (const name of ['../../secret.key', '..%2Fsecret.key', 'x', '', 'a'.repeat(24), `${'a'.repeat(24)}.webp/../../x`])
			expect(await readAvatar(caller, name)).toBeNull()
	}))

test('deletes the picture with the account', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account('taro@example.com')
		const browser = site.browser()
		await browser.enter(uid)
		const { user } = await setAvatar(await browser.ctx(), await photograph())
		await deleteAccount(await browser.ctx(), null, [])
		expect(await readAvatar(await browser.ctx(), nameOf(user.imageUrl))).toBeNull()
	}))
