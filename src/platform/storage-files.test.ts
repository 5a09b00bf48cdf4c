import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { classicPdf, onePage } from './pdf-for-test.ts'
import { zipStream } from './zip-stream.ts'
import { type FileFault, type FileKind, inspectFile, UnusableFile } from './storage-files.ts'

const rules = { maxBytes: 5 * 1_048_576, maxPages: 20, previewPages: 2 }
const utf8 = (text: string) => new Uint8Array(Buffer.from(text))

const judge = async (content: Uint8Array, name = 'file.pdf'): Promise<FileKind | FileFault> => {
	try {
		return (await inspectFile(content, name, rules)).kind
	} catch (error) {
		if (error instanceof UnusableFile) return error.fault
		throw error
	}
}

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
async function archive(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
	const entries = Object.entries(files).map(([name, text]) => ({
		name,
		clock: '2026-04-01T09:05',
		content: (async function* () {
			yield utf8(text)
		})(),
	}))
	const pieces: Uint8Array[] = []
	for await (const piece of zipStream(entries)) pieces.push(piece)
	return Buffer.concat(pieces)
}
const office = (files: Readonly<Record<string, string>>) => archive({ '[Content_Types].xml': TYPES, ...files })
const relation = (type: string, mode = 'External') =>
	`<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="https://elsewhere.example/x" TargetMode="${mode}"/></Relationships>`

describe('a file is judged by its content:', () => {
	test('a PDF is kept as it is, with its first pages as pictures', async () => {
		const content = classicPdf(onePage())
		const file = await inspectFile(content, '何か.txt', rules)
		expect(file).toMatchObject({ kind: 'pdf', preview: [{ width: expect.any(Number) as number }] })
		expect(Buffer.from(file.content).equals(Buffer.from(content))).toBe(true)
	})

	test('a PDF that acts is refused, also where its fonts are not embedded', async () => {
		const font = { 7: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Ryumin-Light >>' }
		expect(await judge(classicPdf(onePage({ more: font })))).toBe('pdf')
		const script = { ...font, 8: '<< /S /JavaScript /JS (app.alert) >>' }
		expect(await judge(classicPdf(onePage({ more: script })))).toBe('active')
	})

	test('the office files that the site itself hands out are taken', async () => {
		const folder = path.resolve('public/templates')
		const files = (await readdir(folder)).filter((name) => /\.(?:xlsx|docx)$/.test(name))
		expect(files.length).toBeGreaterThan(1)
		for (const name of files) expect(await judge(await readFile(path.join(folder, name)), name)).toBe(name.slice(-4))
	})

	test('a picture is drawn again without what its camera wrote', async () => {
		const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
			.withExif({ IFD3: { GPSLatitude: '35/1 41/1 0/1' } })
			.jpeg()
			.toBuffer()
		const { kind, content, preview } = await inspectFile(photo, 'photo.jpg', rules)
		expect(kind).toBe('jpg')
		expect((await sharp(content).metadata()).exif).toBeUndefined()
		expect(preview).toHaveLength(1)
	})

	test.each<[string, Uint8Array | Promise<Uint8Array>, string, FileKind | FileFault]>([
		['a workbook', office({ 'xl/workbook.xml': '<workbook/>' }), '試算表.xlsx', 'xlsx'],
		['a document named as another', office({ 'word/document.xml': '<document/>' }), '契約書.pdf', 'docx'],
		[
			'slides with a link that a person clicks',
			office({ 'ppt/presentation.xml': '', 'ppt/_rels/a.rels': relation('hyperlink') }),
			'a.pptx',
			'pptx',
		],
		['a workbook with a macro', office({ 'xl/workbook.xml': '', 'xl/vbaProject.bin': 'x' }), 'a.xlsx', 'macro'],
		['a document with an embedded program', office({ 'word/document.xml': '', 'word/embeddings/ole1.bin': 'x' }), 'a.docx', 'macro'],
		[
			'a document with a template from elsewhere',
			office({ 'word/document.xml': '', 'word/_rels/settings.xml.rels': relation('attachedTemplate') }),
			'a.docx',
			'outside',
		],
		['an archive', archive({ 'a.exe': 'MZ' }), 'a.xlsx', 'kind'],
		['a cut archive', office({ 'xl/workbook.xml': '' }).then((whole) => whole.slice(0, 60)), 'a.xlsx', 'broken'],
		['an office file of before 2007', new Uint8Array(Buffer.from('d0cf11e0a1b11ae100000000', 'hex')), 'a.xls', 'old-office'],
		['a table in UTF-8', utf8('日付,金額\r\n2026/06/15,9800\r\n'), '経費.CSV', 'csv'],
		['a table in Shift_JIS', new Uint8Array([0x93, 0xfa, 0x95, 0x74, 0x2c, 0x31, 0x0d, 0x0a]), '経費.csv', 'csv'],
		['a text in UTF-16', new Uint8Array([0xff, 0xfe, 0xe5, 0x65]), 'メモ.txt', 'txt'],
		['a program named as a text', new Uint8Array([0x4d, 0x5a, 0x00, 0x02, 0xff]), 'メモ.txt', 'kind'],
		['a page named as a text', utf8('<!doctype html><script>alert(1)</script>'), 'メモ.txt', 'disguised'],
		['a text with no such name', utf8('text'), 'メモ.sh', 'kind'],
		['nothing', new Uint8Array(), 'a.pdf', 'empty'],
		['too much', new Uint8Array(rules.maxBytes + 1), 'a.pdf', 'size'],
	])('%s', async (_about, content, name, expected) => expect(await judge(await content, name)).toBe(expected))
})
