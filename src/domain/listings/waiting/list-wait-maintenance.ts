import { sql } from 'kysely'
import { checkedSql, int4, int4Array, int8, text } from '../../../platform/checked-sql.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { clockTime, days, hours } from '../../shared/japan-time.ts'
import { officePath } from '../../shared/links.ts'
import { WAIT_CONFIRM_HOURS, WAIT_DAYS, WAIT_ENDED_DAYS } from './list-wait-input.ts'
import { findWaitedList, officesOfListSql, waitStopKey } from './list-waits.ts'
import { officeFoundMail } from './list-wait-words.ts'

const AT_ONCE = 100
const OFFICES_NAMED = 3

const erased = { email: null, known_office_ids: [] as number[], confirm_hash: null, confirm_expires_at: null }

/**
 * Notifies people of offices that are new in the lists that they wait for, in the daytime, and erases their addresses in the same
 * transaction. Handles a bounded number and returns how many; repeat until it returns 0. Idempotent.
 */
export async function notifyOfOffices(ctx: Ctx): Promise<number> {
	const time = clockTime(ctx.now())
	if (time < '08:00' || time >= '20:00') return 0
	return inTransaction(ctx, async (trx) => {
		const { rows } = await checkedSql({ id: int8, scope_id: int4, area_id: int4, email: text.nullable, office_ids: int4Array })`
			select w.id, w.scope_id, w.area_id, w.email, fresh.office_ids
			from list_waits w
			join listing_totals t on t.area_id = w.area_id and t.scope_id = w.scope_id
			cross join lateral (
				select array_agg(o.office_id) as office_ids
				from (
					select distinct l.office_id from (${officesOfListSql(sql.ref('w'))}) l
					where l.office_id <> all (w.known_office_ids) order by l.office_id desc limit ${OFFICES_NAMED}
				) o
			) fresh
			where w.email is not null and w.confirmed_at is not null and fresh.office_ids is not null
			order by w.id
			limit ${AT_ONCE}
			for update of w skip locked
		`.execute(trx.db)
		for (const { id, scope_id: scopeId, area_id: areaId, email, office_ids: officeIds } of rows) {
			await end(trx, id, 'found')
			const list = await findWaitedList(trx, { scopeId, areaId })
			if (email === null || list === null) continue
			const offices = await trx.db.selectFrom('offices').select(['id', 'name']).where('id', 'in', officeIds).orderBy('id', 'desc').execute()
			await trx.enqueueMail(trx.db, {
				to: email,
				...officeFoundMail(trx.site, {
					...list,
					offices: offices.map((office) => ({ name: office.name, path: officePath(office.id) })),
					stopKey: waitStopKey(trx, email),
				}),
			})
		}
		return rows.length
	})
}

async function end({ db, now }: Ctx, id: string, reason: 'found' | 'expired'): Promise<void> {
	await db
		.updateTable('list_waits')
		.set({ ...erased, ended_at: now(), end_reason: reason })
		.where('id', '=', id)
		.execute()
}

/** Deletes what was not confirmed in time, erases addresses that have waited for a year, and deletes what ended half a year ago. Idempotent. */
export async function purgeWaits({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
	await db
		.deleteFrom('list_waits')
		.where('confirmed_at', 'is', null)
		.where('created_at', '<=', before(hours(WAIT_CONFIRM_HOURS)))
		.where('confirm_expires_at', '<=', now())
		.execute()
	await db
		.updateTable('list_waits')
		.set({ ...erased, ended_at: now(), end_reason: 'expired' })
		.where('email', 'is not', null)
		.where('confirmed_at', '<=', before(days(WAIT_DAYS)))
		.execute()
	await db
		.deleteFrom('list_waits')
		.where('ended_at', '<=', before(days(WAIT_ENDED_DAYS)))
		.execute()
}
