import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import fontkit from '@cantoo/fontkit'
import { degrees, PDFDocument, rgb } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { writePageDocument } from './page-document.ts'
import { type Bodies, classicPdf, onePage, packedPdf, PdfBytes, updatePdf, xrefStream, type Row } from './pdf-for-test.ts'

/** A file that must be accepted, with something dark on its pages. */
export type HonestPdf = { name: string; file: () => Buffer | Promise<Buffer>; pages?: number; isWide?: boolean }

const SQUARE = '0 0 0 rg 20 20 160 60 re f'
const page = (parts: Parameters<typeof onePage>[0] = {}) => onePage({ content: SQUARE, ...parts })

/** Word: objects for newer readers are marked free in the table and listed in a cross-reference stream. */
function hybridPdf(): Buffer {
	const packed = '9 0\n<< /Title (a) >>'
	const pdf = new PdfBytes().objects(page({ catalog: '/MarkInfo 9 0 R' })).object(20, { keys: '/Type /ObjStm /N 1 /First 4', data: packed })
	const table = pdf.length
	pdf.table([1, 2, 3, 4, 20], '/Root 1 0 R')
	const rows: Row[] = Array.from({ length: 22 }, (_, number) =>
		number === 9 ? [2, 20, 0] : [pdf.offsets.has(number) ? 1 : 0, pdf.offsets.get(number) ?? 0, 0],
	)
	const stream = pdf.length
	pdf.object(21, xrefStream(rows, '/Root 1 0 R'))
	return pdf.table([], `/Root 1 0 R /Prev ${table} /XRefStm ${stream}`).bytes()
}

/** Linearised: the table of the first page comes first and points to that of the rest. */
function linearisedPdf(): Buffer {
	const digits = (value: number) => String(value).padStart(10, '0')
	const write = (front: ReadonlyMap<number, number>, main: number) => {
		const pdf = new PdfBytes().object(5, '<< /Linearized 1 /L 900 /H [1 2] /O 3 /E 500 /N 1 /T 600 >>')
		const first = pdf.length
		const offsets = [1, 3, 4, 5].map((number) => `${number} 1\n${digits(front.get(number) ?? 0)} 00000 n \n`).join('')
		pdf.add(`xref\n${offsets}trailer\n<< /Size 6 /Root 1 0 R /Prev ${digits(main)} >>\nstartxref\n0\n%%EOF\n`)
		const { 2: pages = '', ...rest } = page()
		pdf.objects(rest).object(2, pages)
		const start = pdf.length
		pdf.table([2], '/Root 1 0 R', first)
		return { offsets: pdf.offsets, start, bytes: pdf.bytes() }
	}
	const draft = write(new Map(), 0)
	return write(draft.offsets, draft.start).bytes
}

/** Quartz writes the length of a stream behind it. */
const lateLengthPdf = () => classicPdf({ ...page(), 4: { keys: '', data: SQUARE, length: '5 0 R' }, 5: `${SQUARE.length}` })

/** Every line ends with CR, and every token is on a separate line. */
const carriageReturnPdf = (): Buffer => {
	const pdf = new PdfBytes('%PDF-1.3\r%\u00e2\u00e3\r')
	for (const [number, body] of Object.entries(page()))
		if (typeof body === 'string') {
			pdf.offsets.set(Number(number), pdf.length)
			pdf.add(`${number} 0 obj\r${body.replaceAll(' ', '\r')}\rendobj\r`)
		}
	pdf.offsets.set(4, pdf.length)
	pdf.add(`4 0 obj\r<<\r/Length ${SQUARE.length}\r>>\rstream\r\n${SQUARE}\r\nendstream\rendobj\r`)
	const start = pdf.length
	const rows = [1, 2, 3, 4].map((number) => `${String(pdf.offsets.get(number)).padStart(10, '0')} 00000 n\r\n`).join('')
	return pdf.add(`xref\r\n0 5\r\n0000000000 65535 f\r\n${rows}trailer\r<< /Size 5 /Root 1 0 R >>\rstartxref\r${start}\r%%EOF\r`).bytes()
}

async function scannedPdf(): Promise<Buffer> {
	const scan = await sharp({ create: { width: 1_240, height: 1_754, channels: 3, background: '#222' } })
		.greyscale()
		.jpeg()
		.toBuffer()
	const image = {
		keys: '/Type /XObject /Subtype /Image /Width 1240 /Height 1754 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode',
		data: scan,
	}
	return classicPdf({
		...onePage({ content: 'q 595 0 0 842 0 0 cm /Im0 Do Q' }),
		3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /Im0 9 0 R >> >> >>',
		9: image,
	})
}

/** A fax: one bit for each point, packed with a predictor. */
function bitImagePdf(): Buffer {
	const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(13)])
	const data = deflateSync(Buffer.concat(Array.from({ length: 50 }, () => row)))
	const keys =
		'/Subtype /Image /Width 100 /Height 50 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter [/FlateDecode] /DecodeParms [<< /Predictor 15 /Columns 100 /BitsPerComponent 1 >>]'
	return classicPdf(
		onePage({ content: 'q 200 0 0 100 0 0 cm /Im0 Do Q', page: '/Resources << /XObject << /Im0 9 0 R >> >>', more: { 9: { keys, data } } }),
	)
}

