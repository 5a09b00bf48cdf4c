import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql, int4, text } from '../../platform/checked-sql.ts'
import { readExpertCards } from '../experts/experts.ts'
import type { ExpertCard } from '../experts/types.ts'
import type { IsoDate } from '../shared/column-types.ts'
import type { Ctx } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'
import { mostShown, type PickupPlace } from './pickup-input.ts'

/** An expert whom editors introduce, with the reason shown beside. */
export type Pickup = ExpertCard & { pickupId: number; reason: string; isPr: boolean }

/** The tag of a page that shows the pick-ups of a place. */
export const pickupTag = ({ scopeId, prefectureId }: PickupPlace): string => `pickups:${scopeId}:${prefectureId}`

/**
 * Condition on a row `p` of pickups and an expert `e`: whether the expert may stand in the place now. Verified and with a published
 * office; in a list, that office must be in the list by itself, which lets laws and suspensions hold here too, and one of
 * the expert's own tasks must be of the list.
 */
export const standsInPlace: RawBuilder<boolean> = sql<boolean>`(
	e.state = 'verified' and exists (
		select from office_members m join offices o on o.id = m.office_id and o.state = 'published'
		where m.expert_id = e.id and (
			(p.scope_id = 0 and p.prefecture_id = 0)
			or exists (
				select from office_listings l
				where l.office_id = o.id and l.scope_id = p.scope_id and (p.prefecture_id = 0 or l.prefecture_id = p.prefecture_id)
			)
		)
	) and (p.scope_id = 0 or exists (
		select from expert_tasks x join tasks t on t.id = x.task_id and t.published_at is not null
		where x.expert_id = e.id and p.scope_id in (t.id, t.task_category_id)
	))
)`

/** Condition on a row `p`: whether it is published for a day of Japan. */
export const runsOn = (day: IsoDate): RawBuilder<boolean> => sql<boolean>`(
	p.published_at is not null and p.ended_at is null and p.starts_on <= ${day}::date and (p.ends_on is null or p.ends_on >= ${day}::date)
)`

/**
 * The experts introduced in a place, in the editors' order, paid ones after the others. `day` is today unless a preview asks for
 * another; `withDraftId` adds a draft to it.
 */
export async function listPickups(
	ctx: Ctx,
	place: PickupPlace,
	{ day = isoDay(ctx.now()), withDraftId = null }: { day?: IsoDate; withDraftId?: number | null } = {},
): Promise<Pickup[]> {
	const { rows } = await checkedSql({ id: int4, expert_id: int4, reason: text, is_pr: bool })`
		select p.id, p.expert_id, p.reason, p.is_pr
		from pickups p join experts e on e.id = p.expert_id
		where p.scope_id = ${place.scopeId}::integer and p.prefecture_id = ${place.prefectureId}::integer
			and (${runsOn(day)}${withDraftId === null ? sql`` : sql` or p.id = ${withDraftId}::integer`}) and ${standsInPlace}
		order by p.is_pr, p.position, p.id
		limit ${sql.lit(mostShown(place))}
	`.execute(ctx.db)
	const cards = await readExpertCards(
		ctx,
		rows.map(({ expert_id }) => expert_id),
	)
	return rows.flatMap(({ id, expert_id, reason, is_pr: isPr }) => {
		const card = cards.get(expert_id)
		return card ? [{ ...card, pickupId: id, reason, isPr }] : []
	})
}

/** Adds clicks on pick-ups to today's counts in Japan; those of ended and unknown ones are ignored. */
export async function addPickupClicks(ctx: Pick<Ctx, 'db' | 'now'>, clicks: readonly { id: number; count: number }[]): Promise<void> {
	if (clicks.length === 0) return
	const day = isoDay(ctx.now())
	await sql`
		insert into pickup_clicks (pickup_id, day, click_count)
		select p.id, ${day}::date, sum(g.count)::integer
		from unnest(${clicks.map(({ id }) => id)}::integer[], ${clicks.map(({ count }) => count)}::integer[]) as g (id, count)
		join pickups p on p.id = g.id and ${runsOn(day)}
		group by p.id order by p.id
		on conflict (pickup_id, day) do update set click_count = pickup_clicks.click_count + excluded.click_count
	`.execute(ctx.db)
}
