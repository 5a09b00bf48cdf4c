import { sql } from 'kysely'
import { checkedSql, int4, int8, text } from '../../../platform/checked-sql.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { defineTexts, writeText } from '../../accounts/mailing/mail-words.ts'
import type { RecentStaffCtx } from '../../accounts/staff.ts'
import type { Ctx } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { questionPath } from '../../shared/links.ts'
import { publishEvent } from '../../shared/outbox.ts'
import { recountAnswers } from '../hiding.ts'
import { applyRulesToAnswers } from '../new-rules.ts'
import { indexQuestions } from '../search/search-index.ts'
import { dropQuestionPages, isId, lockQuestion } from '../thread.ts'

const sample = { 質問: '開業届はいつまでに出しますか' }

export const mergeTexts = defineTexts('question-merge', {
	merged: [
		'質問の統合（統合された質問をした方へ）',
		'あなたの質問「{質問}」を、同じ内容の質問「{統合した先}」に統合しました。回答は、統合した先で読めます。',
		{ ...sample, 統合した先: '開業届の提出の期限' },
	],
	moved: [
		'質問の統合（回答が移った方へ）',
		'あなたが回答した質問「{質問}」を、同じ内容の質問に統合しました。あなたの回答は、統合した先に移りました。',
		sample,
	],
	hidden: [
		'質問の統合（回答が表示されなくなった方へ）',
		'あなたが回答した質問「{質問}」を、同じ内容の質問に統合しました。統合した先にあなたの{先にあるもの}があるため、この回答は表示されなくなりました。',
		{ ...sample, 先にあるもの: '回答' },
	],
	favourite: ['質問の統合（お気に入りに入れた方へ）', 'お気に入りの質問「{質問}」を、同じ内容の質問に統合しました。', sample],
	received: [
		'質問の統合（統合した先の質問をした方へ）',
		'同じ内容の別の質問を、あなたの質問「{質問}」に統合しました。移った回答は、あなたの質問のページで読めます。',
		sample,
	],
})

/** Where the address of a merged question leads; null for one that was not merged. */
export async function findMergedInto(ctx: Pick<Ctx, 'db'>, questionId: number): Promise<number | null> {
	if (!isId(questionId)) return null
	const row = await ctx.db
		.selectFrom('question_merges')
		.select('to_id')
		.where('from_id', '=', questionId)
		.where('outcome', '=', 'applied')
		.executeTakeFirst()
	return row?.to_id ?? null
}

export type AnswerOfMerge = {
	id: number
	expertName: string
	/** Why it cannot go with the others: its expert has answered the other question, or asked it. */
	stays: 'answered' | 'asked' | null
}

const selectAnswers = checkedSql({
	id: int4,
	expert_id: int4.nullable,
	expert_name: text,
	user_id: int8.nullable,
	stays: text.as<'answered' | 'asked'>().nullable,
})

/** The answers of a question as a merge into another treats them. */
const answersOf = (ctx: Pick<Ctx, 'db'>, fromId: number, toId: number) =>
	selectAnswers`
		select a.id, a.expert_id, coalesce(e.display_name, '退会した専門家') as expert_name, e.user_id,
			case
				when exists (select from answers b where b.question_id = ${toId}::integer and b.expert_id = a.expert_id) then 'answered'
				when e.user_id is not null and e.user_id = q.asker_id then 'asked'
			end as stays
		from answers a left join experts e on e.id = a.expert_id join questions q on q.id = ${toId}::integer
		where a.question_id = ${fromId}::integer order by a.id
	`.execute(ctx.db)

/** What a merge would do with the answers, in their order. */
export async function readAnswersOfMerge(ctx: Pick<Ctx, 'db'>, fromId: number, toId: number): Promise<AnswerOfMerge[]> {
	const { rows } = await answersOf(ctx, fromId, toId)
	return rows.map(({ id, expert_name: expertName, stays }) => ({ id, expertName, stays }))
}

/** How many a merge notifies besides the two askers: who answered the merged question, and who keeps it as a favourite. */
export async function countConcerned(ctx: Pick<Ctx, 'db'>, fromId: number): Promise<{ answerers: number; followers: number }> {
	const { rows } = await checkedSql({ answerers: int4, followers: int4 })`
		select (select count(*)::integer from answers where question_id = ${fromId}::integer and expert_id is not null) as answerers,
			(select count(*)::integer from favourites where question_id = ${fromId}::integer) as followers
	`.execute(ctx.db)
	return rows[0]!
}

const refused = (sentence: string) => new DomainError('conflict', 'refused', { fields: { form: sentence } })

/**
 * Merges a question into another, in the caller's transaction: answers move, except of experts who have answered or asked the other
 * one; each is judged again by the law of its new question. The merged question leaves the site and its address redirects. Its asker,
 * its answerers and those who keep it are notified. Throws not-found, and conflict where either is off the site or already merged.
 */
