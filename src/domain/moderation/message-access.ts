import { sql } from 'kysely'
import type { z } from 'zod'
import { checkedSql, int4, int8, text, timestamptz } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import type { RecentStaffCtx, StaffCtx } from '../accounts/staff.ts'
import { readLeadContents, notifySidesOfEstimate } from '../estimates/estimate-admin.ts'
import { notifySidesOfInquiry } from '../inquiries/inquiry-access.ts'
import { inquiryTexts } from '../inquiries/inquiry-words.ts'
import { readInquiryContents } from '../inquiries/inquiry-admin.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { addDays, hours, isoDay, startOfDay } from '../shared/japan-time.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { ACCESS_HOURS, groundLabel, type OpeningGround, type ThreadKind } from './message-access-input.ts'
import type { accessDecisionSchema, MessageAccessInput } from './message-access-schemas.ts'
import { refuseOwn } from './subjects.ts'

const PAGE = 30

export type MessageAccess = {
	id: number
	kind: ThreadKind
	subjectId: number
	ground: OpeningGround
	authority: string
	reference: string
	issuedOn: string
	explanation: string
	noticeDelayedUntil: string | null
	requestedBy: string
	requestedAt: Date
	decidedBy: string | null
	decidedAt: Date | null
	decision: 'approved' | 'refused' | null
	decisionReason: string | null
	expiresAt: Date | null
	closedAt: Date | null
	notifiedAt: Date | null
	/** Id of the requester, because a second person must decide. */
	requesterId: string
	deciderId: string | null
}

const selectAccesses = checkedSql({
	id: int4,
	kind: text.as<ThreadKind>(),
	subjectId: int4,
	ground: text.as<OpeningGround>(),
	authority: text,
	reference: text,
	issuedOn: text,
	explanation: text,
	noticeDelayedUntil: text.nullable,
	requestedBy: text,
	requestedAt: timestamptz,
	decidedBy: text.nullable,
	decidedAt: timestamptz.nullable,
	decision: text.as<'approved' | 'refused'>().nullable,
	decisionReason: text.nullable,
	expiresAt: timestamptz.nullable,
	closedAt: timestamptz.nullable,
	notifiedAt: timestamptz.nullable,
	requesterId: int8,
	deciderId: int8.nullable,
})

const nameOf = (user: string) =>
	sql`(select coalesce(nullif(concat_ws(' ', u.last_name, u.first_name), ''), u.uid) from users u where u.id = ${sql.ref(user)})`
const columns = sql`
	a.id, a.kind, a.subject_id as "subjectId", a.ground, a.authority, a.reference, a.issued_on::text as "issuedOn", a.explanation,
	a.notice_withheld_until::text as "noticeDelayedUntil", ${nameOf('a.requested_by')} as "requestedBy", a.requested_at as "requestedAt",
	${nameOf('a.decided_by')} as "decidedBy", a.decided_at as "decidedAt", a.decision, a.decision_reason as "decisionReason",
	a.expires_at as "expiresAt", a.closed_at as "closedAt", a.notified_at as "notifiedAt", a.requested_by as "requesterId",
	a.decided_by as "deciderId"
`

