import { requireHonestText } from './office-advertising.ts'
import { sql } from 'kysely'
import { bool, checkedSql, int4, text } from '../../platform/checked-sql.ts'
import { hashToken, randomToken } from '../../platform/token.ts'
import { normaliseEmail } from '../accounts/email-address.ts'
import { type CallerCtx, countUnprovedMail, countWrite } from '../shared/throttles.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { officeInvitationPath } from '../shared/links.ts'
import { capacityOfOffice } from '../plans/account-plan.ts'
import { changeOffice, openOffice, forbiddenBecause, withListings } from './office-access.ts'
import { applyOfficeCapacity } from './office-capacity.ts'
import { addProfessions, dropUnheld } from './lawful-tasks.ts'
import { invitationMail } from './office-mails.ts'
import { type CaseNotices, type OfficeRole, type OfficeState, INVITATION_DAYS, TITLE_LENGTH } from './office-policy.ts'
import { shortLine } from '../shared/text-input.ts'
import { days } from '../shared/japan-time.ts'

const MAX_INVITATIONS = 20

export type OwnOffice = {
	id: number
	name: string
	state: OfficeState
	role: OfficeRole
	hasDraft: boolean
	isWaiting: boolean
	members: number
}

const selectOwnOffices = checkedSql({
	id: int4,
	name: text,
	state: text.as<OfficeState>(),
	role: text.as<OfficeRole>(),
	hasDraft: bool,
	isWaiting: bool,
	members: int4,
})

/** The offices that the viewer is a member of. */
export async function listOwnOffices(ctx: Ctx): Promise<OwnOffice[]> {
	const { userId } = requireMember(ctx)
	const { rows } = await selectOwnOffices`
		select o.id, o.name, o.state, m.role,
			exists (select from office_drafts d where d.office_id = o.id) as "hasDraft",
			exists (select from office_changes c where c.office_id = o.id and c.state = 'open') as "isWaiting",
			(select count(*)::integer from office_members n where n.office_id = o.id) as members
		from offices o
		join office_members m on m.office_id = o.id
		join experts e on e.id = m.expert_id
		where e.user_id = ${userId}::bigint and o.state <> 'deleted'
		order by o.id
	`.execute(ctx.db)
	return rows
}

export type Membership = {
	members: {
		expertId: number
		name: string
		role: OfficeRole
		title: string
		isVerified: boolean
		isOwn: boolean
		isAsleep: boolean
		notices: CaseNotices
	}[]
	invitations: { id: number; email: string; role: OfficeRole; expiresAt: Date }[]
}

/** Members of an office of the viewer's; open invitations for its owners. */
export async function getMembership(ctx: Ctx, officeId: number): Promise<Membership> {
	const office = await openOffice(ctx, officeId, 'read')
	const [members, invitations] = await Promise.all([
		ctx.db
			.selectFrom('office_members as m')
			.innerJoin('experts as e', 'e.id', 'm.expert_id')
			.select(['e.id', 'e.display_name', 'e.state', 'm.role', 'm.title', 'm.asleep_at', 'm.notices'])
			.where('m.office_id', '=', officeId)
			.orderBy('m.position')
			.orderBy('e.id')
			.execute(),
		ctx.db
			.selectFrom('office_invitations')
			.select(['id', 'email', 'role', 'expires_at'])
			.where('office_id', '=', officeId)
			.where('accepted_at', 'is', null)
			.where('revoked_at', 'is', null)
			.where('expires_at', '>', ctx.now())
			.orderBy('id')
			.execute(),
	])
	return {
		members: members.map((row) => ({
			expertId: row.id,
			name: row.display_name === '' ? '（名前の入力前）' : row.display_name,
			role: row.role,
			title: row.title,
			isVerified: row.state === 'verified',
			isOwn: row.id === office.expertId,
			isAsleep: row.asleep_at !== null,
			notices: row.notices,
		})),
		invitations: office.role === 'owner' ? invitations.map(({ expires_at: expiresAt, ...row }) => ({ ...row, expiresAt })) : [],
	}
}

