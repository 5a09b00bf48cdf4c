import { sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { withdrawImages } from './question-images.ts'
import { dropQuestionPages } from './thread.ts'

/**
 * Anonymises a leaving user's questions and answers, in the transaction that deletes the account and before the experts' room deletes
 * their expert page: questions without answers are deleted, others stay without personal data,
 * answers stay with the profession only.
 */
export async function withdrawFromQa(ctx: Ctx, user: { id: string }): Promise<void> {
	const touched = await checkedSql({ id: int4 })`
		select q.id from questions q
		where q.asker_id = ${user.id}::bigint
			or exists (select from answers a join experts e on e.id = a.expert_id where a.question_id = q.id and e.user_id = ${user.id}::bigint)
		order by q.id for no key update of q
	`.execute(ctx.db)
	// Before they are deleted: their categories name the lists.
	await dropQuestionPages(
		ctx,
		touched.rows.map(({ id }) => id),
	)
	await sql`
		delete from questions q
		where q.asker_id = ${user.id}::bigint and not exists (select from answers a where a.question_id = q.id)
	`.execute(ctx.db)
	await sql`
		delete from question_revisions r using questions q where q.id = r.question_id and q.asker_id = ${user.id}::bigint
	`.execute(ctx.db)
	await sql`
		update questions
		set asker_id = null, client_key = null, is_anonymous = true, anonymised_at = coalesce(anonymised_at, ${ctx.now()})
		where asker_id = ${user.id}::bigint
	`.execute(ctx.db)
	await sql`
		update answers a set client_key = null, credentials = (
			select coalesce(jsonb_agg(k || '{"registrationNumber": "", "association": "", "registeredOn": null}'), '[]')
			from jsonb_array_elements(a.credentials) k
		)
		from experts e where e.id = a.expert_id and e.user_id = ${user.id}::bigint
	`.execute(ctx.db)
	await withdrawImages(ctx, user.id)
	await ctx.db.deleteFrom('qa_drafts').where('user_id', '=', user.id).execute()
}
