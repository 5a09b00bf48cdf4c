import { readFeedFile } from '../../domain/appointments/calendar-feed.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/calendar-feed-file'

/** A person's appointments for calendar programs, which have no session: the address itself is the key. */
export const loader = withCtx(
	async (ctx, { params }: Route.LoaderArgs) =>
		new Response(await readFeedFile(ctx, params.token), {
			headers: {
				'content-type': 'text/calendar; charset=utf-8',
				'content-disposition': 'attachment; filename="appointments.ics"',
				'cache-control': 'private, no-store',
				'referrer-policy': 'no-referrer',
			},
		}),
)
