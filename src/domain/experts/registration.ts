import { sql, type Transaction } from 'kysely'
import { bool, checkedSql, date, int4, text } from '../../platform/checked-sql.ts'
import { sendServiceMail } from '../accounts/account-mails.ts'
import { type Ctx, type Database, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { getProfession } from '../taxonomy/attributes.ts'
import { requireLawfulTasks } from '../memberships/lawful-tasks.ts'
import { recordAgreements } from '../shared/agreements.ts'
import { CONSENT_VERSION, consents } from './registration-consents.ts'
import { hasUsualForm, type RegistrationStep } from './registration-input.ts'
import { submittedMail } from './registration-mails.ts'
import { hasCurrent, type Proof, proofsColumn, proofsSql, toProofs } from './registration-proofs.ts'
import type { OfficeRole, OfficeState } from '../memberships/office-policy.ts'
import type { ConsentKind, DecidedState, ExpertState } from './tables.ts'
import { hours } from '../shared/japan-time.ts'

export type RegisteredCredential = {
	id: number
	professionId: number
	professionName: string
	registrationNumber: string
	association: string
	registeredOn: string | null
	/** Differs from the usual numbers of the register: a warning, not an error. */
	isUnusual: boolean
	/** Another expert has submitted this number. */
	isTaken: boolean
	proofs: Proof[]
}

export type ExpertProfile = {
	displayName: string
	kana: string
	headline: string
	biography: string[]
	practisingSince: string | null
	languages: string[]
	taskIds: number[]
	areaIds: number[]
	links: string[]
	portrait: string | null
}

export type Registration = {
	expertId: number
	userId: string
	state: ExpertState
	version: number
	submittedAt: Date | null
	credentials: RegisteredCredential[]
	profile: ExpertProfile
	offices: { id: number; name: string; state: OfficeState; role: OfficeRole }[]
	joinRequests: { officeId: number; name: string; isDeclined: boolean }[]
	consents: { kind: ConsentKind; textVersion: string; consentedAt: Date }[]
	/** Offices that the applicant has proved to act for, and owns once verified. */
	claims: { officeId: number; name: string }[]
	decision: { state: DecidedState; reason: string; decidedAt: Date } | null
	/** After a rejection, when a new application may be submitted; null when that is now. */
	opensAt: Date | null
	/** Which steps have all that they need. */
	done: Record<RegistrationStep, boolean>
}

/** Waiting time after a rejection: gives the applicant time to correct and limits repeats for staff. */
export const HOURS_AFTER_REJECTION = 24

const openingAfter = (rejectedAt: Date, now: Date): Date | null => {
	const opensAt = new Date(rejectedAt.getTime() + hours(HOURS_AFTER_REJECTION))
	return opensAt > now ? opensAt : null
}

/** Whether the applicant may still change the application. */
export const isEditable = (state: ExpertState): boolean => state === 'draft' || state === 'needs_fix'

/** The viewer's own application, or null when there is none. */
export async function findRegistration(ctx: Ctx): Promise<Registration | null> {
	const { userId } = requireMember(ctx)
	const row = await ctx.db.selectFrom('experts').select('id').where('user_id', '=', userId).executeTakeFirst()
	return row ? readRegistration(ctx, row.id) : null
}

/** How far the viewer's own application is, and whether staff sent a change of a credential back; cheap enough for an overview. */
export async function findRegistrationState(ctx: Ctx): Promise<{ state: ExpertState; isChangeReturned: boolean } | null> {
	const { userId } = requireMember(ctx)
	const { rows } = await checkedSql({ state: text.as<ExpertState>(), isChangeReturned: bool })`${registrationState(userId)}`.execute(ctx.db)
	return rows[0] ?? null
}

/** The same as a part of another statement: a select of one row or none. */
export const registrationState = (userId: string) => sql`
	select e.state, exists (select from credential_changes c where c.expert_id = e.id and c.state = 'needs_fix') as "isChangeReturned"
	from experts e where e.user_id = ${userId}::bigint
`

/** All of one application. Who may see it is the caller's business. */
export async function readRegistration(ctx: Ctx, expertId: number): Promise<Registration | null> {
	const expert = await ctx.db.selectFrom('experts').selectAll().where('id', '=', expertId).executeTakeFirst()
	if (!expert) return null
	const [credentials, tasks, areas, offices, requests, given, decision, claims] = await Promise.all([
		readCredentials(ctx, expertId),
		ctx.db.selectFrom('expert_tasks').select('task_id').where('expert_id', '=', expertId).orderBy('task_id').execute(),
		ctx.db.selectFrom('expert_areas').select('prefecture_id').where('expert_id', '=', expertId).orderBy('prefecture_id').execute(),
		readOffices(ctx, expertId),
		ctx.db
			.selectFrom('office_join_requests as j')
			.innerJoin('offices as o', 'o.id', 'j.office_id')
			.select(['o.id', 'o.name', 'j.declined_at'])
			.where('j.expert_id', '=', expertId)
			.orderBy('j.id')
			.execute(),
		ctx.db.selectFrom('expert_consents').selectAll().where('expert_id', '=', expertId).orderBy('consented_at').execute(),
		ctx.db.selectFrom('expert_decisions').selectAll().where('expert_id', '=', expertId).orderBy('id', 'desc').executeTakeFirst(),
		readProvedClaims(ctx, expertId),
	])
	const profile: ExpertProfile = {
		displayName: expert.display_name,
		kana: expert.kana,
		headline: expert.headline,
		biography: expert.biography,
		practisingSince: expert.practising_since,
		languages: expert.languages,
		taskIds: tasks.map((row) => row.task_id),
		areaIds: areas.map((row) => row.prefecture_id),
		links: [...(expert.website === null ? [] : [expert.website]), ...expert.links],
		portrait: expert.portrait,
	}
	const waiting = requests.filter((row) => row.declined_at === null)
	const kinds = new Set(given.filter((row) => row.text_version === CONSENT_VERSION).map((row) => row.kind))
	return {
		expertId,
		userId: expert.user_id,
		state: expert.state,
		version: expert.version,
		submittedAt: expert.submitted_at,
		credentials,
		profile,
		offices: offices.map(({ id, name, state, role }) => ({ id, name, state, role })),
		joinRequests: requests.map((row) => ({ officeId: row.id, name: row.name, isDeclined: row.declined_at !== null })),
		consents: given.map((row) => ({ kind: row.kind, textVersion: row.text_version, consentedAt: row.consented_at })),
		claims,
		opensAt: decision?.state === 'rejected' ? openingAfter(decision.decided_at, ctx.now()) : null,
		decision: decision ? { state: decision.state, reason: decision.reason, decidedAt: decision.decided_at } : null,
		done: {
			credentials: credentials.length > 0 && credentials.every(({ proofs, isTaken }) => hasCurrent(proofs) && !isTaken),
			profile: profile.displayName !== '' && profile.taskIds.length > 0 && profile.areaIds.length > 0,
			office: offices.some((one) => one.state !== 'draft' || Boolean(one.has_tasks)) || waiting.length > 0 || claims.length > 0,
			consents: consents.every(({ kind }) => kinds.has(kind)),
		},
	}
}

const readProvedClaims = (ctx: Ctx, expertId: number): Promise<Registration['claims']> =>
	ctx.db
		.selectFrom('office_claims as c')
		.innerJoin('offices as o', 'o.id', 'c.office_id')
		.select(['o.id as officeId', 'o.name'])
		.where('c.expert_id', '=', expertId)
		.where('c.state', '=', 'proved')
		.orderBy('c.id')
		.execute()

function readOffices(ctx: Ctx, expertId: number) {
	return ctx.db
		.selectFrom('office_members as m')
		.innerJoin('offices as o', 'o.id', 'm.office_id')
		.select(['o.id', 'o.name', 'o.state', 'm.role'])
		.select((eb) => eb.exists(eb.selectFrom('office_tasks as t').select('t.task_id').whereRef('t.office_id', '=', 'o.id')).as('has_tasks'))
		.where('m.expert_id', '=', expertId)
		.where('o.state', '!=', 'deleted')
		.orderBy('o.id')
		.execute()
}

/** Whether another expert has submitted the number of a row `c`, which is a credential or a change of one. */
export const isTakenSql = sql<boolean>`(
	exists (
		select from expert_credentials o
		where o.profession_id = c.profession_id and o.claimed_at is not null and o.expert_id <> c.expert_id
			and registration_number_key(o.registration_number) = registration_number_key(c.registration_number)
	) or exists (
		select from credential_changes o
		where o.profession_id = c.profession_id and o.sub_qualification_id is null and o.state in ('submitted', 'needs_fix') and o.expert_id <> c.expert_id
			and registration_number_key(o.registration_number) = registration_number_key(c.registration_number)
	)
)`

const selectCredentials = checkedSql({
	id: int4,
	profession_id: int4,
	registration_number: text,
	association: text,
	registered_on: date.nullable,
	pattern: text,
	is_taken: bool,
	proofs: proofsColumn,
})

async function readCredentials(ctx: Ctx, expertId: number): Promise<RegisteredCredential[]> {
	const { rows } = await selectCredentials`
		select c.id, c.profession_id, c.registration_number, c.association, c.registered_on, p.registration_pattern as pattern,
			${isTakenSql} as is_taken, ${proofsSql(sql`f.credential_id = c.id`)} as proofs
		from expert_credentials c join professions p on p.id = c.profession_id
		where c.expert_id = ${expertId} order by c.profession_id
	`.execute(ctx.db)
	return rows.map((row) => ({
		id: row.id,
		professionId: row.profession_id,
		professionName: getProfession(row.profession_id).name,
		registrationNumber: row.registration_number,
		association: row.association,
		registeredOn: row.registered_on,
		isUnusual: !hasUsualForm(row.registration_number, row.pattern),
		isTaken: row.is_taken,
		proofs: toProofs(row.proofs),
	}))
}

const closed = () =>
	new DomainError('conflict', 'the application is not open to changes', {
		fields: { form: '申請は審査中か、審査が終わっています。ページを開き直して、いまの状態を確認してください。' },
	})

/** Locks the expert of an account, who is created as a draft by the first call. Call it in a transaction. */
export async function lockOwnExpert({ db }: Pick<Ctx, 'db'>, userId: string) {
	await db
		.insertInto('experts')
		.values({
			user_id: userId,
			state: 'draft',
			practising_since: null,
			website: null,
			portrait: null,
			verified_at: null,
			submitted_at: null,
		})
		.onConflict((conflict) => conflict.column('user_id').doNothing())
		.execute()
	return db
		.selectFrom('experts')
		.select(['id', 'display_name', 'state'])
		.where('user_id', '=', userId)
		.forUpdate()
		.executeTakeFirstOrThrow()
}

/**
 * Runs `handler` on the viewer's application while it may be changed, and increments its version; the first change creates the
 * application. Locks its row until the end, so that nothing changes while it is submitted or decided on.
 */
export async function changeRegistration<C extends Ctx, T>(
	ctx: C,
	handler: (trx: C & { db: Transaction<Database> }, expertId: number) => Promise<T>,
): Promise<T> {
	const { userId } = requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const expert = await lockOwnExpert(trx, userId)
		if (!isEditable(expert.state)) throw closed()
		const result = await handler(trx, expert.id)
		await trx.db
			.updateTable('experts')
			.set((eb) => ({ version: eb('version', '+', 1), updated_at: ctx.now() }))
			.where('id', '=', expert.id)
			.execute()
		return result
	})
}

