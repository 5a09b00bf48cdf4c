import type { Ctx } from '../shared/context.ts'
import type { Caller } from './accounts-context.ts'
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

/** A staff ctx of a request has a caller, that of a job has none. */
type Called = { caller?: Pick<Caller, 'block'> | undefined }

/** The address block of a ctx as the log keeps it; null for a job, and where the address was not readable. */
export const callerBlock = ({ caller }: StaffCtx & Called): string | null =>
	caller && /^[0-9a-f.:]+(?:\/\d+)?$/i.test(caller.block) ? caller.block : null

/**
 * Records what staff did, or which personal data they read, and from which address block. Call it in the transaction of the write, so
 * that neither exists without the other.
 */
export async function recordAuditEvent(ctx: StaffCtx & Called, { detail, ...event }: AuditEvent): Promise<void> {
	const block = callerBlock(ctx)
	await insertAuditEvent(ctx, { ...event, detail: block === null ? detail : { ...detail, callerBlock: block } }, ctx.viewer.userId)
}

/** Records what the staff command did on the server itself. */
export async function recordCommand(ctx: Pick<Ctx, 'db' | 'now'>, event: AuditEvent): Promise<void> {
	await insertAuditEvent(ctx, event, null)
}

/** Inserts one event. The functions above say who did it, and so does `experts/claims/claim-audit.ts`. */
export async function insertAuditEvent(
	ctx: Pick<Ctx, 'db' | 'now'>,
	{ action, subject, reason, detail }: AuditEvent,
	userId: string | null,
): Promise<void> {
	await ctx.db
		.insertInto('audit_log')
		.values({ at: ctx.now(), user_id: userId, action, subject, reason: reason ?? null, detail: detail ? JSON.stringify(detail) : null })
		.execute()
}