/** All requests, newest first, without the content of threads. */
export async function listMessageAccesses(ctx: StaffCtx, cursor: string | null): Promise<{ items: MessageAccess[]; page: Page }> {
	const page = keysetPage<{ id: number }>(cursor, { by: [sql`a.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const { rows } = await selectAccesses`
		select ${columns} from message_accesses a where ${page.beyond} order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { items: cut.rows, page: cut.page }
}

/** How many wait for approval. */
export async function countWaitingAccesses(ctx: StaffCtx): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('message_accesses')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('decision', 'is', null)
		.executeTakeFirstOrThrow()
	return Number(count)
}

/** Returns one request. Throws not-found. */
export async function getMessageAccess(ctx: StaffCtx, id: number): Promise<MessageAccess> {
	const { rows } = await selectAccesses`select ${columns} from message_accesses a where a.id = ${id}::integer`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('access')
	return row
}

/** Whether the thread is open to the viewer now: to the requester and the approver. Pure. */
export const mayOpen = (
	access: Pick<MessageAccess, 'expiresAt' | 'closedAt' | 'requesterId' | 'deciderId'>,
	{ viewer, now }: Pick<StaffCtx, 'viewer' | 'now'>,
): boolean =>
	access.expiresAt !== null &&
	access.closedAt === null &&
	access.expiresAt > now() &&
	(viewer.userId === access.requesterId || viewer.userId === access.deciderId)

/**
 * Asks to open a whole thread on a legal ground; another of the staff decides. Throws not-found without such a thread, forbidden
 * for a side of it, conflict while an earlier request for it waits.
 */
export async function requestMessageAccess(ctx: RecentStaffCtx, input: MessageAccessInput): Promise<number> {
	return inTransaction(ctx, async (trx) => {
		await assertThread(trx, input.kind, input.subjectId)
		const made = await trx.db
			.insertInto('message_accesses')
			.values({
				kind: input.kind,
				subject_id: input.subjectId,
				ground: input.ground,
				authority: input.authority,
				reference: input.reference,
				issued_on: input.issuedOn,
				explanation: input.explanation,
				notice_withheld_until: input.noticeDelayedUntil,
				requested_by: trx.viewer.userId,
				requested_at: trx.now(),
			})
			.onConflict((conflicting) => conflicting.doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) throw refused('conflict', 'このやり取りには、判断を待つ申請がすでにあります。')
		await recordAuditEvent(trx, {
			action: 'access.request',
			subject: `${input.kind}:${input.subjectId}`,
			detail: { access: made.id, ground: input.ground, reference: input.reference },
		})
		return made.id
	})
}

/**
 * Approves for 72 hours, or rejects. Throws forbidden for the requester and for a participant, conflict when it was
 * decided before. Both sides are notified at once, unless the ground allows a delay.
 */
export async function decideMessageAccess(
	ctx: RecentStaffCtx,
	id: number,
	{ verdict, reason }: z.output<typeof accessDecisionSchema>,
): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const access = await getMessageAccess(trx, id)
		if (access.requesterId === trx.viewer.userId) throw refused('forbidden', 'ご自身の申請は判断できません。ほかの担当者が判断します。')
		await assertThread(trx, access.kind, access.subjectId)
		const { numUpdatedRows } = await trx.db
			.updateTable('message_accesses')
			.set({
				decision: verdict,
				decision_reason: reason,
				decided_by: trx.viewer.userId,
				decided_at: trx.now(),
				expires_at: verdict === 'approved' ? new Date(trx.now().getTime() + hours(ACCESS_HOURS)) : null,
			})
			.where('id', '=', id)
			.where('decision', 'is', null)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw refused('conflict', 'この申請は、すでに判断されています。')
		await recordAuditEvent(trx, {
			action: verdict === 'approved' ? 'access.approve' : 'access.refuse',
			subject: `${access.kind}:${access.subjectId}`,
			reason,
			detail: { access: id },
		})
		if (verdict === 'approved' && isNoticeDue(access, trx)) await notifySides(trx, access)
	})
}

/** Ends an access before its time, by either of the two. Throws conflict when it is not open. */
export async function closeMessageAccess(ctx: RecentStaffCtx, id: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const access = await getMessageAccess(trx, id)
		if (!mayOpen(access, trx)) throw refused('conflict', 'この閲覧は、いま開いていません。')
		await trx.db.updateTable('message_accesses').set({ closed_at: trx.now() }).where('id', '=', id).where('closed_at', 'is', null).execute()
		await recordAuditEvent(trx, { action: 'access.close', subject: `${access.kind}:${access.subjectId}`, detail: { access: id } })
	})
}

