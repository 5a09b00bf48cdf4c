import { sql } from 'kysely'
import { checkedSql, int4, type RowOf, text } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { openInquiry } from '../inquiries/inquiry-access.ts'
import { type InquiryMessage, readMessages } from '../inquiries/inquiry-reading.ts'
import { staffReportPath } from '../shared/links.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { countWrite } from '../shared/throttles.ts'
import { type MailTemplate, writeText } from '../accounts/mailing/mail-words.ts'
import { hideSubject, hidingTexts, lock } from './hiding.ts'
import type { ReportInput } from './schemas.ts'
import { isHideable, type ReportReason, type Subject, type SubjectKind, subjectLabels } from './input.ts'
import { findSubject, getSubject, nameOf, refuseOwn, type SubjectText } from './subjects.ts'
import type { TableRow } from '../shared/tables.ts'

const PAGE = 20

export type Decision = { state: 'upheld' | 'dismissed'; reason: string; at: Date }

export type Reportable = {
	title: string
	text: string
	path: string
	/** The viewer's report waits for a decision. */
	isReported: boolean
	/** The result of the viewer's last report, when none waits. */
	decided: Decision | null
	/** For a thread, its newest messages, of which the reporter selects what staff may read. Otherwise empty. */
	messages: InquiryMessage[]
}

/** How many messages of a thread the form offers, and how many one report may submit. */
const MESSAGES = 50

/**
 * What the report form shows of its subject. Throws not-found for what is not public (for a thread with an office: for all
 * but its two sides), forbidden for the viewer's own.
 */
export async function getReportable(ctx: Ctx, subject: Subject): Promise<Reportable> {
	const { userId } = requireMember(ctx)
	const { title, text, path } = await openSubject(ctx, subject)
	const isReported = (await findOpen(ctx, userId, subject)) !== undefined
	const decided = isReported ? null : await findLastDecision(ctx, subject, userId)
	const messages = subject.kind === 'inquiry' && !isReported ? (await readMessages(ctx, subject.id)).slice(-MESSAGES) : []
	return { title, text, path, isReported, decided, messages }
}

const findOpen = (ctx: Ctx, userId: string, { kind, id }: Subject) =>
	ctx.db
		.selectFrom('reports')
		.select(['reason', 'body'])
		.where('reporter_id', '=', userId)
		.where('kind', '=', kind)
		.where('subject_id', '=', id)
		.where('state', '=', 'open')
		.executeTakeFirst()

/** Filters the reports of a subject: all, or those of one person. */
async function findLastDecision(ctx: Ctx, { kind, id }: Subject, reporterId: string | null): Promise<Decision | null> {
	const row = await ctx.db
		.selectFrom('reports')
		.select(['state', 'decision_reason', 'decided_at'])
		.where('kind', '=', kind)
		.where('subject_id', '=', id)
		.where('decided_at', 'is not', null)
		.$if(reporterId !== null, (query) => query.where('reporter_id', '=', reporterId))
		.orderBy('decided_at', 'desc')
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst()
	return row ? decisionOf(row) : null
}

const decisionOf = (row: Pick<TableRow<'reports'>, 'state' | 'decision_reason' | 'decided_at'>): Decision | null =>
	row.state === 'open' || row.decided_at === null ? null : { state: row.state, reason: row.decision_reason ?? '', at: row.decided_at }

async function openSubject(ctx: Ctx, subject: Subject): Promise<SubjectText> {
	const { userId } = requireMember(ctx)
	const found = await getSubject(ctx, subject)
	if (subject.kind === 'inquiry') {
		const { side, subject: title, officeName, contactName } = await openInquiry(ctx, subject.id)
		return { ...found, title, text: `${side === 'office' ? `${contactName}さん` : officeName}とのやり取り` }
	}
	if (!found.isPublic) throw notFound(subject.kind)
	if (found.authorId === userId)
		throw new DomainError('forbidden', 'one’s own', { code: 'moderation/own', fields: { form: '自分のものは報告できません。' } })
	return found
}

