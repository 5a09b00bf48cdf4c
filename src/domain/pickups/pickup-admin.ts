import { sql } from 'kysely'
import { publishTags } from '../../platform/page-tags.ts'
import { bool, checkedSql, int4, text } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff } from '../accounts/staff.ts'
import { lawfulTaskIdsOfExpert } from '../memberships/lawful-tasks.ts'
import type { IsoDate } from '../shared/column-types.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { isoDay } from '../shared/japan-time.ts'
import { counselIds } from '../taxonomy/attributes.ts'
import { findScope } from '../taxonomy/categories.ts'
import { listTasks } from '../taxonomy/tasks.ts'
import { isTopPage, type PickupPlace, pickupShelf } from './pickup-input.ts'
import type { PickupEdit, PickupInput } from './pickup-schemas.ts'
import { pickupTag, standsInPlace } from './pickups.ts'

export const subjectOfPickup = (id: number): string => `pickup:${id}`

const refused = (sentence: string, field = 'form') => new DomainError('conflict', 'refused', { fields: { [field]: sentence } })

type Row = {
	id: number
	expert_id: number
	scope_id: number
	prefecture_id: number
	position: number
	reason: string
	is_pr: boolean
	starts_on: IsoDate
	ends_on: IsoDate | null
	published_at: Date | null
	ended_at: Date | null
	version: number
}

const placeOf = ({ scope_id: scopeId, prefecture_id: prefectureId }: Pick<Row, 'scope_id' | 'prefecture_id'>): PickupPlace => ({
	scopeId,
	prefectureId,
})

/**
 * Begins a draft that introduces an expert in a place. The same form sent twice gives the same draft. Throws not-found for an unknown
 * place, conflict for an expert who may not stand there.
 */
