import { createHash } from 'node:crypto'
import { type MailVerdict, readMail, type ReceivedMail, UnreadableMail } from '../../platform/received-mail.ts'
import { writeMail } from '../accounts/mails.ts'
import { sendMessage } from '../inquiries/inquiries.ts'
import { messageSchema } from '../inquiries/inquiry-schemas.ts'
import { type Ctx, inTransaction, type Member } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { days } from '../shared/japan-time.ts'
import { estimatePath, inquiryPath, leadPath } from '../shared/links.ts'
import { countAttempt } from '../shared/throttles.ts'
import { openDeliveryThread } from './delivery-threads.ts'
import { ownWords } from './mail-quotes.ts'
import { findReplyAddress, type ReplyAddress } from './reply-addresses.ts'
import { replyWords } from './reply-words.ts'

/**
 * What became of a mail. Of those from `unreadable` to `duplicate` nobody hears: they came from a program or from somebody who
 * does not know an address of ours, or were handled before. The owner of the address hears of the others by mail, with the reason.
 */
export type MailOutcome =
	| 'accepted'
	| 'unreadable'
	| 'automatic'
	| 'unaddressed'
	| 'duplicate'
	| 'expired'
	| 'suspended'
	| 'foreign-sender'
	| 'unproved-sender'
	| 'refused'

/** The body of a reply that has files alone. */
const FILES_ALONE = '（添付ファイルのみ）'
/** How long what became of a mail is known, and a repeated one recognised. */
const KEPT_DAYS = 90

const sentences = {
	expired: 'このメールの返信先は、期限が過ぎたか、無効にされています。',
	suspended: 'アカウントの利用が停止されているため、送れません。',
	'foreign-sender': 'ご登録のメールアドレスとは別のアドレスから送られました。登録したアドレスから返信してください。',
	'unproved-sender': 'ご登録のメールアドレスから送られたことを、受信したサーバーで確かめられませんでした。',
	empty: '本文がありませんでした。引用した文より上に、返信を書いてください。',
	gone: 'このやり取りは見つからないか、あなたの担当ではなくなりました。',
} as const

/**
 * Adds a mail that came to an address of ours to its case, as the message form would: by the same function, so that permission,
 * limits and the checks of files are the form's. The sender has to be the owner of the address, at their confirmed mail address. A
 * mail that comes again does nothing. Throws `throttled` for too many mails of an account, which their server sends again later.
 */
export async function receiveMail(ctx: Ctx, raw: Uint8Array): Promise<MailOutcome> {
	const mail = await readMail(raw).catch((error: unknown) => {
		if (error instanceof UnreadableMail) return null
		throw error
	})
	if (mail === null) return 'unreadable'
	if (mail.isAutomatic) return 'automatic'
	const address = await findReplyAddress(ctx, mail.recipients)
	if (address === null) return 'unaddressed'
	const received: Received = { address, mail, bytes: raw.length, hash: hashOf(address, mail, raw) }
	if (await isKnown(ctx, received)) return 'duplicate'
	await countAttempt(ctx, 'replyMailAccount', address.userId)
	const owner = await readOwner(ctx, address.userId)
	// An account that is gone, or whose address was never proved, has nobody to write to.
	if (owner === null) {
		await note(ctx, received, 'unaddressed')
		return 'unaddressed'
	}
	const refuse = (outcome: MailOutcome, reason: string) => refuseMail(ctx, received, { outcome, reason, email: owner.email })
	if (owner.isSuspended) return refuse('suspended', sentences.suspended)
	if (!address.isValid) return refuse('expired', sentences.expired)
	if (mail.from.length !== 1 || mail.from[0] !== owner.email) return refuse('foreign-sender', sentences['foreign-sender'])
	if (!isSenderProved(mail.verdicts, owner.email, ctx.site.inboundMail?.authservId ?? null))
		return refuse('unproved-sender', sentences['unproved-sender'])
	const reason = await addToCase({ ...ctx, viewer: owner.viewer }, received)
	if (reason !== null) return refuse('refused', reason)
	await note(ctx, received, 'accepted')
	return 'accepted'
}

type Received = { address: ReplyAddress; mail: ReceivedMail; bytes: number; hash: Buffer }

/** A mail is told from others by its Message-ID, and by its whole content where it has none. */
const hashOf = (address: ReplyAddress, { messageId }: ReceivedMail, raw: Uint8Array): Buffer =>
	createHash('sha256')
		.update(`${address.id}\n`)
		.update(messageId ?? raw)
		.digest()

async function isKnown(ctx: Pick<Ctx, 'db'>, { hash }: Received): Promise<boolean> {
	return (await ctx.db.selectFrom('received_mails').select('id').where('mail_hash', '=', hash).executeTakeFirst()) !== undefined
}

/** Keeps what became of a mail, without a word of it. False where that was known. */
async function note(ctx: Pick<Ctx, 'db' | 'now'>, { address, mail, bytes, hash }: Received, outcome: MailOutcome): Promise<boolean> {
	const made = await ctx.db
		.insertInto('received_mails')
		.values({
			mail_hash: hash,
			address_id: address.id,
			outcome,
			byte_count: bytes,
			file_count: mail.files.length,
			received_at: ctx.now(),
		})
		.onConflict((conflict) => conflict.column('mail_hash').doNothing())
		.returning('id')
		.executeTakeFirst()
	return made !== undefined
}

