import type { PageImage } from './page-document.ts'
import { renderPages } from './pdf-render.ts'
import { assertPassive } from './pdf-rules.ts'
import { readStructure } from './pdf-structure.ts'
import { type PdfFault, RefusedPdf } from './pdf-syntax.ts'

export type PdfFinding = { pages: PageImage[] } | { fault: PdfFault }

/** The pages of a PDF as pictures, or why it is refused. Only for the process that may be ended at any time, and for tests. */
export async function readPdf(content: Uint8Array, maxPages: number): Promise<PdfFinding> {
	try {
		const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
		assertPassive(readStructure(bytes))
		return { pages: await renderPages(bytes, maxPages) }
	} catch (error) {
		return { fault: error instanceof RefusedPdf ? error.fault : 'broken' }
	}
}
