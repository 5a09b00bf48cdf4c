import { sql } from 'kysely'
import { sendServiceMail } from '../accounts/account-mails.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { countWrite } from '../shared/throttles.ts'
import { getProfession } from '../taxonomy/attributes.ts'
import { joinAnswerMail, joinRequestMail } from './registration-mails.ts'
import { publishExpert } from './registration-profile.ts'
import { changeRegistration } from './registration.ts'
import { suggest } from '../listings/suggestions.ts'
import { applyOfficeCapacity } from '../memberships/office-capacity.ts'
import { addProfessions } from '../memberships/lawful-tasks.ts'

const MAX_REQUESTS = 3
const FOUND = 10

const refused = (sentence: string) => new DomainError('invalid', 'refused', { fields: { form: sentence } })

/** Published offices whose name or reading begins with what was typed. */
export async function findOfficesToJoin(ctx: Ctx, typed: string): Promise<{ id: number; name: string; detail: string }[]> {
	const found = await suggest(ctx, typed, { limit: 20 })
	return found.flatMap(({ kind, id, label, detail }) => (kind === 'office' ? [{ id, name: label, detail }] : [])).slice(0, FOUND)
}

/** Asks an office's owner for membership. Discards the office that the applicant had begun to register. */
export async function requestToJoin(ctx: Ctx, officeId: number): Promise<void> {
	await changeRegistration(ctx, async (trx, expertId) => {
		const office = await trx.db
			.selectFrom('offices')
			.select(['id', 'name'])
			.where('id', '=', officeId)
			.where('state', '=', 'published')
			.executeTakeFirst()
		if (!office) throw notFound('office')
		const there = await trx.db.selectFrom('office_join_requests').select('office_id').where('expert_id', '=', expertId).execute()
		if (there.some((row) => row.office_id === officeId)) return
		if (there.length >= MAX_REQUESTS) throw refused(`参加の申請は${MAX_REQUESTS}件までです。`)
		// A withdrawn request is deleted, but its mail to the owners was sent.
		await countWrite(trx, 'joinRequestAccount', requireMember(trx).userId)
		await trx.db
			.deleteFrom('offices')
			.where('state', '=', 'draft')
			.where('id', 'in', (eb) =>
				eb.selectFrom('office_members').select('office_id').where('expert_id', '=', expertId).where('role', '=', 'owner'),
			)
			.execute()
		await trx.db
			.insertInto('office_join_requests')
			.values({ office_id: officeId, expert_id: expertId, requested_at: ctx.now(), declined_at: null })
			.execute()
		const applicant = await trx.db.selectFrom('experts').select('display_name').where('id', '=', expertId).executeTakeFirstOrThrow()
		const professions = await professionsOf(trx, expertId)
		const owners = await trx.db
			.selectFrom('office_members as m')
			.innerJoin('experts as e', 'e.id', 'm.expert_id')
			.innerJoin('users as u', 'u.id', 'e.user_id')
			.select('u.id')
			.where('m.office_id', '=', officeId)
			.where('m.role', '=', 'owner')
			.where('u.receive_email', '=', true)
			.execute()
		const mail = joinRequestMail(ctx.site, { officeName: office.name, expertName: applicant.display_name, professions })
		for (const { id } of owners) await sendServiceMail(trx, id, mail)
	})
}

const professionsOf = async (ctx: Ctx, expertId: number): Promise<string> => {
	const rows = await ctx.db
		.selectFrom('expert_credentials')
		.select('profession_id')
		.where('expert_id', '=', expertId)
		.orderBy('profession_id')
		.execute()
	return rows.length === 0 ? '専門家' : rows.map((row) => getProfession(row.profession_id).name).join('・')
}

/** Withdraws a request. */
export async function withdrawJoinRequest(ctx: Ctx, officeId: number): Promise<void> {
	await changeRegistration(ctx, async (trx, expertId) => {
		await trx.db.deleteFrom('office_join_requests').where('expert_id', '=', expertId).where('office_id', '=', officeId).execute()
	})
}

export type JoinRequest = { id: number; officeId: number; officeName: string; expertName: string; professions: string; requestedAt: Date }

const ownersOffices = (ctx: Ctx, userId: string) =>
	ctx.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select('m.office_id')
		.where('m.role', '=', 'owner')
		.where('e.state', '=', 'verified')
		.where('e.user_id', '=', userId)

/** How many ask to join a person's offices, as a part of another statement. */
export const openJoinRequests = (userId: string) => sql<number>`(
	select count(*)::integer from office_join_requests j join office_members m on m.office_id = j.office_id and m.role = 'owner'
	join experts e on e.id = m.expert_id and e.state = 'verified'
	where e.user_id = ${userId}::bigint and j.declined_at is null
)`

/** Who asks to join the viewer's offices, first come first. */
export async function listJoinRequests(ctx: Ctx): Promise<JoinRequest[]> {
	const { userId } = requireMember(ctx)
	const rows = await ctx.db
		.selectFrom('office_join_requests as j')
		.innerJoin('offices as o', 'o.id', 'j.office_id')
		.innerJoin('experts as e', 'e.id', 'j.expert_id')
		.select(['j.id', 'j.requested_at', 'j.expert_id', 'o.id as office_id', 'o.name', 'e.display_name'])
		.where('j.declined_at', 'is', null)
		.where('j.office_id', 'in', ownersOffices(ctx, userId))
		.orderBy('j.id')
		.limit(50)
		.execute()
	return Promise.all(
		rows.map(async (row) => ({
			id: row.id,
			officeId: row.office_id,
			officeName: row.name,
			expertName: row.display_name === '' ? '（名前の入力前）' : row.display_name,
			professions: await professionsOf(ctx, row.expert_id),
			requestedAt: row.requested_at,
		})),
	)
}

/** Accepts or declines a request. An accepted expert appears on the office's page once verified. */
export async function answerJoinRequest(ctx: Ctx, requestId: number, isAccepted: boolean): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const request = await trx.db
			.selectFrom('office_join_requests as j')
			.innerJoin('offices as o', 'o.id', 'j.office_id')
			.innerJoin('experts as e', 'e.id', 'j.expert_id')
			.innerJoin('users as u', 'u.id', 'e.user_id')
			.select(['j.office_id', 'j.expert_id', 'o.name', 'e.state', 'e.user_id', 'u.receive_email'])
			.where('j.id', '=', requestId)
			.where('j.declined_at', 'is', null)
			.where('j.office_id', 'in', ownersOffices(trx, userId))
			.forUpdate('j')
			.executeTakeFirst()
		if (!request) throw notFound('request')
		if (isAccepted) {
			await trx.db.deleteFrom('office_join_requests').where('id', '=', requestId).execute()
			await sql`
				insert into office_members (office_id, expert_id, role, position)
				select ${request.office_id}, ${request.expert_id}, 'editor', coalesce(max(position), 0) + 1
				from office_members where office_id = ${request.office_id}
				on conflict do nothing
			`.execute(trx.db)
			await applyOfficeCapacity(trx, request.office_id)
			if (request.state === 'verified') {
				await addProfessions(trx, request.expert_id)
				await publishExpert(trx, request.expert_id)
			}
		} else await trx.db.updateTable('office_join_requests').set({ declined_at: ctx.now() }).where('id', '=', requestId).execute()
		if (request.receive_email)
			await sendServiceMail(trx, request.user_id, joinAnswerMail(ctx.site, { officeName: request.name, isAccepted }))
	})
}
