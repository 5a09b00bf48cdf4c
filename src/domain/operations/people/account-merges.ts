import { sql } from 'kysely'
import { bool, checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import { publishTags } from '../../../platform/page-tags.ts'
import { eraseAccount } from '../../accounts/account-removal.ts'
import { sendNotice } from '../../accounts/account-mails.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { forgetAvatar } from '../../accounts/avatars.ts'
import { mail, type MailText } from '../../accounts/mails.ts'
import { requireRecentStaff, type RecentStaffCtx, requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { leavingParts } from '../../moderation/personal-data.ts'
import { dropQuestionPages } from '../../questions/thread.ts'
import { inTransaction, type Site } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import { type ActCtx, openPerson } from '../person-acts.ts'
import { officeTag } from '../../listings/listing-tags.ts'
import { type MergeRule, mergeRules } from './merge-rules.ts'

export type OpenMerge = {
	id: number
	to: { uid: string; name: string }
	reason: string
	by: string
	at: Date
	isOwn: boolean
	/** What would move, and what keeps the two from becoming one now. */
	preview: MergePreview
}
export type MergePreview = { moves: { label: string; count: number }[]; obstacles: string[] }

/** The merge of an account into another one that waits for a second person, with what it would do now; null for none. */
export async function findOpenMerge(ctx: RecentStaffCtx, uid: string): Promise<OpenMerge | null> {
	requireRecentStaff(ctx, 'support')
	const row = await ctx.db
		.selectFrom('account_merges as m')
		.innerJoin('users as f', 'f.id', 'm.from_user_id')
		.innerJoin('users as t', 't.id', 'm.to_user_id')
		.innerJoin('users as r', 'r.id', 'm.requested_by')
		.select(['m.id', 'm.from_user_id', 'm.to_user_id', 'm.reason', 'm.requested_at', 'm.requested_by'])
		.select(['t.uid as to_uid', 't.last_name as to_last', 't.first_name as to_first', 'r.last_name as by_last', 'r.first_name as by_first'])
		.where('f.uid', '=', uid)
		.where('m.state', '=', 'open')
		.executeTakeFirst()
	if (!row) return null
	return {
		id: row.id,
		to: { uid: row.to_uid, name: `${row.to_last} ${row.to_first}`.trim() },
		reason: row.reason,
		by: `${row.by_last} ${row.by_first}`.trim(),
		at: row.requested_at,
		isOwn: row.requested_by === ctx.viewer.userId,
		preview: await previewMerge(ctx, row.from_user_id, row.to_user_id),
	}
}

/** Merges that wait for a second person, the longest wait first; 50 at most. */
export async function listOpenMerges(ctx: StaffCtx): Promise<{ uid: string; name: string; at: Date }[]> {
	requireStaff(ctx, 'support')
	const rows = await ctx.db
		.selectFrom('account_merges as m')
		.innerJoin('users as u', 'u.id', 'm.from_user_id')
		.select(['u.uid', 'u.last_name', 'u.first_name', 'm.requested_at'])
		.where('m.state', '=', 'open')
		.orderBy('m.id')
		.limit(50)
		.execute()
	return rows.map((row) => ({ uid: row.uid, name: `${row.last_name} ${row.first_name}`.trim(), at: row.requested_at }))
}

/**
 * Asks that an account be merged into the one with the uid or mail address `into`; another of the staff decides. Both are told by
 * mail. Throws invalid (field into) for an account that cannot be it, conflict where something keeps them apart or a merge waits.
 */
export async function requestMerge(ctx: ActCtx, uid: string, { into, reason }: { into: string; reason: string }): Promise<void> {
	requireRecentStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		const toUid = await findUid(trx, into)
		if (toUid === null || toUid === uid)
			throw new DomainError('invalid', 'no other account', {
				fields: {
					into:
						toUid === uid
							? 'このページの会員とは別のアカウントを入力してください。'
							: 'この会員は見つかりません。会員のID、または登録されているメールアドレスを入力してください。',
				},
			})
		const [from, to] = [await openPerson(trx, uid), await openPerson(trx, toUid)]
		await lockBoth(trx, from.id, to.id)
		await refuseObstacles(trx, from.id, to.id)
		const { numInsertedOrUpdatedRows } = await trx.db
			.insertInto('account_merges')
			.values({ from_user_id: from.id, to_user_id: to.id, reason, requested_by: trx.viewer.userId, requested_at: trx.now() })
			.onConflict((on) => on.doNothing())
			.executeTakeFirst()
		if (numInsertedOrUpdatedRows !== 1n) throw conflict('どちらかのアカウントの統合が、すでに依頼されています。')
		await recordAuditEvent(trx, { action: 'user.merge-request', subject: `user:${from.id}`, reason, detail: { into: to.id } })
		for (const one of [uid, toUid]) await sendNotice(trx, one, requestedMail(trx.site))
	})
}

