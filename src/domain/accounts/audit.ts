import type { Ctx } from '../shared/context.ts'
import type { StaffCtx } from './staff.ts'
import type { JsonObject } from './tables.ts'

export type AuditEvent = {
	/** Room and verb, such as `question.hide`. */
	action: string
	/** Kind and id, such as `question:12`. */
	subject: string
	reason?: string | undefined
	detail?: JsonObject | undefined
}

/**
 * Records what staff did, or which personal data they read. Call it in the transaction of the write, so that neither exists
 * without the other.
 */
export async function recordAuditEvent(ctx: StaffCtx, event: AuditEvent): Promise<void> {
	await insertAuditEvent(ctx, event, ctx.viewer.userId)
}

/** Records what the staff command did on the server itself. */
export async function recordCommand(ctx: Pick<Ctx, 'db' | 'now'>, event: AuditEvent): Promise<void> {
	await insertAuditEvent(ctx, event, null)
}

async function insertAuditEvent(
	ctx: Pick<Ctx, 'db' | 'now'>,
	{ action, subject, reason, detail }: AuditEvent,
	userId: string | null,
): Promise<void> {
	await ctx.db
		.insertInto('audit_log')
		.values({ at: ctx.now(), user_id: userId, action, subject, reason: reason ?? null, detail: detail ? JSON.stringify(detail) : null })
		.execute()
}
