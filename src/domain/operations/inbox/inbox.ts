import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bool, builtJson, checkedSql, int4, text, timestamptz } from '../../../platform/checked-sql.ts'
import { type Ctx, requireMember } from '../../shared/context.ts'
import { forVerifiedExperts } from '../../shared/errors.ts'
import { keysetPage } from '../../shared/keyset.ts'
import type { Page } from '../../shared/paging.ts'
import {
	INBOX_SEARCH_LENGTH,
	inboxCaseKinds,
	inboxKinds,
	type InboxAssigned,
	type InboxKind,
	type InboxState,
	type InboxTab,
	inboxTabs,
} from './inbox-input.ts'
import {
	arrangementRows,
	inquiryRows,
	leadRows,
	momentOfSecond,
	numberOf,
	otherRows,
	ownDesks,
	secondOf,
	keptSources,
	keptTabs,
	tabOf,
} from './inbox-rows.ts'

const PAGE = 30

export type InboxQuery = {
	tab: InboxTab
	kind: InboxKind | null
	officeId: number | null
	assigned: InboxAssigned | null
	search: string
	cursor: string | null
}

export type InboxItem = {
	kind: InboxKind
	id: number
	/** What it leads to where that has another number: the question of an answer. */
	targetId: number
	officeName: string
	title: string
	/** The other side as far as it may be named. */
	person: string
	state: InboxState
	/** Who of the office takes care of it; '' for nobody. */
	assignee: string
	/** The deadline, or the day by which it should be done; in lists that are over, when it came. */
	at: Date
	/** Something was written that the office has not read. */
	isUnread: boolean
}

export type Inbox = {
	items: InboxItem[]
	page: Page
	counts: Record<InboxTab, number>
	offices: { id: number; name: string }[]
}

const count = z.strictObject({ tab: z.enum(inboxTabs), count: z.int() })
const office = z.strictObject({ id: z.int(), name: z.string() })

const selectInbox = checkedSql({
	counts: builtJson(() => z.array(count)),
	offices: builtJson(() => z.array(office)),
	kind_no: int4.nullable,
	id: int4.nullable,
	target_id: int4.nullable,
	office_name: text.nullable,
	title: text.nullable,
	person: text.nullable,
	state: text.as<InboxState>().nullable,
	at: timestamptz.nullable,
	assignee: text.nullable,
	second: int4.nullable,
	unread: bool.nullable,
})

const isOfCase = sql`kind_no in (${sql.join(inboxCaseKinds.map((kind) => sql.lit(numberOf(kind))))})`

/** Cases of the viewer or of nobody; what is no case belongs to the viewer. */
const assignedTo = (assigned: InboxAssigned | null, userId: string, isCase: RawBuilder<unknown>) =>
	assigned === null
		? sql`true`
		: assigned === 'own'
			? sql`(assignee_id = (select e.id from experts e where e.user_id = ${userId}::bigint) or not ${isCase})`
			: sql`(assignee_id is null and ${isCase})`

type Place = { second: number; kind_no: number; id: number }

const KEYSET = { size: PAGE, keyOf: (row: Place) => [row.second, row.kind_no, row.id] } as const

/** The sources of cases with a stored state, of one kind or all. */
const sourcesOf = (kind: InboxKind | null) => keptSources.filter((source) => kind === null || source.kind === kind)

/** Counts the cases with a stored state for each tab, as entries of an index. */
const keptCounts = (kind: InboxKind | null, assigned: InboxAssigned | null, userId: string) =>
	sourcesOf(kind).map(
		({ table }) => sql`
				union all select one.tab, kept.n
				from desks cross join (values ${sql.join(Object.entries(keptTabs).map(([state, tab]) => sql`(${sql.lit(state)}, ${sql.lit(tab)})`))}) as one (state, tab)
				cross join lateral (
					select count(*) as n from ${sql.table(table)} s
					where s.office_id = desks.id and s.inbox_state = one.state and ${assignedTo(assigned, userId, sql`true`)}
				) kept where kept.n > 0
			`,
	)

