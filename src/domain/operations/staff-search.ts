import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { prefixRange } from '../../platform/search-text.ts'
import { isStaffWith, requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { findExperts, type FoundExpert } from '../experts/expert-search.ts'
import { findOfficesNamed } from '../memberships/office-name-search.ts'
import { findOffices, type StaffOffice } from '../offices/office-search.ts'
import { questionPath, staffLeadPath, staffQuestionsPath, staffSupportPath } from '../shared/links.ts'
import { gramsOf, LETTER_CANDIDATES, type NumberedKind, type PersonQuery, parsePersonQuery } from '../shared/person-query.ts'

/** How many members are shown at most. */
const FOUND_MEMBERS = 20

/** A member without what only a recorded access may show: the address is cut to its beginning and domain. */
export type FoundMember = {
	uid: string
	name: string
	maskedEmail: string
	isExpert: boolean
	isStaff: boolean
	createdAt: Date
	deletedAt: Date | null
}

export type StaffSearchResult = {
	/** The text that was searched for. */
	text: string
	members: FoundMember[]
	experts: FoundExpert[]
	offices: StaffOffice[]
	/** What else has the number that was typed. */
	numbered: { label: string; path: string }[]
}

/**
 * Finds by one text whatever the viewer's roles may see: members (support), experts and offices, and the
 * question, request or message that has the number.
 */
export async function searchForStaff(ctx: StaffCtx, typed: string): Promise<StaffSearchResult> {
	requireStaff(ctx, 'reviewer', 'support', 'moderator')
	const query = parsePersonQuery(typed)
	const seesMembers = isStaffWith(ctx.viewer, 'support')
	const named = await findOfficesNamed(ctx, query.letters)
	const [members, experts, offices, numbered] = await Promise.all([
		seesMembers ? findMembers(ctx, query, named) : [],
		findExperts(ctx, typed, named),
		findOffices(ctx, typed, named),
		findNumbered(ctx, numberedIn(query)),
	])
	return { text: query.text, members, experts, offices, numbered }
}

type Numbered = { kind: NumberedKind; id: number }

/** The rows that a search may mean: the one that it names, or one of each kind with the number. */
const numberedIn = ({ id, item }: PersonQuery): Numbered[] =>
	item ? [item] : id > 0 ? (['question', 'lead', 'contact'] as const).map((kind) => ({ kind, id })) : []

/** Who asked, requested or wrote what has the number. */
const authors: Readonly<Record<NumberedKind, (id: number) => RawBuilder<unknown>>> = {
	question: (id) => sql`select asker_id as id from questions where id = ${id}::integer and deleted_at is null`,
	lead: (id) => sql`select user_id as id from estimate_requests where id = ${id}::integer and sent_at is not null`,
	contact: (id) => sql`select user_id as id from support_requests where id = ${id}::integer`,
}

const selectMembers = checkedSql({
	uid: text,
	name: text,
	email: text.nullable,
	isExpert: bool,
	isStaff: bool,
	createdAt: timestamptz,
	deletedAt: timestamptz.nullable,
})

/** Names with the letters in them, found by their pairs. */
const nameHas = (sought: string) =>
	sql`(name_grams(u.last_name || u.first_name) @> ${gramsOf(sought)}::text[] and strpos(translate(u.last_name || u.first_name, ' 　', ''), ${sought}) > 0)`

async function findMembers(ctx: StaffCtx, query: PersonQuery, named: readonly number[]): Promise<FoundMember[]> {
	const { text: sought, email, letters, digits } = query
	if (sought === '') return []
	const { from, to } = prefixRange(email)
	const ways = [
		sql`select u.id, 0 as rank from users u where u.uid = ${sought}`,
		...numberedIn(query).map(({ kind, id }) => sql`select a.id, 2 as rank from (${authors[kind](id)}) a where a.id is not null`),
		...(email === ''
			? []
			: [sql`select u.id, 1 as rank from identities i join users u on u.uid = i.uid where i.email ~>=~ ${from} and i.email ~<~ ${to}`]),
		// A request names a phone to call back.
		...(digits.length < 9
			? []
			: [
					sql`select r.user_id as id, 2 as rank from estimate_requests r where regexp_replace(r.phone, '[^0-9]', '', 'g') = ${digits} and r.user_id is not null`,
				]),
		...(letters.length === 0
			? []
			: [
					sql`(select u.id, 3 as rank from users u where ${sql.join(letters.map(nameHas), sql` or `)}
						limit ${sql.lit(LETTER_CANDIDATES)})`,
				]),
		...(named.length === 0
			? []
			: [
					sql`select e.user_id as id, 4 as rank from office_members m join experts e on e.id = m.expert_id
						where m.office_id = any (${[...named]}::integer[])`,
				]),
	]
	const { rows } = await selectMembers`
		select u.uid, btrim(concat(u.last_name, ' ', u.first_name)) as name, i.email, u.is_expert as "isExpert", u.is_s as "isStaff",
			u.created_at as "createdAt", u.deleted_at as "deletedAt"
		from (select id, min(rank) as rank from (${sql.join(ways, sql` union all `)}) way group by id) found
			join users u on u.id = found.id left join identities i on i.uid = u.uid
		order by found.rank, u.id desc limit ${sql.lit(FOUND_MEMBERS)}
	`.execute(ctx.db)
	return rows.map(({ email: address, ...row }) => ({ ...row, maskedEmail: address === null ? '' : maskEmail(address) }))
}

/** `kurata@example.com` as `ku…@example.com`: enough to tell people apart. */
export const maskEmail = (email: string): string => email.replace(/^(.{1,2})[^@]*@/u, '$1…@')

async function findNumbered(ctx: StaffCtx, items: readonly Numbered[]): Promise<StaffSearchResult['numbered']> {
	const isSupport = isStaffWith(ctx.viewer, 'support')
	const isModerator = isStaffWith(ctx.viewer, 'moderator')
	const tables = {
		// Who may not hide a question sees what its page shows to everyone.
		question: sql`select 'question'::text as kind, id from questions
			where deleted_at is null ${isModerator ? sql`` : sql`and hidden_at is null and awaits_address_since is null`}`,
		lead: sql`select 'lead'::text as kind, id from estimate_requests where sent_at is not null and ${isSupport}`,
		contact: sql`select 'contact'::text as kind, id from support_requests where ${isSupport}`,
	}
	if (items.length === 0) return []
	const parts = items.map(({ kind, id }) => sql`select * from (${tables[kind]}) one where id = ${id}::integer`)
	const { rows } = await checkedSql({ kind: text.as<NumberedKind>(), id: int4 })`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
	return rows.flatMap(({ kind, id }) => {
		if (kind === 'lead') return [{ label: `見積もり依頼 ${id}`, path: staffLeadPath(id) }]
		if (kind === 'contact') return [{ label: `お問い合わせ 受付番号 ${id}`, path: staffSupportPath(id) }]
		const page = { label: `質問 ${id}`, path: questionPath(id) }
		return isModerator ? [page, { label: `質問 ${id} の管理（回答・編集の履歴・非公開）`, path: staffQuestionsPath(`?id=${id}`) }] : [page]
	})
}
