import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import sharp from 'sharp'
import type { PageImage } from './page-document.ts'
import { RefusedPdf } from './pdf-syntax.ts'

/** Small print on an A4 sheet is legible; the longer side of anything larger is held to that of A4. */
const DOTS_PER_POINT = 200 / 72
const MAX_SIDE = 2_400
/** Together: what one upload may take of the storage. */
const MAX_BYTES = 30 * 1_048_576
const QUALITY = 75

/** Flags and formats of fpdfview.h. */
const ANNOTATIONS = 0x01
const RGB_ORDER = 0x10
const FOUR_BYTES = 3
const WHITE = 0xffffffff
const PASSWORD_NEEDED = 4

/**
 * Draws the pages of a PDF, or the first `drawnPages`, with PDFium, compiled to WebAssembly without its JavaScript engine: it
 * sees neither files nor network. Throws `RefusedPdf` where a page cannot be drawn.
 */
export async function renderPages(content: Uint8Array, maxPages: number, drawnPages = maxPages): Promise<PageImage[]> {
	const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
	const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer })
	pdfium.PDFiumExt_Init()
	const place = pdfium.pdfium.wasmExports.malloc(content.length)
	heapOf(pdfium).set(content, place)
	const document = pdfium.FPDF_LoadMemDocument(place, content.length, '')
	if (document === 0)
		throw new RefusedPdf(pdfium.FPDF_GetLastError() === PASSWORD_NEEDED ? 'locked' : 'broken', 'the file cannot be opened')
	const count = pdfium.FPDF_GetPageCount(document)
	const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo())
	if (count < 1) throw new RefusedPdf('broken', 'no pages')
	if (count > maxPages) throw new RefusedPdf('pages', `${count} pages`)
	const pages: PageImage[] = []
	let bytes = 0
	for (let number = 0; number < Math.min(count, drawnPages); number++) {
		const page = await renderPage(pdfium, { document, form, number })
		bytes += page.jpeg.length
		if (bytes > MAX_BYTES) throw new RefusedPdf('volume', 'the pages take too much space')
		pages.push(page)
	}
	return pages
}

/** Read each time: the memory is another object after it has grown. Emscripten's own types do not come along. */
const heapOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array => (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8

type PageOf = { document: number; form: number; number: number }

async function renderPage(pdfium: WrappedPdfiumModule, { document, form, number }: PageOf): Promise<PageImage> {
	const page = pdfium.FPDF_LoadPage(document, number)
	if (page === 0) throw new RefusedPdf('broken', `page ${number} cannot be read`)
	const [pointsWide, pointsHigh] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
	const scale = Math.min(DOTS_PER_POINT, MAX_SIDE / Math.max(pointsWide, pointsHigh))
	const [width, height] = [Math.round(pointsWide * scale), Math.round(pointsHigh * scale)]
	if (!(width >= 1 && height >= 1)) throw new RefusedPdf('broken', `page ${number} has no size`)
	const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, FOUR_BYTES, 0, 0)
	if (bitmap === 0) throw new RefusedPdf('broken', `page ${number} cannot be drawn`)
	pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
	pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS | RGB_ORDER)
	// Form values are not part of the page content.
	pdfium.FORM_OnAfterLoadPage(page, form)
	pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, ANNOTATIONS | RGB_ORDER)
	pdfium.FORM_OnBeforeClosePage(page, form)
	const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
	const points = Buffer.from(heapOf(pdfium).slice(start, start + width * height * 4))
	pdfium.FPDFBitmap_Destroy(bitmap)
	pdfium.FPDF_ClosePage(page)
	const jpeg = await sharp(points, { raw: { width, height, channels: 4 } })
		.removeAlpha()
		.jpeg({ quality: QUALITY })
		.toBuffer()
	return { jpeg: new Uint8Array(jpeg), width, height, points: { width: rounded(width / scale), height: rounded(height / scale) } }
}

/** As the document that is written spells it. */
const rounded = (points: number): number => Number(points.toFixed(2))
