import { checkedSql, timestamptz } from '../../platform/checked-sql.ts'
import { hashToken } from '../../platform/token.ts'
import type { Ctx } from '../shared/context.ts'

export type CallRate = {
	/** Calls that may come at once. */
	burst: number
	/** Calls that may come again each second. */
	perSecond: number
}

/** What a call was counted as. */
export type CountedCall = {
	/** Null when the call may go on, else the seconds to wait. */
	wait: number | null
	/** Calls that may still come at once. */
	left: number
	/** Seconds until all of `burst` may come again. */
	fullIn: number
}

const countStatement = checkedSql({ before: timestamptz.nullable, after: timestamptz })

/**
 * Counts one call of the public API for whatever `key` names, in all processes together: a bucket that fills again, kept as the moment
 * at which it will be full. A refused call is not counted. The table is not logged, so the statement waits for no disk.
 */
export async function countCall(ctx: Pick<Ctx, 'db' | 'now'>, key: string, { burst, perSecond }: CallRate): Promise<CountedCall> {
	const step = 1_000 / perSecond
	const now = ctx.now().getTime()
	const least = new Date(now)
	const { rows } = await countStatement`
		insert into api_call_rates as r (key, full_at)
		values (${hashToken(key).toString('base64url')}, ${new Date(now + step)})
		on conflict (key) do update set full_at =
			case when greatest(r.full_at, ${least}) <= ${new Date(now + (burst - 1) * step)}
				then greatest(r.full_at, ${least}) + ${step}::float8 * interval '1 millisecond'
				else r.full_at
			end
		returning old.full_at as before, new.full_at as after
	`.execute(ctx.db)
	const [row] = rows
	const after = row?.after.getTime() ?? now
	const isRefused = row?.before !== null && row?.before.getTime() === after
	return {
		wait: isRefused ? Math.max(1, Math.ceil((after - now - (burst - 1) * step) / 1_000)) : null,
		left: Math.max(0, Math.floor((burst * step - (after - now)) / step)),
		fullIn: Math.max(0, Math.ceil((after - now) / 1_000)),
	}
}

/** Forgets those who may make all calls again. */
export async function cleanCallRates(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	await ctx.db.deleteFrom('api_call_rates').where('full_at', '<', ctx.now()).execute()
}
