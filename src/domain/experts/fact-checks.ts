import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, requireStaff, type RecentStaffCtx, type StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { dateText } from '../shared/japan-time.ts'
import { readChanges } from './credential-changes.ts'
import { type FactMark, factMarksOf } from './fact-marks.ts'
import { findOwnOffice } from './registration-office.ts'
import { readRegistration } from './registration.ts'

/** How many marks are shown of an expert, the newest first. */
const SHOWN = 200
const VALUE_LENGTH = 300

/** What a reviewer found when they compared a fact with its proof. */
export type FactCheck = {
	id: string
	fact: string
	label: string
	/** What was typed at that time. */
	value: string
	isRight: boolean
	checkedAt: Date
	by: string
}

/** An application, or a change of a verified expert's credentials. */
export type FactSubject = { expertId: number } | { changeId: number }

export type GivenMark = { fact: string; isRight: boolean }

const dayOf = (day: string | null): string | null => (day === null ? null : dateText(day))

/** The facts of an application, or of a change, as they are now; null where there is none. */
async function readFacts(ctx: StaffCtx, subject: FactSubject): Promise<{ expertId: number; userId: string; facts: FactMark[] } | null> {
	if ('changeId' in subject) {
		const change = await ctx.db.selectFrom('credential_changes').select('expert_id').where('id', '=', subject.changeId).executeTakeFirst()
		const registration = change && (await readRegistration(ctx, change.expert_id))
		const asked = change && (await readChanges(ctx, change.expert_id)).find(({ id }) => id === subject.changeId)
		if (!registration || !asked) return null
		return {
			expertId: registration.expertId,
			userId: registration.userId,
			facts: factMarksOf({
				name: registration.profile.displayName,
				credentials: [{ ...asked, registered: dayOf(asked.registeredOn) }],
				office: null,
			}),
		}
	}
	const registration = await readRegistration(ctx, subject.expertId)
	if (!registration) return null
	return {
		expertId: registration.expertId,
		userId: registration.userId,
		facts: factMarksOf({
			name: registration.profile.displayName,
			credentials: registration.credentials.map((one) => ({ ...one, registered: dayOf(one.registeredOn) })),
			office: await findOwnOffice(ctx, registration.expertId),
		}),
	}
}

/** The facts to compare, as they are now, each with its newest mark if that is about the value of now. Throws not-found. */
export async function listFacts(ctx: StaffCtx, subject: FactSubject): Promise<(FactMark & { isRight: boolean | null })[]> {
	requireStaff(ctx, 'reviewer')
	const found = await readFacts(ctx, subject)
	if (!found) throw notFound('application')
	const checks = await listFactChecks(ctx, found.expertId)
	return found.facts.map((fact) => ({ ...fact, isRight: newestOf(fact, checks)?.isRight ?? null }))
}

/** The newest mark about a fact, unless something else has been typed since. */
function newestOf({ id, value }: FactMark, checks: readonly FactCheck[]): FactCheck | null {
	const newest = checks.find(({ fact }) => fact === id)
	return newest?.value === storedValue(value) ? newest : null
}

const storedValue = (value: string): string => Array.from(value).slice(0, VALUE_LENGTH).join('')

/** All marks about an expert's facts, the newest first. */
export async function listFactChecks(ctx: StaffCtx, expertId: number): Promise<FactCheck[]> {
	requireStaff(ctx, 'reviewer')
	const rows = await ctx.db
		.selectFrom('expert_fact_checks as k')
		.leftJoin('users as u', 'u.id', 'k.checked_by')
		.leftJoin('identities as i', 'i.uid', 'u.uid')
		.select(['k.id', 'k.fact', 'k.label', 'k.value', 'k.is_right', 'k.checked_at', 'i.email'])
		.where('k.expert_id', '=', expertId)
		.orderBy('k.id', 'desc')
		.limit(SHOWN)
		.execute()
	return rows.map(({ is_right: isRight, checked_at: checkedAt, email, ...row }) => ({
		...row,
		isRight,
		checkedAt,
		by: email ?? '退会したスタッフ',
	}))
}

/**
 * Records what the viewer found about the facts of an application or a change, for the next reviewer and for good. A fact that is not
 * there, and a mark that already is the newest, are passed over, so that a retry adds nothing. Throws not-found, and forbidden for
 * reviewers themselves.
 */
export async function recordFactChecks(ctx: RecentStaffCtx, subject: FactSubject, marks: readonly GivenMark[]): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	if (marks.length === 0) return
	await inTransaction(ctx, async (trx) => {
		const found = await readFacts(trx, subject)
		if (!found) throw notFound('application')
		const { expertId, userId, facts } = found
		if (userId === trx.viewer.userId)
			throw new DomainError('forbidden', 'not by oneself', { fields: { form: 'ご自身の申請は、ほかの審査担当者が確認します。' } })
		// One at a time for an expert: of two retries the second sees what the first has written.
		await trx.db.selectFrom('experts').select('id').where('id', '=', expertId).forUpdate().executeTakeFirst()
		const checks = await listFactChecks(trx, expertId)
		const rows = facts.flatMap((fact) => {
			const given = marks.find((mark) => mark.fact === fact.id)
			if (given === undefined || newestOf(fact, checks)?.isRight === given.isRight) return []
			return [{ fact: fact.id, label: fact.label, value: storedValue(fact.value), is_right: given.isRight }]
		})
		if (rows.length === 0) return
		await trx.db
			.insertInto('expert_fact_checks')
			.values(rows.map((row) => ({ ...row, expert_id: expertId, checked_at: trx.now(), checked_by: trx.viewer.userId })))
			.execute()
		await recordAuditEvent(trx, {
			action: 'expert.facts',
			subject: `expert:${expertId}`,
			detail: Object.fromEntries(rows.map(({ fact, is_right: isRight }) => [fact, isRight])),
		})
	})
}

/** Throws conflict where the newest mark about a fact, as it is typed now, says that it is wrong: nobody verifies what differs. */
export async function requireNoWrongFact(ctx: StaffCtx, subject: FactSubject): Promise<void> {
	const wrong = (await listFacts(ctx, subject)).filter(({ isRight }) => isRight === false)
	if (wrong.length === 0) return
	throw new DomainError('conflict', 'a fact is marked as wrong', {
		code: 'experts/fact-wrong',
		fields: {
			form: `${wrong.map(({ label }) => `「${label}」`).join('')}に × が付いているため、確認済みにできません。修正を依頼するか、確かめ直して ✓ に変えてください。`,
		},
	})
}
