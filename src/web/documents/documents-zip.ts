import { readZip } from '../../domain/documents/documents.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { isoDay } from '../../domain/shared/japan-time.ts'
import { attachmentHeaders, streamOf } from '../../http/attachment.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/documents-zip'

/** All documents of a case as one ZIP, made while it is sent. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const id = parseId(params.id)
	return new Response(streamOf(await readZip(ctx, id)), {
		headers: attachmentHeaders({
			mediaType: 'application/zip',
			fileName: `書類-${id}-${isoDay(ctx.now())}.zip`,
			plainName: `documents-${id}.zip`,
		}),
	})
})