/**
 * The whole thread, for the two who asked and approved, until the access ends; throws forbidden otherwise. Every reading is
 * recorded, and none marks anything as seen.
 */
export async function readMessagesByAccess(ctx: RecentStaffCtx, id: number) {
	return inTransaction(ctx, async (trx) => {
		const access = await getMessageAccess(trx, id)
		if (!mayOpen(access, trx))
			throw refused('forbidden', 'この閲覧は、申請した担当者と承認した担当者が、承認から72時間以内に限って開けます。')
		await recordAuditEvent(trx, { action: 'access.read', subject: `${access.kind}:${access.subjectId}`, detail: { access: id } })
		return access.kind === 'inquiry'
			? { access, inquiry: await readInquiryContents(trx, access.subjectId), lead: null }
			: { access, inquiry: null, lead: await readLeadContents(trx, access.subjectId) }
	})
}

/** Notifies both sides of each approved access whose delay has ended. Returns the number. Run by a scheduled job. */
export async function notifyOfMessageAccesses(ctx: Ctx): Promise<number> {
	const { rows } = await selectAccesses`
		select ${columns} from message_accesses a
		where a.decision = 'approved' and a.notified_at is null
			and (a.notice_withheld_until is null or a.notice_withheld_until < ${isoDay(ctx.now())}::date)
		order by a.id limit 100
	`.execute(ctx.db)
	for (const access of rows) await inTransaction(ctx, (trx) => notifySides(trx, access))
	return rows.length
}

/** Whether the delay is over, or there is none. */
const isNoticeDue = ({ noticeDelayedUntil }: MessageAccess, { now }: Pick<Ctx, 'now'>): boolean =>
	noticeDelayedUntil === null || startOfDay(addDays(noticeDelayedUntil, 1)) <= now()

async function notifySides(ctx: Ctx, access: MessageAccess): Promise<void> {
	const { numUpdatedRows } = await ctx.db
		.updateTable('message_accesses')
		.set({ notified_at: ctx.now() })
		.where('id', '=', access.id)
		.where('notified_at', 'is', null)
		.executeTakeFirst()
	if (numUpdatedRows === 0n) return
	const occasion = `access-${access.id}`
	const text = writeText(ctx.site, inquiryTexts.opened, { 根拠: groundLabel(access.ground), 請求した機関: access.authority })
	await (access.kind === 'inquiry'
		? notifySidesOfInquiry(ctx, access.subjectId, occasion, text)
		: notifySidesOfEstimate(ctx, access.subjectId, occasion, text))
}

/** Throws not-found for an unknown thread and forbidden for a participant. */
async function assertThread(ctx: StaffCtx, kind: ThreadKind, id: number): Promise<void> {
	if (kind === 'inquiry') {
		const row = await ctx.db.selectFrom('inquiries').select('id').where('id', '=', id).executeTakeFirst()
		if (!row) throw noThread()
		await refuseOwn(ctx, { kind, id }, null)
		return
	}
	const { rows } = await checkedSql({ own: int4 })`
		select (coalesce(r.user_id = ${ctx.viewer.userId}::bigint, false) or exists (
			select from estimate_deliveries d join office_members m on m.office_id = d.office_id
			join experts e on e.id = m.expert_id where d.request_id = r.id and e.user_id = ${ctx.viewer.userId}::bigint
		))::integer as own
		from estimate_requests r where r.id = ${id}::integer and r.state not in ('draft', 'email_verified')
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw noThread()
	if (row.own === 1) throw refused('forbidden', 'ご自身に関わるものについては、ほかの担当者が判断します。')
}

const noThread = () =>
	new DomainError('invalid', 'no such thread', { fields: { subjectId: 'この番号のやり取りはありません。番号を確かめてください。' } })
const refused = (kind: 'conflict' | 'forbidden', sentence: string) =>
	new DomainError(kind, 'access refused', { fields: { form: sentence } })