export async function mergeQuestion(
	trx: RecentStaffCtx,
	{ fromId, toId, reason }: { fromId: number; toId: number; reason: string },
): Promise<void> {
	if (fromId === toId) throw refused('同じ質問です。別の質問を選んでください。')
	// In the order of ids, as any other writer of two threads would.
	for (const id of [fromId, toId].toSorted((a, b) => a - b)) await lockQuestion(trx, id)
	const { from, to } = await readPair(trx, fromId, toId)
	if ([from.asker_id, to.asker_id].includes(trx.viewer.userId)) throw refused('ご自身の質問が含まれています。ほかの担当者が判断します。')
	const { rows: answers } = await answersOf(trx, fromId, toId)
	const keepers = await trx.db.selectFrom('favourites').select('user_id').where('question_id', '=', fromId).execute()
	const moving = answers.filter(({ stays }) => stays === null).map(({ id }) => id)
	await dropQuestionPages(trx, [fromId, toId])
	await trx.db
		.updateTable('questions')
		.set({ hidden_at: trx.now(), hidden_reason: `同じ内容の質問「${to.title}」に統合しました。`.slice(0, 300) })
		.where('id', '=', fromId)
		.execute()
	await recountAnswers(trx, fromId, { wasBest: true })
	await moveAnswers(trx, moving, fromId, toId)
	await recountAnswers(trx, fromId)
	await recountAnswers(trx, toId)
	await trx.db.updateTable('question_merges').set({ to_id: toId }).where('to_id', '=', fromId).where('outcome', '=', 'applied').execute()
	await indexQuestions(trx, [fromId, toId])
	for (const expertId of new Set(answers.map(({ expert_id }) => expert_id))) await dropQuestionPages(trx, [toId], expertId)
	await recordAuditEvent(trx, {
		action: 'question.merge',
		subject: `question:${fromId}`,
		reason,
		detail: { toId, moved: moving, stayed: answers.flatMap(({ id, stays }) => (stays === null ? [] : [id])) },
	})
	await notifyConcerned(trx, { from, to, answers, keepers })
}

type Pair = Awaited<ReturnType<typeof readPair>>

async function readPair(trx: RecentStaffCtx, fromId: number, toId: number) {
	const rows = await trx.db
		.selectFrom('questions')
		.select(['id', 'title', 'asker_id', 'hidden_at', 'awaits_address_since'])
		.where('id', 'in', [fromId, toId])
		.where('deleted_at', 'is', null)
		.execute()
	const [from, to] = [rows.find(({ id }) => id === fromId), rows.find(({ id }) => id === toId)]
	if (!from || !to) throw notFound('question')
	if ((await findMergedInto(trx, fromId)) !== null) throw refused('この質問は、すでに統合されています。')
	if (from.hidden_at !== null || to.hidden_at !== null)
		throw refused('非公開の質問は統合できません。先に公開するか、別の質問を選んでください。')
	return { from, to }
}

/** Answers keep their author, date, votes and comments. What the new question's law leaves nothing of is hidden, as in any other change of it. */
async function moveAnswers(trx: RecentStaffCtx, ids: readonly number[], fromId: number, toId: number): Promise<void> {
	await sql`
		update answers set question_id = ${toId}::integer, moved_from_id = ${fromId}::integer, part_ids = '{}' where id = any (${ids}::integer[])
	`.execute(trx.db)
	// A draft goes along where its writer has none for the other question and has not answered it.
	await sql`
		update qa_drafts d set question_id = ${toId}::integer
		where d.question_id = ${fromId}::integer
			and not exists (select from qa_drafts o where o.user_id = d.user_id and o.question_id = ${toId}::integer)
			and not exists (select from answers a join experts e on e.id = a.expert_id where a.question_id = ${toId}::integer and e.user_id = d.user_id)
	`.execute(trx.db)
	// Who keeps the merged question keeps the other one instead.
	await sql`
		update favourites f set question_id = ${toId}::integer
		where f.question_id = ${fromId}::integer
			and not exists (select from favourites o where o.user_id = f.user_id and o.question_id = ${toId}::integer)
	`.execute(trx.db)
	await trx.db.deleteFrom('favourites').where('question_id', '=', fromId).execute()
	await applyRulesToAnswers(trx, toId)
}

async function notifyConcerned(
	trx: RecentStaffCtx,
	{
		from,
		to,
		answers,
		keepers,
	}: Pair & {
		answers: readonly { user_id: string | null; stays: 'answered' | 'asked' | null }[]
		keepers: readonly { user_id: string }[]
	},
): Promise<void> {
	const path = questionPath(to.id)
	const told = new Set<string>()
	const notify = async (userId: string | null, text: string) => {
		if (userId === null || told.has(userId)) return
		told.add(userId)
		await publishEvent(trx, { event: 'notice', kind: 'question-task', userId, subject: `question-merge:${from.id}`, text, path })
	}
	await notify(from.asker_id, writeText(trx.site, mergeTexts.merged, { 質問: from.title, 統合した先: to.title }))
	for (const { user_id: userId, stays } of answers)
		await notify(
			userId,
			stays === null
				? writeText(trx.site, mergeTexts.moved, { 質問: from.title })
				: writeText(trx.site, mergeTexts.hidden, { 質問: from.title, 先にあるもの: stays === 'answered' ? '回答' : '質問' }),
		)
	for (const { user_id: userId } of keepers) await notify(userId, writeText(trx.site, mergeTexts.favourite, { 質問: from.title }))
	await notify(to.asker_id, writeText(trx.site, mergeTexts.received, { 質問: to.title }))
}
