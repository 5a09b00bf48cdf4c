import { sql } from 'kysely'
import { bool, checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { prefixRange } from '../../platform/search-text.ts'
import { isStaffWith, requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { findExperts, type FoundExpert } from '../experts/expert-search.ts'
import { findOffices, type StaffOffice } from '../offices/office-search.ts'
import { questionPath, staffLeadPath, staffSupportPath } from '../shared/links.ts'
import { gramsOf, LETTER_CANDIDATES, type PersonQuery, parsePersonQuery } from '../shared/person-query.ts'

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
	const [members, experts, offices, numbered] = await Promise.all([
		seesMembers ? findMembers(ctx, query) : [],
		findExperts(ctx, typed),
		findOffices(ctx, typed),
		query.id > 0 ? findNumbered(ctx, query.id) : [],
	])
	return { text: query.text, members, experts, offices, numbered }
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

async function findMembers(ctx: StaffCtx, { text: sought, email, letters, digits }: PersonQuery): Promise<FoundMember[]> {
	if (sought === '') return []
	const { from, to } = prefixRange(email)
	const ways = [
		sql`select u.id, 0 as rank from users u where u.uid = ${sought}`,
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

async function findNumbered(ctx: StaffCtx, id: number): Promise<StaffSearchResult['numbered']> {
	const isSupport = isStaffWith(ctx.viewer, 'support')
	const isModerator = isStaffWith(ctx.viewer, 'moderator')
	const kinds = [
		...(isModerator ? [{ kind: 'question', table: 'questions', where: sql`deleted_at is null` }] : []),
		...(isSupport ? [{ kind: 'lead', table: 'estimate_requests', where: sql`sent_at is not null` }] : []),
		...(isSupport ? [{ kind: 'contact', table: 'support_requests', where: sql`true` }] : []),
	]
	if (kinds.length === 0) return []
	const parts = kinds.map(
		({ kind, table, where }) => sql`select ${kind}::text as kind, id from ${sql.table(table)} where id = ${id}::integer and ${where}`,
	)
	const { rows } = await checkedSql({ kind: text, id: int4 })`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
	return rows.flatMap(({ kind }) => {
		if (kind === 'question') return [{ label: `質問 ${id}`, path: questionPath(id) }]
		if (kind === 'lead') return [{ label: `見積もり依頼 ${id}`, path: staffLeadPath(id) }]
		return [{ label: `お問い合わせ 受付番号 ${id}`, path: staffSupportPath(id) }]
	})
}