/**
 * Reports a subject to staff. One open report for each person and subject: repeating it is idempotent, another text while it
 * waits throws conflict. After the decision a new report reopens the case. Of a thread, staff read the messages of `messageIds`
 * only; throws `invalid` (field messages) for none, or for one of another thread.
 */
export async function report(ctx: Ctx, subject: Subject, input: ReportInput, messageIds: readonly number[] = []): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		await openSubject(trx, subject)
		// Serialises reports of one person; otherwise both could count as the first or the tenth.
		await sql`select id from users where id = ${userId}::bigint for no key update`.execute(trx.db)
		const open = await findOpen(trx, userId, subject)
		if (open?.reason === input.reason && open.body === input.body) return
		if (open)
			throw new DomainError('conflict', 'reported already', {
				code: 'moderation/reported',
				fields: { form: `この${subjectLabels[subject.kind]}への報告は、すでに受け付けています。` },
			})
		const submitted = subject.kind === 'inquiry' ? await ownMessages(trx, subject.id, messageIds) : []
		await countWrite(trx, 'reportAccount', userId)
		await trx.db
			.insertInto('reports')
			.values({
				reporter_id: userId,
				kind: subject.kind,
				subject_id: subject.id,
				...input,
				message_ids: submitted,
				created_at: trx.now(),
				decided_at: null,
				decided_by: null,
				decision_reason: null,
			})
			.execute()
	})
}

/** The messages to submit; all must belong to the thread. */
async function ownMessages(ctx: Ctx, inquiryId: number, given: readonly number[]): Promise<number[]> {
	const ids = [...new Set(given)].slice(0, MESSAGES)
	const found = (await readMessages(ctx, inquiryId, ids)).map(({ id }) => id)
	if (found.length === 0 || found.length < ids.length)
		throw new DomainError('invalid', 'no messages are submitted', {
			fields: { messages: '担当者に見せる発言を、1つ以上選んでください。' },
		})
	return found
}

export type ReportEntry = {
	id: number
	subject: Subject
	/** Null when it is gone. */
	about: { title: string; text: string; path: string; hidden: string | null; historyPath: string | null } | null
	/** All open reports of the subject, or for decided ones this one. */
	reasons: { id: number; reason: ReportReason; body: string; at: Date }[]
	decision: Decision | null
	/** For an open one: earlier decisions on the same subject. */
	before: Decision | null
}

const selectReports = checkedSql({ id: int4, kind: text.as<SubjectKind>(), subject_id: int4 })

