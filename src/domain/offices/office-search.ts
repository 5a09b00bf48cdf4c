import { sql } from 'kysely'
import { bool, checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { foldText, prefixRange } from '../../platform/search-text.ts'
import { LETTER_CANDIDATES, parsePersonQuery } from '../shared/person-query.ts'
import { requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { findOfficesNamed } from '../memberships/office-name-search.ts'
import type { OfficeState } from '../memberships/office-policy.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'

const PAGE = 50

export type StaffOffice = {
	id: number
	name: string
	place: string
	phone: string | null
	corporateNumber: string | null
	state: OfficeState
	askedAt: Date | null
	isDemo: boolean
}

const selectOffices = checkedSql({
	id: int4,
	name: text,
	place: text,
	phone: text.nullable,
	corporateNumber: text.nullable,
	state: text.as<OfficeState>(),
	askedAt: timestamptz.nullable,
	isDemo: bool,
})

const columns = sql`o.id, o.name, concat(p.name, c.name, o.address_line) as place, o.phone, o.corporate_number as "corporateNumber", o.state,
	h.asked_at as "askedAt", o.is_demo as "isDemo"`
const tables = sql`offices o join prefectures p on p.id = o.prefecture_id join municipalities c on c.id = o.municipality_id`

export const officeFilters = ['waiting', 'suspended', 'all'] as const
export type OfficeFilter = (typeof officeFilters)[number]

/** Offices with a change to approve, longest waiting first; or suspended ones, or all, by number. A page has `size` of them. */
export async function listOfficesForStaff(
	ctx: StaffCtx,
	{ filter, cursor, size = PAGE }: { filter: OfficeFilter; cursor: string | null; size?: number },
): Promise<{ offices: StaffOffice[]; page: Page }> {
	requireStaff(ctx, 'reviewer')
	const isQueue = filter === 'waiting'
	const page = isQueue
		? keysetPage<StaffOffice>(cursor, {
				...byMoment({ moment: sql`h.asked_at`, id: sql`o.id` }, ({ askedAt, id }) => ({ moment: askedAt, id })),
				direction: 'asc',
				size,
			})
		: keysetPage<StaffOffice>(cursor, { by: [sql`o.id`], direction: 'asc', size, keyOf: ({ id }) => [id] })
	const { rows } = await selectOffices`
		select ${columns} from ${tables} ${isQueue ? sql`join` : sql`left join`} office_changes h on h.office_id = o.id and h.state = 'open'
		where ${filter === 'suspended' ? sql`o.state = 'suspended'` : sql`o.state <> 'deleted'`} and ${page.beyond}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { offices: cut.rows, page: cut.page }
}

/** How many are shown at most. */
export const FOUND_OFFICES = 50

/**
 * Finds offices by typed text: the number of the page, a phone, corporate or invoice number, or letters of the
 * name. Names and readings that begin with the letters come first; of common letters, some of the offices are found. `named` are the
 * offices with the letters in their names, where they are known.
 */
export async function findOffices(ctx: StaffCtx, typed: string, named?: readonly number[]): Promise<StaffOffice[]> {
	requireStaff(ctx, 'reviewer', 'support', 'moderator')
	const { id, digits, letters } = parsePersonQuery(typed)
	if (letters.length === 0)
		return digits === '' && id === 0
			? []
			: readFound(
					ctx,
					sql`select ${id}::integer as id, 0 as rank
						union all select id, 1 from offices where phone is not null and regexp_replace(phone, '[^0-9]', '', 'g') = ${digits}
						union all select id, 1 from offices where state <> 'deleted' and corporate_number = ${digits}`,
				)
	const { from, to } = prefixRange(foldText(letters[0] ?? ''))
	const withLetters = named ?? (await findOfficesNamed(ctx, letters))
	return readFound(
		ctx,
		sql`(select target_id as id, 0 as rank from suggestion_terms where kind = 'office' and key ~>=~ ${from} and key ~<~ ${to}
				limit ${sql.lit(LETTER_CANDIDATES)})
			union all select id, 1 from unnest(${[...withLetters]}::integer[]) id`,
	)
}

async function readFound(ctx: StaffCtx, ways: ReturnType<typeof sql>): Promise<StaffOffice[]> {
	const { rows } = await selectOffices`
		select ${columns}
		from (select id, min(rank) as rank from (${ways}) way group by id) found join ${tables} on o.id = found.id
			left join office_changes h on h.office_id = o.id and h.state = 'open'
		where o.state <> 'deleted'
		order by found.rank, o.id limit ${sql.lit(FOUND_OFFICES)}
	`.execute(ctx.db)
	return rows
}
