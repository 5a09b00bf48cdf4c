import { sql } from 'kysely'
import { z } from 'zod'
import { publishTags } from '../../platform/page-tags.ts'
import { builtJson, checkedSql, int4, text } from '../../platform/checked-sql.ts'
import { ownOffices } from '../estimates/estimate-leads.ts'
import type { Area } from '../geography/areas.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { loadCards } from '../listings/cards.ts'
import { hasFacets, type ListQuery } from '../listings/list-query.ts'
import { listPath } from '../listings/list-path.ts'
import type { OfficeCard } from '../listings/types.ts'
import { applyOfficeCapacity } from '../memberships/office-capacity.ts'
import { capacityOfOffice } from '../plans/account-plan.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, forVerifiedExperts, notFound } from '../shared/errors.ts'
import { isoDay } from '../shared/japan-time.ts'
import { isNeutralSql } from '../taxonomy/categories.ts'
import { listTag } from '../listings/listing-tags.ts'
import { isTaskScope } from '../taxonomy/scopes.ts'

/*
 * A placement shows an office as PR below the list of a task in the office's prefecture. It is no place in the list: the order is
 * computed without it, and only an office that stands in the list by itself is shown. Lists of tasks that only 弁護士 and 司法書士
 * may do have none, because the site recommends none of them.
 */

/** How many placements a list shows; where there are more, they take turns daily. */
export const MOST_SHOWN = 2

/**
 * What a list shows as PR: on the first page of the list of a task in a prefecture, as long as no facet narrows it down. Empty
 * for every other list. One statement at most.
 */
export async function listPlacedOffices(
	ctx: Ctx,
	{ scopeId, area, query, isNeutral }: { scopeId: number; area: Area; query: ListQuery; isNeutral: boolean },
): Promise<OfficeCard[]> {
	if (!isTaskScope(scopeId) || isNeutral || area.kind !== 'prefecture' || query.cursor !== null || hasFacets(query)) return []
	const page = sql`
		select p.office_id, (row_number() over (order by md5(${isoDay(ctx.now())}::text || p.office_id)))::integer as place, null::integer as distance_m
		from placements p
		join office_listings l on l.office_id = p.office_id and l.scope_id = p.task_id and l.prefecture_id = p.prefecture_id
		join offices o on o.id = p.office_id and o.accepting <> 'paused'
		where p.task_id = ${scopeId}::integer and p.prefecture_id = ${area.id}::integer and p.asleep_at is null
		order by place
		limit ${MOST_SHOWN}
	`
	return loadCards(ctx, page, { scopeId, order: 'recommended' })
}

export type Placement = {
	id: number
	taskName: string
	path: string
	/** Beyond the plan: kept, and not shown. */
	isAsleep: boolean
	/** How many offices stand as PR in the same list, this one included. */
	together: number
	/** The office is not in the list itself, so that nothing is shown: it was unpublished or gave up the task. */
	isUnlisted: boolean
}

export type OfficePlacements = {
	officeId: number
	officeName: string
	prefectureName: string
	/** How many the plan holds. */
	most: number
	isPaused: boolean
	placements: Placement[]
	/** Tasks in whose list of the prefecture the office stands and where it may be placed. */
	choices: { taskId: number; name: string }[]
}

const selectOffices = checkedSql({
	id: int4,
	name: text,
	prefecture_id: int4,
	accepting: text,
	most: int4,
	placements: builtJson(() =>
		z.array(
			z.strictObject({
				id: z.int(),
				taskId: z.int(),
				taskName: z.string(),
				prefectureId: z.int(),
				isAsleep: z.boolean(),
				isListed: z.boolean(),
				together: z.int(),
			}),
		),
	),
	choices: builtJson(() => z.array(z.strictObject({ taskId: z.int(), name: z.string() }))),
})

const owned = (userId: string) => sql`${ownOffices(userId)} and m.role = 'owner'`

