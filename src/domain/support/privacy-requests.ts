import { sql } from 'kysely'
import { recordAuditEvent } from '../accounts/audit.ts'
import { mail } from '../accounts/mails.ts'
import { requireRecentStaff, type RecentStaffCtx, requireStaff, type StaffCtx } from '../accounts/staff.ts'
import type { IsoDate } from '../shared/column-types.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { dateText, daysBetween, isoDay } from '../shared/japan-time.ts'
import { keysetPage } from '../shared/keyset.ts'
import { contactPath } from '../shared/links.ts'
import type { Page } from '../shared/paging.ts'
import type { TableRow } from '../shared/tables.ts'
import { untouched } from './privacy-intake.ts'
import { lastPrivacyDay, privacyDueOn, type PrivacyKind, privacyKinds, type PrivacyOutcome } from './privacy-input.ts'
import type { PrivacyIntake } from './privacy-schemas.ts'
import { requestOrder } from './request-order.ts'
import { closeSupportRequest, replyToSupportRequest } from './support-admin.ts'

type Row = TableRow<'privacy_requests'>

export type PrivacyItem = {
	id: number
	kind: PrivacyKind
	receivedOn: IsoDate
	dueOn: IsoDate
	isChecked: boolean
	outcome: PrivacyOutcome | null
	closedAt: Date | null
}

/** Requests without a word about the person. Open ones by deadline, closed ones newest first. */
export async function listPrivacyRequests(
	ctx: StaffCtx,
	{ isOpen, cursor }: { isOpen: boolean; cursor: string | null },
): Promise<{ items: PrivacyItem[]; page: Page }> {
	requireStaff(ctx, 'support')
	const page = keysetPage<PrivacyItem>(cursor, requestOrder(isOpen))
	const rows = await ctx.db
		.selectFrom('privacy_requests')
		.select(['id', 'kind', 'received_on as receivedOn', 'due_on as dueOn', 'outcome', 'closed_at as closedAt'])
		.select(sql<boolean>`identity_at is not null`.as('isChecked'))
		.where('closed_at', isOpen ? 'is' : 'is not', null)
		.where(page.beyond)
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	return { items: cut.rows, page: cut.page }
}

export type PrivacyRequest = Row & {
	/** The account of the person, if there is one that was not deleted. */
	uid: string | null
	hasLeft: boolean
	checkedBy: string | null
	decidedBy: string | null
	/** Whether the viewer checked who asks; somebody else then erases. */
	isOwnCheck: boolean
}

/** One request with whatever is known of the person. Every reading is recorded. Throws not-found. */
export async function readPrivacyRequest(ctx: RecentStaffCtx, id: number): Promise<PrivacyRequest> {
	requireRecentStaff(ctx, 'support')
	return inTransaction(ctx, async (trx) => {
		const row = await trx.db
			.selectFrom('privacy_requests as p')
			.leftJoin('users as u', 'u.id', 'p.user_id')
			.leftJoin('users as c', 'c.id', 'p.identity_by')
			.leftJoin('users as d', 'd.id', 'p.decided_by')
			.selectAll('p')
			.select(['u.uid', 'u.deleted_at', 'c.last_name as checked_by', 'd.last_name as decided_by_name'])
			.where('p.id', '=', id)
			.executeTakeFirst()
		if (!row) throw notFound('privacy request')
		await recordAuditEvent(trx, { action: 'privacy.read', subject: `privacy:${id}` })
		const { uid, deleted_at, checked_by, decided_by_name, ...request } = row
		return {
			...request,
			uid: deleted_at === null ? uid : null,
			hasLeft: deleted_at !== null,
			checkedBy: checked_by,
			decidedBy: decided_by_name,
			isOwnCheck: request.identity_by === trx.viewer.userId,
		}
	})
}

/**
 * Writes down a request that came by letter or mail. Its deadline counts from the day it arrived. Returns its number; a
 * repeated submit returns the first one's. Throws invalid for a day to come and for an account that is not there.
 */
