import { readProof } from '../../domain/directory/proof-files.ts'
import { accountsContext, withCtx } from '../context.ts'
import type { Route } from './+types/proof-file'

/** A document of an application, to be saved and never shown: whatever it holds may do nothing in a browser. */
export const loader = withCtx(async (_ctx, { params, context }: Route.LoaderArgs) => {
	const { content, mediaType, fileName } = await readProof(context.get(accountsContext).ctx, params.id)
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
