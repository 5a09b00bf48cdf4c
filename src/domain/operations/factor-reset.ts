import { sql } from 'kysely'
import { sendNotice } from '../accounts/account-mails.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { recordEvent } from '../accounts/events.ts'
import { type MailText, writeMail } from '../accounts/mails.ts'
import { staffActWords } from './templates/staff-act-words.ts'
import { hasSecondFactor } from '../accounts/sign-in/confirmed-factor.ts'
import { revokeEverything } from '../accounts/sessions.ts'
import { requireRecentStaff, type RecentStaffCtx, requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { inTransaction, type Site } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { type ActCtx, openPerson } from './person-acts.ts'

export type FactorReset = { id: number; reason: string; at: Date; by: string; isOwn: boolean }

/** The request that waits for a second person, or null. */
export async function findFactorReset(ctx: RecentStaffCtx, userId: string): Promise<FactorReset | null> {
	requireRecentStaff(ctx, 'support')
	const row = await ctx.db
		.selectFrom('factor_resets as f')
		.innerJoin('users as u', 'u.id', 'f.requested_by')
		.select(['f.id', 'f.reason', 'f.requested_at', 'f.requested_by', 'u.last_name', 'u.first_name'])
		.where('f.user_id', '=', userId)
		.where('f.state', '=', 'open')
		.executeTakeFirst()
	return row
		? {
				id: row.id,
				reason: row.reason,
				at: row.requested_at,
				by: `${row.last_name} ${row.first_name}`.trim(),
				isOwn: row.requested_by === ctx.viewer.userId,
			}
		: null
}

/** Who waits for a second person, the longest wait first; 50 at most. */
export async function listFactorResets(ctx: StaffCtx): Promise<{ uid: string; name: string; at: Date }[]> {
	requireStaff(ctx, 'support')
	const rows = await ctx.db
		.selectFrom('factor_resets as f')
		.innerJoin('users as u', 'u.id', 'f.user_id')
		.select(['u.uid', 'u.last_name', 'u.first_name', 'f.requested_at'])
		.where('f.state', '=', 'open')
		.orderBy('f.id')
		.limit(50)
		.execute()
	return rows.map((row) => ({ uid: row.uid, name: `${row.last_name} ${row.first_name}`.trim(), at: row.requested_at }))
}

/**
 * Asks that the app and the recovery codes of an account be removed, for one who has lost them; another of the staff decides. The
 * person is warned by mail. Throws `conflict` without a second factor or while a request waits.
 */
export async function requestFactorReset(ctx: ActCtx, uid: string, reason: string): Promise<void> {
	requireRecentStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		const { id } = await lockPerson(trx, uid)
		if (!(await hasSecondFactor(trx, uid))) throw conflict('二段階認証は設定されていません。')
		const { numInsertedOrUpdatedRows } = await trx.db
			.insertInto('factor_resets')
			.values({ user_id: id, reason, requested_by: trx.viewer.userId, requested_at: trx.now() })
			// A literal: the plan of a prepared statement finds a partial index by no parameter.
			.onConflict((on) => on.column('user_id').where('state', '=', sql.lit('open')).doNothing())
			.executeTakeFirst()
		if (numInsertedOrUpdatedRows !== 1n) throw conflict('この会員の解除は、すでに依頼されています。')
		await recordAuditEvent(trx, { action: 'user.factor-request', subject: `user:${id}`, reason })
		await sendNotice(trx, uid, requestedMail(trx.site))
	})
}

/**
 * Does or refuses what a colleague asked for. Done, the app and the recovery codes are gone and every session ends; password,
 * passkeys and linked accounts stay. Throws `forbidden` for the one who asked, `conflict` where nothing waits.
 */
export async function decideFactorReset(ctx: ActCtx, uid: string, { grants, reason }: { grants: boolean; reason: string }): Promise<void> {
	requireRecentStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		const { id } = await lockPerson(trx, uid)
		const open = await findFactorReset(trx, id)
		if (!open) throw conflict('承認を待つ依頼はありません。')
		if (open.isOwn)
			throw new DomainError('forbidden', 'the second person is another one', {
				fields: { form: 'ご自身の依頼は、別の担当者が判断します。' },
			})
		await trx.db
			.updateTable('factor_resets')
			.set({ state: grants ? 'done' : 'refused', decided_by: trx.viewer.userId, decided_at: trx.now() })
			.where('id', '=', open.id)
			.execute()
		const request = { request: open.id }
		await recordAuditEvent(trx, {
			action: grants ? 'user.factor-reset' : 'user.factor-refuse',
			subject: `user:${id}`,
			reason,
			detail: request,
		})
		if (!grants) return
		await trx.db.deleteFrom('second_factors').where('uid', '=', uid).execute()
		await trx.db.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
		await revokeEverything(trx, uid)
		await recordEvent(trx, 'second-factor-off', uid)
		await sendNotice(trx, uid, resetMail(trx.site))
	})
}

async function lockPerson(ctx: ActCtx, uid: string) {
	const person = await openPerson(ctx, uid)
	await sql`select id from users where id = ${person.id}::bigint for no key update`.execute(ctx.db)
	return person
}

const conflict = (form: string) => new DomainError('conflict', 'the request has changed', { fields: { form } })

const requestedMail = (site: Site): MailText =>
	writeMail(site, staffActWords.factorRequested, { お問い合わせ先: `${site.publicUrl}/contact` })

const resetMail = (site: Site): MailText => writeMail(site, staffActWords.factorReset, {}, { url: `${site.publicUrl}/password_reset` })
