import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Card } from './card.ts'
import { cardStylesheet, cardTree } from './card-design.ts'
import { drawCard } from './card-drawing.ts'
import { createCardFonts } from './card-fonts.ts'
import { findSubset, parseUnicodeRanges } from '../platform/font-subsets.ts'
import { createCardRenderer } from './card-renderer.ts'
import { createDrawingProcess } from './drawing-process.ts'
import { createKeptPictures } from './kept-pictures.ts'

const card = (title: string): Card => ({ siteName: 'しるべ', kicker: '東京都三鷹市', title: [title], lines: [], facts: [], picture: null })

test('a character is found in the subset of its range, and an emoji in none', () => {
	const ranges = parseUnicodeRanges({ '[1]': 'U+9ad9,U+fa11-fa12', latin: 'U+0000-00FF' })
	expect(findSubset(ranges, '髙')).toBe('1')
	expect(findSubset(ranges, '﨑')).toBe('1')
	expect(findSubset(ranges, 'A')).toBe('latin')
	expect(findSubset(ranges, '🍣')).toBeNull()
})

test('names with rare characters have a font, and what has none becomes a geta mark', async () => {
	const fonts = createCardFonts()
	expect(await fonts.settable('髙﨑德濵𠮷 🍣')).toBe('髙﨑德濵𠮷 〓')
})

test('draws a card as a PNG of 1200 × 630 in a separate process', async () => {
	const process = createDrawingProcess()
	try {
		const png = await process.draw(card('髙﨑德濵税理士事務所'))
		expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
		expect(png.byteLength).toBeLessThan(80_000)
	} finally {
		process.close()
	}
})

test('a picture beside the title is drawn too', async () => {
	const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#ff0000"/></svg>'
	const png = await drawCard({ ...card('三鷹'), picture: { kind: 'office', svg, path: '' } }, createCardFonts())
	const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
	const at = (200 * info.width + 980) * info.channels
	expect([...data.subarray(at, at + 3)]).toEqual([255, 0, 0])
})

test('equal cards have one key and are drawn once, even when asked for together', async () => {
	let drawn = 0
	const renderer = createCardRenderer({ keptBytes: 1_000, draw: async () => Buffer.from(`picture ${(drawn += 1)}`) })
	const [first, second] = await Promise.all([renderer.render(card('甲')), renderer.render(card('甲'))])
	expect(second).toBe(first)
	expect(await renderer.render(card('甲'))).toBe(first)
	expect(drawn).toBe(1)
	expect(renderer.keyOf(card('甲'))).toBe(renderer.keyOf(card('甲')))
	expect(renderer.keyOf(card('乙'))).not.toBe(renderer.keyOf(card('甲')))
})

test('a card that could not be drawn is tried again', async () => {
	let tries = 0
	const renderer = createCardRenderer({
		keptBytes: 1_000,
		draw: async () => {
			tries += 1
			if (tries === 1) throw new Error('no ink')
			return Buffer.from('picture')
		},
	})
	await expect(renderer.render(card('甲'))).rejects.toThrow('no ink')
	expect((await renderer.render(card('甲'))).toString()).toBe('picture')
})

test('too many waiting cards are refused with the time to come back', async () => {
	const pen = Promise.withResolvers<Buffer>()
	const renderer = createCardRenderer({ keptBytes: 0, draw: () => pen.promise })
	const waiting = Array.from({ length: 41 }, (_, index) => renderer.render(card(`${index}`)))
	await expect(renderer.render(card('last'))).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 })
	pen.resolve(Buffer.from('picture'))
	expect(await Promise.all(waiting)).toHaveLength(41)
})

test('kept pictures never hold more than their bytes, and the one unused for longest goes', () => {
	const kept = createKeptPictures(10)
	kept.set('a', Buffer.alloc(4))
	kept.set('b', Buffer.alloc(4))
	expect(kept.get('a')).toBeDefined()
	kept.set('c', Buffer.alloc(4))
	expect(kept.get('b')).toBeUndefined()
	expect(kept.get('a')).toBeDefined()
	kept.set('d', Buffer.alloc(11))
	expect(kept.get('d')).toBeUndefined()
})

test('the style sheet of the HTML scales every length of the design with the card', () => {
	const sheet = cardStylesheet()
	expect(sheet).toContain('.card-card{')
	expect(sheet).toContain('width:100cqw')
	expect(sheet).toContain('height:52.5cqw')
	expect(sheet.split('\n').slice(1).join('')).not.toMatch(/\dpx/)
	expect(cardTree(card('甲'), null).style).toBe('card')
})
