import { checkedSql, int4, text, textArray } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { emptyQuery } from '../listings/list-query.ts'
import { listOffices } from '../listings/office-list.ts'
import type { OfficeCard, OfficeFee } from '../listings/types.ts'
import { type Area, japan } from '../geography/areas.ts'
import { getMunicipality } from '../geography/municipalities.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { handPickedProfessions, MAX_OFFICES } from './estimate-input.ts'

const PROPOSED = 12
const TICKED = 3

export type Place = { prefectureId: number | null; municipalityId: number | null }

export type ProposedOffice = {
	id: number
	name: string
	place: string
	professions: string[]
	fee: OfficeFee | null
	/** Why it stands here: the facts that decide the list's order, or that it was brought along. */
	reasons: string[]
	isChosen: boolean
}

export type Proposal = {
	offices: ProposedOffice[]
	/** Nothing is ticked beforehand: the client alone chooses whom to ask in law (弁護士法 第72条, 司法書士法 第73条). */
	isHandPicked: boolean
}

/** Who can be asked: on the site, open to new clients, doing the task, and with somebody who reads what arrives. */
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

/** Whether the task is one of professions whose offices may not be chosen for the client. */
export async function isHandPicked(ctx: Ctx, taskId: number): Promise<boolean> {
	const row = await ctx.db
		.selectFrom('task_professions as t')
		.innerJoin('professions as p', 'p.id', 't.profession_id')
		.select('p.id')
		.where('t.task_id', '=', taskId)
		.where('p.slug', 'in', handPickedProfessions)
		.executeTakeFirst()
	return row !== undefined
}

/**
 * Offices to ask, from the list of the task and area in its own order, those chosen before first. Three are ticked where
 * nothing was chosen yet and the law leaves it to us.
 */
export async function proposeOffices(
	ctx: Ctx,
	request: Place & { taskId: number; chosen: readonly number[]; isAnswered: boolean; except?: readonly number[] },
): Promise<Proposal> {
	const { taskId, chosen, isAnswered, except = [] } = request
	const area = await areaOf(ctx, request)
	const list = await listOffices(ctx, { scopeId: taskId, area, query: emptyQuery(area.kind) })
	const cards = [...list.items, ...(list.widened?.items ?? [])].filter(({ id }) => !except.includes(id))
	const known = new Map(cards.map((card) => [card.id, card]))
	const receivable = await receivableOffices(ctx, taskId, [...known.keys(), ...chosen])
	const brought = chosen.filter((id) => receivable.has(id) && !known.has(id))
	const named = await readNames(ctx, brought)
	const handPicked = await isHandPicked(ctx, taskId)
	const offered = cards.filter(({ id }) => receivable.has(id) && (chosen.includes(id) || known.size > 0))
	const first = offered.filter(({ id }) => chosen.includes(id))
	const rest = offered.filter(({ id }) => !chosen.includes(id)).slice(0, PROPOSED)
	const mayTick = !handPicked && !isAnswered && first.length + named.length === 0
	return {
		isHandPicked: handPicked,
		offices: [
			...named.map((office) => ({ ...office, reasons: ['前のページで選んだ事務所'], isChosen: true })),
			...first.map((card) => ({ ...fromCard(card), isChosen: true })),
			...rest.map((card, place) => ({ ...fromCard(card), isChosen: mayTick && place < Math.min(TICKED, MAX_OFFICES) })),
		],
	}
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

/** Where an office is, for a form that was led in with nothing but it. */
export async function placeOfOffice(ctx: Ctx, officeId: number): Promise<Place> {
	const row = await ctx.db
		.selectFrom('offices')
		.select(['prefecture_id', 'municipality_id'])
		.where('id', '=', officeId)
		.where('state', '=', 'published')
		.executeTakeFirst()
	return { prefectureId: row?.prefecture_id ?? null, municipalityId: row?.municipality_id ?? null }
}