/** The offices that the viewer owns, with their placements. One statement. Throws forbidden for who is no verified expert. */
export async function listOwnPlacements(ctx: Ctx): Promise<OfficePlacements[]> {
	const { userId, isExpert } = requireMember(ctx)
	if (!isExpert) throw forVerifiedExperts()
	const { rows } = await selectOffices`
		select o.id, o.name, o.prefecture_id, o.accepting,
			${capacityOfOffice(ctx.now(), sql`o.id`, ({ placements }) => placements)} as most,
			(
				select coalesce(json_agg(json_build_object(
					'id', p.id, 'taskId', p.task_id, 'taskName', t.name, 'prefectureId', p.prefecture_id, 'isAsleep', p.asleep_at is not null,
					'isListed', exists (
						select from office_listings l where l.office_id = o.id and l.scope_id = p.task_id and l.prefecture_id = p.prefecture_id
					),
					'together', (
						select count(*)::integer from placements s
						where s.task_id = p.task_id and s.prefecture_id = p.prefecture_id and s.asleep_at is null
					)
				) order by p.id), '[]')
				from placements p join tasks t on t.id = p.task_id where p.office_id = o.id
			) as placements,
			(
				select coalesce(json_agg(json_build_object('taskId', t.id, 'name', t.name) order by t.id), '[]')
				from office_listings l join tasks t on t.id = l.scope_id and t.published_at is not null
				where l.office_id = o.id and not ${isNeutralSql(sql<number>`t.id`)} and not exists (
					select from placements p where p.office_id = o.id and p.task_id = t.id and p.prefecture_id = l.prefecture_id
				)
			) as choices
		from offices o
		where o.state <> 'deleted' and o.id in (${owned(userId)})
		order by o.id
	`.execute(ctx.db)
	return rows.map(({ id, name, prefecture_id, accepting, most, placements, choices }) => ({
		officeId: id,
		officeName: name,
		prefectureName: getPrefecture(prefecture_id).name,
		most,
		isPaused: accepting === 'paused',
		placements: placements.map(({ taskId, prefectureId, isListed, ...placement }) => ({
			...placement,
			isUnlisted: !isListed,
			path: listPath({ scopeId: taskId, area: getPrefecture(prefectureId) }),
		})),
		choices,
	}))
}

export const placementSchema = z.object({
	taskId: z.coerce
		.number('業務を選んでください。')
		.int('業務を選んでください。')
		.min(101, '業務を選んでください。')
		.max(9_999, '業務を選んでください。'),
})

const refused = (field: string, sentence: string) => new DomainError('conflict', 'refused', { fields: { [field]: sentence } })

/**
 * Places an office in the list of a task in its prefecture; once placed it stays so. Throws not-found for who does not own
 * the office, conflict where the plan holds no more, the office is not in the list, or the list has no placements.
 */
export async function addPlacement(ctx: Ctx, officeId: number, { taskId }: z.output<typeof placementSchema>): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		// One at a time for an office, so that the number stays within the plan. The lock has a statement of its own: one that waits
		// for it and counts at once would count what stood before the wait.
		await sql`select id from offices where id = ${officeId}::integer for no key update`.execute(trx.db)
		const { rows } = await checkedSql({ prefecture_id: int4, most: int4, held: int4, listed: int4, placed: int4, is_neutral: int4 })`
			select o.prefecture_id,
				${capacityOfOffice(trx.now(), sql`o.id`, ({ placements }) => placements)} as most,
				(select count(*)::integer from placements p where p.office_id = o.id) as held,
				(select count(*)::integer from office_listings l where l.office_id = o.id and l.scope_id = ${taskId}::integer) as listed,
				(select count(*)::integer from placements p where p.office_id = o.id and p.task_id = ${taskId}::integer and p.prefecture_id = o.prefecture_id) as placed,
				${isNeutralSql(taskId)}::integer as is_neutral
			from offices o
			where o.id = ${officeId}::integer and o.state <> 'deleted' and o.id in (${owned(userId)})
		`.execute(trx.db)
		const [office] = rows
		if (!office) throw notFound('office')
		if (office.placed > 0) return
		if (office.is_neutral === 1)
			throw refused(
				'taskId',
				'弁護士か司法書士だけが行える業務の一覧には、PRを掲載しません（弁護士法72条など）。ほかの業務を選んでください。',
			)
		if (office.listed === 0) throw refused('taskId', 'この業務の一覧に事務所が載っていません。先に、事務所の業務に加えてください。')
		if (office.held >= office.most)
			throw refused(
				'form',
				office.most === 0
					? 'PR掲載は、プロプランで使えます。'
					: `いまのプランで掲載できる一覧は${office.most}つまでです。ほかの掲載をやめると加えられます。`,
			)
		await trx.db
			.insertInto('placements')
			.values({ office_id: officeId, task_id: taskId, prefecture_id: office.prefecture_id, created_at: trx.now() })
			.execute()
		await publishTags(trx.db, [listTag(taskId, office.prefecture_id)])
	})
}

/** Ends a placement. What slept beyond the plan is shown in its stead. Throws not-found for who does not own the office. */
export async function removePlacement(ctx: Ctx, id: number): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const { rows } = await checkedSql({ office_id: int4 })`
			select o.id as office_id from offices o
			where o.id = (select p.office_id from placements p where p.id = ${id}::integer) and o.id in (${owned(userId)})
			for no key update of o
		`.execute(trx.db)
		const [office] = rows
		if (!office) throw notFound('placement')
		const removed = await trx.db.deleteFrom('placements').where('id', '=', id).returning(['task_id', 'prefecture_id']).executeTakeFirst()
		if (!removed) throw notFound('placement')
		await publishTags(trx.db, [listTag(removed.task_id, removed.prefecture_id)])
		await applyOfficeCapacity(trx, office.office_id)
	})
}