/** Records the consents of the applicant, with the version of the text and the time. */
export async function saveConsents(ctx: Ctx, kinds: readonly string[]): Promise<void> {
	const missing = consents.filter(({ kind }) => !kinds.includes(kind))
	if (missing.length > 0)
		throw new DomainError('invalid', 'consents are missing', {
			fields: Object.fromEntries(missing.map(({ kind, label }) => [kind, `「${label}」にチェックを入れてください。`])),
		})
	const { userId } = requireMember(ctx)
	await changeRegistration(ctx, async (trx, expertId) => {
		await recordAgreements(trx, userId, ['experts'])
		await trx.db
			.insertInto('expert_consents')
			.values(consents.map(({ kind }) => ({ expert_id: expertId, kind, text_version: CONSENT_VERSION, consented_at: ctx.now() })))
			.onConflict((conflict) => conflict.doNothing())
			.execute()
	})
}

/**
 * Reopens a rejected application with everything that was typed. Its documents belong to the decision and are deleted with
 * it; the new application needs new ones and may be submitted from `opensAt` on. Idempotent.
 */
export async function startAgain(ctx: Ctx): Promise<void> {
	const { userId } = requireMember(ctx)
	const { numUpdatedRows } = await ctx.db
		.updateTable('experts')
		.set((eb) => ({ state: 'draft', submitted_at: null, version: eb('version', '+', 1), updated_at: ctx.now() }))
		.where('user_id', '=', userId)
		.where('state', '=', 'rejected')
		.executeTakeFirst()
	if (numUpdatedRows === 0n && (await findRegistration(ctx))?.state !== 'draft') throw closed()
}

