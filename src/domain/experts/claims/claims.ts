import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken, randomToken } from '../../../platform/token.ts'
import { lockOwnExpert } from '../registration.ts'
import { recordMemberEvent } from './claim-audit.ts'
import { normaliseEmail } from '../../accounts/email-address.ts'
import { forbiddenBecause } from '../../memberships/office-access.ts'
import { type Ctx, inTransaction, requireMember, requirePoster } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { days } from '../../shared/japan-time.ts'
import { type CallerCtx, countUnprovedMail, countWrite } from '../../shared/throttles.ts'
import { CLAIM_CODE_TRIES, CLAIM_CODE_WAIT_DAYS, CLAIM_MAIL_DAYS, type ClaimProof, type ClaimState, mailDomainOf } from './claim-input.ts'
import { proofMail } from './claim-mails.ts'
import type { ClaimInput } from './claim-schemas.ts'
import { hasActingOwner, hasNumber, lockInvitation, requireOfficeNumber } from './claim-search.ts'
import { claimErased, nameOf, proveClaim } from './claim-settling.ts'

/** Claims as the claimant makes them. */
export const CLAIM_CODE = 'office-claim-code'

const subjectOf = (id: number) => `claim:${id}`
const refused = (field: string, sentence: string) => new DomainError('invalid', 'refused', { fields: { [field]: sentence } })

export type OwnClaim = {
	id: number
	officeId: number
	officeName: string
	proof: ClaimProof
	state: ClaimState
	/** The mailbox that the link went to. */
	mailTo: string | null
	isCodeGiven: boolean
	triesLeft: number
	/** Who has to say something about a proved claim. */
	waitsFor: 'members' | 'staff' | 'verification' | null
	reason: string
	createdAt: Date
}

/** The viewer's claims, the newest first; ten at most. */
export async function listOwnClaims(ctx: Ctx): Promise<OwnClaim[]> {
	const { userId } = requireMember(ctx)
	const rows = await ctx.db
		.selectFrom('office_claims as c')
		.innerJoin('offices as o', 'o.id', 'c.office_id')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.select(['c.id', 'c.office_id', 'o.name', 'c.proof', 'c.state', 'c.mail_to', 'c.code_given_at', 'c.code_tries'])
		.select(['c.member_answer', 'c.staff_since', 'c.reason', 'c.created_at'])
		.where('e.user_id', '=', userId)
		.orderBy('c.id', 'desc')
		.limit(10)
		.execute()
	return rows.map((row) => ({
		id: row.id,
		officeId: row.office_id,
		officeName: row.name,
		proof: row.proof,
		state: row.state,
		mailTo: row.mail_to,
		isCodeGiven: row.code_given_at !== null,
		triesLeft: CLAIM_CODE_TRIES - row.code_tries,
		waitsFor:
			row.state !== 'proved' ? null : row.staff_since === null ? 'verification' : row.member_answer === 'objected' ? 'staff' : 'members',
		reason: row.reason,
		createdAt: row.created_at,
	}))
}

/** The viewer's expert, begun with the first claim. Throws forbidden for those who may not act as experts. */
async function requireClaimant(ctx: Ctx): Promise<{ id: number; display_name: string }> {
	const { userId } = requirePoster(ctx)
	const expert = await lockOwnExpert(ctx, userId)
	if (expert.state === 'rejected' || expert.state === 'suspended')
		throw forbiddenBecause('専門家の登録が認められていないため、代表者として申し出ることはできません。')
	return expert
}

/** Locks an office that may be claimed by the number. Throws not-found and conflict. */
async function lockClaimable(ctx: Ctx, officeId: number, number: string) {
	const office = await ctx.db
		.selectFrom('offices as o')
		.select(['o.id', 'o.name', 'o.state', 'o.website', 'o.suspended_reason'])
		.select(hasActingOwner(sql`o.id`).as('has_owner'))
		.where('o.id', '=', officeId)
		.where('o.state', '<>', 'deleted')
		.where(hasNumber(sql`o.corporate_number`, sql`o.invoice_number`, number))
		.forUpdate('o')
		.executeTakeFirst()
	if (!office) throw notFound('office')
	if (office.has_owner || office.state === 'draft' || office.suspended_reason !== null)
		throw new DomainError('conflict', 'the office cannot be claimed', {
			fields: { form: 'この事務所には、いま申し出ることができません。番号で調べ直して、いまの状態を確認してください。' },
		})
	return office
}

