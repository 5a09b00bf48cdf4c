import { readProofPage } from '../../../domain/experts/proof-files.ts'
import type { Route } from './+types/proof-page'
import { staffLoader } from '../../session/staff-page.server.ts'

/** A page of a document of an application, drawn by us; each request is an audit event, so it must not be cached. */
export const loader = staffLoader(['reviewer'], 'personal-data', async (ctx, { params }: Route.LoaderArgs) => {
	const picture = await readProofPage(ctx, params.id, /^[1-9]\d{0,2}$/.test(params.page) ? Number(params.page) : 0)
	return new Response(new Uint8Array(picture), {
		headers: {
			'content-type': 'image/jpeg',
			'content-disposition': 'inline',
			'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})
