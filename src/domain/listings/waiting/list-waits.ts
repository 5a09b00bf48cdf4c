import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4 } from '../../../platform/checked-sql.ts'
import { hashToken, randomToken } from '../../../platform/token.ts'
import { type Area, areaName, parseAreaId } from '../../geography/areas.ts'
import { type Ctx, inTransaction, requireMember } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { hours } from '../../shared/japan-time.ts'
import { type CallerCtx, countUnprovedMail } from '../../shared/throttles.ts'
import { findScope } from '../../taxonomy/categories.ts'
import { areasOf } from '../area-lookup.ts'
import { listPath } from '../list-path.ts'
import { WAIT_BELOW, WAIT_CONFIRM_HOURS, WAITS_PER_ADDRESS } from './list-wait-input.ts'
import { waitConfirmationMail } from './list-wait-words.ts'

/** A list by its scope and area, as `listing_totals` knows it. */
export type ListKey = { scopeId: number; areaId: number }

export type WaitedList = ListKey & {
	scopeName: string
	areaName: string
	/** The list itself. */
	path: string
	officeCount: number
}

/** Returns the list that a person may wait for; null for a scope or an area that does not exist. */
export async function findWaitedList(ctx: Ctx, key: ListKey): Promise<WaitedList | null> {
	const [scope, area] = await Promise.all([findScope(ctx, key.scopeId), findArea(ctx, key.areaId)])
	if (!scope || !area) return null
	const total = await ctx.db
		.selectFrom('listing_totals')
		.select('office_count')
		.where('area_id', '=', key.areaId)
		.where('scope_id', '=', key.scopeId)
		.executeTakeFirst()
	return {
		...key,
		scopeName: scope.name,
		areaName: areaName(area),
		path: listPath({ scopeId: scope.id, area }),
		officeCount: total?.office_count ?? 0,
	}
}

async function findArea(ctx: Ctx, id: number): Promise<Area | null> {
	if (parseAreaId(id) === null) return null
	return (await areasOf(ctx, [id])).get(id) ?? null
}

/** The offices of a list, each kind of area by its index. `list` is the relation that holds `scope_id` and `area_id`. */
export const officesOfListSql = (list: RawBuilder<unknown>) => sql`
	select l.office_id from office_listings l where ${list}.area_id = 0 and l.scope_id = ${list}.scope_id
	union all
	select l.office_id from office_listings l
	where ${list}.area_id between 1 and 47 and l.scope_id = ${list}.scope_id and l.prefecture_id = ${list}.area_id
	union all
	select l.office_id from office_listings l
	where ${list}.area_id between 1100 and 47999 and l.scope_id = ${list}.scope_id and l.city_id = ${list}.area_id
	union all
	select l.office_id from office_listings l
	where ${list}.area_id between 1100 and 47999 and l.scope_id = ${list}.scope_id and l.municipality_id = ${list}.area_id
		and l.municipality_id <> l.city_id
	union all
	select s.office_id from station_listings s
	where ${list}.area_id > 1000000 and s.station_id = ${list}.area_id - 1000000 and ${list}.scope_id = any (s.scope_ids)
`

/** The address of the viewer's account; null for visitors and accounts without one. */
export async function findOwnAddress(ctx: Ctx): Promise<{ email: string; isVerified: boolean } | null> {
	if (ctx.viewer.kind !== 'member') return null
	const row = await ctx.db
		.selectFrom('users as u')
		.innerJoin('identities as i', 'i.uid', 'u.uid')
		.select(['i.email', 'i.email_verified_at'])
		.where('u.id', '=', ctx.viewer.userId)
		.executeTakeFirst()
	return row?.email ? { email: row.email, isVerified: row.email_verified_at !== null } : null
}

/**
 * Stores that an address wants to hear of the next office in a list. A member's confirmed address waits at once; any other after the
 * link in a mail. Asking again sends another link and keeps the place. Throws `conflict` for a list that has offices enough and for
 * an address that waits for too many lists.
 */
export async function waitForOffices(ctx: CallerCtx, { email: typed, ...key }: ListKey & { email: string }): Promise<'waiting' | 'mailed'> {
	const list = await findWaitedList(ctx, key)
	if (!list) throw notFound('list')
	if (list.officeCount >= WAIT_BELOW)
		throw new DomainError('conflict', 'the list has offices enough', {
			fields: { form: `${list.areaName}には、「${list.scopeName}」に対応する事務所が${list.officeCount}件掲載されています。` },
			ways: [{ label: '事務所の一覧を見る', path: list.path }],
		})
	const own = await findOwnAddress(ctx)
	const email = own?.email ?? typed
	const isConfirmed = own?.isVerified === true
	return inTransaction(ctx, async (trx) => {
		if (!isConfirmed) await countUnprovedMail(trx, email)
		await assertFewWaits(trx, email, key)
		const token = randomToken()
		const link = isConfirmed
			? { confirm_hash: null, confirm_expires_at: null, confirmed_at: trx.now() }
			: { confirm_hash: hashToken(token), confirm_expires_at: new Date(trx.now().getTime() + hours(WAIT_CONFIRM_HOURS)) }
		await trx.db
			.insertInto('list_waits')
			.values({
				scope_id: key.scopeId,
				area_id: key.areaId,
				email,
				known_office_ids: await readOfficeIds(trx, key),
				created_at: trx.now(),
				...link,
			})
			.onConflict((conflict) => conflict.columns(['email', 'scope_id', 'area_id']).where('email', 'is not', null).doUpdateSet(link))
			.execute()
		if (isConfirmed) return 'waiting'
		await trx.enqueueMail(trx.db, { to: email, ...waitConfirmationMail(trx.site, { ...list, token, stopKey: waitStopKey(trx, email) }) })
		return 'mailed'
	})
}

