import type { Ctx } from '../shared/context.ts'

/** The choice of reminders, for the download of one's own data. */
export async function exportFromCalendar(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const dueDateReminders = await ctx.db
		.selectFrom('due_date_reminders')
		.select(['who', 'closing_month as closingMonth', 'created_at as createdAt'])
		.where('user_id', '=', user.id)
		.execute()
	return { dueDateReminders }
}

/** A leaving user is reminded of nothing. */
export async function withdrawFromCalendar(ctx: Ctx, user: { id: string }): Promise<void> {
	await ctx.db.deleteFrom('due_date_reminders').where('user_id', '=', user.id).execute()
}
