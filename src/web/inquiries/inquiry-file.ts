import { readInquiryFile } from '../../domain/inquiries/inquiry-files.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/inquiry-file'

/** A file of a thread, sent as an attachment: its content must not run in a browser. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const { content, mediaType, fileName } = await readInquiryFile(ctx, parseId(params.id))
	const encoded = encodeURIComponent(fileName).replaceAll(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	)
	return new Response(new Uint8Array(content), {
		headers: {
			'content-type': mediaType,
			'content-disposition': `attachment; filename="file.${mediaType === 'application/pdf' ? 'pdf' : 'jpg'}"; filename*=UTF-8''${encoded}`,
			'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})