async function assertFewWaits({ db }: Ctx, email: string, { scopeId, areaId }: ListKey): Promise<void> {
	const others = await db
		.selectFrom('list_waits')
		.select('id')
		.where('email', '=', email)
		.where((eb) => eb.not(eb.and([eb('scope_id', '=', scopeId), eb('area_id', '=', areaId)])))
		.limit(WAITS_PER_ADDRESS)
		.execute()
	if (others.length < WAITS_PER_ADDRESS) return
	throw new DomainError('conflict', 'the address waits for too many lists', {
		fields: { email: `1つのメールアドレスで登録できるお知らせは、${WAITS_PER_ADDRESS}件までです。` },
	})
}

async function readOfficeIds({ db }: Ctx, { scopeId, areaId }: ListKey): Promise<number[]> {
	const { rows } = await checkedSql({ office_id: int4 })`
		select distinct o.office_id
		from (select ${scopeId}::smallint as scope_id, ${areaId}::integer as area_id) key, lateral (${officesOfListSql(sql.ref('key'))}) o
		order by o.office_id
	`.execute(db)
	return rows.map((row) => row.office_id)
}

/** Returns the list that a confirmation link is about; null for a link that is used, replaced or expired. Does not use it. */
export async function findWaitToConfirm(ctx: Ctx, token: string): Promise<WaitedList | null> {
	const row = await ctx.db
		.selectFrom('list_waits')
		.select(['scope_id', 'area_id'])
		.where('confirm_hash', '=', hashToken(token.slice(0, 100)))
		.where('confirm_expires_at', '>', ctx.now())
		.executeTakeFirst()
	return row ? findWaitedList(ctx, { scopeId: row.scope_id, areaId: row.area_id }) : null
}

/** Uses a confirmation link. Returns what is waited for; throws `not-found` the second time. */
export async function confirmWait(ctx: Ctx, token: string): Promise<ListKey> {
	const row = await ctx.db
		.updateTable('list_waits')
		.set((eb) => ({ confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(ctx.now())), confirm_hash: null, confirm_expires_at: null }))
		.where('confirm_hash', '=', hashToken(token.slice(0, 100)))
		.where('confirm_expires_at', '>', ctx.now())
		.returning(['scope_id', 'area_id'])
		.executeTakeFirst()
	if (!row) throw notFound('confirmation')
	return { scopeId: row.scope_id, areaId: row.area_id }
}

const waitsOf = (email: string, { scopeId, areaId }: ListKey) => ({ email, scope_id: scopeId, area_id: areaId })

/** Returns whether the viewer's confirmed address waits for offices in a list. */
export async function isWaiting(ctx: Ctx, key: ListKey): Promise<boolean> {
	const own = await findOwnAddress(ctx)
	if (!own?.isVerified) return false
	const row = await ctx.db
		.selectFrom('list_waits')
		.select('id')
		.where((eb) => eb.and(waitsOf(own.email, key)))
		.where('confirmed_at', 'is not', null)
		.executeTakeFirst()
	return row !== undefined
}

/** Deletes what the viewer's confirmed address waits for in one list. Idempotent. */
export async function stopWait(ctx: Ctx, key: ListKey): Promise<void> {
	requireMember(ctx)
	const own = await findOwnAddress(ctx)
	if (!own?.isVerified) throw notFound('address')
	await ctx.db
		.deleteFrom('list_waits')
		.where((eb) => eb.and(waitsOf(own.email, key)))
		.execute()
}

const STOP = 'list-wait-stop'
/** Of an encrypted address in characters. */
const MAX_KEY = 500

/** Returns the key of the link that stops all that an address waits for. */
export const waitStopKey = ({ encryptor }: Pick<Ctx, 'encryptor'>, email: string): string => encryptor.encrypt(STOP, email)

const openStopKey = ({ encryptor }: Pick<Ctx, 'encryptor'>, key: string): string | null => encryptor.decrypt(STOP, key.slice(0, MAX_KEY))

/** Returns whether a key is one of `waitStopKey`. */
export const isWaitStopKey = (ctx: Pick<Ctx, 'encryptor'>, key: string): boolean => openStopKey(ctx, key) !== null

/** Deletes all that the address of a key waits for. Throws `not-found` for any other key. Idempotent. */
export async function stopWaits(ctx: Ctx, key: string): Promise<void> {
	const email = openStopKey(ctx, key)
	if (email === null) throw notFound('address')
	await ctx.db.deleteFrom('list_waits').where('email', '=', email).execute()
}
