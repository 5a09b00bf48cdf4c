import { type AuditEvent, insertAuditEvent } from '../../accounts/audit.ts'
import { type Ctx, requireMember } from '../../shared/context.ts'

/** Records what a member did where staff decide on it later. Call it in the transaction of the write. */
export async function recordMemberEvent(ctx: Ctx, event: AuditEvent): Promise<void> {
	await insertAuditEvent(ctx, event, requireMember(ctx).userId)
}