const refuseEmail = (sentence: string) => new DomainError('invalid', 'no address', { fields: { email: sentence } })

/** Mails a single-use invitation link, valid for 14 days. A newer one to the same address voids the earlier. */
export async function inviteMember(
	ctx: CallerCtx,
	officeId: number,
	{ email: typed, role }: { email: string; role: OfficeRole },
): Promise<void> {
	const email = normaliseEmail(typed)
	if (email === null) throw refuseEmail('メールアドレスを確認してください。')
	await inTransaction(ctx, async (trx) => {
		const office = await openOffice(trx, officeId, 'members', true)
		await countWrite(trx, 'invitationAccount', office.userId)
		const open = await trx.db
			.selectFrom('office_invitations')
			.select(['id', 'email'])
			.where('office_id', '=', officeId)
			.where('accepted_at', 'is', null)
			.where('revoked_at', 'is', null)
			.where('expires_at', '>', trx.now())
			.execute()
		const { count, seats } = await trx.db
			.selectFrom('office_members')
			.select((eb) => eb.fn.countAll<string>().as('count'))
			.select(capacityOfOffice(trx.now(), sql`${officeId}::integer`, (plan) => plan.seats).as('seats'))
			.where('office_id', '=', officeId)
			.executeTakeFirstOrThrow()
		const others = open.filter((one) => one.email !== email).length
		if (Number(count) + others >= seats) throw refuseEmail(`いまのプランで編集できるのは${seats}人までです（招待中の方を含みます）。`)
		if (open.length >= MAX_INVITATIONS) throw refuseEmail(`返事を待っている招待は${MAX_INVITATIONS}件までです。`)
		await trx.db
			.updateTable('office_invitations')
			.set({ revoked_at: trx.now() })
			.where('id', 'in', [0, ...open.filter((one) => one.email === email).map(({ id }) => id)])
			.execute()
		const token = randomToken()
		await trx.db
			.insertInto('office_invitations')
			.values({
				office_id: officeId,
				token_hash: hashToken(token),
				email,
				role,
				invited_by: office.userId,
				invited_at: trx.now(),
				expires_at: new Date(trx.now().getTime() + days(INVITATION_DAYS)),
				accepted_at: null,
				revoked_at: null,
			})
			.execute()
		const inviter = await trx.db.selectFrom('experts').select('display_name').where('id', '=', office.expertId).executeTakeFirstOrThrow()
		await countUnprovedMail(trx, email)
		await ctx.enqueueMail(trx.db, {
			to: email,
			...invitationMail(ctx.site, {
				officeName: office.name,
				inviterName: inviter.display_name,
				url: `${ctx.site.publicUrl}${officeInvitationPath(token)}`,
				days: INVITATION_DAYS,
			}),
		})
	})
}

/** Revokes an invitation. */
export async function revokeInvitation(ctx: Ctx, officeId: number, invitationId: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await openOffice(trx, officeId, 'members', true)
		await trx.db
			.updateTable('office_invitations')
			.set({ revoked_at: trx.now() })
			.where('id', '=', invitationId)
			.where('office_id', '=', officeId)
			.where('accepted_at', 'is', null)
			.execute()
	})
}

export type Invitation = {
	state: 'open' | 'used' | 'over'
	/** Null unless it was sent to an address that the viewer has proved; reveals no name to anyone else. */
	offer: { officeId: number; officeName: string; inviterName: string; role: OfficeRole } | null
	/** What the viewer would join as; null before they have begun to register as an expert. */
	expertId: number | null
	isMember: boolean
}

const selectInvitation = checkedSql({
	office_id: int4,
	name: text,
	role: text.as<OfficeRole>(),
	inviter: text.nullable,
	is_used: bool,
	is_over: bool,
	is_invited: bool,
	expert_id: int4.nullable,
	is_member: bool,
})

