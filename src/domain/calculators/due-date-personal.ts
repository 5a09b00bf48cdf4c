import type { Ctx } from '../shared/context.ts'

/** Returns the choice of reminders, for the export of personal data. */
export async function exportFromCalendar(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const dueDateReminders = await ctx.db
		.selectFrom('due_date_reminders')
		.select(['who', 'closing_month as closingMonth', 'created_at as createdAt'])
		.where('user_id', '=', user.id)
		.execute()
	return { dueDateReminders }
}

/** Deletes the reminders of a leaving user. */
export async function withdrawFromCalendar(ctx: Ctx, user: { id: string }): Promise<void> {
	await ctx.db.deleteFrom('due_date_reminders').where('user_id', '=', user.id).execute()
}