/**
 * Does or refuses what a colleague asked for. Done, what the account had belongs to the other one, and nobody signs in to it any
 * more; all in one transaction. Returns the uid of the account that is kept. Throws forbidden for the one who asked, conflict where nothing waits or something keeps them apart.
 */
export async function decideMerge(ctx: ActCtx, uid: string, { grants, reason }: { grants: boolean; reason: string }): Promise<string> {
	requireRecentStaff(ctx, 'support')
	const { kept, picture } = await inTransaction(ctx, async (trx) => {
		const from = await openPerson(trx, uid)
		const open = await trx.db
			.selectFrom('account_merges as m')
			.innerJoin('users as u', 'u.id', 'm.to_user_id')
			.select(['m.id', 'm.requested_by', 'm.to_user_id', 'u.uid as to_uid'])
			.where('m.from_user_id', '=', from.id)
			.where('m.state', '=', 'open')
			.forUpdate('m')
			.executeTakeFirst()
		if (!open) throw conflict('承認を待つ統合はありません。')
		if (open.requested_by === trx.viewer.userId)
			throw new DomainError('forbidden', 'the second person is another one', {
				fields: { form: 'ご自身の依頼は、別の担当者が判断します。' },
			})
		await trx.db
			.updateTable('account_merges')
			.set({ state: grants ? 'done' : 'refused', decided_by: trx.viewer.userId, decided_at: trx.now(), decision_reason: reason })
			.where('id', '=', open.id)
			.execute()
		const detail = { request: open.id, into: open.to_user_id }
		if (!grants) {
			await recordAuditEvent(trx, { action: 'user.merge-refuse', subject: `user:${from.id}`, reason, detail })
			return { kept: open.to_uid, picture: null }
		}
		const to = await openPerson(trx, open.to_uid)
		await lockBoth(trx, from.id, to.id)
		await refuseObstacles(trx, from.id, to.id)
		const moved = await moveEverything(trx, from.id, to.id)
		await recordAuditEvent(trx, { action: 'user.merge', subject: `user:${from.id}`, reason, detail: { ...detail, moved } })
		await recordAuditEvent(trx, { action: 'user.merge', subject: `user:${to.id}`, reason, detail: { ...detail, from: from.id } })
		await sendNotice(trx, open.to_uid, mergedMail(trx.site))
		return { kept: open.to_uid, picture: await eraseAccount(trx, uid, leavingParts, mergedMail) }
	})
	await forgetAvatar(ctx, picture)
	return kept
}

