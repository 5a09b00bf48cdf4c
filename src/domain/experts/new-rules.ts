import { sql, type Transaction } from 'kysely'
import { publishTags } from '../../platform/page-tags.ts'
import { reindexExpertTerms } from '../listings/suggestion-index.ts'
import type { Ctx, Database } from '../shared/context.ts'
import { ownCredentialsPath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'
import { restoreExpertTasks, suspendProfileTasks } from './credential-expiry.ts'

/**
 * Applies changed parts of tasks to all profiles, in the transaction that changed them: withholds the tasks of which their
 * experts may do no part any longer and notifies them, and brings back those that the rules allow again. Returns the number of
 * profiles that lost a task.
 */
export async function applyRulesToProfiles(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
	const back = await restoreExpertTasks(ctx, sql`true`)
	const gone = await suspendProfileTasks(ctx, sql`exists (select from experts x where x.id = et.expert_id and x.state = 'verified')`)
	for (const expertId of new Set([...back, ...gone])) await reindexExpertTerms(ctx.db as Transaction<Database>, expertId)
	await publishTags(
		ctx.db,
		[...back, ...gone].map((id) => `expert:${id}`),
	)
	if (gone.length === 0) return 0
	const experts = await ctx.db.selectFrom('experts').select(['id', 'user_id']).where('id', 'in', gone).orderBy('id').execute()
	for (const { id, user_id: userId } of experts)
		await publishEvent(ctx, {
			event: 'notice',
			kind: 'expert-decision',
			userId,
			subject: `profile-withheld:${id}:${ctx.now().getTime()}`,
			text: 'あなたのプロフィールの業務のうち、法律で行える資格の確認ができないものの掲載を止めました。業務は残っており、資格を追加して確認が済むと掲載に戻ります。',
			path: ownCredentialsPath(),
		})
	return gone.length
}
