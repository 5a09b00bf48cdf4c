import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, int8 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { questionPath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'
import { listPartsOfQuestion } from '../taxonomy/task-part-reads.ts'
import { refusalOf } from '../taxonomy/task-parts.ts'
import { writeHiding } from './hiding.ts'

/**
 * Applies changed parts of tasks to the answers that state to cover them: their parts are stated again by the credentials of now,
 * as are those of parts that are no more. Answers to parts that did not change stay as they were when written. Returns how many
 * were hidden.
 */
export async function applyChangedParts(ctx: Pick<Ctx, 'db' | 'now'>, partIds: readonly number[]): Promise<number> {
	await sql`
		update answers set part_ids = '{}' where part_ids && ${partIds}::integer[] and expert_id is not null
	`.execute(ctx.db)
	return applyRulesToAnswers(ctx)
}

const selectUnlawful = checkedSql({ id: int4, question_id: int4, expert_id: int4, best_answer_id: int4.nullable, user_id: int8 })

/**
 * Sets which parts earlier answers cover, and hides those whose experts may do no part of the question, with the law as the
 * reason; their authors are notified. Nothing is deleted. For one question if given. Returns how many were hidden.
 */
export async function applyRulesToAnswers(ctx: Pick<Ctx, 'db' | 'now'>, questionId: number | null = null): Promise<number> {
	const within = (question: RawBuilder<unknown>) => (questionId === null ? sql`true` : sql`${question} = ${questionId}::integer`)
	await sql`
		update answers a set part_ids = lawful.ids
		from (
			select x.id, array(select part from unnest(question_parts(x.question_id)) part where expert_may_do(x.expert_id, part)) as ids
			from answers x where x.part_ids = '{}' and x.expert_id is not null and ${within(sql`x.question_id`)}
		) lawful
		where a.id = lawful.id and lawful.ids <> '{}'
	`.execute(ctx.db)
	const { rows } = await selectUnlawful`
		select a.id, a.question_id, a.expert_id, q.best_answer_id, e.user_id
		from answers a join questions q on q.id = a.question_id join experts e on e.id = a.expert_id
		where a.part_ids = '{}' and a.hidden_at is null and ${within(sql`a.question_id`)} and question_parts(a.question_id) <> '{}'
		order by a.id
	`.execute(ctx.db)
	for (const answer of rows) {
		const reason = refusalOf(await listPartsOfQuestion(ctx, answer.question_id)).slice(0, 300)
		await writeHiding(ctx, answer, { hidden_at: ctx.now(), hidden_reason: reason })
		await publishEvent(ctx, {
			event: 'notice',
			kind: 'expert-decision',
			userId: answer.user_id,
			subject: `answer-withheld:${answer.id}${questionId === null ? '' : `:${ctx.now().getTime()}`}`,
			text: 'あなたの回答のひとつを非公開にしました。法律で行える資格が決まっている業務のためです。内容は残っており、理由と行える資格を質問のページで確認できます。',
			path: questionPath(answer.question_id),
		})
	}
	return rows.length
}