type Owner = { viewer: Member; email: string; isSuspended: boolean }

/** The account that an address was made for, without any role of staff: a mail never does what only staff may. */
async function readOwner(ctx: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<Owner | null> {
	const row = await ctx.db
		.selectFrom('users as u')
		.innerJoin('identities as i', 'i.uid', 'u.uid')
		.leftJoin('account_restrictions as b', (join) => join.onRef('b.user_id', '=', 'u.id').on('b.lifted_at', 'is', null))
		.select(['u.uid', 'u.is_expert', 'i.email', 'b.kind as restriction', 'b.reason', 'b.ends_at'])
		.where('u.id', '=', userId)
		.where('u.deleted_at', 'is', null)
		.where('i.email_verified_at', 'is not', null)
		.executeTakeFirst()
	if (!row || row.email === null) return null
	const limit = row.ends_at !== null && row.ends_at > ctx.now() ? { until: row.ends_at, reason: row.reason ?? '' } : null
	return {
		email: row.email,
		isSuspended: row.restriction === 'suspended',
		viewer: { kind: 'member', userId, uid: row.uid, isExpert: row.is_expert, roles: [], ...(limit ? { limit } : {}) },
	}
}

/**
 * Whether the operator's server found the sender to be who they say: DMARC passed, or, for a domain without it, SPF or DKIM did for
 * the sender's domain. Servers put their finding above what came with the mail, so the first of a method counts.
 */
export function isSenderProved(verdicts: readonly MailVerdict[], from: string, server: string | null): boolean {
	if (server === null) return true
	const domain = from.slice(from.lastIndexOf('@') + 1)
	const isAligned = (other: string | null) =>
		other !== null && (other === domain || domain.endsWith(`.${other}`) || other.endsWith(`.${domain}`))
	const own = verdicts.filter((verdict) => verdict.server === server)
	const firstOf = (method: string) =>
		(own.find(({ results }) => results.some((one) => one.method === method))?.results ?? []).filter((one) => one.method === method)
	const dmarc = firstOf('dmarc')
	if (dmarc.some(({ result }) => result === 'pass')) return dmarc.every(({ domain: named }) => named === null || isAligned(named))
	if (dmarc.some(({ result }) => result === 'fail')) return false
	return [...firstOf('dkim'), ...firstOf('spf')].some(({ result, domain: named }) => result === 'pass' && isAligned(named))
}

/** Sends the message as its author. Returns why it was refused, in a sentence; null when it is in the case. */
async function addToCase(ctx: Ctx, { address, mail, hash }: Received): Promise<string | null> {
	const words = ownWords(mail.text)
	if (words === '' && mail.files.length === 0) return sentences.empty
	const parsed = messageSchema.safeParse({
		body: words === '' ? FILES_ALONE : words,
		// A mail that comes twice at once makes one message.
		clientKey: `mail-${hash.toString('hex').slice(0, 40)}`,
	})
	if (!parsed.success) return parsed.error.issues[0]?.message ?? sentences.empty
	try {
		const inquiryId = address.inquiryId ?? (await openDeliveryThread(ctx, address.deliveryId ?? 0)).inquiryId
		await sendMessage(ctx, inquiryId, parsed.data, mail.files)
		return null
	} catch (error) {
		if (!isDomainError(error) || error.kind === 'throttled' || error.kind === 'unavailable') throw error
		return Object.values(error.fields)[0] ?? sentences.gone
	}
}

/** Keeps that a mail was refused and writes once to the owner of the address, never to the sender, and not more than a few times a day. */
async function refuseMail(
	ctx: Ctx,
	received: Received,
	{ outcome, reason, email }: { outcome: MailOutcome; reason: string; email: string },
): Promise<MailOutcome> {
	const mayAnswer = await countAttempt(ctx, 'replyRefusalAccount', received.address.userId).then(
		() => true,
		(error: unknown) => {
			if (isDomainError(error) && error.kind === 'throttled') return false
			throw error
		},
	)
	await inTransaction(ctx, async (trx) => {
		if (!(await note(trx, received, outcome)) || !mayAnswer) return
		const url = `${trx.site.publicUrl}${await pathOf(trx, received.address)}`
		await trx.enqueueMail(trx.db, { to: email, ...writeMail(trx.site, replyWords.refused, { 理由: reason }, { url }) })
	})
	return outcome
}

/** Where the owner of an address reads its case. */
async function pathOf(ctx: Pick<Ctx, 'db'>, { userId, inquiryId, deliveryId }: ReplyAddress): Promise<string> {
	if (inquiryId !== null) return inquiryPath(inquiryId)
	const request = await ctx.db
		.selectFrom('estimate_deliveries as d')
		.innerJoin('estimate_requests as r', 'r.id', 'd.request_id')
		.select(['r.id', 'r.user_id'])
		.where('d.id', '=', deliveryId ?? 0)
		.executeTakeFirstOrThrow()
	return request.user_id === userId ? estimatePath(request.id) : leadPath(deliveryId ?? 0)
}

/** Deletes what is known of mails and of addresses that no mail can come to any more. */
export async function forgetMailReplies(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	const before = new Date(ctx.now().getTime() - days(KEPT_DAYS))
	await ctx.db.deleteFrom('received_mails').where('received_at', '<', before).execute()
	await ctx.db
		.deleteFrom('reply_addresses')
		.where((eb) => eb.or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
		.execute()
}
