import type { Ctx } from '../shared/context.ts'
import type { StaffCtx } from './staff.ts'
import type { JsonObject } from './tables.ts'

export type AuditEvent = {
	/** Room and verb, such as `question.hide`. */
	act: string
	/** Kind and id, such as `question:12`. */
	subject: string
	reason?: string | undefined
	detail?: JsonObject | undefined
}

/**
 * Notes what staff did, or which personal data they read. To be called inside the transaction of the write, so that
 * neither is ever there without the other.
 */
export async function recordAuditEvent(ctx: StaffCtx, act: AuditEvent): Promise<void> {
	await insertAuditEvent(ctx, act, ctx.viewer.userId)
}

/** Notes what was done by the staff command on the server itself. */
export async function recordCommand(ctx: Pick<Ctx, 'db' | 'now'>, act: AuditEvent): Promise<void> {
	await insertAuditEvent(ctx, act, null)
}

async function insertAuditEvent(
	ctx: Pick<Ctx, 'db' | 'now'>,
	{ act, subject, reason, detail }: AuditEvent,
	userId: string | null,
): Promise<void> {
	await ctx.db
		.insertInto('audit_log')
		.values({ at: ctx.now(), user_id: userId, act, subject, reason: reason ?? null, detail: detail ? JSON.stringify(detail) : null })
		.execute()
}
