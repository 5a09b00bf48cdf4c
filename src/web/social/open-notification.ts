import { redirect } from 'react-router'
import { openNotification } from '../../domain/social/notifications.ts'
import { withCtx } from '../context.ts'
import { parseId } from '../../domain/shared/ids.ts'
import type { Route } from './+types/open-notification'

/** Marks a notification as read on the way to what it is about: one link, also without a script. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const { path } = await openNotification(ctx, parseId(params.id))
	return redirect(path, { headers: { 'cache-control': 'no-store' } })
})
