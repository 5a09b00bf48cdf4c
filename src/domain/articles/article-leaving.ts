import { sql } from 'kysely'
import { bool, checkedSql, int4 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { publishTags } from '../../platform/page-tags.ts'
import { tagsOf } from './article-items.ts'

/**
 * Removes a leaving user's articles, in the transaction that deletes the account and before their expert
 * page is deleted: unpublished ones are deleted, published ones stay as shown, without a name.
 */
export async function withdrawFromMedia(ctx: Ctx, user: { id: string }): Promise<void> {
	const { rows } = await checkedSql({ id: int4, expert_id: int4.nullable, own: bool })`
		select a.id, a.expert_id, a.author_user_id is not distinct from ${user.id}::bigint as own from articles a
		where (a.author = 'expert' and a.author_user_id = ${user.id}::bigint)
			or a.supervisor_id in (select id from experts where user_id = ${user.id}::bigint)
		order by a.id for no key update of a
	`.execute(ctx.db)
	const own = rows.filter((row) => row.own).map(({ id }) => id)
	await sql`delete from articles where id = any (${own}::integer[]) and published_at is null`.execute(ctx.db)
	await sql`delete from article_revisions where article_id = any (${own}::integer[])`.execute(ctx.db)
	await sql`
		update articles a set author_user_id = null, saved_by = null, stage = 'settled', returned_reason = null, submitted_at = null,
			manuscript = jsonb_build_object(
				'title', a.title, 'lead', a.lead, 'body', a.body, 'taskCategoryId', a.task_category_id,
				'taskIds', (select coalesce(jsonb_agg(t.task_id order by t.position), '[]') from article_tasks t where t.article_id = a.id),
				'sources', a.sources, 'lawAsOf', a.law_as_of, 'supervisorId', a.supervisor_id
			)
		where a.id = any (${own}::integer[])
	`.execute(ctx.db)
	await publishTags(
		ctx.db,
		rows.flatMap((row) => tagsOf(row.id, row.expert_id)),
	)
}
