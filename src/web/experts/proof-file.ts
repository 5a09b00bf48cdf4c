import { readProof } from '../../domain/experts/proof-files.ts'
import { withCtx } from '../context.ts'
import { orRenew } from '../session/staff-page.server.ts'
import type { Route } from './+types/proof-file'

/** A document of an application, sent as an attachment: its content must not run in a browser. */
export const loader = withCtx(async (ctx, { params, url }: Route.LoaderArgs) => {
	const { content, mediaType, fileName } = await orRenew(url, () => readProof(ctx, params.id))
	return new Response(new Uint8Array(content), {
		headers: {
			'content-type': mediaType,
			'content-disposition': `attachment; filename="${fileName}"`,
			'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})