/**
 * Claims an office by its number. The proof is a link mailed to the office's own domain, or a code that staff give by letter or
 * telephone. A newer claim of the viewer's to the office replaces the earlier one. Throws `invalid` (field mailbox), not-found for an
 * office without the number, conflict for one that has an owner.
 */
export async function claimOffice(ctx: CallerCtx, { officeId, number: typed, proof, mailbox }: ClaimInput): Promise<void> {
	const number = requireOfficeNumber(typed)
	await inTransaction(ctx, async (trx) => {
		const claimant = await requireClaimant(trx)
		const office = await lockClaimable(trx, officeId, number)
		await countWrite(trx, 'officeClaimAccount', requireMember(trx).userId)
		await trx.db
			.updateTable('office_claims')
			.set({ ...claimErased, state: 'withdrawn', staff_since: null, decided_at: trx.now() })
			.where('office_id', '=', officeId)
			.where('expert_id', '=', claimant.id)
			.where('state', 'in', ['open', 'proved'])
			.execute()
		const address = proof === 'mail' ? addressOf(mailbox, office.website) : null
		const token = randomToken()
		const now = trx.now()
		const { id } = await trx.db
			.insertInto('office_claims')
			.values({
				office_id: officeId,
				expert_id: claimant.id,
				number,
				proof,
				state: 'open',
				mail_to: address,
				token_hash: proof === 'mail' ? hashToken(token) : null,
				sealed_code: proof === 'code' ? ctx.encryptor.encrypt(CLAIM_CODE, `${randomInt(100_000_000)}`.padStart(8, '0')) : null,
				staff_since: proof === 'code' ? now : null,
				created_at: now,
				expires_at: new Date(now.getTime() + days(proof === 'mail' ? CLAIM_MAIL_DAYS : CLAIM_CODE_WAIT_DAYS)),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		await recordMemberEvent(trx, { action: 'claim.make', subject: subjectOf(id), detail: { office: officeId, proof } })
		if (address === null) return
		await countUnprovedMail(trx, address)
		const mail = proofMail(trx.site, { officeName: office.name, claimantName: nameOf(claimant), token })
		await trx.enqueueMail(trx.db, { to: address, ...mail })
	})
}

function addressOf(mailbox: string, website: string | null): string {
	const domain = mailDomainOf(website)
	const address = domain === null ? null : normaliseEmail(`${mailbox}@${domain}`)
	if (address === null) throw refused('mailbox', 'この事務所では、メールで確認できません。郵送または電話の確認コードを選んでください。')
	return address
}

const openClaims = (ctx: Ctx) =>
	ctx.db
		.selectFrom('office_claims as c')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.innerJoin('offices as o', 'o.id', 'c.office_id')
		.select(['c.id', 'o.name'])
		.where('e.user_id', '=', requireMember(ctx).userId)

/** Returns the office of a link that proves a claim of the viewer's; null for a link that is used, expired or another person's. */
export async function findClaimLink(ctx: Ctx, token: string): Promise<{ officeName: string } | null> {
	const row = await linkedClaim(ctx, token).executeTakeFirst()
	return row ? { officeName: row.name } : null
}

const linkedClaim = (ctx: Ctx, token: string) =>
	openClaims(ctx)
		.where('c.token_hash', '=', hashToken(token.slice(0, 100)))
		.where('c.state', '=', 'open')
		.where('c.expires_at', '>', ctx.now())

/** Proves a claim by the link of its mail, opened in the claimant's account. Throws not-found for a link that cannot be used. */
export async function proveByLink(ctx: Ctx, token: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const claim = await linkedClaim(trx, token).forUpdate('c').executeTakeFirst()
		if (!claim) throw notFound('claim')
		await recordMemberEvent(trx, { action: 'claim.prove', subject: subjectOf(claim.id), detail: { proof: 'mail' } })
		await proveClaim(trx, claim.id)
	})
}

