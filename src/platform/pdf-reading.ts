import type { PageImage } from './page-document.ts'
import { renderPages } from './pdf-render.ts'
import { assertPassive } from './pdf-rules.ts'
import { readStructure } from './pdf-structure.ts'
import { type PdfFault, RefusedPdf } from './pdf-syntax.ts'

export type PdfFinding = { pages: PageImage[] } | { fault: PdfFault }

/**
 * Returns the pages of a PDF as pictures, or the first `drawnPages` of them, or why it is rejected. Only for the disposable process,
 * and for tests.
 */
export async function readPdf(content: Uint8Array, maxPages: number, drawnPages = maxPages): Promise<PdfFinding> {
	try {
		const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
		assertPassive(readStructure(bytes))
		return { pages: await renderPages(bytes, maxPages, drawnPages) }
	} catch (error) {
		return { fault: error instanceof RefusedPdf ? error.fault : 'broken' }
	}
}