/** Repoints every reference that moves. Returns the numbers of rows by table and column. */
async function moveEverything(ctx: ActCtx, from: string, to: string): Promise<Record<string, number>> {
	const questions = await ctx.db.selectFrom('questions').select('id').where('asker_id', '=', from).execute()
	const expert = await ctx.db.selectFrom('experts').select('id').where('user_id', '=', from).executeTakeFirst()
	const moved: Record<string, number> = {}
	for (const [reference, rule] of Object.entries(mergeRules)) {
		if (rule.does !== 'move') continue
		const { table, column } = partsOf(reference)
		const { numAffectedRows = 0n } = await sql`
			update ${sql.table(table)} m set ${sql.ref(column)} = ${to}::bigint where ${movable(reference, rule, from, to)}
		`.execute(ctx.db)
		if (numAffectedRows > 0n) moved[reference] = Number(numAffectedRows)
	}
	// Nobody follows, nor finds helpful, what is their own.
	await sql`delete from follows f using experts e where e.id = f.expert_id and e.user_id = ${to}::bigint and f.user_id = ${to}::bigint`.execute(
		ctx.db,
	)
	await sql`
		delete from helpful_votes h using answers a join experts e on e.id = a.expert_id
		where a.id = h.answer_id and e.user_id = ${to}::bigint and h.user_id = ${to}::bigint
	`.execute(ctx.db)
	if (expert) {
		await ctx.db.updateTable('users').set({ is_expert: true, updated_at: ctx.now() }).where('id', '=', to).execute()
		const offices = await ctx.db.selectFrom('office_members').select('office_id').where('expert_id', '=', expert.id).execute()
		await publishTags(ctx.db, [`expert:${expert.id}`, ...offices.map(({ office_id }) => officeTag(office_id))])
	}
	await dropQuestionPages(
		ctx,
		questions.map(({ id }) => id),
	)
	return moved
}

const partsOf = (reference: string) => {
	const [table = '', column = ''] = reference.split('.')
	return { table, column }
}

/** The rows of `m` that go over. */
function movable(reference: string, { unless, onlyPosted }: Extract<MergeRule, { does: 'move' }>, from: string, to: string) {
	const { table, column } = partsOf(reference)
	const same = (unless ?? []).map((key) => sql`o.${sql.ref(key)} is not distinct from m.${sql.ref(key)}`)
	return sql.join(
		[
			sql`m.${sql.ref(column)} = ${from}::bigint`,
			...(onlyPosted ? [sql`m.posted_at is not null`] : []),
			...(unless === undefined
				? []
				: [
						sql`not exists (select from ${sql.table(table)} o where ${sql.join([sql`o.${sql.ref(column)} = ${to}::bigint`, ...same], sql` and `)})`,
					]),
		],
		sql` and `,
	)
}

const selectCounts = checkedSql({ label: text, count: int4 })

