import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readPageDocument } from './page-document.ts'
import { classicPdf, onePage } from './pdf-for-test.ts'
import { type DocumentFault, redrawDocument, UnusableDocument } from './storage-documents.ts'

const rules = { maxBytes: 10 * 1_048_576, maxPages: 20, pictures: ['jpeg', 'png'] } as const

const faultOf = async (content: Uint8Array): Promise<DocumentFault | 'none'> => {
	try {
		await redrawDocument(content, rules)
		return 'none'
	} catch (error) {
		if (error instanceof UnusableDocument) return error.fault
		throw error
	}
}

/** A chunk of a PNG file. */
function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
	const whole = Buffer.alloc(body.length + 8)
	whole.writeUInt32BE(data.length, 0)
	body.copy(whole, 4)
	let crc = 0xffffffff
	for (const byte of body) {
		crc ^= byte
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
	}
	whole.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4)
	return whole
}

/** A tiny file that says it is a picture of so many points, with chunks before its content. */
function png(side: number, ...before: Buffer[]): Buffer {
	const header = Buffer.alloc(13)
	header.writeUInt32BE(side, 0)
	header.writeUInt32BE(side, 4)
	header.set([8, 0, 0, 0, 0], 8)
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk('IHDR', header),
		...before,
		chunk('IDAT', deflateSync(Buffer.alloc(side < 1_000 ? side * (side + 1) : 1_000))),
		chunk('IEND', Buffer.alloc(0)),
	])
}

const photo = () =>
	sharp({ create: { width: 4_000, height: 300, channels: 3, background: '#ccc' } })
		.withExif({ IFD0: { Copyright: 'a secret place' } })
		.jpeg()
		.toBuffer()

test('keeps no byte of a photograph but what is drawn on it', async () => {
	const { content, extension, pages } = await redrawDocument(Buffer.concat([await photo(), Buffer.from('a secret behind the end')]), rules)
	expect({ extension, pages }).toEqual({ extension: 'jpg', pages: 1 })
	expect(Buffer.from(content).includes('secret')).toBe(false)
	const { width, exif } = await sharp(content).metadata()
	expect({ width, exif }).toEqual({ width: 3_000, exif: undefined })
})

test('keeps no byte of a PDF but pictures of its pages', async () => {
	const file = classicPdf(onePage({ content: '0 0 0 rg 20 20 60 60 re f % a secret in the page', more: { 9: '<< /Title (a secret) >>' } }))
	const { content, extension, pages } = await redrawDocument(file, rules)
	expect({ extension, pages }).toEqual({ extension: 'pdf', pages: 1 })
	expect(Buffer.from(content).includes('secret')).toBe(false)
	expect(readPageDocument(content)).toHaveLength(1)
	// What we have drawn is itself a document that is accepted.
	expect(await redrawDocument(content, rules)).toMatchObject({ extension: 'pdf', pages: 1 })
})

describe('refuses a file by its content', () => {
	const pdf = classicPdf(onePage())
	const later =
		(...bytes: Buffer[]) =>
		async () =>
			Buffer.concat([await photo(), ...bytes])
	const files: readonly (readonly [string, DocumentFault, () => Uint8Array | Promise<Uint8Array>])[] = [
		['an empty file', 'empty', () => new Uint8Array()],
		['a file that is too large', 'size', () => new Uint8Array(rules.maxBytes + 1).fill(0x25)],
		['a drawing in SVG', 'kind', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
		['a web page', 'kind', () => Buffer.from('<html>')],
		['an animation in GIF', 'kind', () => Buffer.from('GIF89a')],
		['a program', 'kind', () => Buffer.from('MZ')],
		['a picture in a format that is not asked for', 'kind', () => Buffer.from('RIFF....WEBP')],
		['a PDF behind a space', 'kind', () => Buffer.concat([Buffer.from(' '), pdf])],
		['a PDF behind a web page', 'kind', () => Buffer.concat([Buffer.from('<html></html>\n'), pdf])],
		['a PDF behind an archive', 'kind', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), pdf])],
		['a PDF before an archive', 'broken', () => Buffer.concat([pdf, Buffer.from('PK\u0005\u0006')])],
		['a picture that is none', 'broken', () => Buffer.from('\u00ff\u00d8\u00ffno picture', 'latin1')],
		['half a picture', 'broken', async () => (await photo()).subarray(0, 800)],
		['a picture of 2,500 million points', 'pixels', () => png(50_000)],
		['a picture that moves', 'animated', () => png(8, chunk('acTL', Buffer.alloc(8)))],
		['a picture before an archive', 'disguised', later(Buffer.from('PK\u0005\u0006'), Buffer.alloc(18))],
		['a picture before a PDF', 'disguised', later(pdf)],
		['a picture before a web page', 'disguised', later(Buffer.from('<script>alert(1)</script>'))],
		['a picture around a web page', 'disguised', () => png(8, chunk('tEXt', Buffer.from('a\0<html><script>')))],
	]
	for (const [name, fault, file] of files)
		test(`that is ${name}`, async () => {
			expect(await faultOf(await file())).toBe(fault)
		})
})
