import { bool, checkedSql, text } from '../../../platform/checked-sql.ts'
import { withoutAddresses } from '../../../platform/mail-addresses.ts'
import type { Ctx, OutgoingMail } from '../../shared/context.ts'
import { days } from '../../shared/japan-time.ts'

export type MailState = 'sending' | 'sent' | 'failed' | 'bounced' | 'suppressed'

/** How long it can be looked up what became of a mail. */
const LOG_KEPT_MS = days(90)
/** How long a mail that did not arrive can be sent once more. */
const CONTENT_KEPT_MS = days(30)
const PURPOSE = 'mail-log'
const REASON_LENGTH = 300

type LogCtx = Pick<Ctx, 'db' | 'now' | 'encryptor'>

const selectAttempt = checkedSql({ state: text.as<MailState>(), isSettled: bool, isSuppressed: bool })

/**
 * Records an attempt to send a mail. Returns false where it must not be sent: its address is suppressed, it was sent before
 * under this id, or staff are done with it.
 */
export async function beginSending(ctx: LogCtx, messageId: string, mail: OutgoingMail): Promise<boolean> {
	const address = mail.to.toLowerCase()
	const sealed = ctx.encryptor.encrypt(PURPOSE, JSON.stringify(mail))
	const { rows } = await selectAttempt`
		insert into mails (message_id, user_id, address, subject, state, sealed, first_at, at)
		select ${messageId}, (select u.id from users u join identities i on i.uid = u.uid where i.email = ${address} limit 1), ${address},
			${mail.subject.slice(0, 300)}, case when s.id is null then 'sending' else 'suppressed' end, ${sealed}, ${ctx.now()}, ${ctx.now()}
		from (select) one left join mail_suppressions s on s.address = ${address}
		on conflict (message_id) do update set
			tries = case when mails.state = 'sent' then mails.tries else least(mails.tries + 1, 1000) end,
			state = case when mails.state = 'sent' or mails.settled_at is not null then mails.state else excluded.state end,
			at = excluded.at
		returning state, settled_at is not null as "isSettled", state = 'suppressed' as "isSuppressed"
	`.execute(ctx.db)
	const [row] = rows
	return row !== undefined && row.state !== 'sent' && !row.isSettled && !row.isSuppressed
}

/** Records that the mail server has taken a mail; its content is forgotten. */
export async function noteSent(ctx: Pick<Ctx, 'db' | 'now'>, messageId: string): Promise<void> {
	await ctx.db
		.updateTable('mails')
		.set({ state: 'sent', sealed: null, reason: null, at: ctx.now() })
		.where('message_id', '=', messageId)
		.execute()
}

/**
 * Records that a mail was not taken, with what the server said. An address that does not exist gets no mails from now on,
 * until staff lift that.
 */
export async function noteFailure(ctx: Pick<Ctx, 'db' | 'now'>, messageId: string, reason: string, isUnknown: boolean): Promise<void> {
	const row = await ctx.db
		.updateTable('mails')
		.set({ state: isUnknown ? 'bounced' : 'failed', reason: withoutAddresses(reason).slice(0, REASON_LENGTH), at: ctx.now() })
		.where('message_id', '=', messageId)
		.returning('address')
		.executeTakeFirst()
	if (row && isUnknown)
		await ctx.db
			.insertInto('mail_suppressions')
			.values({ address: row.address, cause: 'bounce', since: ctx.now() })
			.onConflict((conflict) => conflict.constraint('mail_suppressions_address').doNothing())
			.execute()
}

/** The mail as it was to be sent; null where its content is gone. */
export function openMail(ctx: Pick<Ctx, 'encryptor'>, sealed: string | null): OutgoingMail | null {
	const content = sealed === null ? null : ctx.encryptor.decrypt(PURPOSE, sealed)
	return content === null ? null : (JSON.parse(content) as OutgoingMail)
}

/** Deletes entries and contents at the end of the time for which they are kept. */
export async function cleanMailLog({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	const before = (ms: number) => new Date(now().getTime() - ms)
	await db.deleteFrom('mails').where('at', '<=', before(LOG_KEPT_MS)).execute()
	await db.updateTable('mails').set({ sealed: null }).where('sealed', 'is not', null).where('at', '<=', before(CONTENT_KEPT_MS)).execute()
}
