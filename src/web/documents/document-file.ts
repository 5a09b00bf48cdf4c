import type { DocumentKind } from '../../domain/documents/document-input.ts'
import { readDocumentFile } from '../../domain/documents/documents.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { attachmentHeaders, streamOf } from '../../http/attachment.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/document-file'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** Nothing that a browser would open by itself, and no text, which would be held in memory to be compressed. */
const mediaTypes: Readonly<Record<DocumentKind, string>> = {
	pdf: 'application/pdf',
	jpg: 'image/jpeg',
	xlsx: `${OFFICE}.spreadsheetml.sheet`,
	docx: `${OFFICE}.wordprocessingml.document`,
	pptx: `${OFFICE}.presentationml.presentation`,
	csv: 'application/octet-stream',
	txt: 'application/octet-stream',
}

/** A document of a case, decrypted while it is sent. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const { name, kind, bytes, content } = await readDocumentFile(ctx, parseId(params.id))
	return new Response(streamOf(content), {
		headers: {
			...attachmentHeaders({ mediaType: mediaTypes[kind], fileName: name, plainName: `document.${kind}` }),
			'content-length': String(bytes),
		},
	})
})