async function previewMerge(ctx: RecentStaffCtx, from: string, to: string): Promise<MergePreview> {
	const parts = Object.entries(mergeRules).flatMap(([reference, rule]) =>
		rule.does === 'move'
			? [
					sql`select ${rule.label}::text as label, count(*)::integer as count from ${sql.table(partsOf(reference).table)} m
						where ${movable(reference, rule, from, to)}`,
				]
			: [],
	)
	const { rows } = await selectCounts`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
	return { moves: rows.filter(({ count }) => count > 0), obstacles: await readObstacles(ctx, from, to) }
}

const selectObstacles = checkedSql({
	bothExperts: bool,
	hasPlan: bool,
	isRestricted: bool,
	haveDealings: bool,
	sameReview: bool,
	sameSubject: bool,
})

const obstacleTexts = {
	bothExperts: 'どちらも専門家として登録しています。先に、使わない方の専門家の登録をやめてもらってください。',
	hasPlan: '統合して消えるアカウントに、有料プランの契約か、支払いの済んでいない請求書があります。',
	isRestricted: 'どちらかのアカウントが、投稿の制限中か利用の停止中です。',
	haveDealings:
		'2つのアカウントのあいだに、回答・口コミ・問い合わせ・見積もり依頼・面談があります。本人同士のやり取りになるため、統合できません。',
	sameReview: '同じ事務所に、両方のアカウントから口コミを書いています。先に、どちらかを削除してもらってください。',
	sameSubject: '同じ事務所に、両方のアカウントから同じ件名で問い合わせています。',
} as const

/** What keeps two accounts from becoming one, as sentences; read by one statement. */
async function readObstacles(ctx: RecentStaffCtx, from: string, to: string): Promise<string[]> {
	const both = sql`(${from}::bigint, ${to}::bigint)`
	/** A client of an office whose member the other account is. */
	const between = (table: 'reviews' | 'inquiries' | 'appointments') => sql`exists (
		select from ${sql.table(table)} c join office_members m on m.office_id = c.office_id join experts e on e.id = m.expert_id
		where c.user_id in ${both} and e.user_id in ${both} and e.user_id <> c.user_id
	)`
	const { rows } = await selectObstacles`
		select
			(select count(*) from experts where user_id in ${both}) = 2 as "bothExperts",
			exists (select from subscriptions where user_id = ${from}::bigint and state <> 'ended')
				or exists (
					select from invoices where user_id = ${from}::bigint and kind = 'invoice' and paid_amount + credited_amount < total
				) as "hasPlan",
			exists (
				select from account_restrictions
				where user_id in ${both} and lifted_at is null and (ends_at is null or ends_at > ${ctx.now()})
			) as "isRestricted",
			exists (
				select from questions q join answers a on a.question_id = q.id join experts e on e.id = a.expert_id
				where q.asker_id in ${both} and e.user_id in ${both} and e.user_id <> q.asker_id
			) or ${between('reviews')} or ${between('inquiries')} or ${between('appointments')} or exists (
				select from estimate_requests r join estimate_deliveries d on d.request_id = r.id
				join office_members m on m.office_id = d.office_id join experts e on e.id = m.expert_id
				where r.user_id in ${both} and e.user_id in ${both} and e.user_id <> r.user_id
			) as "haveDealings",
			exists (
				select from reviews a join reviews b on b.office_id = a.office_id where a.user_id = ${from}::bigint and b.user_id = ${to}::bigint
			) as "sameReview",
			exists (
				select from inquiries a join inquiries b on b.office_id = a.office_id and b.subject = a.subject
				where a.user_id = ${from}::bigint and b.user_id = ${to}::bigint
			) as "sameSubject"
	`.execute(ctx.db)
	const [found] = rows
	return Object.entries(obstacleTexts).flatMap(([name, sentence]) => (found?.[name as keyof typeof obstacleTexts] ? [sentence] : []))
}

async function refuseObstacles(ctx: ActCtx, from: string, to: string): Promise<void> {
	const obstacles = await readObstacles(ctx, from, to)
	if (obstacles.length > 0) throw conflict(obstacles.join(''))
}

/** In one order, so that two merges never wait for each other. */
async function lockBoth(ctx: ActCtx, one: string, other: string): Promise<void> {
	await sql`select id from users where id in (${one}::bigint, ${other}::bigint) order by id for update`.execute(ctx.db)
}

async function findUid(ctx: ActCtx, typed: string): Promise<string | null> {
	const user = await ctx.db
		.selectFrom('users as u')
		.innerJoin('identities as i', 'i.uid', 'u.uid')
		.select('u.uid')
		.where((is) => is.or([is('u.uid', '=', typed), is('i.email', '=', typed.toLowerCase())]))
		.where('u.deleted_at', 'is', null)
		.executeTakeFirst()
	return user?.uid ?? null
}

const conflict = (form: string) => new DomainError('conflict', 'the accounts cannot be merged', { fields: { form } })

const requestedMail = (site: Site): MailText =>
	mail(site, {
		subject: 'アカウントの統合のお申し出を受け付けました',
		heading: 'アカウントの統合のお申し出',
		body: [
			`${site.name}の2つのアカウントを1つにまとめるお申し出を受け付けました。別の担当者が確認したうえで統合します。`,
			`お心当たりがない場合は、すぐにお問い合わせ（${site.publicUrl}/contact）からお知らせください。統合を取りやめます。`,
		],
		footLinks: [{ label: 'お問い合わせのページ', url: `${site.publicUrl}/contact` }],
	})

const mergedMail = (site: Site): MailText =>
	mail(site, {
		subject: 'アカウントを統合しました',
		heading: 'アカウントの統合のお知らせ',
		body: [
			`お申し出により、${site.name}の2つのアカウントを1つにまとめました。質問、やり取り、お気に入りなどは、残ったアカウントにあります。`,
			'統合して消えたアカウントのメールアドレスでは、ログインできません。残ったアカウントのログインの方法は、これまでと同じです。',
		],
	})
