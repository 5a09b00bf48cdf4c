import { exportAuditEvents } from '../../../domain/operations/audit-export.ts'
import { DomainError } from '../../../domain/shared/errors.ts'
import { isoDay } from '../../../domain/shared/japan-time.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import type { Route } from './+types/audit-file'
import { auditQueryOf } from './audit-query.server.ts'
import { csvFile } from './csv-file.server.ts'

/** The audit log of a filter as CSV, with the hashes of its chain. Each download is an audit event. */
export const loader = staffLoader(['admin'], 'export', async (ctx, { request }: Route.LoaderArgs) => {
	const { query, blockError } = auditQueryOf(request.url)
	if (blockError !== undefined) throw new DomainError('invalid', 'no block of addresses', { fields: { block: blockError } })
	return csvFile(await exportAuditEvents(ctx, query), `audit-${isoDay(ctx.now())}`)
})
