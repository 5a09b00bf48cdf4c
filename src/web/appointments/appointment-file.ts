import { readAppointmentFile } from '../../domain/appointments/calendar-feed.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/appointment-file'

/** One appointment as a calendar file, for its two sides. */
export const loader = withCtx(
	async (ctx, { params }: Route.LoaderArgs) =>
		new Response(await readAppointmentFile(ctx, parseId(params.id)), {
			headers: {
				'content-type': 'text/calendar; charset=utf-8',
				'content-disposition': 'attachment; filename="appointment.ics"',
				'cache-control': 'private, no-store',
			},
		}),
)