export async function takeInPrivacyRequest(ctx: RecentStaffCtx, input: PrivacyIntake): Promise<number> {
	requireRecentStaff(ctx, 'support')
	const { receivedOn } = input
	if (receivedOn > isoDay(ctx.now())) throw invalid({ receivedOn: '届いた日に、明日より後の日は入力できません。' })
	if (daysBetween(receivedOn, isoDay(ctx.now())) > 365) throw invalid({ receivedOn: '届いた日は、1年以内の日を入力してください。' })
	return inTransaction(ctx, async (trx) => {
		const made = await trx.db
			.insertInto('privacy_requests')
			.values({
				...untouched,
				support_id: null,
				user_id: await findAccount(trx, input.account),
				kind: input.kind,
				channel: input.channel,
				claimant: input.claimant,
				requester_name: input.requesterName,
				email: input.email,
				body: input.body,
				received_on: receivedOn,
				due_on: privacyDueOn(receivedOn),
				created_by: trx.viewer.userId,
				created_at: trx.now(),
				client_key: input.clientKey,
			})
			.onConflict((conflict) => conflict.column('client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) {
			const first = await trx.db
				.selectFrom('privacy_requests')
				.select('id')
				.where('client_key', '=', input.clientKey)
				.where('created_by', '=', trx.viewer.userId)
				.executeTakeFirst()
			if (!first) throw conflict('ページを開き直してください。')
			return first.id
		}
		await recordAuditEvent(trx, { action: 'privacy.take-in', subject: `privacy:${made.id}`, detail: { kind: input.kind } })
		return made.id
	})
}

/** The id of the account with this uid or proved address; null for nothing typed. */
async function findAccount(ctx: StaffCtx, typed: string): Promise<string | null> {
	if (typed === '') return null
	const user = await ctx.db
		.selectFrom('users as u')
		.innerJoin('identities as i', 'i.uid', 'u.uid')
		.select('u.id')
		.where((is) => is.or([is('u.uid', '=', typed), is('i.email', '=', typed.toLowerCase())]))
		.where('u.deleted_at', 'is', null)
		.executeTakeFirst()
	if (!user) throw invalid({ account: 'この会員は見つかりません。会員のID、または登録されているメールアドレスを入力してください。' })
	return user.id
}

const invalid = (fields: Record<string, string>) => new DomainError('invalid', 'an invalid privacy request', { fields })
const conflict = (form: string) => new DomainError('conflict', 'the privacy request has changed', { fields: { form } })

/** A request that still waits, locked for the transaction. Throws not-found, conflict once it is closed. */
export async function lockOpenRequest(ctx: RecentStaffCtx, id: number): Promise<Row> {
	requireRecentStaff(ctx, 'support')
	const row = await ctx.db.selectFrom('privacy_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
	if (!row) throw notFound('privacy request')
	if (row.closed_at !== null) throw conflict('この請求は、ほかの担当者が終了しました。ページを開き直してください。')
	return row
}

/**
 * Records who was found to ask, how, and whose account it is. Throws invalid where an agent has no mandate or the method is
 * an account and none is known, conflict after something was done on the strength of an earlier check.
 */
export async function recordIdentityCheck(
	ctx: RecentStaffCtx,
	id: number,
	{ method, note, account }: { method: NonNullable<Row['identity_method']>; note: string; account: string },
): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await lockOpenRequest(trx, id)
		if (row.exported_at !== null || row.erased_at !== null)
			throw conflict('本人確認にもとづく手続きが済んでいるため、記録を変えられません。')
		if ((row.claimant === 'agent') !== (method === 'mandate'))
			throw invalid({
				method:
					row.claimant === 'agent'
						? '代理人の請求には、代理権の書類の確認が必要です。'
						: '本人の請求です。本人を確かめた方法を選んでください。',
			})
		if (method === 'account' && (row.support_id === null || row.user_id === null))
			throw invalid({ method: 'この請求は、ログインした会員から届いたものではありません。書類で確かめてください。' })
		const userId = method === 'account' ? row.user_id : await findAccount(trx, account)
		await trx.db
			.updateTable('privacy_requests')
			.set({ user_id: userId, identity_method: method, identity_note: note, identity_by: trx.viewer.userId, identity_at: trx.now() })
			.where('id', '=', id)
			.execute()
		await recordAuditEvent(trx, {
			action: 'privacy.identify',
			subject: `privacy:${id}`,
			reason: note,
			detail: { method, user: userId },
		})
	})
}

