import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql } from '../../platform/checked-sql.ts'
import { isStaffWith } from '../accounts/staff.ts'
import { ownsOfficeWith } from '../plans/account-plan.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'

/**
 * Whether an account may use tokens and webhooks now: its office has a plan with them, or it runs the site. For statements
 * that read something else as well.
 */
export const mayUseApi = (now: Date, userId: RawBuilder<unknown>) => sql<boolean>`(
	${hasPlan(now, userId)}
	or exists (select from staff_roles r where r.user_id = ${userId} and r.role = 'admin')
)`

const hasPlan = (now: Date, userId: RawBuilder<unknown>) => ownsOfficeWith(now, userId, ({ apiTokens }) => apiTokens > 0)

/** SQL for whether the viewer may make tokens and webhooks now. Operators show their second factor first. */
export function mayViewerUseApi(ctx: Ctx): RawBuilder<boolean> {
	const { userId } = requireMember(ctx)
	return isStaffWith(ctx.viewer, 'admin') ? sql`true` : hasPlan(ctx.now(), sql`${userId}::bigint`)
}

/** Throws `forbidden` with a sentence where the viewer's plan has neither tokens nor webhooks. */
export async function assertApiAccess(ctx: Ctx): Promise<void> {
	const { rows } = await checkedSql({ may: bool })`select ${mayViewerUseApi(ctx)} as may`.execute(ctx.db)
	if (rows[0]?.may) return
	throw new DomainError('forbidden', 'the plan has no access to the API', {
		code: 'api/plan-required',
		fields: { form: 'APIトークンとWebhookは、プロプランの事務所の代表者が使えます。' },
	})
}