/** Submits the application, which reserves its registration numbers. Idempotent. */
export async function submitRegistration(ctx: Ctx): Promise<void> {
	const before = await findRegistration(ctx)
	if (before?.state === 'submitted') return
	await changeRegistration(ctx, async (trx, expertId) => {
		const registration = await readRegistration(trx, expertId)
		const identity = await trx.db
			.selectFrom('identities as i')
			.innerJoin('users as u', 'u.uid', 'i.uid')
			.select('i.email_verified_at')
			.where('u.id', '=', requireMember(ctx).userId)
			.executeTakeFirst()
		if (!identity?.email_verified_at)
			throw refused(
				'メールアドレスの確認が済んでいません。届いた確認メールのリンクを開いてから、もう一度お試しください。メールは、マイページの「アカウント」から送り直せます。',
			)
		if (registration?.opensAt)
			throw refused(`もう一度申請できるのは、前回の結果から${HOURS_AFTER_REJECTION}時間後です。入力した内容は保存されています。`)
		const taken = registration?.credentials.find(({ isTaken }) => isTaken)
		if (taken) throw refused(takenSentence(taken.professionName))
		if (!registration || Object.values(registration.done).includes(false)) throw refused('まだ終わっていない項目があります。')
		// A credential may have been removed after the profile was saved.
		await requireLawfulTasks(trx, expertId, registration.profile.taskIds)
		const now = ctx.now()
		await claimNumbers(trx, expertId, now)
		await trx.db.updateTable('experts').set({ state: 'submitted', submitted_at: now }).where('id', '=', expertId).execute()
		await sendServiceMail(trx, requireMember(ctx).userId, submittedMail(ctx.site))
	})
}

/** A unique index decides between two experts who submit the same number at the same moment. */
async function claimNumbers(ctx: Ctx, expertId: number, now: Date): Promise<void> {
	try {
		await ctx.db.updateTable('expert_credentials').set({ claimed_at: now }).where('expert_id', '=', expertId).execute()
	} catch (error) {
		if (isUniqueViolation(error, 'expert_credentials_number')) throw refused(takenSentence('資格'))
		throw error
	}
}

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
	error instanceof Error && 'constraint' in error && error.constraint === constraint

const refused = (sentence: string) => new DomainError('invalid', 'the application cannot be handed in', { fields: { form: sentence } })

export const takenSentence = (profession: string) =>
	`この${profession}の登録番号は、すでに別の申請で使われています。番号を確認してください。ご自身の番号で心当たりがない場合は、運営へお問い合わせください。`
