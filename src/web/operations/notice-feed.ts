import { incidentKindLabel } from '../../domain/operations/incident-input.ts'
import { listNotices } from '../../domain/operations/incident-notices.ts'
import { noticeFeedPath, noticePath, noticesPath } from '../../domain/shared/links.ts'
import { configContext, withCtx } from '../context.ts'
import { feedResponse } from '../format/rss.ts'
import type { Route } from './+types/notice-feed'

/** The newest notices of incidents as RSS 2.0. */
export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const { siteName, publicUrl } = context.get(configContext)
	const { items } = await listNotices(ctx, null)
	return feedResponse(request, {
		publicUrl,
		title: `障害・事故のお知らせ｜${siteName}`,
		description: `${siteName}の障害、事故、予定の作業のお知らせです。`,
		self: noticeFeedPath(),
		page: noticesPath(),
		items: items.map(({ id, kind, title, body, publishedAt, beganAt, resolvedAt }) => ({
			title: resolvedAt === null ? title : `【解決】${title}`,
			path: noticePath(id),
			publishedAt: publishedAt ?? beganAt,
			changedAt: resolvedAt ?? publishedAt ?? beganAt,
			category: incidentKindLabel(kind),
			text: body,
		})),
	})
})
