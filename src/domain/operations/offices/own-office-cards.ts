import { checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import { type OwnOffice, listOwnOffices } from '../../memberships/office-membership.ts'
import { type Ctx, requireMember } from '../../shared/context.ts'
import { arrangementRows, inquiryRows, leadRows, ownDesks, tabOf } from '../inbox/inbox-rows.ts'
import { wishesMet } from './office-figures.ts'

export type OwnOfficeCard = OwnOffice & {
	/** As `offices.picture` has it. */
	picture: string | null
	/** Mean of the stars of `reviews` reviews; null without any. */
	stars: number | null
	reviews: number
	/** How many of the `WISHES` the published page has. */
	wishesMet: number
	/** Requests, inquiries and what is arranged in them that wait for the office. */
	due: number
}

const selectCards = checkedSql({ id: int4, picture: text.nullable, rating_sum: int4, rating_count: int4, wishes_met: int4, due: int4 })

/** The offices that the viewer is a member of, with how they stand. Two statements. */
export async function listOwnOfficeCards(ctx: Ctx): Promise<OwnOfficeCard[]> {
	const { userId } = requireMember(ctx)
	const now = ctx.now()
	const [offices, { rows }] = await Promise.all([
		listOwnOffices(ctx),
		selectCards`
			with mine as materialized (${ownDesks(userId)}), rows as (
				${leadRows(now)} union all ${inquiryRows} union all ${arrangementRows(now)}
			), waiting as (select office_id, count(*)::integer as due from rows where not is_kept and ${tabOf} = 'due' group by office_id)
			select o.id, o.picture, o.rating_sum::integer, o.rating_count, ${wishesMet} as wishes_met, coalesce(w.due, 0) as due
			from mine join offices o on o.id = mine.id left join waiting w on w.office_id = o.id
		`.execute(ctx.db),
	])
	const figures = new Map(rows.map((row) => [row.id, row]))
	return offices.map((office) => {
		const row = figures.get(office.id)
		return {
			...office,
			picture: row?.picture ?? null,
			stars: row && row.rating_count > 0 ? row.rating_sum / row.rating_count : null,
			reviews: row?.rating_count ?? 0,
			wishesMet: row?.wishes_met ?? 0,
			due: row?.due ?? 0,
		}
	})
}
