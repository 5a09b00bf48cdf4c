import { timingSafeEqual } from 'node:crypto'
import { type Ctx, requireMember } from '../shared/context.ts'
import { days } from '../shared/japan-time.ts'
import type { AnswerableCase } from '../shared/outbox.ts'

/** How long after the last notice of a case its address takes mails. */
export const REPLY_DAYS = 90

const PURPOSE = 'reply-address'
const PROOF_BYTES = 16
const form = /^reply\+([a-z0-9]{1,7})-([0-9a-f]{32})$/

type AddressRow = { id: number; user_id: string; inquiry_id: number | null; delivery_id: number | null; created_at: Date }

/** HMAC over everything that the address stands for: a row of another database, restored or made up, has another proof. */
const proofOf = ({ encryptor }: Pick<Ctx, 'encryptor'>, row: AddressRow): Buffer =>
	encryptor
		.sign(PURPOSE, JSON.stringify([row.id, row.user_id, row.inquiry_id, row.delivery_id, row.created_at.getTime()]))
		.subarray(0, PROOF_BYTES)

/**
 * The address at which a person's mails are added to a case, for `Reply-To`; it takes them for another 90 days from now. Null while
 * replies by mail are off.
 */
export async function replyAddressFor(
	ctx: Pick<Ctx, 'db' | 'now' | 'encryptor' | 'site'>,
	userId: string,
	one: AnswerableCase,
): Promise<string | null> {
	if (!ctx.site.inboundMail) return null
	const [column, id] = 'inquiryId' in one ? (['inquiry_id', one.inquiryId] as const) : (['delivery_id', one.deliveryId] as const)
	const expiresAt = new Date(ctx.now().getTime() + days(REPLY_DAYS))
	const row = await ctx.db
		.insertInto('reply_addresses')
		.values({
			user_id: userId,
			inquiry_id: column === 'inquiry_id' ? id : null,
			delivery_id: column === 'delivery_id' ? id : null,
			created_at: ctx.now(),
			expires_at: expiresAt,
		})
		.onConflict((conflict) =>
			conflict
				.columns(['user_id', column])
				.where(column, 'is not', null)
				.where('revoked_at', 'is', null)
				.doUpdateSet({ expires_at: expiresAt }),
		)
		.returning(['id', 'user_id', 'inquiry_id', 'delivery_id', 'created_at'])
		.executeTakeFirstOrThrow()
	return `reply+${row.id.toString(36)}-${proofOf(ctx, row).toString('hex')}@${ctx.site.inboundMail.domain}`
}

export type ReplyAddress = {
	id: number
	userId: string
	inquiryId: number | null
	deliveryId: number | null
	/** Neither revoked nor past its time. */
	isValid: boolean
}

/** The first of `recipients` that is an address of ours; null when none is, or when its proof is another one. */
export async function findReplyAddress(
	ctx: Pick<Ctx, 'db' | 'now' | 'encryptor' | 'site'>,
	recipients: readonly string[],
): Promise<ReplyAddress | null> {
	for (const recipient of recipients) {
		const at = recipient.lastIndexOf('@')
		const [, id = '', proof = ''] = (recipient.slice(at + 1) === ctx.site.inboundMail?.domain && form.exec(recipient.slice(0, at))) || []
		const number = Number.parseInt(id, 36)
		if (!(number >= 1 && number <= 0x7fffffff)) continue
		const row = await ctx.db.selectFrom('reply_addresses').selectAll().where('id', '=', number).executeTakeFirst()
		// One forged address among many is enough.
		if (!row || !timingSafeEqual(proofOf(ctx, row), Buffer.from(proof, 'hex'))) return null
		return {
			id: row.id,
			userId: row.user_id,
			inquiryId: row.inquiry_id,
			deliveryId: row.delivery_id,
			isValid: row.revoked_at === null && row.expires_at > ctx.now(),
		}
	}
	return null
}

/** How many addresses take the viewer's mails. */
export async function countReplyAddresses(ctx: Ctx): Promise<number> {
	const { userId } = requireMember(ctx)
	const { count } = await ctx.db
		.selectFrom('reply_addresses')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('user_id', '=', userId)
		.where('revoked_at', 'is', null)
		.where('expires_at', '>', ctx.now())
		.executeTakeFirstOrThrow()
	return Number(count)
}

/** Ends all addresses that the viewer was sent so far; the next notice of a case has another one. Idempotent. */
export async function revokeReplyAddresses(ctx: Ctx): Promise<void> {
	const { userId } = requireMember(ctx)
	await ctx.db
		.updateTable('reply_addresses')
		.set({ revoked_at: ctx.now() })
		.where('user_id', '=', userId)
		.where('revoked_at', 'is', null)
		.execute()
}
