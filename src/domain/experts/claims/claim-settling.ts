import { sql } from 'kysely'
import { sendServiceMail } from '../../accounts/account-mails.ts'
import { withListings } from '../../memberships/office-access.ts'
import { applyOfficeCapacity } from '../../memberships/office-capacity.ts'
import { addProfessions, dropUnheld } from '../../memberships/lawful-tasks.ts'
import type { Ctx, Database } from '../../shared/context.ts'
import { days } from '../../shared/japan-time.ts'
import type { Transaction } from 'kysely'
import { publishExpert } from '../registration-profile.ts'
import { CLAIM_PROVED_DAYS } from './claim-input.ts'
import { askedMail, declinedMail, grantedMail, notifiedMail } from './claim-mails.ts'
import { hasActingOwner } from './claim-search.ts'

/** What becomes of a claim once it is proved, answered or approved, and when its claimant is verified. */
type Trx = Ctx & { db: Transaction<Database> }

/** What only an open claim keeps. */
export const claimErased = { mail_to: null, token_hash: null, sealed_code: null } as const

const OWNED = 'この事務所には、すでに代表者がいます。代表者の方に、メンバーとしての招待をお願いしてください。'

/** Marks an open claim as proved and does what follows from it. The claim's row is locked. */
export async function proveClaim(trx: Trx, claimId: number): Promise<void> {
	await trx.db
		.updateTable('office_claims')
		.set({
			...claimErased,
			state: 'proved',
			proved_at: trx.now(),
			staff_since: null,
			expires_at: new Date(trx.now().getTime() + days(CLAIM_PROVED_DAYS)),
		})
		.where('id', '=', claimId)
		.execute()
	await settleClaim(trx, claimId)
}

const readClaim = (trx: Trx, claimId: number) =>
	trx.db
		.selectFrom('office_claims as c')
		.innerJoin('offices as o', 'o.id', 'c.office_id')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.select(['c.id', 'c.office_id', 'c.expert_id', 'c.proof', 'c.member_answer', 'c.approved_at', 'c.staff_since'])
		.select(['o.name as office_name', 'e.display_name', 'e.user_id', 'e.state as expert_state'])
		.where('c.id', '=', claimId)
		.where('c.state', '=', 'proved')
		.executeTakeFirst()

type Claim = NonNullable<Awaited<ReturnType<typeof readClaim>>>

/**
 * Grants a proved claim, or passes it on to whoever has to say something: the other verified members, staff, or the reviewer of the
 * claimant's application. Declines it where the office has an owner by now. The row of the office is locked, so that two claims
 * follow each other. Idempotent.
 */
export async function settleClaim(trx: Trx, claimId: number): Promise<void> {
	const found = await readClaim(trx, claimId)
	if (!found) return
	const office = await trx.db
		.selectFrom('offices as o')
		.select(hasActingOwner(sql`o.id`).as('has_owner'))
		.where('o.id', '=', found.office_id)
		.forUpdate('o')
		.executeTakeFirst()
	const claim = await readClaim(trx, claimId)
	if (!claim) return
	if (office?.has_owner !== false) return declineClaim(trx, claim, OWNED)
	const members = await listOtherMembers(trx, claim)
	const asked = members.filter(({ isVerified }) => isVerified)
	const isMember = await isMemberOf(trx, claim)
	// A member may have set the website whose mailbox proves the claim.
	const isSettled =
		claim.approved_at !== null || claim.member_answer === 'agreed' || (asked.length === 0 && !(isMember && claim.proof === 'mail'))
	if (!isSettled) {
		if (claim.staff_since !== null) return
		await trx.db.updateTable('office_claims').set({ staff_since: trx.now() }).where('id', '=', claim.id).execute()
		const mail = askedMail(trx.site, { officeId: claim.office_id, officeName: claim.office_name, claimantName: nameOf(claim) })
		for (const { userId } of asked) await sendServiceMail(trx, userId, mail)
		return
	}
	if (claim.expert_state === 'verified') await grantClaim(trx, claim, members)
}

/** Settles what an expert has proved before the verification. Runs in the transaction that verifies. */
export async function settleClaimsOf(trx: Trx, expertId: number): Promise<void> {
	const claims = await trx.db
		.selectFrom('office_claims')
		.select('id')
		.where('expert_id', '=', expertId)
		.where('state', '=', 'proved')
		.where('staff_since', 'is', null)
		.orderBy('id')
		.execute()
	for (const { id } of claims) await settleClaim(trx, id)
}

