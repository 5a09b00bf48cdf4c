import { readInquiryFile } from '../../domain/inquiries/inquiry-files.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/inquiry-file'

/** A file of a thread. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const { content, mediaType, fileName } = await readInquiryFile(ctx, parseId(params.id))
	const plainName = mediaType === 'application/pdf' ? 'file.pdf' : 'file.jpg'
	return new Response(new Uint8Array(content), { headers: attachmentHeaders({ mediaType, fileName, plainName }) })
})
