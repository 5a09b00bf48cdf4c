import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { DomainError } from '../errors.ts'

/** More than a person writes in an hour. */
const HOURLY = { questions: 10, answers: 40 } as const

/** Throws `throttled` for one who has posted as much within the last hour. */
export async function refuseHaste(ctx: Ctx, what: keyof typeof HOURLY, userId: string): Promise<void> {
	const since = new Date(ctx.now().getTime() - 3_600_000)
	const { rows } = await sql<{ at: Date }>`
		${
			what === 'questions'
				? sql`select created_at as at from questions where asker_id = ${userId}::bigint and created_at > ${since}`
				: sql`select a.created_at as at from answers a join experts e on e.id = a.expert_id where e.user_id = ${userId}::bigint and a.created_at > ${since}`
		}
		order by 1
	`.execute(ctx.db)
	const [oldest] = rows
	if (!oldest || rows.length < HOURLY[what]) return
	throw new DomainError('throttled', `too many ${what}`, {
		retryAfterSeconds: Math.max(1, Math.ceil((oldest.at.getTime() - since.getTime()) / 1000)),
	})
}
