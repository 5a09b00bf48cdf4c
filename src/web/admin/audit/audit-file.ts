import { exportAuditEvents } from '../../../domain/operations/audit-export.ts'
import { isoDay } from '../../../domain/shared/japan-time.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import type { Route } from './+types/audit-file'
import { auditQueryOf } from './audit-query.server.ts'

/** The audit log of a filter as CSV, with the hashes of its chain. Each download is an audit event. */
export const loader = staffLoader(['admin'], 'export', async (ctx, { request }: Route.LoaderArgs) => {
	const lines = await exportAuditEvents(ctx, auditQueryOf(request.url))
	return new Response(streamOf(lines), {
		headers: {
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="audit-${isoDay(ctx.now())}.csv"`,
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})

/** Reads the next lines when the browser has taken the last ones. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder()
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			const next = await lines.next()
			if (next.done === true) controller.close()
			else controller.enqueue(encoder.encode(next.value))
		},
		async cancel() {
			await lines.return(undefined)
		},
	})
}