export async function createPickup(
	ctx: RecentStaffCtx,
	place: PickupPlace,
	{ expertId, clientKey, ...fields }: PickupInput,
): Promise<{ id: number }> {
	const staff = requireRecentStaff(ctx, 'editor')
	return inTransaction(staff, async (trx) => {
		await requirePlace(trx, place)
		const made = await trx.db
			.insertInto('pickups')
			.values({
				...columnsOf(fields),
				expert_id: await requireExpert(trx, expertId),
				scope_id: place.scopeId,
				prefecture_id: place.prefectureId,
				made_by: trx.viewer.userId,
				made_at: trx.now(),
				client_key: clientKey,
			})
			.onConflict((conflict) => conflict.column('client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) return trx.db.selectFrom('pickups').select('id').where('client_key', '=', clientKey).executeTakeFirstOrThrow()
		await assertMayStand(trx, await readRow(trx, made.id))
		await recordAuditEvent(trx, { action: 'pickup.begin', subject: subjectOfPickup(made.id), detail: { expertId, ...place, ...fields } })
		return made
	})
}

const columnsOf = ({ reason, position, startsOn, endsOn, isPr }: Omit<PickupEdit, 'version'>) => ({
	reason,
	position,
	starts_on: startsOn,
	ends_on: endsOn,
	is_pr: isPr,
})

async function requireExpert(trx: RecentStaffCtx, expertId: number): Promise<number> {
	const expert = await trx.db
		.selectFrom('experts')
		.select('id')
		.where('id', '=', expertId)
		.where('state', '=', 'verified')
		.executeTakeFirst()
	if (!expert) throw refused('確認済みの専門家から選んでください。')
	return expert.id
}

/** Throws not-found for a place that no page has, conflict for a list that recommends nobody. */
export async function requirePlace(ctx: RecentStaffCtx | Parameters<typeof findScope>[0], { scopeId }: PickupPlace): Promise<void> {
	if (scopeId === 0) return
	const scope = await findScope(ctx, scopeId)
	if (!scope) throw notFound('scope')
	if (scope.isNeutral)
		throw refused(
			'弁護士か司法書士だけが行える業務の一覧では、特定の専門家を取り上げません（弁護士法72条など）。ほかの場所を選んでください。',
		)
}

/** Changes a draft, or one that is published, which shows at once. Throws conflict for an older version. */
export async function editPickup(ctx: RecentStaffCtx, id: number, { version, ...fields }: PickupEdit): Promise<void> {
	await change(ctx, id, 'pickup.edit', async (trx, row) => {
		if (row.version !== version) throw refused('ほかの担当者がこの内容を変えました。開き直して確かめてください。')
		if (pickupShelf(shelfOf(row), isoDay(trx.now())) === 'over') throw refused('終わった紹介は変えられません。新しく取り上げてください。')
		const changed = { ...row, ...columnsOf(fields) }
		await assertMayStand(trx, changed)
		if (row.published_at !== null) await assertOnce(trx, changed)
		await trx.db
			.updateTable('pickups')
			.set({ ...columnsOf(fields), version: version + 1 })
			.where('id', '=', id)
			.execute()
		return {
			before: { reason: row.reason, position: row.position, startsOn: row.starts_on, endsOn: row.ends_on, isPr: row.is_pr },
			after: { ...fields },
		}
	})
}

/** Publishes a draft from its first day on. Said again it changes nothing. Throws conflict for an older version and where it may not stand. */
export async function publishPickup(ctx: RecentStaffCtx, id: number, version: number): Promise<void> {
	await change(ctx, id, 'pickup.publish', async (trx, row) => {
		if (row.published_at !== null) return null
		if (row.version !== version) throw refused('ほかの担当者がこの内容を変えました。開き直して確かめてください。')
		if (row.ends_on !== null && row.ends_on < isoDay(trx.now()))
			throw refused('終わりの日が過ぎています。期間を直してから公開してください。')
		await requirePlace(trx, placeOf(row))
		await assertMayStand(trx, row)
		await assertOnce(trx, row)
		await trx.db.updateTable('pickups').set({ published_at: trx.now() }).where('id', '=', id).execute()
		return {}
	})
}

/** Ends a published pick-up at once. Said again it changes nothing. Throws conflict for a draft. */
export async function endPickup(ctx: RecentStaffCtx, id: number, reason: string): Promise<void> {
	await change(
		ctx,
		id,
		'pickup.end',
		async (trx, row) => {
			if (row.published_at === null) throw refused('まだ公開していません。')
			if (row.ended_at !== null) return null
			await trx.db.updateTable('pickups').set({ ended_at: trx.now() }).where('id', '=', id).execute()
			return {}
		},
		reason,
	)
}

/** Deletes a draft. Throws conflict for what was published. */
export async function discardPickup(ctx: RecentStaffCtx, id: number): Promise<void> {
	await change(ctx, id, 'pickup.discard', async (trx, row) => {
		if (row.published_at !== null) throw refused('公開した紹介は消せません。掲載を終えてください。')
		await trx.db.deleteFrom('pickups').where('id', '=', id).execute()
		return { expertId: row.expert_id }
	})
}

const shelfOf = (row: Row) => ({ startsOn: row.starts_on, endsOn: row.ends_on, publishedAt: row.published_at, endedAt: row.ended_at })

async function readRow(trx: RecentStaffCtx, id: number): Promise<Row> {
	const row = await trx.db
		.selectFrom('pickups')
		.select([
			'id',
			'expert_id',
			'scope_id',
			'prefecture_id',
			'position',
			'reason',
			'is_pr',
			'starts_on',
			'ends_on',
			'published_at',
			'ended_at',
			'version',
		])
		.where('id', '=', id)
		.executeTakeFirst()
	if (!row) throw notFound('pickup')
	return row
}

type Change = (trx: RecentStaffCtx, row: Row) => Promise<Parameters<typeof recordAuditEvent>[1]['detail'] | null>

/** Runs `handler`, one writer at a time; what it changed is recorded, and the page of the place is rendered again. */
async function change(ctx: RecentStaffCtx, id: number, action: string, handler: Change, reason?: string): Promise<void> {
	const staff = requireRecentStaff(ctx, 'editor')
	await inTransaction(staff, async (trx) => {
		// Editors write a few rows a day, and what is checked spans the rows of a place.
		await sql`lock table pickups in share row exclusive mode`.execute(trx.db)
		const row = await readRow(trx, id)
		const detail = await handler(trx, row)
		if (detail === null) return
		await recordAuditEvent(trx, { action, subject: subjectOfPickup(id), reason, detail })
		if (row.published_at !== null || action === 'pickup.publish') await publishTags(trx.db, [pickupTag(placeOf(row))])
	})
}

/** Throws conflict where the expert may not stand in the place, with the rule that stops it. */
async function assertMayStand(trx: RecentStaffCtx, row: Row): Promise<void> {
	const place = placeOf(row)
	const { rows } = await checkedSql({ stands: bool, name: text, is_counsel: int4 })`
		select ${standsInPlace} as stands, e.display_name as name, (
			select count(*)::integer from expert_credentials c
			where c.expert_id = e.id and c.profession_id = any (${counselIds}::integer[])
		) as is_counsel
		from pickups p join experts e on e.id = p.expert_id where p.id = ${row.id}::integer
	`.execute(trx.db)
	const [found] = rows
	if (!found) throw notFound('pickup')
	if (!found.stands)
		throw refused(
			isTopPage(place)
				? `${found.name}さんには、公開中の事務所がありません。`
				: `${found.name}さんの事務所がこの一覧に載っていないか、本人がこの業務を扱っていません。`,
		)
	if (row.is_pr && found.is_counsel > 0)
		throw refused('弁護士・司法書士は、有料（PR）では取り上げません（紹介料の禁止。弁護士職務基本規程13条など）。', 'isPr')
	if (place.scopeId !== 0 && !(await hasLawfulTask(trx, row.expert_id, place.scopeId)))
		throw refused(`${found.name}さんの資格では、この一覧の業務を行えません。`)
}

async function hasLawfulTask(trx: RecentStaffCtx, expertId: number, scopeId: number): Promise<boolean> {
	const [lawful, tasks] = await Promise.all([lawfulTaskIdsOfExpert(trx, expertId), listTasks(trx)])
	return tasks.some(({ id, taskCategoryId }) => lawful.has(id) && (id === scopeId || taskCategoryId === scopeId))
}

/** Throws conflict where the same expert is already introduced in the place on one of the days. */
async function assertOnce(trx: RecentStaffCtx, row: Row): Promise<void> {
	const { rows } = await checkedSql({ id: int4 })`
		select p.id from pickups p
		where p.expert_id = ${row.expert_id}::integer and p.scope_id = ${row.scope_id}::integer and p.prefecture_id = ${row.prefecture_id}::integer
			and p.id <> ${row.id}::integer and p.published_at is not null and p.ended_at is null
			and daterange(p.starts_on, p.ends_on, '[]') && daterange(${row.starts_on}::date, ${row.ends_on}::date, '[]')
		limit 1
	`.execute(trx.db)
	if (rows[0]) throw refused(`同じ場所で、期間の重なる紹介（番号 ${rows[0].id}）があります。期間を直してください。`, 'startsOn')
}