/** Proves a claim by the code that staff gave. A wrong code counts even though nothing else is written; after five the claim ends. */
export async function proveByCode(ctx: Ctx, { claimId, code }: { claimId: number; code: string }): Promise<void> {
	const { userId } = requireMember(ctx)
	const counted = await ctx.db
		.updateTable('office_claims as c')
		.set((eb) => ({ code_tries: eb('c.code_tries', '+', 1) }))
		.from('experts as e')
		.whereRef('e.id', '=', 'c.expert_id')
		.where('e.user_id', '=', userId)
		.where('c.id', '=', claimId)
		.where('c.state', '=', 'open')
		.where('c.code_given_at', 'is not', null)
		.where('c.expires_at', '>', ctx.now())
		.where('c.code_tries', '<', CLAIM_CODE_TRIES)
		.returning(['c.sealed_code', 'c.code_tries'])
		.executeTakeFirst()
	if (!counted)
		throw new DomainError('conflict', 'no code can be typed', {
			fields: { form: 'この申し出では、確認コードを使えません。もう一度、番号で調べて申し出てください。' },
		})
	const right = ctx.encryptor.decrypt(CLAIM_CODE, counted.sealed_code ?? '')
	if (right !== code) {
		const left = CLAIM_CODE_TRIES - counted.code_tries
		if (left === 0) await endClaim(ctx, claimId, 'expired')
		throw refused(
			'code',
			left === 0
				? '確認コードを5回まちがえたため、この申し出を終了しました。もう一度、番号で調べて申し出てください。'
				: `確認コードが違います。あと${left}回入力できます。`,
		)
	}
	await inTransaction(ctx, async (trx) => {
		const claim = await openClaims(trx).where('c.id', '=', claimId).where('c.state', '=', 'open').forUpdate('c').executeTakeFirst()
		if (!claim) throw notFound('claim')
		await recordMemberEvent(trx, { action: 'claim.prove', subject: subjectOf(claim.id), detail: { proof: 'code' } })
		await proveClaim(trx, claim.id)
	})
}

async function endClaim(ctx: Ctx, claimId: number, state: 'expired' | 'withdrawn'): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const claim = await openClaims(trx)
			.where('c.id', '=', claimId)
			.where('c.state', 'in', ['open', 'proved'])
			.forUpdate('c')
			.executeTakeFirst()
		if (!claim) return
		await trx.db
			.updateTable('office_claims')
			.set({ ...claimErased, state, staff_since: null, decided_at: trx.now() })
			.where('id', '=', claim.id)
			.execute()
		await recordMemberEvent(trx, { action: state === 'expired' ? 'claim.expire' : 'claim.withdraw', subject: subjectOf(claim.id) })
	})
}

/** Withdraws a claim of the viewer's. Does nothing for one that is decided or of others. */
export const withdrawClaim = (ctx: Ctx, claimId: number): Promise<void> => endClaim(ctx, claimId, 'withdrawn')

/**
 * Sends the invitation of an imported office once more, to the address of the file alone. Throws not-found where none waits. One that
 * was not sent yet comes by itself.
 */
export async function resendImportInvitation(ctx: Ctx, typed: string): Promise<void> {
	const number = requireOfficeNumber(typed)
	const { userId } = requirePoster(ctx)
	await inTransaction(ctx, async (trx) => {
		const row = await lockInvitation(trx, number)
		if (!row || (row.expires_at !== null && row.expires_at <= trx.now())) throw notFound('invitation')
		await countWrite(trx, 'officeClaimAccount', userId)
		if (row.state === 'invited') await trx.db.updateTable('import_rows').set({ mail_due_at: trx.now() }).where('id', '=', row.id).execute()
		await recordMemberEvent(trx, { action: 'claim.invite', subject: `import-row:${row.id}` })
	})
}
