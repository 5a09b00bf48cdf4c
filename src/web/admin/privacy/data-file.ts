import { exportForRequest } from '../../../domain/operations/people/privacy-acts.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import type { Route } from './+types/data-file'

/** The data of the person who asked for it, as JSON. Each download is an audit event. */
export const loader = staffLoader(['support'], 'export', async (ctx, { params }: Route.LoaderArgs) => {
	const id = parseId(params.id)
	const exported = await exportForRequest(ctx, id)
	return new Response(JSON.stringify(exported, null, '\t'), {
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'content-disposition': `attachment; filename="privacy-request-${id}.json"`,
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})
