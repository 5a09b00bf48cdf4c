import { sql } from 'kysely'
import type { IsoDate } from '../shared/column-types.ts'
import { daysBetween } from '../shared/japan-time.ts'
import { byMoment, type Keyset } from '../shared/keyset.ts'

const PAGE = 50
const EPOCH = '2000-01-01'

type Item = { id: number; dueOn: IsoDate; closedAt: Date | null }

/** Open requests, the next deadline first: the order of the indexes support_requests_open and privacy_requests_open. */
const byDeadline: Keyset<Item> = {
	by: [sql`due_on`, sql`id`],
	direction: 'asc',
	size: PAGE,
	keyOf: ({ id, dueOn }) => [daysBetween(EPOCH, dueOn), id],
	place: ([day, id]) => sql`(date ${sql.lit(EPOCH)} + ${day}::integer, ${id}::integer)`,
}

/** Closed requests, the newest first: the order of the indexes support_requests_closed and privacy_requests_closed. */
const newestClosed: Keyset<Item> = {
	...byMoment({ moment: sql`closed_at`, id: sql`id` }, ({ closedAt, id }: Item) => ({ moment: closedAt, id })),
	direction: 'desc',
	size: PAGE,
}

/** How a list of requests is sorted and cut into pages, open or closed. */
export const requestOrder = (isOpen: boolean): Keyset<Item> => (isOpen ? byDeadline : newestClosed)
