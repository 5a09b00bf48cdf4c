import { sql } from 'kysely'
import { checkedSql, int4, int4Array, int8, text, timestamptz } from '../../platform/checked-sql.ts'
import { sendServiceMail } from '../accounts/account-mails.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx, requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { days } from '../shared/japan-time.ts'
import { ownCredentialsPath } from '../shared/links.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import { publishEvent } from '../shared/outbox.ts'
import type { Page } from '../shared/paging.ts'
import { getProfession } from '../taxonomy/attributes.ts'
import { recheckDueMail, recheckMail, registrationTexts } from './registration-mails.ts'

/** After so many days the credentials of a verified expert are compared with the public register again. */
export const RECHECK_DAYS = 365
/** So many days before that the expert is asked to look at what the site shows of them. */
export const RECHECK_NOTICE_DAYS = 30
/** At most so many experts are notified a day: those who were listed together come due together. */
const NOTIFIED_AT_ONCE = 500
/** The desk says "at least" beyond. */
const COUNTED = 1_000

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

/** How many verified experts are due, a thousand at most. */
export async function countDueRechecks(ctx: StaffCtx): Promise<number> {
	requireStaff(ctx, 'reviewer')
	const { rows } = await checkedSql({ due: int4 })`
		select count(*)::integer as due from (
			-- The order has it walk the index: where few are due, it would read all experts in search of a thousand.
			select from experts where state = 'verified' and ${checkedAt} <= ${dueBefore(ctx)} order by ${checkedAt}, id limit ${sql.lit(COUNTED)}
		) one
	`.execute(ctx.db)
	return rows[0]?.due ?? 0
}

/** When a verified expert was last checked, whether that is a year ago, and since when they are asked something; null for others. */
export async function findRecheck(
	ctx: StaffCtx,
	expertId: number,
): Promise<{ checkedAt: Date; isDue: boolean; askedAt: Date | null } | null> {
	requireStaff(ctx, 'reviewer')
	const { rows } = await checkedSql({ checked_at: timestamptz, asked_at: timestamptz.nullable })`
		select ${checkedAt} as checked_at, recheck_asked_at as asked_at from experts where id = ${expertId} and state = 'verified'
	`.execute(ctx.db)
	const [row] = rows
	return row ? { checkedAt: row.checked_at, isDue: row.checked_at <= dueBefore(ctx), askedAt: row.asked_at } : null
}

/**
 * Asks up to 500 experts, 30 days before they are due, to look at their credentials; each once a year. To be run every day.
 * Returns how many were asked.
 */
export async function announceRechecks(ctx: Ctx): Promise<number> {
	return inTransaction(ctx, async (trx) => {
		const soon = new Date(trx.now().getTime() - days(RECHECK_DAYS - RECHECK_NOTICE_DAYS))
		const { rows } = await checkedSql({ id: int4, user_id: int8, checked_at: timestamptz })`
			update experts set recheck_notified_at = ${trx.now()}
			where id in (
				select id from experts
				where state = 'verified' and ${checkedAt} <= ${soon} and recheck_notified_at is null
				order by ${checkedAt}, id limit ${sql.lit(NOTIFIED_AT_ONCE)} for update skip locked
			)
			returning id, user_id, ${checkedAt} as checked_at
		`.execute(trx.db)
		for (const { id, user_id: userId, checked_at: at } of rows) {
			await sendServiceMail(trx, userId, recheckDueMail(trx.site))
			await publishEvent(trx, {
				event: 'notice',
				kind: 'expert-decision',
				userId,
				subject: `recheck:${id}:${at.getTime()}`,
				text: writeText(trx.site, registrationTexts.recheckDue, {}),
				path: ownCredentialsPath(),
				only: ['site'],
			})
		}
		return rows.length
	})
}

/**
 * Records that the credentials of a verified expert were compared with the public register, and with what. An expert who is no longer
 * there is suspended instead. Throws conflict for one who is not verified, forbidden for reviewers themselves.
 */
export async function recordRecheck(ctx: RecentStaffCtx, expertId: number, note: string): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, async (trx) => {
		await lockVerified(trx, expertId)
		await trx.db
			.updateTable('experts')
			.set({ rechecked_at: trx.now(), recheck_notified_at: null, recheck_asked_at: null })
			.where('id', '=', expertId)
			.execute()
		await recordAuditEvent(trx, { action: 'expert.recheck', subject: `expert:${expertId}`, reason: note })
	})
}

/**
 * Mails a verified expert what could not be confirmed in the register, verbatim. The page stays public, and the expert stays due.
 * Throws as `recordRecheck` does.
 */
export async function askForRecheck(ctx: RecentStaffCtx, expertId: number, note: string): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, async (trx) => {
		const { userId } = await lockVerified(trx, expertId)
		await trx.db.updateTable('experts').set({ recheck_asked_at: trx.now() }).where('id', '=', expertId).execute()
		await recordAuditEvent(trx, { action: 'expert.recheck-ask', subject: `expert:${expertId}`, reason: note })
		await sendServiceMail(trx, userId, recheckMail(trx.site, note))
		await publishEvent(trx, {
			event: 'notice',
			kind: 'expert-decision',
			userId,
			subject: `recheck-asked:${expertId}:${trx.now().getTime()}`,
			text: writeText(trx.site, registrationTexts.recheck, {}),
			path: ownCredentialsPath(),
			only: ['site'],
		})
	})
}

async function lockVerified(trx: RecentStaffCtx, expertId: number): Promise<{ userId: string }> {
	const expert = await trx.db.selectFrom('experts').select(['user_id', 'state']).where('id', '=', expertId).forUpdate().executeTakeFirst()
	if (!expert) throw notFound('application')
	if (expert.user_id === trx.viewer.userId)
		throw new DomainError('forbidden', 'not by oneself', { fields: { form: 'ご自身の資格は、ほかの審査担当者が確認します。' } })
	if (expert.state !== 'verified')
		throw new DomainError('conflict', 'not verified', {
			fields: { form: '確認済みの専門家だけを再確認できます。ページを開き直してください。' },
		})
	return { userId: expert.user_id }
}