const libraryPdf = async (draw: (document: PDFDocument) => unknown): Promise<Buffer> => {
	const document = await PDFDocument.create()
	await draw(document)
	return Buffer.from(await document.save())
}

const japanesePdf = () =>
	libraryPdf(async (document) => {
		document.registerFontkit(fontkit)
		const file = createRequire(import.meta.url).resolve('@fontsource/noto-sans-jp/files/noto-sans-jp-119-500-normal.woff')
		const font = await document.embedFont(await readFile(file), { subset: true })
		document.addPage([200, 100]).drawText('日本人', { x: 10, y: 20, size: 60, font })
	})

const filledFormPdf = () =>
	libraryPdf((document) => {
		const field = document.getForm().createTextField('name')
		field.setText('MMMMMMMM')
		field.addToPage(document.addPage([200, 100]), { x: 10, y: 20, width: 180, height: 60, backgroundColor: rgb(0, 0, 0) })
	})

const stampedPdf = () => {
	const keys = '/Type /XObject /Subtype /Form /BBox [0 0 160 60]'
	const stamp = { keys, data: '1 0 0 rg 0 0 160 60 re f' }
	return updatePdf(classicPdf(onePage({ content: '' })), {
		3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Annots [9 0 R] >>',
		9: '<< /Type /Annot /Subtype /Stamp /Rect [20 20 180 80] /F 4 /AP << /N 10 0 R >> >>',
		10: stamp,
	})
}

const rotated = (angle: number) =>
	libraryPdf((document) => {
		const sheet = document.addPage([100, 200])
		sheet.setRotation(degrees(angle))
		sheet.drawRectangle({ x: 20, y: 20, width: 60, height: 160 })
	})

const deepTree: Bodies = {
	...page(),
	2: '<< /Type /Pages /Kids [10 0 R] /Count 1 /MediaBox [0 0 200 100] >>',
	10: '<< /Type /Pages /Parent 2 0 R /Kids [11 0 R] /Count 1 >>',
	11: '<< /Type /Pages /Parent 10 0 R /Kids [3 0 R] /Count 1 >>',
	3: '<< /Type /Page /Parent 11 0 R /Contents 4 0 R >>',
}

const ownPdf = async (): Promise<Buffer> => {
	const jpeg = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#000' } })
		.jpeg()
		.toBuffer()
	const one = { jpeg, width: 200, height: 100, points: { width: 200, height: 100 } }
	return Buffer.from(writePageDocument([one, one]))
}

const files: readonly (readonly [string, HonestPdf['file'], Pick<HonestPdf, 'pages' | 'isWide'>?])[] = [
	['a table of cross-references', () => classicPdf(page())],
	['objects and cross-references in streams', () => packedPdf(page())],
	['cross-references with a predictor', () => packedPdf(page(), { predictor: true })],
	['a table and a stream side by side, as Word saves it', hybridPdf],
	['a first page for the web', linearisedPdf],
	['an update that replaces a page to add a stamp', stampedPdf],
	['an update that deletes an object', () => updatePdf(classicPdf(page({ more: { 9: '<< >>' } })), { 9: 'null' })],
	['a place where it opens, as LibreOffice saves it', () => classicPdf(page({ catalog: '/OpenAction [3 0 R /XYZ null null 0]' }))],
	[
		'links and a place where it opens, as LaTeX saves it',
		() =>
			packedPdf(
				page({
					catalog: '/OpenAction 8 0 R /Names << /Dests << /Names [(a) [3 0 R /Fit]] >> >> /PageMode /UseOutlines',
					page: '/Annots [9 0 R]',
					more: {
						8: '<< /S /GoTo /D [3 0 R /Fit] >>',
						9: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com/\\)\\() >> >>',
					},
				}),
			),
	],
	['a scan', scannedPdf, { isWide: false }],
	['a fax', bitImagePdf],
	['a page on its side', () => rotated(90)],
	['a page upside down', () => rotated(180), { isWide: false }],
	['embedded Japanese fonts', japanesePdf],
	['a form that is filled in', filledFormPdf],
	['lengths behind their streams, as macOS saves it', lateLengthPdf],
	['lines that end with a carriage return', carriageReturnPdf],
	['a tree of pages that hand down their size', () => classicPdf(deepTree)],
	[
		'a way of mixing colours that is called Screen',
		() => classicPdf(page({ page: '/Resources << /ExtGState << /GS << /BM /Screen /ca 1 >> >> /Font << >> >>' })),
	],
	['white space behind the end', () => Buffer.concat([classicPdf(page()), Buffer.from('\r\n\0\0 \n')])],
	['pages that we have drawn', ownPdf, { pages: 2 }],
]

export const honestPdfs: readonly HonestPdf[] = files.map(([name, file, expected]) => ({ name, file, ...expected }))
