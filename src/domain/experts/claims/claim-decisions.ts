import { checkedSql, int4, text, timestamptz } from '../../../platform/checked-sql.ts'
import { sendServiceMail } from '../../accounts/account-mails.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { recordMemberEvent } from './claim-audit.ts'
import { type RecentStaffCtx, requireRecentStaff } from '../../accounts/staff.ts'
import { getPrefecture } from '../../geography/prefectures.ts'
import { forbiddenBecause, openOffice } from '../../memberships/office-access.ts'
import type { OfficeState } from '../../memberships/office-policy.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { days } from '../../shared/japan-time.ts'
import type { ExpertState } from '../tables.ts'
import { CLAIM_CODE_DAYS, type ClaimProof } from './claim-input.ts'
import { codeGivenMail } from './claim-mails.ts'
import { declineClaim, nameOf, proveClaim, settleClaim } from './claim-settling.ts'
import { CLAIM_CODE } from './claims.ts'

/** Claims as the other members answer them and staff decide on them. */
const subjectOf = (id: number) => `claim:${id}`

const decided = () =>
	new DomainError('conflict', 'the claim is decided', {
		fields: { form: 'この申し出は、ほかの方がすでに答えたか、取り下げられました。いまの状態を確認してください。' },
	})

export type AskedClaim = { id: number; name: string; askedAt: Date }

/** Proved claims to an office that wait for its verified members; none for the claimant. Throws not-found for an office of others. */
export async function listAskedClaims(ctx: Ctx, officeId: number): Promise<AskedClaim[]> {
	const office = await openOffice(ctx, officeId, 'read')
	const rows = await askedClaims(ctx, office).execute()
	return rows.map((row) => ({ id: row.id, name: nameOf(row), askedAt: row.proved_at ?? ctx.now() }))
}

const askedClaims = (ctx: Ctx, { id, expertId }: { id: number; expertId: number }) =>
	ctx.db
		.selectFrom('office_claims as c')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.select(['c.id', 'e.display_name', 'c.proved_at'])
		.where('c.office_id', '=', id)
		.where('c.state', '=', 'proved')
		.where('c.member_answer', 'is', null)
		.where('c.approved_at', 'is', null)
		.where('c.expert_id', '<>', expertId)
		.orderBy('c.id')

/** Agrees or objects to a claim, as another verified member. An agreement makes a verified claimant the owner. */
export async function answerClaim(ctx: Ctx, officeId: number, { claimId, agrees }: { claimId: number; agrees: boolean }): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const office = await openOffice(trx, officeId, 'read', true)
		const claim = await askedClaims(trx, office).where('c.id', '=', claimId).forUpdate('c').executeTakeFirst()
		if (!claim) throw decided()
		await trx.db
			.updateTable('office_claims')
			.set({
				member_answer: agrees ? 'agreed' : 'objected',
				answered_by: office.expertId,
				answered_at: trx.now(),
				staff_since: agrees ? null : trx.now(),
			})
			.where('id', '=', claimId)
			.execute()
		await recordMemberEvent(trx, { action: agrees ? 'claim.agree' : 'claim.object', subject: subjectOf(claimId) })
		if (agrees) await settleClaim(trx, claimId)
	})
}

export type StaffClaim = {
	id: number
	office: { id: number; name: string; state: OfficeState; place: string; phone: string | null; website: string | null }
	claimant: { expertId: number; name: string; state: ExpertState; isOwn: boolean }
	number: string
	proof: ClaimProof
	createdAt: Date
	provedAt: Date | null
	/** What staff give by letter or telephone; null where they do not, or have given it. */
	code: string | null
	members: { expertId: number; name: string; state: ExpertState }[]
	objector: string | null
}

const selectClaim = checkedSql({
	id: int4,
	office_id: int4,
	office_name: text,
	office_state: text.as<OfficeState>(),
	postal_code: text.nullable,
	prefecture_id: int4,
	city: text,
	address_line: text,
	phone: text.nullable,
	website: text.nullable,
	expert_id: int4,
	display_name: text,
	expert_state: text.as<ExpertState>(),
	user_id: text,
	number: text,
	proof: text.as<ClaimProof>(),
	created_at: timestamptz,
	proved_at: timestamptz.nullable,
	code_given_at: timestamptz.nullable,
	sealed_code: text.nullable,
	objector: text.nullable,
})

