import { type RawBuilder, sql } from 'kysely'
import { checkedSql, text } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { bestPlan, type Entitlements, entitlementsOf, type Plan, plansWith } from './entitlements.ts'

/** The plan of the account whose row of `account_plans` is joined as `p`, for statements that read something else as well. */
export const planOfJoined = (now: Date) =>
	sql<string>`case when p.plan is not null and (p.until is null or p.until > ${now}::timestamptz) then p.plan else 'free' end`.$castTo<Plan>()

/** The plan that an account has at this moment. */
export async function getAccountPlan({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<Plan> {
	const row = await db
		.selectFrom('account_plans as p')
		.select(planOfJoined(now()).as('plan'))
		.where('p.user_id', '=', userId)
		.executeTakeFirst()
	return row?.plan ?? 'free'
}

const selectPlans = checkedSql({ plan: text.as<Plan>() })

/** The entitlements of an office: the largest plan among its owners. */
export async function getOfficeEntitlements({ db, now }: Pick<Ctx, 'db' | 'now'>, officeId: number): Promise<Entitlements> {
	const { rows } = await selectPlans`
		select distinct ${planOfJoined(now())} as plan
		from office_members m
		join experts e on e.id = m.expert_id
		join account_plans p on p.user_id = e.user_id
		where m.office_id = ${officeId}::integer and m.role = 'owner'
	`.execute(db)
	return entitlementsOf(bestPlan(rows.map(({ plan }) => plan)))
}

/**
 * Whether an account holds what only some plans contain: it owns an office, one of whose owners has such a plan. For
 * statements that read something else as well, so that a check costs no statement of its own.
 */
export const ownsOfficeWith = (
	now: Date,
	userId: RawBuilder<unknown>,
	holds: (entitlements: Entitlements) => boolean,
) => sql<boolean>`exists (
	select from experts own
	join office_members mine on mine.expert_id = own.id and mine.role = 'owner'
	join offices o on o.id = mine.office_id and o.state <> 'deleted'
	join office_members m on m.office_id = o.id and m.role = 'owner'
	join experts e on e.id = m.expert_id
	left join account_plans p on p.user_id = e.user_id
	where own.user_id = ${userId} and own.state = 'verified' and ${planOfJoined(now)} = any (${plansWith(holds)}::text[])
)`

/** Sets the plan of an account; null is the free plan. Called only when a subscription changes. */
export async function setAccountPlan(
	{ db }: Pick<Ctx, 'db'>,
	userId: string,
	held: { plan: 'standard' | 'pro'; until: Date | null } | null,
): Promise<void> {
	if (held === null) {
		await db.deleteFrom('account_plans').where('user_id', '=', userId).execute()
		return
	}
	await db
		.insertInto('account_plans')
		.values({ user_id: userId, ...held })
		.onConflict((conflict) => conflict.column('user_id').doUpdateSet(held))
		.execute()
}
