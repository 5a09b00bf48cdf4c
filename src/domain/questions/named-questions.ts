import { publishTags } from '../../platform/page-tags.ts'
import type { Ctx } from '../shared/context.ts'
import { tagsOf } from './thread.ts'

/** To be called when a person's name or its showing has changed: the kept pages of what they asked under it are made anew. */
export async function refreshNamedQuestions(ctx: Ctx, userId: string): Promise<void> {
	const named = await ctx.db
		.selectFrom('questions')
		.select('id')
		.where('asker_id', '=', userId)
		.where('is_anonymous', '=', false)
		.where('deleted_at', 'is', null)
		.execute()
	await publishTags(ctx.db, [...new Set(named.flatMap(({ id }) => tagsOf(id)))])
}
