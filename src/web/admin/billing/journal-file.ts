import { journalFile } from '../../../domain/billing/accounting-export.ts'
import { isExportFormat } from '../../../domain/billing/billing-labels.ts'
import { isCalendarDay } from '../../../domain/shared/japan-time.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import type { Route } from './+types/journal-file'

/** The journal of a range of days for an accounting program. Each download is an audit event. */
export const loader = staffLoader(['accounting'], 'export', async (ctx, { request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const [from, to, format] = [search.get('from') ?? '', search.get('to') ?? '', search.get('format')]
	if (!isCalendarDay(from) || !isCalendarDay(to) || !isExportFormat(format)) throw notFound('journal')
	const isUtf8 = search.get('encoding') === 'utf8'
	const bytes = await journalFile(ctx, { from, to, format, isUtf8 })
	return new Response(new Uint8Array(bytes), {
		headers: {
			'content-type': `text/csv; charset=${isUtf8 ? 'utf-8' : 'Shift_JIS'}`,
			'content-disposition': `attachment; filename="journal-${format}-${from}-${to}.csv"`,
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})
