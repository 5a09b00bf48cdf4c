import { sql } from 'kysely'
import { checkedSql, int4, int4Array, text, timestamptz } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx, requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { days } from '../shared/japan-time.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { getProfession } from '../taxonomy/attributes.ts'

/** After so many days the credentials of a verified expert are compared with the public register again. */
export const RECHECK_DAYS = 365

/** As the index experts_recheck has it. */
const checkedAt = sql`coalesce(rechecked_at, verified_at, created_at)`

const selectDue = checkedSql({ id: int4, name: text, checked_at: timestamptz, professions: int4Array.nullable })

export type DueRecheck = { id: number; name: string; professions: string[]; checkedAt: Date }

/** Verified experts whose last check is a year ago, the longest ago first. */
export async function listDueRechecks(ctx: StaffCtx, cursor: string | null): Promise<{ items: DueRecheck[]; page: Page }> {
	requireStaff(ctx, 'reviewer')
	const page = keysetPage<{ id: number; checked_at: Date }>(cursor, {
		...byMoment({ moment: checkedAt, id: sql`id` }, (row) => ({ moment: row.checked_at, id: row.id })),
		direction: 'asc',
		size: 20,
	})
	const { rows } = await selectDue`
		select id, display_name as name, ${checkedAt} as checked_at,
			(select array_agg(c.profession_id order by c.profession_id) from expert_credentials c where c.expert_id = experts.id) as professions
		from experts
		where state = 'verified' and ${checkedAt} <= ${dueBefore(ctx)} and ${page.beyond}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		page: cut.page,
		items: cut.rows.map(({ id, name, checked_at, professions }) => ({
			id,
			name,
			professions: (professions ?? []).map((one) => getProfession(one).name),
			checkedAt: checked_at,
		})),
	}
}

const dueBefore = (ctx: StaffCtx): Date => new Date(ctx.now().getTime() - days(RECHECK_DAYS))

/** When a verified expert was last checked, and whether that is a year ago; null for others. */
export async function findRecheck(ctx: StaffCtx, expertId: number): Promise<{ checkedAt: Date; isDue: boolean } | null> {
	requireStaff(ctx, 'reviewer')
	const { rows } = await checkedSql({ checked_at: timestamptz })`
		select ${checkedAt} as checked_at from experts where id = ${expertId} and state = 'verified'
	`.execute(ctx.db)
	const [row] = rows
	return row ? { checkedAt: row.checked_at, isDue: row.checked_at <= dueBefore(ctx) } : null
}

/**
 * Records that the credentials of a verified expert were compared with the public register, and with what. An expert who is no longer
 * there is suspended instead. Throws conflict for one who is not verified, forbidden for reviewers themselves.
 */
export async function recordRecheck(ctx: RecentStaffCtx, expertId: number, note: string): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, async (trx) => {
		const expert = await trx.db.selectFrom('experts').select(['user_id', 'state']).where('id', '=', expertId).forUpdate().executeTakeFirst()
		if (!expert) throw notFound('application')
		if (expert.user_id === trx.viewer.userId)
			throw new DomainError('forbidden', 'not by oneself', { fields: { form: 'ご自身の資格は、ほかの審査担当者が確認します。' } })
		if (expert.state !== 'verified')
			throw new DomainError('conflict', 'not verified', {
				fields: { form: '確認済みの専門家だけを再確認できます。ページを開き直してください。' },
			})
		await trx.db.updateTable('experts').set({ rechecked_at: trx.now() }).where('id', '=', expertId).execute()
		await recordAuditEvent(trx, { action: 'expert.recheck', subject: `expert:${expertId}`, reason: note })
	})
}