/** A typed text as a pattern of `like` that finds it anywhere. */
const anywhere = (typed: string) => `%${typed.normalize('NFKC').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** A page of the cases with a stored state, found by index, to be added to the rows of the tab. */
function keptRows({ tab, kind, cursor, assigned, userId }: Pick<InboxQuery, 'tab' | 'kind' | 'cursor' | 'assigned'> & { userId: string }) {
	const states = Object.entries(keptTabs).flatMap(([state, of]) => (of === tab ? [state] : []))
	if (states.length === 0) return []
	return sourcesOf(kind).map((source) => {
		const number = sql.lit(numberOf(source.kind))
		const page = keysetPage<Place>(cursor, {
			...KEYSET,
			by: [sql`s.inbox_at`, sql`${number}::integer`, sql`s.id`],
			direction: 'desc',
			place: ([second = 0, kindNo, id]) => sql`(${momentOfSecond(second)}, ${kindNo}::integer, ${id}::integer)`,
		})
		return sql`
			union all select * from (
				select ${number} as kind_no, s.id, s.id as target_id, s.office_id, null::text as title, null::text as person, s.inbox_state as state,
					s.inbox_at as at, null::boolean as unread, s.assignee_id
				from desks cross join unnest(array[${sql.join(states.map((state) => sql.lit(state)))}]) as one (state) cross join lateral (
					select * from ${sql.table(source.table)} s
					where s.office_id = desks.id and s.inbox_state = one.state and ${page.beyond} and ${assignedTo(assigned, userId, sql`true`)}
					order by ${page.order} limit ${page.limit}
				) s
			) kept
		`
	})
}

/**
 * Returns all that reached the viewer's offices and what else waits for them as an expert, by what is due first; in the other tabs the
 * newest first. One statement: open work is read once, for the counts of the tabs and for the page; cases with a stored state are counted
 * in an index and read only for the page that shows them or for a search. Throws forbidden unless the viewer is a verified expert.
 */
export async function listInbox(ctx: Ctx, query: InboxQuery): Promise<Inbox> {
	const { tab, kind, officeId, assigned, search, cursor } = query
	const { userId, isExpert } = requireMember(ctx)
	if (!isExpert) throw forVerifiedExperts()
	const now = ctx.now()
	const page = keysetPage<Place>(cursor, {
		...KEYSET,
		by: [sql`second`, sql`kind_no`, sql`id`],
		direction: tab === 'due' ? 'asc' : 'desc',
	})
	const typed = search.trim().slice(0, INBOX_SEARCH_LENGTH)
	const isSearch = typed !== ''
	const { rows } = await selectInbox`
		with mine as materialized (${ownDesks(userId)}), desks as not materialized (
			select id from mine where ${officeId === null ? sql`true` : sql`id = ${officeId}::integer`}
		), cases as not materialized (
			${leadRows(now)} union all ${inquiryRows} union all ${arrangementRows(now)}
		), waiting as (
			-- Without a search, titles and names are looked up for the rows of the page only.
			select kind_no, id, target_id, office_id, ${isSearch ? sql`title, person` : sql`null::text as title, null::text as person`},
				state, at, unread, assignee_id
			from cases where ${isSearch ? sql`true` : sql`not is_kept`}
			union all ${otherRows(userId, now)}
		), found as materialized (
			select w.*, ${tabOf} as tab from waiting w
			where ${kind === null ? sql`true` : sql`kind_no = ${numberOf(kind)}::integer`}
				and ${officeId === null ? sql`true` : sql`office_id = ${officeId}::integer`}
				and ${assignedTo(assigned, userId, isOfCase)}
				and ${isSearch ? sql`(normalize(title, nfkc) ilike ${anywhere(typed)} or normalize(person, nfkc) ilike ${anywhere(typed)})` : sql`true`}
		), counts as (
			select coalesce(json_agg(json_build_object('tab', tab, 'count', n)), '[]') as counts from (
				select tab, sum(n)::integer as n from (
					select tab, count(*) as n from found group by tab
					${sql.join(isSearch ? [] : keptCounts(kind, assigned, userId), sql` `)}
				) parts group by tab
			) by_tab
		), offices_json as (
			select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') as offices from mine
		), listed as (
			select f.kind_no, f.id, f.target_id, coalesce(f.title, c.title) as title, coalesce(f.person, c.person) as person, f.state, f.at,
				coalesce(f.unread, c.unread) as unread, f.second, m.name as office_name, a.display_name as assignee
			from (
				select * from (
					select *, ${secondOf} as second from (
						select kind_no, id, target_id, office_id, title, person, state, at, unread, assignee_id from found where tab = ${tab}
						${sql.join(isSearch ? [] : keptRows({ ...query, userId }), sql` `)}
					) both_kinds
				) of_tab
				where ${page.beyond} order by ${page.order} limit ${page.limit}
			) f
			left join mine m on m.id = f.office_id left join experts a on a.id = f.assignee_id
			left join lateral (
				select title, person, unread from cases where f.title is null and kind_no = f.kind_no and id = f.id and state = f.state limit 1
			) c on true
		)
		select counts.counts, offices_json.offices, kind_no, id, target_id, coalesce(office_name, '') as office_name, title, person, state, at, assignee, second, unread
		from counts cross join offices_json left join listed on true
		order by ${page.order}
	`.execute(ctx.db)
	const listed = rows.flatMap(({ kind_no, id, target_id, title, person, state, at, assignee, second, unread, office_name }) =>
		kind_no === null || id === null || target_id === null || state === null || at === null || second === null
			? []
			: [
					{
						kind_no,
						id,
						target_id,
						title: title ?? '',
						person: person ?? '',
						state,
						at,
						assignee: assignee ?? '',
						second,
						unread: unread ?? false,
						office_name: office_name ?? '',
					},
				],
	)
	const cut = page.cut(listed)
	const counted = rows[0]?.counts ?? []
	const countOf = (one: InboxTab) => counted.find((row) => row.tab === one)?.count ?? 0
	return {
		page: cut.page,
		offices: rows[0]?.offices ?? [],
		counts: { due: countOf('due'), waiting: countOf('waiting'), won: countOf('won'), over: countOf('over') },
		items: cut.rows.map((row) => ({
			kind: inboxKinds[row.kind_no] ?? 'lead',
			id: row.id,
			targetId: row.target_id,
			officeName: row.office_name,
			title: row.title,
			person: row.person,
			state: row.state,
			assignee: row.assignee,
			at: row.at,
			isUnread: row.unread,
		})),
	}
}
