import { readPreviewPage } from '../../domain/documents/documents.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/document-page'

/** A page of a document, as a picture that we have drawn. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const picture = await readPreviewPage(ctx, parseId(params.id), parseId(params.page))
	return new Response(new Uint8Array(picture), {
		headers: {
			'content-type': 'image/jpeg',
			'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})
