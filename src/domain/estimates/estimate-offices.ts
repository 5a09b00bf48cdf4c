import { checkedSql, int4, text, textArray } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { emptyQuery } from '../listings/list-query.ts'
import { listOffices } from '../listings/office-list.ts'
import type { OfficeCard, OfficeFee } from '../listings/types.ts'
import { type Area, japan } from '../geography/areas.ts'
import { getMunicipality } from '../geography/municipalities.ts'
import { getPrefecture } from '../geography/prefectures.ts'

const PROPOSED = 12

export type Place = { prefectureId: number | null; municipalityId: number | null }

export type ProposedOffice = {
	id: number
	name: string
	place: string
	professions: string[]
	fee: OfficeFee | null
	/** Why it is listed: the facts that decide the list's order, or that it was preselected. */
	reasons: string[]
	/** Chosen by the client on an earlier page. Only the client may choose whom to ask (弁護士法72条, 司法書士法73条, and what /about promises). */
	isChosen: boolean
}

/** Offices that can be asked: published, open to new clients, offering the task, and with a member who reads requests. */
export async function receivableOffices(ctx: Ctx, taskId: number, officeIds: readonly number[]): Promise<Set<number>> {
	if (officeIds.length === 0) return new Set()
	const { rows } = await checkedSql({ id: int4 })`
		select o.id from offices o
		join office_tasks t on t.office_id = o.id and t.task_id = ${taskId}::smallint
		where o.id = any(${[...officeIds]}::integer[]) and o.state = 'published' and o.accepting <> 'paused'
			and exists (
				select from office_members m join experts e on e.id = m.expert_id and e.state = 'verified' where m.office_id = o.id
			)
	`.execute(ctx.db)
	return new Set(rows.map(({ id }) => id))
}

/**
 * Offices to ask, from the list of the task and area in its own order, those chosen before first.
 */
export async function proposeOffices(
	ctx: Ctx,
	request: Place & { taskId: number; chosen: readonly number[]; except?: readonly number[] },
): Promise<ProposedOffice[]> {
	const { taskId, chosen, except = [] } = request
	const area = await areaOf(ctx, request)
	const list = await listOffices(ctx, { scopeId: taskId, area, query: emptyQuery(area.kind) })
	const cards = [...list.items, ...(list.widened?.items ?? [])].filter(({ id }) => !except.includes(id))
	const known = new Map(cards.map((card) => [card.id, card]))
	const receivable = await receivableOffices(ctx, taskId, [...known.keys(), ...chosen])
	const brought = chosen.filter((id) => receivable.has(id) && !known.has(id))
	const named = await readNames(ctx, brought)
	const offered = cards.filter(({ id }) => receivable.has(id) && (chosen.includes(id) || known.size > 0))
	const first = offered.filter(({ id }) => chosen.includes(id))
	const rest = offered.filter(({ id }) => !chosen.includes(id)).slice(0, PROPOSED)
	return [
		...named.map((office) => ({ ...office, reasons: ['前のページで選んだ事務所'], isChosen: true })),
		...first.map((card) => ({ ...fromCard(card), isChosen: true })),
		...rest.map((card) => ({ ...fromCard(card), isChosen: false })),
	]
}

export const areaOf = async (ctx: Ctx, { prefectureId, municipalityId }: Place): Promise<Area> =>
	municipalityId !== null ? getMunicipality(ctx, municipalityId) : prefectureId !== null ? getPrefecture(prefectureId) : japan

const fromCard = (card: OfficeCard) => ({
	id: card.id,
	name: card.name,
	place: `${card.prefectureName}${card.municipalityName}`,
	professions: card.professions.map(({ name }) => name),
	fee: card.fee,
	reasons: card.reasons,
})

/** Offices by their ids in that order, for what lists do not show. */
export async function readNames(ctx: Ctx, officeIds: readonly number[]): Promise<Omit<ProposedOffice, 'isChosen' | 'reasons'>[]> {
	if (officeIds.length === 0) return []
	const { rows } = await checkedSql({ id: int4, name: text, place: text, professions: textArray.nullable })`
		select o.id, o.name, p.name || m.name as place,
			(select array_agg(pr.name order by pr.id) from office_professions op join professions pr on pr.id = op.profession_id where op.office_id = o.id) as professions
		from offices o join prefectures p on p.id = o.prefecture_id join municipalities m on m.id = o.municipality_id
		where o.id = any(${[...officeIds]}::integer[])
		order by array_position(${[...officeIds]}::integer[], o.id)
	`.execute(ctx.db)
	return rows.map((row) => ({ ...row, professions: row.professions ?? [], fee: null }))
}

/** The area of an office, for a form that was opened from that office's page. */
export async function placeOfOffice(ctx: Ctx, officeId: number): Promise<Place> {
	const row = await ctx.db
		.selectFrom('offices')
		.select(['prefecture_id', 'municipality_id'])
		.where('id', '=', officeId)
		.where('state', '=', 'published')
		.executeTakeFirst()
	return { prefectureId: row?.prefecture_id ?? null, municipalityId: row?.municipality_id ?? null }
}