export const nameOf = ({ display_name: name }: { display_name: string }): string => (name === '' ? '名前の入力前の方' : name)

type OtherMember = { userId: string; isVerified: boolean }

async function listOtherMembers(trx: Trx, claim: Claim): Promise<OtherMember[]> {
	const rows = await trx.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select(['e.user_id', 'e.state'])
		.where('m.office_id', '=', claim.office_id)
		.where('m.expert_id', '<>', claim.expert_id)
		.orderBy('e.id')
		.execute()
	return rows.map((row) => ({ userId: row.user_id, isVerified: row.state === 'verified' }))
}

async function isMemberOf(trx: Trx, claim: Claim): Promise<boolean> {
	const row = await trx.db
		.selectFrom('office_members')
		.select('role')
		.where('office_id', '=', claim.office_id)
		.where('expert_id', '=', claim.expert_id)
		.executeTakeFirst()
	return row !== undefined
}

async function grantClaim(trx: Trx, claim: Claim, others: readonly OtherMember[]): Promise<void> {
	const { office_id: officeId, expert_id: expertId } = claim
	const now = trx.now()
	await withListings(trx, officeId, async () => {
		await trx.db
			.updateTable('office_claims')
			.set({ state: 'ended' })
			.where('office_id', '=', officeId)
			.where('state', '=', 'granted')
			.execute()
		await trx.db
			.updateTable('office_claims')
			.set({ state: 'granted', decided_at: now, staff_since: null })
			.where('id', '=', claim.id)
			.execute()
		// Nobody of them may act for it, or there would be an owner.
		await trx.db
			.updateTable('office_members')
			.set({ role: 'editor' })
			.where('office_id', '=', officeId)
			.where('role', '=', 'owner')
			.where('expert_id', '<>', expertId)
			.execute()
		await sql`
			insert into office_members (office_id, expert_id, role, position)
			select ${officeId}::integer, ${expertId}::integer, 'owner', coalesce(max(position), 0) + 1 from office_members where office_id = ${officeId}
			on conflict (office_id, expert_id) do update set role = 'owner'
		`.execute(trx.db)
		await trx.db.deleteFrom('office_join_requests').where('office_id', '=', officeId).where('expert_id', '=', expertId).execute()
		// It left the site with its members; what staff have suspended stays so.
		await trx.db
			.updateTable('offices')
			.set({ state: 'published', updated_at: now })
			.where('id', '=', officeId)
			.where('state', '=', 'suspended')
			.where('suspended_reason', 'is', null)
			.where('published_at', 'is not', null)
			.execute()
		await addProfessions(trx, expertId)
		await dropUnheld(trx, officeId)
		await applyOfficeCapacity(trx, officeId)
	})
	await publishExpert(trx, expertId)
	await sendServiceMail(trx, claim.user_id, grantedMail(trx.site, { officeId, officeName: claim.office_name }))
	const notice = notifiedMail(trx.site, { officeId, officeName: claim.office_name, claimantName: nameOf(claim) })
	for (const { userId } of others) await sendServiceMail(trx, userId, notice)
	await declineOthers(trx, claim)
}

async function declineOthers(trx: Trx, granted: Claim): Promise<void> {
	const others = await trx.db
		.selectFrom('office_claims as c')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.select(['c.id', 'e.user_id'])
		.where('c.office_id', '=', granted.office_id)
		.where('c.state', 'in', ['open', 'proved'])
		.orderBy('c.id')
		.execute()
	for (const other of others) await declineClaim(trx, { ...other, office_name: granted.office_name }, OWNED)
}

/** Declines a claim with a sentence for the claimant, who gets it by mail. */
export async function declineClaim(trx: Trx, claim: { id: number; user_id: string; office_name: string }, reason: string): Promise<void> {
	await trx.db
		.updateTable('office_claims')
		.set({ ...claimErased, state: 'declined', reason, staff_since: null, decided_at: trx.now() })
		.where('id', '=', claim.id)
		.execute()
	await sendServiceMail(trx, claim.user_id, declinedMail(trx.site, { officeName: claim.office_name, reason }))
}

/** Ends claims whose time is over. Runs every hour; returns how many. Idempotent. */
export async function expireClaims({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('office_claims')
		.set({ ...claimErased, state: 'expired', staff_since: null, decided_at: now() })
		.where('state', 'in', ['open', 'proved'])
		.where('expires_at', '<=', now())
		.executeTakeFirst()
	return Number(numUpdatedRows)
}
