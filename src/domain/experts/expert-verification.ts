import { type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { checkedSql, int4, int4Array, text, timestamptz } from '../../platform/checked-sql.ts'
import { sendServiceMail } from '../accounts/account-mails.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, requireStaff, type RecentStaffCtx, type StaffCtx } from '../accounts/staff.ts'
import { type Database, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { expertPath } from '../shared/links.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { getProfession } from '../taxonomy/attributes.ts'
import { addProfessions } from '../memberships/lawful-tasks.ts'
import { PURGE_AFTER_DAYS } from './proof-files.ts'
import { settleClaimsOf } from './claims/claim-settling.ts'
import { type CredentialChange, readChanges } from './credential-changes.ts'
import { type FactCheck, listFactChecks, requireNoWrongFact } from './fact-checks.ts'
import { type HeldSubQualification, listSubQualifications } from './credential-expiry.ts'
import { decisionMail, registrationTexts } from './registration-mails.ts'
import { type ApplicantOffice, findOwnOffice } from './registration-office.ts'
import { publishExpert } from './registration-profile.ts'
import { type Registration, readRegistration } from './registration.ts'
import type { DecidedState, ExpertState } from './tables.ts'
import { suspendTasksOfExpert } from '../memberships/suspended-tasks.ts'
import { days } from '../shared/japan-time.ts'
import { requireSuspensionConsent } from './suspensions/consent.ts'

const PAGE = 20

export type Applicant = {
	id: number
	name: string
	professions: string[]
	state: ExpertState
	submittedAt: number | null
	submissions: number
}

const selectApplicants = checkedSql({
	id: int4,
	display_name: text,
	state: text.as<ExpertState>(),
	professions: int4Array.nullable,
	submitted_at: timestamptz.nullable,
	decisions: int4,
})

/** An expert who is listed without an application is in no queue. */
const isQueue = (state: ExpertState): boolean => state === 'submitted' || state === 'needs_fix'

const queuePage = (cursorText: string | null) =>
	keysetPage<{ submitted_at: Date | null; id: number }>(cursorText, {
		...byMoment({ moment: sql`e.submitted_at`, id: sql`e.id` }, (row) => ({ moment: row.submitted_at, id: row.id })),
		direction: 'asc',
		size: PAGE,
	})

/**
 * Experts in a state. Applications that wait, those that wait longest first; of all other states the newest first, with
 * experts whom the operator listed without an application.
 */
export async function listApplicants(
	ctx: StaffCtx,
	query: { state: ExpertState; cursor: string | null },
): Promise<{ applicants: Applicant[]; page: Page }> {
	requireStaff(ctx, 'reviewer')
	const page = isQueue(query.state)
		? queuePage(query.cursor)
		: keysetPage<{ id: number }>(query.cursor, { by: [sql`e.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const { rows } = await selectApplicants`
		select e.id, e.display_name, e.state, e.submitted_at,
			(select array_agg(c.profession_id order by c.profession_id) from expert_credentials c where c.expert_id = e.id) as professions,
			(select count(*)::integer from expert_decisions d where d.expert_id = e.id) as decisions
		from experts e
		where e.state = ${query.state} and ${isQueue(query.state) ? sql`e.submitted_at is not null` : sql`true`} and ${page.beyond}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		page: cut.page,
		applicants: cut.rows.map((row) => ({
			id: row.id,
			name: row.display_name,
			professions: (row.professions ?? []).map((id) => getProfession(id).name),
			state: row.state,
			submittedAt: row.submitted_at?.getTime() ?? null,
			submissions: row.decisions + 1,
		})),
	}
}

/** For the dashboard. */
export async function countApplicants(ctx: StaffCtx): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('experts')
		.select(({ fn }) => fn.countAll<string>().as('count'))
		.where('state', '=', 'submitted')
		.executeTakeFirstOrThrow()
	return Number(count)
}

export type Application = Registration & {
	account: { name: string; email: string | null; createdAt: Date; isOwn: boolean }
	registers: Record<number, { name: string; url: string }>
	taskNames: string[]
	office: ApplicantOffice | null
	decisions: { id: string; state: DecidedState; reason: string; decidedAt: Date; by: string }[]
	/** Of the credentials, once verified; the newest first. */
	changes: CredentialChange[]
	subQualifications: HeldSubQualification[]
	/** The newest first. */
	factChecks: FactCheck[]
}

/** All that a decision needs. That a reviewer looked at it is recorded. */
export async function getApplication(ctx: RecentStaffCtx, expertId: number): Promise<Application> {
	requireRecentStaff(ctx, 'reviewer')
	const registration = await readRegistration(ctx, expertId)
	// An application is private to the applicant until it is submitted.
	if (!registration || (registration.state === 'draft' && registration.submittedAt === null)) throw notFound('application')
	const [account, registers, tasks, office, decisions, changes, subQualifications, factChecks] = await Promise.all([
		readAccount(ctx, registration.userId),
		ctx.db.selectFrom('professions').select(['id', 'register', 'register_url']).execute(),
		ctx.db
			.selectFrom('expert_tasks as et')
			.innerJoin('tasks as t', 't.id', 'et.task_id')
			.select('t.name')
			.where('et.expert_id', '=', expertId)
			.orderBy('t.id')
			.execute(),
		findOwnOffice(ctx, expertId),
		readDecisions(ctx, expertId),
		readChanges(ctx, expertId),
		listSubQualifications(ctx, expertId),
		listFactChecks(ctx, expertId),
	])
	await recordAuditEvent(ctx, { action: 'expert.read', subject: `expert:${expertId}` })
	return {
		...registration,
		account,
		registers: Object.fromEntries(registers.map(({ id, register, register_url: url }) => [id, { name: register, url }])),
		taskNames: tasks.map(({ name }) => name),
		office,
		decisions,
		changes: changes.filter(({ state }) => state !== 'draft'),
		subQualifications,
		factChecks,
	}
}

async function readAccount(ctx: StaffCtx, userId: string): Promise<Application['account']> {
	const user = await ctx.db
		.selectFrom('users as u')
		.leftJoin('identities as i', 'i.uid', 'u.uid')
		.select(['u.id', 'u.first_name', 'u.last_name', 'u.created_at', 'i.email'])
		.where('u.id', '=', userId)
		.executeTakeFirstOrThrow()
	return {
		name: `${user.last_name} ${user.first_name}`.trim(),
		email: user.email,
		createdAt: user.created_at,
		isOwn: user.id === ctx.viewer.userId,
	}
}

/** The newest first. */
async function readDecisions(ctx: StaffCtx, expertId: number): Promise<Application['decisions']> {
	const rows = await ctx.db
		.selectFrom('expert_decisions as d')
		.innerJoin('users as u', 'u.id', 'd.decided_by')
		.leftJoin('identities as i', 'i.uid', 'u.uid')
		.select(['d.id', 'd.state', 'd.reason', 'd.decided_at', 'i.email'])
		.where('d.expert_id', '=', expertId)
		.orderBy('d.id', 'desc')
		.execute()
	return rows.map((row) => ({
		id: row.id,
		state: row.state,
		reason: row.reason,
		decidedAt: row.decided_at,
		by: row.email ?? '退会したスタッフ',
	}))
}

/** From which states a decision may be made. */
export const decidableFrom: Record<DecidedState, readonly ExpertState[]> = {
	verified: ['submitted', 'suspended'],
	needs_fix: ['submitted'],
	rejected: ['submitted', 'needs_fix'],
	suspended: ['verified'],
}

export type Decision = {
	state: DecidedState
	/** Sent to the applicant verbatim; '' for a verification. */
	reason: string
	/** The version of the application that the reviewer has seen. */
	version: number
}

/**
 * Decides on an application: verifying makes the account an expert, publishes the page and the office and adds them to the
 * lists; suspending undoes all that. Throws `conflict` where the application has changed since the reviewer opened it,
 * `experts/consent-needed` where a suspension takes a second person, and `forbidden` for reviewers who decide on their own.
 */
export async function decideOnExpert(ctx: RecentStaffCtx, expertId: number, decision: Decision): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, async (trx) => {
		const expert = await trx.db
			.selectFrom('experts')
			.select(['id', 'user_id', 'state', 'version', 'verified_at', 'display_name'])
			.where('id', '=', expertId)
			.forUpdate()
			.executeTakeFirst()
		if (!expert) throw notFound('application')
		if (expert.user_id === ctx.viewer.userId) throw refused('ご自身の申請は、ほかの審査担当者が確認します。')
		if (expert.version !== decision.version || !decidableFrom[decision.state].includes(expert.state))
			throw new DomainError('conflict', 'the application has changed', {
				fields: { form: 'ページを開いたあとに申請の状態が変わりました。開き直して、いまの内容を確認してください。' },
			})
		if (expert.state === 'submitted' && decision.state === 'verified') {
			await requireProofs(trx, expertId)
			await requireNoWrongFact(trx, { expertId })
		}
		if (decision.state === 'suspended') await requireSuspensionConsent(trx, { userId: expert.user_id, scope: 'expert' })
		const now = ctx.now()
		await trx.db
			.updateTable('experts')
			.set((eb) => ({
				state: decision.state,
				verified_at: decision.state === 'verified' ? (expert.verified_at ?? now) : expert.verified_at,
				version: eb('version', '+', 1),
				updated_at: now,
			}))
			.where('id', '=', expertId)
			.execute()
		await trx.db
			.insertInto('expert_decisions')
			.values({ expert_id: expertId, state: decision.state, reason: decision.reason, decided_by: ctx.viewer.userId, decided_at: now })
			.execute()
		await recordAuditEvent(trx, { action: acts[decision.state], subject: `expert:${expertId}`, reason: decision.reason || undefined })
		if (decision.state === 'verified') await open(trx, expertId)
		if (decision.state === 'suspended') await close(trx, expertId)
		// The number is free again for its holder.
		if (decision.state === 'rejected')
			await trx.db.updateTable('expert_credentials').set({ claimed_at: null }).where('expert_id', '=', expertId).execute()
		if (decision.state === 'verified' || decision.state === 'rejected') await schedulePurge(trx, expertId)
		await trx.db
			.updateTable('users')
			.set({ is_expert: decision.state === 'verified', updated_at: now })
			.where('id', '=', expert.user_id)
			.where('deleted_at', 'is', null)
			.execute()
		await sendServiceMail(trx, expert.user_id, decisionMail(ctx.site, { ...decision, expertId }))
		await publishEvent(trx, {
			event: 'notice',
			kind: 'expert-decision',
			userId: expert.user_id,
			subject: `expert-decision:${expertId}:${expert.version}`,
			text: writeText(trx.site, registrationTexts[decision.state], {}),
			path: decision.state === 'verified' ? expertPath(expertId) : '/expert/register',
		})
		if (decision.state === 'verified' || decision.state === 'suspended') await publishExpert(trx, expertId)
	})
}

/** Every credential needs a document that a reviewer can check. */
async function requireProofs(trx: StaffCtx, expertId: number): Promise<void> {
	const credentials = await trx.db
		.selectFrom('expert_credentials as c')
		.select('c.profession_id')
		.select((eb) =>
			eb
				.exists(eb.selectFrom('proof_files as f').select('f.id').whereRef('f.credential_id', '=', 'c.id').where('f.purge_at', 'is', null))
				.as('is_proved'),
		)
		.where('c.expert_id', '=', expertId)
		.orderBy('c.profession_id')
		.execute()
	const unproved = credentials.filter((one) => !one.is_proved).map((one) => getProfession(one.profession_id).name)
	if (credentials.length > 0 && unproved.length === 0) return
	throw new DomainError('conflict', 'a proof is missing', {
		code: 'experts/proof-missing',
		fields: { form: proofMissingSentence(unproved) },
	})
}

const proofMissingSentence = (professions: readonly string[]): string =>
	professions.length === 0
		? '資格が登録されていないため、確認済みにできません。修正を依頼してください。'
		: `${professions.join('・')}の証明書類がないため、確認済みにできません。書類の提出を依頼してください。`

const refused = (sentence: string) => new DomainError('forbidden', 'not by oneself', { fields: { form: sentence } })

const acts: Record<DecidedState, string> = {
	verified: 'expert.verify',
	needs_fix: 'expert.return',
	rejected: 'expert.reject',
	suspended: 'expert.suspend',
}

const officesOf = (db: StaffCtx['db'], expertId: number): SelectQueryBuilder<Database, 'office_members', { office_id: number }> =>
	db.selectFrom('office_members').select('office_id').where('expert_id', '=', expertId)

/** The office that was made with the application is published, and one that was suspended with its members comes back. */
async function open(trx: StaffCtx & { db: Transaction<Database> }, expertId: number): Promise<void> {
	const now = trx.now()
	await trx.db
		.updateTable('offices')
		.set((eb) => ({ state: 'published', published_at: eb.fn.coalesce('published_at', eb.val(now)), updated_at: now }))
		.where('suspended_reason', 'is', null)
		.where((eb) =>
			eb.or([
				eb('state', '=', 'draft').and('id', 'in', officesOf(trx.db, expertId).where('role', '=', 'owner')),
				eb('state', '=', 'suspended').and('id', 'in', officesOf(trx.db, expertId)),
			]),
		)
		.execute()
	await sql`
		update offices o set representative = e.display_name
		from office_members m join experts e on e.id = m.expert_id
		where o.representative = '' and m.office_id = o.id and m.role = 'owner' and e.id = ${expertId}
	`.execute(trx.db)
	await addProfessions(trx, expertId)
	await suspendTasksOfExpert(trx, expertId)
	await settleClaimsOf(trx, expertId)
}

/** Suspends an office without another verified member; other offices stop offering what only this expert may do. */
async function close(trx: StaffCtx, expertId: number): Promise<void> {
	await sql`
		update offices o set state = 'suspended', updated_at = ${trx.now()}
		where o.state = 'published' and o.id in (select office_id from office_members where expert_id = ${expertId})
			and not exists (
				select from office_members m join experts e on e.id = m.expert_id and e.state = 'verified'
				where m.office_id = o.id and m.expert_id <> ${expertId}
			)
	`.execute(trx.db)
	await suspendTasksOfExpert(trx, expertId)
}

async function schedulePurge(trx: StaffCtx, expertId: number): Promise<void> {
	await trx.db
		.updateTable('proof_files')
		.set({ purge_at: new Date(trx.now().getTime() + days(PURGE_AFTER_DAYS)) })
		// Documents of an earlier decision keep their own purge date.
		.where('purge_at', 'is', null)
		.where('credential_id', 'in', (eb) => eb.selectFrom('expert_credentials as c').select('c.id').where('c.expert_id', '=', expertId))
		.execute()
}
