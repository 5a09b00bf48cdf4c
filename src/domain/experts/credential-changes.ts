import { sql } from 'kysely'
import { bool, checkedSql, date, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { credentialName, getProfession } from '../taxonomy/attributes.ts'
import { hasUsualForm, MAX_CREDENTIALS } from './registration-input.ts'
import type { CredentialInput } from './registration-schemas.ts'
import { asVerified, changeVerified } from './registration-profile.ts'
import { hasCurrent, keepProof, type Proof, proofsColumn, proofsSql, toProofs } from './registration-proofs.ts'
import { isTakenSql, isUniqueViolation, takenSentence } from './registration.ts'
import type { CredentialChangeState } from './tables.ts'
import { suspendTasksOfExpert } from '../memberships/suspended-tasks.ts'

/** What a verified expert adds to their credentials, renews, or gave up. The old ones stay in force until staff have verified it. */
export type CredentialChange = {
	id: number
	professionId: number
	/** What the profession has besides its registration; null for the registration itself. */
	subQualificationId: number | null
	/** Of the sub-qualification where it is about one. */
	professionName: string
	registrationNumber: string
	association: string
	registeredOn: string | null
	/** The last day of a sub-qualification that must be renewed. */
	validUntil: string | null
	state: CredentialChangeState
	version: number
	isUnusual: boolean
	/** Another expert has submitted this number. */
	isTaken: boolean
	submittedAt: Date | null
	/** Why it was returned the last time; '' for never. */
	reason: string
	decidedAt: Date | null
	/** Who decided; null while undecided, and where the expert sees it. */
	decidedBy: string | null
	proofs: Proof[]
}

const open: ReadonlySet<CredentialChangeState> = new Set(['draft', 'submitted', 'needs_fix'])

export const isOpenChange = ({ state }: { state: CredentialChangeState }): boolean => open.has(state)

const selectChanges = checkedSql({
	id: int4,
	profession_id: int4,
	sub_qualification_id: int4.nullable,
	registration_number: text,
	association: text,
	registered_on: date.nullable,
	valid_until: date.nullable,
	state: text.as<CredentialChangeState>(),
	version: int4,
	submitted_at: timestamptz.nullable,
	reason: text,
	decided_at: timestamptz.nullable,
	decided_by: text.nullable,
	pattern: text,
	is_taken: bool,
	proofs: proofsColumn,
})

/** All changes of an expert's credentials, the newest first. Who may see them is the caller's business. */
export async function readChanges(ctx: Ctx, expertId: number): Promise<CredentialChange[]> {
	const { rows } = await selectChanges`
		select c.id, c.profession_id, c.sub_qualification_id, c.registration_number, c.association, c.registered_on, c.valid_until, c.state, c.version, c.submitted_at, c.reason,
			c.decided_at, case when c.decided_by is not null then coalesce(i.email, '退会したスタッフ') end as decided_by,
			p.registration_pattern as pattern, (c.sub_qualification_id is null and ${isTakenSql}) as is_taken, ${proofsSql(sql`f.change_id = c.id`)} as proofs
		from credential_changes c
		join professions p on p.id = c.profession_id
		left join users u on u.id = c.decided_by
		left join identities i on i.uid = u.uid
		where c.expert_id = ${expertId}::integer
		order by c.id desc
		limit 100
	`.execute(ctx.db)
	return rows.map((row) => ({
		id: row.id,
		professionId: row.profession_id,
		subQualificationId: row.sub_qualification_id,
		professionName: credentialName(row.profession_id, row.sub_qualification_id),
		registrationNumber: row.registration_number,
		association: row.association,
		registeredOn: row.registered_on,
		validUntil: row.valid_until,
		state: row.state,
		version: row.version,
		isUnusual: row.sub_qualification_id === null && !hasUsualForm(row.registration_number, row.pattern),
		isTaken: row.is_taken,
		submittedAt: row.submitted_at,
		reason: row.reason,
		decidedAt: row.decided_at,
		decidedBy: row.decided_by,
		proofs: toProofs(row.proofs),
	}))
}

const refused = (field: string, sentence: string) => new DomainError('invalid', 'refused', { fields: { [field]: sentence } })
const waiting = () =>
	new DomainError('conflict', 'staff are looking at it', {
		fields: { form: '審査中の資格は変更できません。取り下げると、入力し直せます。' },
	})

/**
 * Saves a credential to add, or to replace the one of its profession; the same profession again
 * replaces what was typed. Nothing changes for the public.
 */
export async function saveChange(ctx: Ctx, input: CredentialInput): Promise<void> {
	await asVerified(ctx, async (trx, expert) => {
		const [held, open] = await Promise.all([
			trx.db.selectFrom('expert_credentials').selectAll().where('expert_id', '=', expert.id).execute(),
			trx.db
				.selectFrom('credential_changes')
				.select(['id', 'profession_id', 'sub_qualification_id', 'state'])
				.where('expert_id', '=', expert.id)
				.where('state', 'in', ['draft', 'submitted', 'needs_fix'])
				.execute(),
		])
		const { subQualificationId } = input
		if (subQualificationId !== null) await requireHolder(trx, held, input.professionId, subQualificationId)
		const same = subQualificationId === null ? held.find((row) => row.profession_id === input.professionId) : undefined
		if (
			same?.registration_number === input.registrationNumber &&
			same.association === input.association &&
			same.registered_on === input.registeredOn
		)
			throw refused('registrationNumber', 'いま登録されている内容と同じです。変わったところを入力してください。')
		const there = open.find((row) => row.profession_id === input.professionId && row.sub_qualification_id === subQualificationId)
		if (there?.state === 'submitted') throw waiting()
		const professions = new Set([...held, ...open].map((row) => row.profession_id))
		if (professions.size >= MAX_CREDENTIALS && !professions.has(input.professionId))
			throw refused('form', `資格は${MAX_CREDENTIALS}つまで登録できます。`)
		const values = {
			registration_number: input.registrationNumber,
			association: input.association,
			registered_on: input.registeredOn,
			valid_until: input.validUntil,
			updated_at: ctx.now(),
		}
		if (there)
			await atNumber(input.professionId, () =>
				trx.db
					.updateTable('credential_changes')
					.set((eb) => ({ ...values, version: eb('version', '+', 1) }))
					.where('id', '=', there.id)
					.execute(),
			)
		else
			await trx.db
				.insertInto('credential_changes')
				.values({
					expert_id: expert.id,
					profession_id: input.professionId,
					sub_qualification_id: subQualificationId,
					...values,
					state: 'draft',
					created_at: ctx.now(),
				})
				.execute()
	})
}

/** A sub-qualification belongs to a credential that is held already, and to a profession that can have it. */
async function requireHolder(
	ctx: Ctx,
	held: readonly { profession_id: number }[],
	professionId: number,
	subQualificationId: number,
): Promise<void> {
	const known = await ctx.db
		.selectFrom('sub_qualification_professions')
		.select('profession_id')
		.where('sub_qualification_id', '=', subQualificationId)
		.where('profession_id', '=', professionId)
		.executeTakeFirst()
	if (!known)
		throw refused(
			'subQualificationId',
			`「${credentialName(professionId, subQualificationId)}」は、この資格に付けられません。資格を選び直してください。`,
		)
	if (!held.some((row) => row.profession_id === professionId))
		throw refused('subQualificationId', '先に、もとになる資格の確認を受けてください。')
}

/** Runs `handler` on a change of the viewer's that staff are not looking at. */
async function changeUnsubmitted<C extends Ctx, T>(
	ctx: C,
	changeId: number,
	handler: (trx: C, expertId: number) => Promise<T>,
): Promise<T> {
	return asVerified(ctx, async (trx, { id: expertId }) => {
		const change = await trx.db
			.selectFrom('credential_changes')
			.select('state')
			.where('id', '=', changeId)
			.where('expert_id', '=', expertId)
			.where('state', 'in', ['draft', 'submitted', 'needs_fix'])
			.forUpdate()
			.executeTakeFirst()
		if (!change) throw notFound('change')
		if (change.state === 'submitted') throw waiting()
		const result = await handler(trx, expertId)
		await trx.db
			.updateTable('credential_changes')
			.set((eb) => ({ version: eb('version', '+', 1), updated_at: ctx.now() }))
			.where('id', '=', changeId)
			.execute()
		return result
	})
}

/** Stores a document that proves the viewer's change. */
export async function addChangeProof(ctx: Ctx, changeId: number, content: Uint8Array): Promise<void> {
	await requireOwn(ctx, changeId)
	await keepProof(ctx, content, { owner: { change_id: changeId }, within: (write) => changeUnsubmitted(ctx, changeId, write) })
}

async function requireOwn(ctx: Ctx, changeId: number): Promise<void> {
	const own = await ctx.db
		.selectFrom('credential_changes as c')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.select('c.id')
		.where('c.id', '=', changeId)
		.where('e.user_id', '=', requireMember(ctx).userId)
		.executeTakeFirst()
	if (!own) throw notFound('change')
}

/** Deletes a document of a change: its row now, its file with the next purge. */
export async function removeChangeProof(ctx: Ctx, changeId: number, proofId: string): Promise<void> {
	await changeUnsubmitted(ctx, changeId, async (trx) => {
		const { numUpdatedRows } = await trx.db
			.updateTable('proof_files')
			.set({ change_id: null })
			.where('id', '=', proofId)
			.where('change_id', '=', changeId)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw notFound('proof')
	})
}

/** Submits a change. The public page stays as it is until staff have decided. */
export async function submitChange(ctx: Ctx, changeId: number): Promise<void> {
	await changeUnsubmitted(ctx, changeId, async (trx, expertId) => {
		const change = (await readChanges(trx, expertId)).find(({ id }) => id === changeId)
		if (!change) throw notFound('change')
		if (!hasCurrent(change.proofs)) throw refused('proof', '資格を確かめられる書類を登録してください。')
		if (change.isTaken) throw refused('form', takenSentence(change.professionName))
		const now = ctx.now()
		await atNumber(change.professionId, () =>
			trx.db.updateTable('credential_changes').set({ state: 'submitted', submitted_at: now }).where('id', '=', changeId).execute(),
		)
	})
}

/** A unique index decides between two experts who submit the same number at the same moment. */
async function atNumber<T>(professionId: number, handler: () => Promise<T>): Promise<T> {
	try {
		return await handler()
	} catch (error) {
		if (isUniqueViolation(error, 'credential_changes_number')) throw refused('form', takenSentence(getProfession(professionId).name))
		throw error
	}
}

/** Withdraws a change before it is verified; the next purge deletes its documents. */
export async function withdrawChange(ctx: Ctx, changeId: number): Promise<void> {
	await asVerified(ctx, async (trx, expert) => {
		const { numDeletedRows } = await trx.db
			.deleteFrom('credential_changes')
			.where('id', '=', changeId)
			.where('expert_id', '=', expert.id)
			.where('state', 'in', ['draft', 'submitted', 'needs_fix'])
			.executeTakeFirst()
		if (numDeletedRows === 0n) throw notFound('change')
	})
}

/**
 * Gives up a verified credential, but never the last one. Removes what a law reserves to it from the expert's tasks, and from
 * those of an office where no other member may do it.
 */
export async function giveUpCredential(ctx: Ctx, credentialId: number): Promise<void> {
	await changeVerified(ctx, async (trx, { id: expertId }) => {
		const held = await trx.db.selectFrom('expert_credentials').selectAll().where('expert_id', '=', expertId).execute()
		const given = held.find(({ id }) => id === credentialId)
		if (!given) throw notFound('credential')
		if (held.length === 1)
			throw refused('form', '最後の資格は外せません。専門家としての登録をやめるときは、運営へお問い合わせいただくか、退会してください。')
		await trx.db.deleteFrom('expert_credentials').where('id', '=', credentialId).execute()
		await dropUnlawfulTasks(trx, expertId)
		const left = await trx.db.selectFrom('expert_tasks').select('task_id').where('expert_id', '=', expertId).executeTakeFirst()
		if (!left)
			throw refused(
				'form',
				'この資格を外すと、相談を受ける業務がなくなります。先に、ほかの資格で行える業務をプロフィールで選んでください。',
			)
		await dropFromOffices(trx, expertId, given.profession_id)
		const { profession_id, registration_number, association, registered_on } = given
		const now = ctx.now()
		await trx.db
			.insertInto('credential_changes')
			.values({
				expert_id: expertId,
				profession_id,
				registration_number,
				association,
				registered_on,
				state: 'given_up',
				decided_at: now,
				created_at: now,
				updated_at: now,
			})
			.execute()
	})
}

async function dropUnlawfulTasks(ctx: Ctx, expertId: number): Promise<void> {
	await sql`
		delete from expert_tasks et
		where et.expert_id = ${expertId}::integer
			and not exists (select from task_parts p where p.task_id = et.task_id and expert_may_do(et.expert_id, p.id))
	`.execute(ctx.db)
}

/**
 * Removes from the expert's offices a profession that no verified member has any longer, and suspends the tasks, with their
 * fees, that no member may do.
 */
async function dropFromOffices(ctx: Ctx, expertId: number, professionId: number): Promise<void> {
	await suspendTasksOfExpert(ctx, expertId, 'expiry')
	await sql`
		delete from office_professions op using office_members own
		where own.expert_id = ${expertId}::integer and op.office_id = own.office_id and op.profession_id = ${professionId}::smallint
			and not exists (
				select from office_members m
				join experts e on e.id = m.expert_id and e.state = 'verified'
				join expert_credentials c on c.expert_id = e.id and c.profession_id = op.profession_id
				where m.office_id = op.office_id
			)
	`.execute(ctx.db)
}
