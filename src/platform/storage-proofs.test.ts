import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkProof, type ProofFault, UnusableProof } from './storage-proofs.ts'

const pdf = async (change: (document: PDFDocument) => unknown = () => undefined, pages = 1) => {
	const document = await PDFDocument.create()
	for (let page = 0; page < pages; page++) document.addPage()
	await change(document)
	return document.save()
}

const faultOf = async (content: Uint8Array): Promise<ProofFault | 'none'> => {
	try {
		await checkProof(content)
		return 'none'
	} catch (error) {
		if (error instanceof UnusableProof) return error.fault
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

/** A tiny file that says it is a picture of so many points. */
function hugePng(side: number): Buffer {
	const header = Buffer.alloc(13)
	header.writeUInt32BE(side, 0)
	header.writeUInt32BE(side, 4)
	header.set([8, 0, 0, 0, 0], 8)
	const line = deflateSync(Buffer.alloc(1_000))
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk('IHDR', header),
		chunk('IDAT', line),
		chunk('IEND', Buffer.alloc(0)),
	])
}

test('a photograph is made anew without what else was in the file, a PDF stays as it is', async () => {
	const photo = await sharp({ create: { width: 4_000, height: 300, channels: 3, background: '#ccc' } })
		.withExif({ IFD0: { Copyright: 'a secret place' } })
		.jpeg()
		.toBuffer()
	const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])
	const { content, extension } = await checkProof(polyglot)
	expect(extension).toBe('jpg')
	expect(Buffer.from(content).includes('script')).toBe(false)
	const { width, exif } = await sharp(content).metadata()
	expect({ width, exif }).toEqual({ width: 3_000, exif: undefined })
	const document = await pdf(undefined, 3)
	expect(await checkProof(document)).toEqual({ content: document, extension: 'pdf', pages: 3 })
})

test('what is no document, too large, too long, locked or able to act is refused by its content', async () => {
	expect(await faultOf(new Uint8Array())).toBe('empty')
	expect(await faultOf(new Uint8Array(10 * 1_048_576 + 1).fill(0x25))).toBe('size')
	for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'GIF89a', 'MZ', 'RIFF....WEBP', ' %PDF-1.7'])
		expect(await faultOf(Buffer.from(text))).toBe('kind')
	expect(await faultOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('no picture')]))).toBe('broken')
	expect(await faultOf(hugePng(50_000))).toBe('pixels')
	expect(await faultOf(Buffer.from('%PDF-1.7\nnothing\n%%EOF'))).toBe('broken')
	expect(await faultOf(await pdf(undefined, 21))).toBe('pages')
	const whole = await pdf()
	expect(await faultOf(whole.subarray(0, whole.length / 2))).toBe('broken')
	expect(await faultOf(Buffer.concat([whole, Buffer.from('PK\u0003\u0004 and a whole archive')]))).toBe('broken')
	expect(await faultOf(await pdf((document) => document.addJavaScript('main', 'app.alert(1)')))).toBe('active')
	expect(await faultOf(await pdf((document) => document.attach(Buffer.from('MZ'), 'a.exe')))).toBe('active')
	const locked = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n'
	expect(await faultOf(Buffer.from(`%PDF-1.4\n${locked}trailer\n<< /Root 1 0 R /Encrypt << /Filter /Standard >> >>\n%%EOF`))).toBe('locked')
	const launching = await pdf((document) =>
		document.catalog.set(PDFName.of('OpenAction'), document.context.obj({ S: 'Launch', F: PDFString.of('calc.exe') })),
	)
	expect(await faultOf(launching)).toBe('active')
}, 60_000)

test('a PDF that unpacks to 600 MB, or says that its pages are each other, ends within seconds and takes nothing down', async () => {
	// An object stream is unpacked as soon as the file is read.
	const packed = deflateSync(Buffer.alloc(600 * 1_048_576), { level: 9 })
	const bomb = Buffer.concat([
		Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
		packed,
		Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 2 0 R >>\n%%EOF'),
	])
	const before = process.memoryUsage.rss()
	expect(await faultOf(bomb)).toBe('broken')
	const circle = Buffer.from(
		'%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF',
	)
	expect(await faultOf(circle)).toBe('broken')
	const deep = Buffer.from(`%PDF-1.4\n1 0 obj\n${'['.repeat(200_000)}\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF`)
	expect(await faultOf(deep)).toBe('broken')
	expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1_048_576)
}, 60_000)