/** Returns what an invitation link offers to the viewer. Throws not-found for an unknown link. */
export async function getInvitation(ctx: Ctx, token: string): Promise<Invitation> {
	const { userId } = requireMember(ctx)
	const { rows } = await selectInvitation`
		select i.office_id, o.name, i.role, inviter.display_name as inviter, i.accepted_at is not null as is_used,
			i.revoked_at is not null or i.expires_at <= ${ctx.now()} or o.state = 'deleted' as is_over,
			exists (
				select from users u join identities a on a.uid = u.uid
				where u.id = ${userId}::bigint and a.email = i.email and a.email_verified_at is not null
			) as is_invited,
			own.id as expert_id,
			exists (select from office_members m where m.office_id = i.office_id and m.expert_id = own.id) as is_member
		from office_invitations i
		join offices o on o.id = i.office_id
		left join experts inviter on inviter.user_id = i.invited_by
		left join experts own on own.user_id = ${userId}::bigint and own.state not in ('rejected', 'suspended')
		where i.token_hash = ${hashToken(token)}
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('invitation')
	const { office_id: officeId, name: officeName, inviter, role } = row
	return {
		state: row.is_used ? 'used' : row.is_over ? 'over' : 'open',
		offer: row.is_invited ? { officeId, officeName, inviterName: inviter ?? '事務所の代表者', role } : null,
		expertId: row.expert_id,
		isMember: row.is_member,
	}
}

/**
 * Makes the viewer a member by an invitation link. Of two concurrent calls, one succeeds. Returns the office's id. Throws
 * forbidden for accounts that have not proved the invited address, and for an invitation as owner unless they are verified.
 */
export async function acceptInvitation(ctx: Ctx, token: string): Promise<number> {
	return inTransaction(ctx, async (trx) => {
		await trx.db
			.selectFrom('offices')
			.select('id')
			.where('id', 'in', (of) => of.selectFrom('office_invitations').select('office_id').where('token_hash', '=', hashToken(token)))
			.forUpdate()
			.execute()
		const { state, offer, expertId } = await getInvitation(trx, token)
		if (state !== 'open')
			throw forbiddenBecause('この招待は、使い終わったか、期限が過ぎています。招待した方に、もう一度送ってもらってください。')
		if (offer === null)
			throw forbiddenBecause(
				'この招待は、ほかのメールアドレスに送られたものです。招待を受け取ったメールアドレスのアカウントでログインし、アドレスの確認を済ませてから、もう一度開いてください。',
			)
		const { officeId, role } = offer
		if (expertId === null) throw forbiddenBecause('先に専門家の登録を始めてください。')
		if (role === 'owner') await requireVerified(trx, expertId)
		await trx.db.updateTable('office_invitations').set({ accepted_at: trx.now() }).where('token_hash', '=', hashToken(token)).execute()
		await withListings(trx, officeId, async () => {
			await sql`
				insert into office_members (office_id, expert_id, role, position)
				select ${officeId}::integer, ${expertId}::integer, ${role}, coalesce(max(position), 0) + 1 from office_members where office_id = ${officeId}
				on conflict (office_id, expert_id) do update set role = case when office_members.role = 'owner' then 'owner' else excluded.role end
			`.execute(trx.db)
			await trx.db.deleteFrom('office_join_requests').where('office_id', '=', officeId).where('expert_id', '=', expertId).execute()
			const expert = await trx.db.selectFrom('experts').select('state').where('id', '=', expertId).executeTakeFirst()
			if (expert?.state === 'verified') await addProfessions(trx, expertId)
			await applyOfficeCapacity(trx, officeId)
		})
		return officeId
	})
}

/** Deletes invitations, and the addresses in them, a month after they expired. Runs every hour. */
export async function purgeInvitations(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	await ctx.db
		.deleteFrom('office_invitations')
		.where('expires_at', '<', new Date(ctx.now().getTime() - days(30)))
		.execute()
}

/** Changes the role of a member. The last owner stays owner. */
export async function setRole(ctx: Ctx, officeId: number, expertId: number, role: OfficeRole): Promise<void> {
	await changeOffice(ctx, officeId, 'members', async (trx) => {
		if (role === 'owner') await requireVerified(trx, expertId)
		else await keepAnOwner(trx, officeId, expertId)
		const { numUpdatedRows } = await trx.db
			.updateTable('office_members')
			.set({ role })
			.where('office_id', '=', officeId)
			.where('expert_id', '=', expertId)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw notFound('member')
	})
}

/** Sets of which of the office's cases the viewer is notified. */
export async function setOwnNotices(ctx: Ctx, officeId: number, notices: CaseNotices): Promise<void> {
	const office = await openOffice(ctx, officeId, 'read')
	await ctx.db
		.updateTable('office_members')
		.set({ notices })
		.where('office_id', '=', officeId)
		.where('expert_id', '=', office.expertId)
		.execute()
}

/** Sets the title of a member on the office's page; '' for none. */
export async function setTitle(ctx: Ctx, officeId: number, expertId: number, typed: string): Promise<void> {
	await changeOffice(ctx, officeId, 'members', async (trx) => {
		await requireHonestText(trx, officeId, 'title', typed)
		const { numUpdatedRows } = await trx.db
			.updateTable('office_members')
			.set({ title: shortLine(typed, TITLE_LENGTH) })
			.where('office_id', '=', officeId)
			.where('expert_id', '=', expertId)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw notFound('member')
	})
}

/** Makes another member the owner and the viewer an editor. */
export async function handOver(ctx: Ctx, officeId: number, expertId: number): Promise<void> {
	await changeOffice(ctx, officeId, 'members', async (trx, office) => {
		await requireVerified(trx, expertId)
		if (expertId === office.expertId) throw forbiddenBecause('引き継ぐ相手を選んでください。')
		const { numUpdatedRows } = await trx.db
			.updateTable('office_members')
			.set({ role: 'owner' })
			.where('office_id', '=', officeId)
			.where('expert_id', '=', expertId)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw notFound('member')
		await trx.db
			.updateTable('office_members')
			.set({ role: 'editor' })
			.where('office_id', '=', officeId)
			.where('expert_id', '=', office.expertId)
			.execute()
	})
}

async function requireVerified(ctx: Ctx, expertId: number): Promise<void> {
	const expert = await ctx.db.selectFrom('experts').select('state').where('id', '=', expertId).executeTakeFirst()
	if (expert?.state !== 'verified') throw forbiddenBecause('代表者になれるのは、資格の確認が済んだメンバーです。')
}

/** Checks that a verified owner besides the leaving one remains. */
async function keepAnOwner(ctx: Ctx, officeId: number, leavingId: number): Promise<void> {
	const other = await ctx.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select('e.id')
		.where('m.office_id', '=', officeId)
		.where('m.role', '=', 'owner')
		.where('m.expert_id', '!=', leavingId)
		.where('e.state', '=', 'verified')
		.executeTakeFirst()
	const own = await ctx.db
		.selectFrom('office_members')
		.select('role')
		.where('office_id', '=', officeId)
		.where('expert_id', '=', leavingId)
		.executeTakeFirst()
	if (own?.role === 'owner' && !other)
		throw forbiddenBecause('代表者が1人もいなくなります。先に、ほかのメンバーへ代表を引き継いでください。')
}

/** Removes a member from the office. */
export async function removeMember(ctx: Ctx, officeId: number, expertId: number): Promise<void> {
	await changeOffice(ctx, officeId, 'members', (trx) => takeOut(trx, officeId, expertId))
}

/** Leaves an office. */
export async function leaveOffice(ctx: Ctx, officeId: number): Promise<void> {
	await changeOffice(ctx, officeId, 'leave', (trx, office) => takeOut(trx, officeId, office.expertId))
}

async function takeOut(ctx: Ctx, officeId: number, expertId: number): Promise<void> {
	await keepAnOwner(ctx, officeId, expertId)
	const { numDeletedRows } = await ctx.db
		.deleteFrom('office_members')
		.where('office_id', '=', officeId)
		.where('expert_id', '=', expertId)
		.executeTakeFirst()
	if (numDeletedRows === 0n) throw notFound('member')
	await dropUnheld(ctx, officeId)
}
