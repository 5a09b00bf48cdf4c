import { sql } from 'kysely'
import { recordAuditEvent } from '../accounts/audit.ts'
import { type MailState, openMail } from '../accounts/mailing/mail-log.ts'
import { requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { maskEmail } from './staff-search.ts'

const PAGE = 50

export type MailEntry = {
	id: number
	/** Of the account that has the address; null for others. */
	uid: string | null
	/** The beginning of the address and its domain. */
	maskedEmail: string
	subject: string
	state: MailState
	tries: number
	/** What the mail server said. */
	reason: string | null
	at: Date
	isSettled: boolean
	/** Whether its content is still there to be sent once more. */
	canResend: boolean
	isSuppressed: boolean
}

const selectMails = (ctx: StaffCtx) =>
	ctx.db
		.selectFrom('mails as m')
		.leftJoin('users as u', 'u.id', 'm.user_id')
		.leftJoin('mail_suppressions as s', 's.address', 'm.address')
		.select(['m.id', 'u.uid', 'm.address', 'm.subject', 'm.state', 'm.tries', 'm.reason', 'm.at', 'm.settled_at', 's.id as suppression_id'])
		.select(sql<boolean>`m.sealed is not null`.as('can_resend'))

type Row = Awaited<ReturnType<ReturnType<typeof selectMails>['execute']>>[number]

const toEntry = ({ address, settled_at, suppression_id, can_resend, ...row }: Row): MailEntry => ({
	...row,
	maskedEmail: maskEmail(address),
	isSettled: settled_at !== null,
	canResend: can_resend,
	isSuppressed: suppression_id !== null,
})

export type MailQuery = {
	/** A whole address; '' for all. */
	address: string
	/** The mails of one account. */
	userId?: string
	onlyUndelivered: boolean
	cursor: string | null
}

/** The log of mails, the newest first. Addresses are shortened; one is looked for as a whole. */
export async function listMails(
	ctx: StaffCtx,
	{ address, userId, onlyUndelivered, cursor }: MailQuery,
): Promise<{ items: MailEntry[]; page: Page }> {
	requireStaff(ctx, 'support')
	const page = keysetPage<{ id: number }>(cursor, { by: [sql`m.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const rows = await selectMails(ctx)
		.where(page.beyond)
		.$if(address !== '', (query) => query.where('m.address', '=', address.toLowerCase()))
		.$if(userId !== undefined, (query) => query.where('m.user_id', '=', userId ?? '0'))
		.$if(onlyUndelivered, (query) => query.where('m.state', '<>', 'sent'))
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	return { page: cut.page, items: cut.rows.map(toEntry) }
}

/** A mail that did not arrive and that staff are not done with; null otherwise. */
export async function findUndelivered(ctx: StaffCtx, id: number): Promise<MailEntry | null> {
	requireStaff(ctx, 'support')
	const row = await selectMails(ctx)
		.where('m.id', '=', id)
		.where('m.state', 'in', ['failed', 'bounced'])
		.where('m.settled_at', 'is', null)
		.executeTakeFirst()
	return row ? toEntry(row) : null
}

export type Suppression = { id: number; maskedEmail: string; cause: 'bounce' | 'complaint' | 'staff'; reason: string; since: Date }

/** Addresses that get no mails, the newest first. */
export async function listSuppressions(
	ctx: StaffCtx,
	{ address, cursor }: Pick<MailQuery, 'address' | 'cursor'>,
): Promise<{ items: Suppression[]; page: Page }> {
	requireStaff(ctx, 'support')
	const page = keysetPage<{ id: number }>(cursor, { by: [sql`id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const rows = await ctx.db
		.selectFrom('mail_suppressions')
		.select(['id', 'address', 'cause', 'reason', 'since'])
		.where(page.beyond)
		.$if(address !== '', (query) => query.where('address', '=', address.toLowerCase()))
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	return { page: cut.page, items: cut.rows.map(({ address: one, ...row }) => ({ ...row, maskedEmail: maskEmail(one) })) }
}

/** Lets an address get mails again. Lifted twice it is the same as once. */
export async function liftSuppression(ctx: StaffCtx, id: number, reason: string): Promise<void> {
	requireStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		const lifted = await trx.db.deleteFrom('mail_suppressions').where('id', '=', id).returning('id').executeTakeFirst()
		if (lifted) await recordAuditEvent(trx, { action: 'mail.allow', subject: `suppression:${id}`, reason })
	})
}

/** Sends a mail once more, to an address that was suppressed too. Throws conflict where its content is gone. */
export const resendMail = (ctx: StaffCtx, id: number): Promise<void> =>
	settle(ctx, id, 'mail.resend', undefined, async (trx, { address, sealed }) => {
		const mail = openMail(trx, sealed)
		if (!mail)
			throw new DomainError('conflict', 'the content is gone', {
				fields: { form: 'メールの内容の保存期間が過ぎたため、送り直せません。' },
			})
		await trx.db.deleteFrom('mail_suppressions').where('address', '=', address).execute()
		await trx.enqueueMail(trx.db, mail)
	})

/** Sends no mails to the address any more, until that is lifted. */
export const suppressAddress = (ctx: StaffCtx, id: number, reason: string): Promise<void> =>
	settle(ctx, id, 'mail.suppress', reason, async (trx, { address }) => {
		const values = { cause: 'staff', reason, since: trx.now(), by_user_id: trx.viewer.userId } as const
		await trx.db
			.insertInto('mail_suppressions')
			.values({ address, ...values })
			.onConflict((conflict) => conflict.constraint('mail_suppressions_address').doUpdateSet(values))
			.execute()
	})

/** Ends the work on a mail that did not arrive; it is not tried again. */
export const settleMail = (ctx: StaffCtx, id: number): Promise<void> => settle(ctx, id, 'mail.settle', undefined, async () => {})

async function settle(
	ctx: StaffCtx,
	id: number,
	action: string,
	reason: string | undefined,
	handler: (trx: StaffCtx, mail: { address: string; sealed: string | null }) => Promise<void>,
): Promise<void> {
	requireStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		const mail = await trx.db
			.selectFrom('mails')
			.select(['address', 'sealed', 'state', 'settled_at'])
			.where('id', '=', id)
			.forUpdate()
			.executeTakeFirst()
		if (!mail) throw notFound('mail')
		if (mail.settled_at !== null || (mail.state !== 'failed' && mail.state !== 'bounced'))
			throw new DomainError('conflict', 'settled already', {
				fields: { form: 'このメールは、届いたか、ほかの担当者が対応を終えました。' },
			})
		await handler(trx, mail)
		await trx.db.updateTable('mails').set({ settled_at: trx.now() }).where('id', '=', id).execute()
		await recordAuditEvent(trx, { action, subject: `mail:${id}`, reason })
	})
}
