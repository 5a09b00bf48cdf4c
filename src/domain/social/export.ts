import type { Ctx } from '../shared/context.ts'
import { exportPushDevices } from './devices/push-subscriptions.ts'
import { exportNotifications } from './notifications.ts'

/** Returns a person's follows, favourites and notifications, for the export of personal data. */
export async function exportFromSocial(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const follows = await ctx.db
		.selectFrom('follows')
		.select(['expert_id as expertId', 'notify', 'created_at as createdAt'])
		.where('user_id', '=', user.id)
		.orderBy('created_at')
		.execute()
	const favourites = await ctx.db
		.selectFrom('favourites')
		.select(['office_id as officeId', 'expert_id as expertId', 'question_id as questionId', 'task_id as taskId', 'article_id as articleId'])
		.select(['folder', 'memo', 'created_at as createdAt'])
		.where('user_id', '=', user.id)
		.orderBy('id')
		.execute()
	const lineNotices = await ctx.db
		.selectFrom('line_notices')
		.select(['shows_content as showsContent', 'created_at as createdAt'])
		.where('user_id', '=', user.id)
		.executeTakeFirst()
	return {
		follows,
		favourites,
		pushDevices: await exportPushDevices(ctx, user.id),
		lineNotices: lineNotices ?? null,
		...(await exportNotifications(ctx, user.id)),
	}
}