/** Reports that were decided, the newest first. */
export async function listDecidedReports(ctx: StaffCtx, cursor: string | null): Promise<{ entries: ReportEntry[]; page: Page }> {
	requireStaff(ctx, 'moderator')
	const page = keysetPage<{ id: number }>(cursor, { by: [sql`r.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const { rows } = await selectReports`
		select r.id, r.kind, r.subject_id from reports r
		where r.state <> 'open' and ${page.beyond}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { page: cut.page, entries: await Promise.all(cut.rows.map((row) => readEntry(ctx, row, true))) }
}

/** One open report with all others of its subject and the account of the author; null once it is decided. */
export async function findOpenReport(ctx: StaffCtx, id: number): Promise<(ReportEntry & { authorUid: string | null }) | null> {
	const row = await ctx.db
		.selectFrom('reports')
		.select(['id', 'kind', 'subject_id'])
		.where('id', '=', id)
		.where('state', '=', 'open')
		.executeTakeFirst()
	if (!row) return null
	const [entry, subject] = await Promise.all([readEntry(ctx, row, false), findSubject(ctx, { kind: row.kind, id: row.subject_id })])
	const author =
		subject === null || subject.authorId === null
			? undefined
			: await ctx.db.selectFrom('users').select('uid').where('id', '=', subject.authorId).where('deleted_at', 'is', null).executeTakeFirst()
	return { ...entry, authorUid: author?.uid ?? null }
}

async function readEntry(ctx: StaffCtx, row: RowOf<typeof selectReports>, decided: boolean): Promise<ReportEntry> {
	const subject = { kind: row.kind, id: row.subject_id }
	const [about, before, reports] = await Promise.all([
		findSubject(ctx, subject),
		decided ? null : findLastDecision(ctx, subject, null),
		ctx.db
			.selectFrom('reports')
			.select(['id', 'reason', 'body', 'created_at', 'state', 'decision_reason', 'decided_at'])
			.where((is) =>
				decided
					? is('id', '=', row.id)
					: is.and([is('kind', '=', row.kind), is('subject_id', '=', row.subject_id), is('state', '=', 'open')]),
			)
			.orderBy('id')
			.limit(50)
			.execute(),
	])
	const [first] = reports
	return {
		id: row.id,
		subject,
		about: about && {
			title: about.title,
			text: about.text,
			path: row.kind === 'inquiry' ? staffReportPath(row.id) : about.path,
			hidden: about.hidden?.reason ?? null,
			historyPath: about.historyPath,
		},
		reasons: reports.map(({ id, reason, body, created_at: at }) => ({ id, reason, body, at })),
		decision: first ? decisionOf(first) : null,
		before,
	}
}

export async function countOpenReports(ctx: StaffCtx): Promise<number> {
	const { rows } = await checkedSql({ open: int4 })`select count(*)::integer as open from reports where state = 'open'`.execute(ctx.db)
	return rows[0]?.open ?? 0
}

/** What those who reported are told; a private thread is on no page that could stay public. */
function outcomeText(verdict: 'hide' | 'uphold' | 'dismiss', kind: SubjectKind): MailTemplate {
	if (verdict === 'dismiss') return kind === 'inquiry' ? hidingTexts.declined : hidingTexts.dismissed
	return verdict === 'hide' ? hidingTexts.hiddenReported : hidingTexts.upheld
}

/**
 * Decides all open reports of a report's subject: `hide` hides it, `uphold` says that it was handled otherwise, `dismiss`
 * leaves it. Notifies all reporters. Throws conflict when another moderator has decided.
 */
export async function decideReport(
	ctx: RecentStaffCtx,
	id: number,
	decision: { verdict: 'hide' | 'uphold' | 'dismiss'; reason: string },
): Promise<void> {
	const { verdict, reason } = decision
	await inTransaction(ctx, async (trx) => {
		const row = await trx.db.selectFrom('reports').select(['kind', 'subject_id']).where('id', '=', id).executeTakeFirst()
		if (!row) throw notFound('report')
		const subject = { kind: row.kind, id: row.subject_id }
		await lock(trx, `${row.kind}:${row.subject_id}`)
		const about = await findSubject(trx, subject)
		await refuseOwn(trx, subject, about)
		const open = await trx.db
			.updateTable('reports')
			.set({
				state: verdict === 'dismiss' ? 'dismissed' : 'upheld',
				decided_at: trx.now(),
				decided_by: trx.viewer.userId,
				decision_reason: reason,
			})
			.where('kind', '=', row.kind)
			.where('subject_id', '=', row.subject_id)
			.where('state', '=', 'open')
			.returning(['id', 'reporter_id'])
			.execute()
		if (open.length === 0)
			throw new DomainError('conflict', 'decided already', { fields: { form: 'この報告には、すでに対応が済んでいます。' } })
		if (verdict === 'hide') {
			if (!isHideable(row.kind))
				throw new DomainError('invalid', 'not hideable', { fields: { form: 'この対象は、ここでは非公開にできません。' } })
			if (about && !about.hidden) await hideSubject(trx, { kind: row.kind, id: row.subject_id }, reason)
		}
		await recordAuditEvent(trx, {
			action: `report.${verdict}`,
			subject: `${row.kind}:${row.subject_id}`,
			reason,
			detail: { reports: open.map((one) => one.id) },
		})
		const name = nameOf(subjectLabels[row.kind], about?.title ?? '')
		for (const one of open)
			if (one.reporter_id !== null)
				await publishEvent(trx, {
					event: 'notice',
					kind: 'report-outcome',
					userId: one.reporter_id,
					subject: `report:${one.id}`,
					text: writeText(trx.site, outcomeText(verdict, row.kind), { 投稿: name, 理由: reason }),
					path: about?.isPublic && verdict !== 'hide' ? about.path : '/notifications',
				})
	})
}
