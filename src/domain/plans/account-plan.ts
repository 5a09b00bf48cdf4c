import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import { type Entitlements, entitlementsOf, paidPlans, type Plan, plansWith } from './entitlements.ts'

/*
 * A page learns what a plan allows from the statement that reads its rows: `test/entitlement-statements.test.ts` holds that a
 * check adds no statement to any page.
 */

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

/** SQL for one number of the entitlements of an office: those of the largest plan among its owners. */
export const capacityOfOffice = (now: Date, officeId: RawBuilder<unknown>, capacity: (entitlements: Entitlements) => number) => {
	const largestFirst = paidPlans.toReversed().map((plan) => sql`when ${plan} = any (held.plans) then ${capacity(entitlementsOf(plan))}`)
	return sql<number>`(
		select (case ${sql.join(largestFirst, sql` `)} else ${capacity(entitlementsOf('free'))} end)::integer
		from (select ${plansOfOffice(now, officeId)} as plans) held
	)`
}

/** SQL for the plans of the owners of an office, as an array. */
const plansOfOffice = (now: Date, officeId: RawBuilder<unknown>) => sql`array(
	select ${planOfJoined(now)}
	from office_members m
	join experts e on e.id = m.expert_id
	join account_plans p on p.user_id = e.user_id
	where m.office_id = ${officeId} and m.role = 'owner'
)`

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