/** Tells the person when the result will come, where 14 days are too short, and moves the deadline there. Throws invalid for the day. */
export async function tellOutlook(ctx: RecentStaffCtx, id: number, { until, outlook }: { until: IsoDate; outlook: string }): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await lockOpenRequest(trx, id)
		const last = lastPrivacyDay(row.received_on)
		if (until <= row.due_on || until > last)
			throw invalid({ until: `いまの期限（${dateText(row.due_on)}）より後で、${dateText(last)}までの日を入力してください。` })
		await trx.db.updateTable('privacy_requests').set({ due_on: until, outlook }).where('id', '=', id).execute()
		await notify(trx, row, {
			subject: `個人情報の請求についての見通し（${privacyKinds[row.kind].label}）`,
			lines: [...outlook.split(/\n+/), `${dateText(until)}までに結果をお知らせします。`],
		})
		await recordAuditEvent(trx, { action: 'privacy.outlook', subject: `privacy:${id}`, reason: outlook.slice(0, 500), detail: { until } })
	})
}

/**
 * Ends a request and tells the person the result with its reason (36条). Granted in whole or part only after the person was
 * identified. What came by /contact is answered and closed there too. Throws invalid, conflict.
 */
export async function decidePrivacyRequest(
	ctx: RecentStaffCtx,
	id: number,
	{ outcome, decision }: { outcome: PrivacyOutcome; decision: string },
): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await lockOpenRequest(trx, id)
		if ((outcome === 'granted' || outcome === 'partly') && row.identity_at === null)
			throw invalid({ outcome: '応じるには、先に本人確認を記録してください。' })
		await trx.db
			.updateTable('privacy_requests')
			.set({ outcome, decision, decided_by: trx.viewer.userId, closed_at: trx.now() })
			.where('id', '=', id)
			.execute()
		await recordAuditEvent(trx, { action: 'privacy.decide', subject: `privacy:${id}`, reason: decision.slice(0, 500), detail: { outcome } })
		await notify(trx, row, { subject: `個人情報の請求の結果（${privacyKinds[row.kind].label}）`, lines: decision.split(/\n+/) })
		if (row.support_id !== null && (await isSupportOpen(trx, row.support_id))) await closeSupportRequest(trx, row.support_id, null)
	})
}

const isSupportOpen = async (ctx: StaffCtx, supportId: number): Promise<boolean> =>
	(await ctx.db
		.selectFrom('support_requests')
		.select('id')
		.where('id', '=', supportId)
		.where('closed_at', 'is', null)
		.executeTakeFirst()) !== undefined

/** By a reply to the message where it came by /contact, else by a mail. A letter is answered on paper. */
async function notify(ctx: RecentStaffCtx, row: Row, { subject, lines }: { subject: string; lines: string[] }): Promise<void> {
	if (row.support_id !== null && (await isSupportOpen(ctx, row.support_id)))
		return replyToSupportRequest(ctx, row.support_id, { body: lines.join('\n'), clientKey: `privacy-${row.id}-${ctx.now().getTime()}` })
	if (row.email === null) return
	await ctx.enqueueMail(ctx.db, {
		to: row.email,
		...mail(ctx.site, {
			subject,
			heading: subject,
			body: lines,
			after: [`受け付けた番号は 個人情報${row.id} です。ご不明な点は、お問い合わせのページからお知らせください。`],
			footLinks: [{ label: 'お問い合わせのページ', url: `${ctx.site.publicUrl}${contactPath('privacy')}` }],
		}),
	})
}
