import { defineTexts, writeText } from '../accounts/mailing/mail-words.ts'
import { sql, type Transaction } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import type { RecentStaffCtx, StaffCtx } from '../accounts/staff.ts'
import { type Ctx, type Database, inTransaction } from '../shared/context.ts'
import { reindexOffice } from '../listings/listings.ts'
import { DomainError } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { appealPath } from '../shared/links.ts'
import { hideAnswer, hideQuestion, showAnswer, showQuestion } from '../questions/hiding.ts'
import { dropQuestionPages } from '../questions/thread.ts'
import { type HideableKind, subjectLabels } from './input.ts'
import { getSubject, nameOf, refuseOwn } from './subjects.ts'

const post = { 投稿: '質問「確定申告の経費」', 理由: '連絡先が書かれているため' }

export const hidingTexts = defineTexts('moderation', {
	hidden: [
		'投稿を非公開にした（書いた方へ）',
		'あなたの{投稿}を非公開にしました。理由：{理由}　納得できないときは、一度だけ異議を申し立てられます。',
		post,
	],
	shown: ['投稿をもう一度公開した（書いた方へ）', 'あなたの{投稿}を、もう一度公開しました。理由：{理由}', post],
	appealRejected: [
		'異議を認めなかった（書いた方へ）',
		'{投稿}についての異議の申し立てを確認しました。判断は変わりません。理由：{理由}',
		post,
	],
	dismissed: ['報告：公開を続けた（報告した方へ）', '報告いただいた{投稿}を確認しました。今回は公開を続けます。理由：{理由}', post],
	declined: ['やり取りの報告：見送った（報告した方へ）', '報告いただいた{投稿}を確認しました。今回は対応を見送ります。理由：{理由}', post],
	hiddenReported: [
		'報告：非公開にした（報告した方へ）',
		'報告いただいた{投稿}を確認し、非公開にしました。お知らせいただき、ありがとうございました。',
		{ 投稿: post.投稿 },
	],
	upheld: [
		'報告：別の方法で対応した（報告した方へ）',
		'報告いただいた{投稿}を確認し、対応しました。お知らせいただき、ありがとうございました。',
		{ 投稿: post.投稿 },
	],
})

type HideableSubject = { kind: HideableKind; id: number }

/** Hides a subject and notifies its author, who may appeal once, with the reason. Throws conflict when it is hidden already. */
export async function hideSubject(ctx: RecentStaffCtx, subject: HideableSubject, reason: string): Promise<void> {
	await change(ctx, subject, reason, true)
}

/** Shows a subject again and notifies its author with the reason. */
export async function showSubject(ctx: RecentStaffCtx, subject: HideableSubject, reason: string): Promise<void> {
	await change(ctx, subject, reason, false)
}

async function change(ctx: StaffCtx, subject: HideableSubject, reason: string, hides: boolean): Promise<void> {
	const { kind, id } = subject
	await inTransaction(ctx, async (trx) => {
		await lock(trx, `${kind}:${id}`)
		const before = await getSubject(trx, subject)
		await refuseOwn(trx, subject, before)
		if ((before.hidden !== null) === hides)
			throw new DomainError('conflict', 'nothing to change', {
				fields: { form: hides ? 'すでに非公開になっています。' : 'すでに公開されています。' },
			})
		await (hides ? hiding : showing)[kind](trx, id, reason)
		await recordAuditEvent(trx, { action: `${kind}.${hides ? 'hide' : 'show'}`, subject: `${kind}:${id}`, reason })
		if (before.authorId === null) return
		const name = nameOf(subjectLabels[kind], before.title)
		await publishEvent(trx, {
			event: 'notice',
			kind: 'report-outcome',
			userId: before.authorId,
			subject: `${hides ? 'hidden' : 'shown'}:${kind}:${id}:${trx.now().getTime()}`,
			text: writeText(trx.site, hides ? hidingTexts.hidden : hidingTexts.shown, { 投稿: name, 理由: reason }),
			path: hides ? appealPath(kind, id) : before.path,
		})
	})
}

/** Serialises decisions on one subject. */
export const lock = (ctx: Ctx, subject: string) =>
	sql`select pg_advisory_xact_lock(hashtextextended(${`moderation ${subject}`}, 0))`.execute(ctx.db)

type Work = Record<HideableKind, (ctx: StaffCtx, id: number, reason: string) => Promise<void>>

const hiding: Work = {
	question: hideQuestion,
	answer: hideAnswer,
	comment: (ctx, id, reason) => markComment(ctx, id, reason),
	review: (ctx, id, reason) => markReview(ctx, id, reason),
}
const showing: Work = {
	question: showQuestion,
	answer: showAnswer,
	comment: (ctx, id) => markComment(ctx, id, null),
	review: (ctx, id) => markReview(ctx, id, null),
}

/** The slot stays taken: a hidden comment keeps its place in the thread. */
async function markComment(ctx: StaffCtx, id: number, reason: string | null): Promise<void> {
	const { rows } = await checkedSql({ question_id: int4, expert_id: int4.nullable })`
		update answer_comments c set hidden_at = ${reason === null ? null : ctx.now()}::timestamptz, hidden_reason = ${reason}
		from answers a where a.id = c.answer_id and c.id = ${id}::integer returning a.question_id, a.expert_id
	`.execute(ctx.db)
	for (const row of rows) await dropQuestionPages(ctx, [row.question_id], row.expert_id)
}

/** Updates the office's rating totals too. */
async function markReview(ctx: StaffCtx, id: number, reason: string | null): Promise<void> {
	const sign = reason === null ? 1 : -1
	// First, in the same order as a client who changes the stars; otherwise the check would compare new stars with the old total.
	await sql`select from offices where id = (select office_id from reviews where id = ${id}::integer) for update`.execute(ctx.db)
	const { rows } = await checkedSql({ office_id: int4 })`
		with changed as (
			update reviews set hidden_at = ${reason === null ? null : ctx.now()}::timestamptz, hidden_reason = ${reason}
			where id = ${id}::integer returning office_id, stars
		)
		update offices o set rating_sum = rating_sum + ${sign}::integer * c.stars, rating_count = rating_count + ${sign}::integer
		from changed c where o.id = c.office_id returning o.id as office_id
	`.execute(ctx.db)
	for (const { office_id: officeId } of rows) await reindexOffice(ctx.db as Transaction<Database>, officeId)
}
