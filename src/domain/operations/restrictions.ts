import { sql } from 'kysely'
import { sendNotice } from '../accounts/account-mails.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { recordEvent } from '../accounts/events.ts'
import { type MailText, writeMail } from '../accounts/mails.ts'
import { staffActWords } from './templates/staff-act-words.ts'
import { revokeEverything } from '../accounts/sessions.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { requireSuspensionConsent } from '../experts/suspensions/consent.ts'
import { inTransaction, type Site } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { addDays, dateText, isoDay, startOfDay } from '../shared/japan-time.ts'
import { type ActCtx, openPerson } from './person-acts.ts'
import { MAX_LIMIT_DAYS } from './restriction-input.ts'

/**
 * Keeps an account from posting through the end of `until`, a day in Japan. It may read, delete, leave and go on with its
 * cases. Replaces an earlier limit; mails the person. Throws `invalid` (field until) for a day that is past or too far, `conflict`
 * for a suspended account.
 */
export async function limitPerson(ctx: ActCtx, uid: string, { until, reason }: { until: string; reason: string }): Promise<void> {
	requireRecentStaff(ctx, 'support', 'moderator')
	const today = isoDay(ctx.now())
	if (until < today || until > addDays(today, MAX_LIMIT_DAYS))
		throw new DomainError('invalid', 'not a day of the coming year', {
			fields: { until: `今日から${MAX_LIMIT_DAYS}日以内の日付を入力してください。` },
		})
	await inTransaction(ctx, async (trx) => {
		const { id } = await openPerson(trx, uid)
		const open = await lockOpen(trx, id)
		if (open?.kind === 'suspended') throw conflict('このアカウントは利用を停止しています。先に停止を解いてください。')
		const endsAt = startOfDay(addDays(until, 1))
		// A repeated submit of the same form.
		if (open?.reason === reason && open.ends_at?.getTime() === endsAt.getTime()) return
		await begin(trx, id, { kind: 'limited', reason, ends_at: endsAt })
		await recordAuditEvent(trx, { action: 'user.limit', subject: `user:${id}`, reason, detail: { until } })
		await sendNotice(trx, uid, limitedMail(trx.site, dateText(until), reason))
	})
}

/**
 * Ends every session and prevents signing in until the account is restored; mails the person. Throws `conflict` for a suspended one,
 * `experts/consent-needed` where it has many followers and no colleague has asked for it.
 */
export async function suspendPerson(ctx: ActCtx, uid: string, reason: string): Promise<void> {
	requireRecentStaff(ctx, 'support', 'moderator')
	await inTransaction(ctx, async (trx) => {
		const { id } = await openPerson(trx, uid)
		if ((await lockOpen(trx, id))?.kind === 'suspended') throw conflict('このアカウントは、すでに利用を停止しています。')
		await requireSuspensionConsent(trx, { userId: id, scope: 'account' })
		await begin(trx, id, { kind: 'suspended', reason, ends_at: null })
		await revokeEverything(trx, uid)
		await recordEvent(trx, 'session-revoked', uid)
		await recordAuditEvent(trx, { action: 'user.suspend', subject: `user:${id}`, reason })
		await sendNotice(trx, uid, suspendedMail(trx.site, reason))
	})
}

/** Lifts a limit or a suspension; mails the person. Throws `conflict` where there is none. */
export async function restorePerson(ctx: ActCtx, uid: string, reason: string): Promise<void> {
	requireRecentStaff(ctx, 'support', 'moderator')
	await inTransaction(ctx, async (trx) => {
		const { id } = await openPerson(trx, uid)
		const open = await lockOpen(trx, id)
		if (!open || (open.ends_at !== null && open.ends_at <= trx.now())) throw conflict('このアカウントは、制限も停止もされていません。')
		await trx.db
			.updateTable('account_restrictions')
			.set({ lifted_at: trx.now(), lifted_by: trx.viewer.userId, lift_reason: reason })
			.where('id', '=', open.id)
			.execute()
		await recordAuditEvent(trx, { action: 'user.restore', subject: `user:${id}`, reason, detail: { kind: open.kind } })
		await sendNotice(trx, uid, restoredMail(trx.site, open.kind === 'suspended', reason))
	})
}

/** The account that staff restrict, locked, with its restriction in force. Throws as `openPerson`. */
export async function lockPersonToRestrict(ctx: ActCtx, uid: string) {
	const { id } = await openPerson(ctx, uid)
	return { id, open: await lockOpen(ctx, id) }
}

/** The restriction that is not lifted, with the account locked: two staff decide one after the other. */
async function lockOpen(ctx: ActCtx, userId: string) {
	await sql`select id from users where id = ${userId}::bigint for no key update`.execute(ctx.db)
	return ctx.db
		.selectFrom('account_restrictions')
		.select(['id', 'kind', 'reason', 'ends_at'])
		.where('user_id', '=', userId)
		.where('lifted_at', 'is', null)
		.executeTakeFirst()
}

async function begin(
	ctx: ActCtx,
	userId: string,
	restriction: { kind: 'limited' | 'suspended'; reason: string; ends_at: Date | null },
): Promise<void> {
	await ctx.db
		.updateTable('account_restrictions')
		.set({ lifted_at: ctx.now() })
		.where('user_id', '=', userId)
		.where('lifted_at', 'is', null)
		.execute()
	await ctx.db
		.insertInto('account_restrictions')
		.values({ ...restriction, user_id: userId, created_at: ctx.now(), created_by: ctx.viewer.userId })
		.execute()
}

const conflict = (form: string) => new DomainError('conflict', 'the restriction has changed', { fields: { form } })

const contactOf = ({ publicUrl }: Site) => `${publicUrl}/contact`

const limitedMail = (site: Site, until: string, reason: string): MailText =>
	writeMail(site, staffActWords.limited, { 期日: until, 理由: reason, お問い合わせ先: contactOf(site) })

const suspendedMail = (site: Site, reason: string): MailText =>
	writeMail(site, staffActWords.suspended, { 理由: reason, お問い合わせ先: contactOf(site) })

const restoredMail = (site: Site, wasSuspended: boolean, reason: string): MailText =>
	wasSuspended
		? writeMail(site, staffActWords.unsuspended, { 理由: reason }, { url: `${site.publicUrl}/login` })
		: writeMail(site, staffActWords.unlimited, { 理由: reason }, { url: `${site.publicUrl}/mypage` })
