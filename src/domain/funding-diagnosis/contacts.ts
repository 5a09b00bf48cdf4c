import { sql } from 'kysely'
import { hashToken, randomToken } from '../../platform/token.ts'
import { mail } from '../accounts/mails.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { diagnosisConfirmPath, diagnosisRequestPath } from '../shared/links.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { type CallerCtx, countUnprovedMail, countWrite } from '../shared/throttles.ts'
import {
	CONTACT_CONFIRM_HOURS,
	CONTACT_CONSENT_VERSION,
	type ContactReach,
	type ContactState,
	type SentDiagnosis,
} from './contact-input.ts'
import type { DiagnosisContactInput } from './contact-schemas.ts'
import { readAccount } from '../estimates/estimate-drafts.ts'
import { hours } from '../shared/japan-time.ts'

const PAGE = 20
const PURPOSE = 'diagnosis-contact'

/** The requester's own request: a member's by its id, any by the key of the link in its mail. */
export type ContactKey = { id: number } | { key: string }

export type DiagnosisContact = {
	id: number
	state: Exclude<ContactState, 'withdrawn'>
	contactName: string
	email: string
	phone: string | null
	company: string
	reach: ContactReach
	reachTime: string
	message: string
	diagnosis: SentDiagnosis | null
	consentVersion: string
	consentedAt: number
	contactedAt: number | null
	endedAt: number | null
}

export const contactKey = (ctx: Ctx, id: number): string => ctx.encryptor.encrypt(PURPOSE, `${id}`)

/** 0, which no row has, for an invalid key. */
function openContactKey(ctx: Ctx, key: string): number {
	const text = ctx.encryptor.decrypt(PURPOSE, key.slice(0, 200))
	return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
}

export type Asked = { kind: 'received'; id: number } | { kind: 'mailed' }

/**
 * Stores a request for contact with the version and moment of its consent. A member's with a confirmed address reaches
 * staff at once; any other waits for the link in a mail. The same form sent twice returns the result of the first.
 */
