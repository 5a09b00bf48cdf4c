import { checkedSql, int4, type RowOf, text, timestamptz } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { appealPath } from '../shared/links.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { hidingTexts, lock, showSubject } from './hiding.ts'
import { type HideableKind, isHideable, type Subject, subjectLabels } from './input.ts'
import { findSubject, getSubject, nameOf, refuseOwn } from './subjects.ts'

export type AppealForm = {
	title: string
	text: string
	hiddenReason: string | null
	/** Result of the appeal, if one was made. */
	appeal: { body: string; state: 'open' | 'granted' | 'rejected'; decisionReason: string | null } | null
}

/** What an author sees of their hidden content. Throws not-found for anyone else. */
export async function getAppealForm(ctx: Ctx, subject: Subject): Promise<AppealForm> {
	const { userId } = requireMember(ctx)
	const { kind } = subject
	if (!isHideable(kind)) throw notFound('appeal')
	const { title, text, authorId, hidden } = await getSubject(ctx, subject)
	if (authorId !== userId) throw notFound('appeal')
	const row = await ctx.db
		.selectFrom('appeals')
		.select(['body', 'state', 'decision_reason as decisionReason'])
		.where('author_id', '=', userId)
		.where('kind', '=', kind)
		.where('subject_id', '=', subject.id)
		.executeTakeFirst()
	if (!hidden && !row) throw notFound('appeal')
	return { title, text, hiddenReason: hidden?.reason ?? null, appeal: row ?? null }
}

/** Appeals a decision, once for each subject. Throws conflict for a second appeal or a public subject. */
export async function appeal(ctx: Ctx, subject: Subject, body: string): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const form = await getAppealForm(trx, subject)
		if (form.hiddenReason === null)
			throw new DomainError('conflict', 'public', { code: 'moderation/public', fields: { form: 'すでに公開されています。' } })
		const made = await trx.db
			.insertInto('appeals')
			.values({
				author_id: userId,
				kind: subject.kind as HideableKind,
				subject_id: subject.id,
				body,
				created_at: trx.now(),
				decided_at: null,
				decided_by: null,
				decision_reason: null,
			})
			.onConflict((conflict) => conflict.constraint('appeals_once').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made)
			throw new DomainError('conflict', 'appealed already', {
				code: 'moderation/already',
				fields: { form: '異議の申し立ては一度だけです。' },
			})
	})
}

export type AppealEntry = {
	id: number
	subject: { kind: HideableKind; id: number }
	about: { title: string; text: string; path: string; hidden: string | null; historyPath: string | null } | null
	body: string
	at: Date
}

const selectAppeals = checkedSql({ id: int4, kind: text.as<HideableKind>(), subject_id: int4, body: text, created_at: timestamptz })

/** An appeal that waits; null once it does not. */
export async function findOpenAppeal(ctx: StaffCtx, id: number): Promise<AppealEntry | null> {
	requireStaff(ctx, 'moderator')
	const { rows } = await selectAppeals`
		select id, kind, subject_id, body, created_at from appeals where id = ${id} and state = 'open'
	`.execute(ctx.db)
	return rows[0] ? readEntry(ctx, rows[0]) : null
}

async function readEntry(ctx: StaffCtx, row: RowOf<typeof selectAppeals>): Promise<AppealEntry> {
	const subject = { kind: row.kind, id: row.subject_id }
	const about = await findSubject(ctx, subject)
	return {
		id: row.id,
		subject,
		about: about && {
			title: about.title,
			text: about.text,
			path: about.path,
			hidden: about.hidden?.reason ?? null,
			historyPath: about.historyPath,
		},
		body: row.body,
		at: row.created_at,
	}
}

export async function countOpenAppeals(ctx: StaffCtx): Promise<number> {
	const { rows } = await checkedSql({ open: int4 })`select count(*)::integer as open from appeals where state = 'open'`.execute(ctx.db)
	return rows[0]?.open ?? 0
}

/** Restores the subject or leaves it hidden, and notifies its author with the reason. */
export async function decideAppeal(ctx: RecentStaffCtx, id: number, decision: { grants: boolean; reason: string }): Promise<void> {
	const { grants, reason } = decision
	await inTransaction(ctx, async (trx) => {
		const row = await trx.db.selectFrom('appeals').select(['kind', 'subject_id', 'author_id']).where('id', '=', id).executeTakeFirst()
		if (!row) throw notFound('appeal')
		const subject = { kind: row.kind, id: row.subject_id }
		await lock(trx, `${row.kind}:${row.subject_id}`)
		const about = await findSubject(trx, subject)
		await refuseOwn(trx, subject, about)
		const decided = await trx.db
			.updateTable('appeals')
			.set({ state: grants ? 'granted' : 'rejected', decided_at: trx.now(), decided_by: trx.viewer.userId, decision_reason: reason })
			.where('id', '=', id)
			.where('state', '=', 'open')
			.executeTakeFirst()
		if (decided.numUpdatedRows !== 1n)
			throw new DomainError('conflict', 'decided already', { fields: { form: 'この申し立てには、すでに対応が済んでいます。' } })
		await recordAuditEvent(trx, { action: `appeal.${grants ? 'grant' : 'reject'}`, subject: `${row.kind}:${row.subject_id}`, reason })
		// Showing it notifies the author already.
		if (grants && about?.hidden) return showSubject(trx, subject, reason)
		await publishEvent(trx, {
			event: 'notice',
			kind: 'report-outcome',
			userId: row.author_id,
			subject: `appeal:${id}`,
			text: writeText(trx.site, hidingTexts.appealRejected, {
				投稿: nameOf(subjectLabels[row.kind], about?.title ?? ''),
				理由: reason,
			}),
			path: appealPath(row.kind, row.subject_id),
		})
	})
}