/** A claim that waits for staff, with the code to give; the look is an audit event. Null for any other. */
export async function findClaimForStaff(ctx: RecentStaffCtx, claimId: number): Promise<StaffClaim | null> {
	const staff = requireRecentStaff(ctx, 'reviewer')
	const { rows } = await selectClaim`
		select c.id, o.id as office_id, o.name as office_name, o.state as office_state, o.postal_code, o.prefecture_id, m.name as city, o.address_line,
			o.phone, o.website, e.id as expert_id, e.display_name, e.state as expert_state, e.user_id::text, c.number, c.proof, c.created_at,
			c.proved_at, c.code_given_at, c.sealed_code,
			(select a.display_name from experts a where a.id = c.answered_by and c.member_answer = 'objected') as objector
		from office_claims c join offices o on o.id = c.office_id join municipalities m on m.id = o.municipality_id
		join experts e on e.id = c.expert_id
		where c.id = ${claimId}::integer and c.staff_since is not null
	`.execute(staff.db)
	const [row] = rows
	if (!row) return null
	const members = await staff.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select(['e.id', 'e.display_name', 'e.state'])
		.where('m.office_id', '=', row.office_id)
		.orderBy('m.position')
		.orderBy('e.id')
		.execute()
	await recordAuditEvent(staff, { action: 'claim.read', subject: subjectOf(row.id) })
	const { postal_code: code } = row
	return {
		id: row.id,
		office: {
			id: row.office_id,
			name: row.office_name,
			state: row.office_state,
			place: `${code === null ? '' : `〒${code.slice(0, 3)}-${code.slice(3)} `}${getPrefecture(row.prefecture_id).name}${row.city}${row.address_line}`,
			phone: row.phone,
			website: row.website,
		},
		claimant: { expertId: row.expert_id, name: nameOf(row), state: row.expert_state, isOwn: row.user_id === staff.viewer.userId },
		number: row.number,
		proof: row.proof,
		createdAt: row.created_at,
		provedAt: row.proved_at,
		code: row.sealed_code === null || row.code_given_at !== null ? null : staff.encryptor.decrypt(CLAIM_CODE, row.sealed_code),
		members: members.map((member) => ({ expertId: member.id, name: nameOf(member), state: member.state })),
		objector: row.objector,
	}
}

export type ClaimVerdict = 'given' | 'grant' | 'decline'

/**
 * Decides on a claim that waits for staff: its code was given, it is granted in place of the members, or declined with a reason that the
 * claimant reads. Throws `forbidden` for one's own claim, conflict where nothing waits or the verdict does not fit.
 */
export async function decideOnClaim(
	ctx: RecentStaffCtx,
	claimId: number,
	{ verdict, reason }: { verdict: ClaimVerdict; reason: string },
): Promise<void> {
	const staff = requireRecentStaff(ctx, 'reviewer')
	await inTransaction(staff, async (trx) => {
		const claim = await trx.db
			.selectFrom('office_claims as c')
			.innerJoin('experts as e', 'e.id', 'c.expert_id')
			.innerJoin('offices as o', 'o.id', 'c.office_id')
			.select(['c.id', 'c.state', 'c.proof', 'c.staff_since', 'e.user_id', 'o.name as office_name'])
			.where('c.id', '=', claimId)
			.forUpdate('c')
			.executeTakeFirst()
		if (!claim) throw notFound('claim')
		if (claim.user_id === trx.viewer.userId) throw forbiddenBecause('ご自身の申し出です。ほかの審査担当者が判断します。')
		if (claim.staff_since === null) throw decided()
		await recordAuditEvent(trx, { action: `claim.${verdict}`, subject: subjectOf(claimId), reason: reason || undefined })
		if (verdict === 'decline') return declineClaim(trx, claim, reason)
		if (verdict === 'given') {
			if (claim.state !== 'open')
				throw new DomainError('conflict', 'no code to give', {
					fields: { form: 'この申し出は、事務所への確認が済んでいます。認めるか、見送るかを選んでください。' },
				})
			const until = new Date(trx.now().getTime() + days(CLAIM_CODE_DAYS))
			await trx.db
				.updateTable('office_claims')
				.set({ code_given_at: trx.now(), staff_since: null, expires_at: until })
				.where('id', '=', claimId)
				.execute()
			return sendServiceMail(trx, claim.user_id, codeGivenMail(trx.site, claim.office_name))
		}
		await trx.db.updateTable('office_claims').set({ approved_at: trx.now(), staff_since: null }).where('id', '=', claimId).execute()
		await (claim.state === 'open' ? proveClaim(trx, claimId) : settleClaim(trx, claimId))
	})
}