export async function askForContact(ctx: CallerCtx, input: DiagnosisContactInput, diagnosis: SentDiagnosis | null): Promise<Asked> {
	return inTransaction(ctx, async (trx) => {
		const userId = trx.viewer.kind === 'member' ? trx.viewer.userId : null
		const before = await findAsked(trx, input.clientKey, userId)
		if (before !== null) return before
		const account = userId === null ? null : await readAccount(trx, userId)
		const email = account?.email ?? input.email
		const isConfirmed = account?.isVerified === true && account.email === email
		const token = randomToken()
		const made = await trx.db
			.insertInto('diagnosis_contacts')
			.values({
				user_id: userId,
				state: isConfirmed ? 'new' : 'unconfirmed',
				contact_name: input.contactName,
				email,
				phone: input.phone,
				company: input.company,
				reach: input.reach,
				reach_time: input.reachTime,
				message: input.message,
				diagnosis: diagnosis === null ? null : JSON.stringify(diagnosis),
				consent_version: CONTACT_CONSENT_VERSION,
				consented_at: trx.now(),
				client_key: input.clientKey,
				confirm_hash: isConfirmed ? null : hashToken(token),
				confirm_expires_at: isConfirmed ? null : new Date(trx.now().getTime() + hours(CONTACT_CONFIRM_HOURS)),
				confirmed_at: isConfirmed ? trx.now() : null,
				created_at: trx.now(),
			})
			.onConflict((conflict) => conflict.constraint('diagnosis_contacts_client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) {
			// The first submit of this form committed concurrently.
			const first = await findAsked(trx, input.clientKey, userId)
			if (first === null) throw new DomainError('conflict', 'this form was sent by somebody else')
			return first
		}
		// Limited by address, not by sender.
		await countWrite(trx, 'diagnosisContactAddress', email)
		if (isConfirmed) return { kind: 'received', id: made.id }
		await countUnprovedMail(trx, email)
		await mailConfirmation(trx, made.id, email, token)
		return { kind: 'mailed' }
	})
}

async function findAsked(ctx: Ctx, clientKey: string, userId: string | null): Promise<Asked | null> {
	const row = await ctx.db
		.selectFrom('diagnosis_contacts')
		.select(['id', 'state'])
		.where('client_key', '=', clientKey)
		.where('user_id', userId === null ? 'is' : '=', userId)
		.executeTakeFirst()
	if (!row) return null
	return row.state === 'unconfirmed' || userId === null ? { kind: 'mailed' } : { kind: 'received', id: row.id }
}

async function mailConfirmation(ctx: Ctx, id: number, email: string, token: string): Promise<void> {
	const { publicUrl } = ctx.site
	await ctx.enqueueMail(ctx.db, {
		to: email,
		...mail(ctx.site, {
			subject: '資金の相談の確認をお願いします',
			heading: '資金の相談の申し込みの確認',
			body: [
				'資金診断の結果をもとにした相談のお申し込みを受け取りました。',
				'下のボタンから申し込みを確定すると、担当者に届きます。それまでは届きません。',
			],
			button: { label: '申し込みを確定する', url: `${publicUrl}${diagnosisConfirmPath(token)}` },
			items: [{ label: '申し込みの内容を見る・取り下げる', url: `${publicUrl}${diagnosisRequestPath(contactKey(ctx, id))}` }],
			after: [
				`確定のリンクは${CONTACT_CONFIRM_HOURS}時間有効で、1回だけ使えます。確定しなかった申し込みは、48時間以内に消去します。`,
				'内容を見るリンクを知っている人は、申し込みの内容を見て取り下げられます。ほかの人に渡さないでください。',
				'お心当たりがない場合は、このメールを破棄してください。申し込みは担当者に届かず、入力された内容は消去されます。',
			],
		}),
	})
}

/** Whether the link in a mail is still valid; does not consume it. */
export async function isConfirmable(ctx: Ctx, token: string): Promise<boolean> {
	const row = await ctx.db
		.selectFrom('diagnosis_contacts')
		.select('id')
		.where('confirm_hash', '=', hashToken(token.slice(0, 100)))
		.where('confirm_expires_at', '>', ctx.now())
		.executeTakeFirst()
	return row !== undefined
}

/** Uses the link of the mail: staff see the request. Returns the key of its private page. `not-found` the second time. */
export async function confirmContact(ctx: Ctx, token: string): Promise<string> {
	const row = await ctx.db
		.updateTable('diagnosis_contacts')
		.set({ state: 'new', confirmed_at: ctx.now(), confirm_hash: null, confirm_expires_at: null })
		.where('confirm_hash', '=', hashToken(token.slice(0, 100)))
		.where('confirm_expires_at', '>', ctx.now())
		.where('state', '=', 'unconfirmed')
		.returning('id')
		.executeTakeFirst()
	if (!row) throw notFound('confirmation')
	return contactKey(ctx, row.id)
}

const columns = [
	'id',
	'state',
	'contact_name',
	'email',
	'phone',
	'company',
	'reach',
	'reach_time',
	'message',
	'diagnosis',
	'consent_version',
	'consented_at',
	'contacted_at',
	'ended_at',
] as const

type Row = {
	id: number
	state: ContactState
	contact_name: string | null
	email: string | null
	phone: string | null
	company: string
	reach: ContactReach | null
	reach_time: string
	message: string
	diagnosis: SentDiagnosis | null
	consent_version: string
	consented_at: Date
	contacted_at: Date | null
	ended_at: Date | null
}

function toContact(row: Row): DiagnosisContact | null {
	if (row.state === 'withdrawn') return null
	return {
		id: row.id,
		state: row.state,
		contactName: row.contact_name ?? '',
		email: row.email ?? '',
		phone: row.phone,
		company: row.company,
		reach: row.reach ?? 'email',
		reachTime: row.reach_time,
		message: row.message,
		diagnosis: row.diagnosis,
		consentVersion: row.consent_version,
		consentedAt: row.consented_at.getTime(),
		contactedAt: row.contacted_at?.getTime() ?? null,
		endedAt: row.ended_at?.getTime() ?? null,
	}
}

/** Reads a request, or null when nothing is left of it. Checks no permission: the caller has done so. */
export async function readContact(ctx: Ctx, id: number): Promise<DiagnosisContact | null> {
	const row = await ctx.db.selectFrom('diagnosis_contacts').select(columns).where('id', '=', id).executeTakeFirst()
	return row ? toContact(row) : null
}

/** The request of a mail's link; null when it was withdrawn or deleted, or the link is invalid. */
export const findContactByKey = (ctx: Ctx, key: string): Promise<DiagnosisContact | null> => readContact(ctx, openContactKey(ctx, key))

/**
 * Assigns to the account the requests its member made as a visitor: those whose address was proved by their mail and is the
 * account's, which is proved as well.
 */
export async function adoptContacts(ctx: Ctx, userId: string): Promise<void> {
	await sql`
		update diagnosis_contacts c set user_id = u.id
		from users u join identities i on i.uid = u.uid and i.email_verified_at is not null
		where u.id = ${userId}::bigint and c.user_id is null and c.email = i.email and c.confirmed_at is not null
	`.execute(ctx.db)
}

/** The member's requests, newest first. */
export async function listMyContacts(ctx: Ctx, given: string | null): Promise<{ items: DiagnosisContact[]; page: Page }> {
	const { userId } = requireMember(ctx)
	await adoptContacts(ctx, userId)
	const page = keysetPage<{ id: number }>(given, { by: [sql`id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const rows = await ctx.db
		.selectFrom('diagnosis_contacts')
		.select(columns)
		.where('user_id', '=', userId)
		.where(page.beyond)
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	return { page: cut.page, items: cut.rows.map(toContact).filter((item) => item !== null) }
}

/**
 * Withdraws a request: personal data is erased at once, in any state. Staff still see that there was
 * one; a request that never reached them is deleted. Throws `not-found` for anyone else's.
 */
export async function withdrawContact(ctx: Ctx, key: ContactKey): Promise<void> {
	const userId = 'id' in key ? requireMember(ctx).userId : null
	const id = 'id' in key ? key.id : openContactKey(ctx, key.key)
	await inTransaction(ctx, async (trx) => {
		let query = trx.db.selectFrom('diagnosis_contacts').select(['id', 'state']).where('id', '=', id).where('state', '!=', 'withdrawn')
		if (userId !== null) query = query.where('user_id', '=', userId)
		const row = await query.forUpdate().executeTakeFirst()
		if (!row) throw notFound('diagnosis contact')
		if (row.state === 'unconfirmed') {
			await trx.db.deleteFrom('diagnosis_contacts').where('id', '=', id).execute()
			return
		}
		await trx.db
			.updateTable('diagnosis_contacts')
			.set({
				state: 'withdrawn',
				user_id: null,
				contact_name: null,
				email: null,
				phone: null,
				reach: null,
				company: '',
				reach_time: '',
				message: '',
				diagnosis: null,
				staff_note: '',
				ended_at: trx.now(),
			})
			.where('id', '=', id)
			.execute()
	})
}
