import { execFileSync } from 'node:child_process'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readPageDocument, writePageDocument } from './page-document.ts'
import { type Bodies, classicPdf, onePage } from './pdf-for-test.ts'
import { honestPdfs } from './pdf-honest-for-test.ts'
import { readerPermissions, renderPdf } from './pdf-pages.ts'
import { readPdf } from './pdf-reading.ts'
import type { PdfFault } from './pdf-syntax.ts'

describe('accepts a PDF and draws what is on it', () => {
	for (const { name, file, pages = 1, isWide = true } of honestPdfs)
		test(`with ${name}`, async () => {
			const finding = await readPdf(await file(), 20)
			if ('fault' in finding) throw new Error(finding.fault)
			expect(finding.pages).toHaveLength(pages)
			for (const { jpeg, width, height } of finding.pages) {
				expect(width > height).toBe(isWide)
				const { format, width: drawnWidth, space, exif } = await sharp(jpeg).metadata()
				expect({ format, drawnWidth, space, exif }).toEqual({ format: 'jpeg', drawnWidth: width, space: 'srgb', exif: undefined })
				const { channels } = await sharp(jpeg).stats()
				expect(Math.min(...channels.map(({ min }) => min))).toBeLessThan(60)
			}
			expect(readPageDocument(writePageDocument(finding.pages))).toEqual(finding.pages)
		})
})

const image = (keys: string, data: Buffer): Bodies =>
	onePage({
		content: 'q 200 0 0 100 0 0 cm /X Do Q',
		page: '/Resources << /XObject << /X 9 0 R >> >>',
		more: { 9: { keys: `/Type /XObject /Subtype /Image ${keys}`, data } },
	})

/** Each draws the next one ten times. */
const forms: Bodies = Object.fromEntries(
	Array.from({ length: 12 }, (_, place) => [
		place + 9,
		{
			keys: `/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Resources << /XObject << /X ${place + 10} 0 R >> >>`,
			data: place === 11 ? '0 0 9 9 re f' : '/X Do '.repeat(10),
		},
	]),
)

const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes, 10), { level: 9 })

const exhausting: readonly (readonly [string, PdfFault, Buffer])[] = [
	[
		'a page that unpacks to 600 MB',
		'broken',
		classicPdf({ ...onePage(), 4: { keys: '/Filter /FlateDecode', data: zeros(600 * 1_048_576) } }),
	],
	[
		'drawings that draw each other ten times',
		'broken',
		classicPdf(onePage({ content: '/X Do', page: '/Resources << /XObject << /X 9 0 R >> >>', more: forms })),
	],
	['pages that are each other', 'broken', classicPdf({ ...onePage(), 2: '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1 >>' })],
	['21 pages', 'pages', classicPdf({ ...onePage(), 2: `<< /Type /Pages /Kids [${'3 0 R '.repeat(21)}] /Count 21 >>` })],
	['no pages', 'broken', classicPdf({ ...onePage(), 2: '<< /Type /Pages /Kids [] /Count 0 >>' })],
	['a page without an area', 'broken', classicPdf({ ...onePage(), 3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99999 1] >>' })],
	[
		'a Japanese font that is not embedded',
		'fonts',
		classicPdf({
			...onePage(),
			9: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /FontDescriptor 8 0 R >>',
			8: '<< /Type /FontDescriptor >>',
		}),
	],
]

describe('ends the process that reads it and refuses a PDF', () => {
	for (const [name, fault, file] of exhausting)
		test(`with ${name}`, async () => {
			const before = process.memoryUsage.rss()
			expect(await renderPdf(file, 20)).toEqual({ fault })
			expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1_048_576)
		})
})

test('draws the pages that are there, whatever number the tree claims', async () => {
	const file = classicPdf({ ...onePage(), 2: '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>' })
	expect(await readPdf(file, 20)).toMatchObject({ pages: [{ width: 556, height: 278 }] })
})

test('leaves out a picture of 60,000 by 60,000 points instead of unpacking it', async () => {
	const keys = '/Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode'
	expect(await renderPdf(classicPdf(image(keys, zeros(200 * 1_048_576))), 20)).toMatchObject({ pages: [{ width: 556, height: 278 }] })
})

test('lets the process that reads a PDF see no settings or other files, write nothing and start nothing', () => {
	const script = `const can = (...what) => process.permission.has(...what);
		console.log(JSON.stringify([can('fs.write'), can('child'), can('fs.read', '/etc/passwd'), can('fs.read', process.cwd() + '/data')]))`
	const said = execFileSync(process.execPath, [...readerPermissions(), '--eval', script], { encoding: 'utf8' })
	expect(JSON.parse(said)).toEqual([false, false, false, false])
})

test('keeps apart the documents that we wrote and those that only look like them', async () => {
	const jpeg = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#000' } })
		.jpeg()
		.toBuffer()
	const written = writePageDocument([{ jpeg, width: 20, height: 10, points: { width: 20, height: 10 } }])
	expect(readPageDocument(written)).toHaveLength(1)
	for (const other of [classicPdf(onePage()), Buffer.concat([written, Buffer.from('\n')]), Buffer.from(written).fill(0x20, 60, 61), jpeg])
		expect(readPageDocument(other)).toBeNull()
})
