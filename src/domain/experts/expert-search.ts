import { sql } from 'kysely'
import { checkedSql, int4, int4Array, text, textArray } from '../../platform/checked-sql.ts'
import { prefixRange } from '../../platform/search-text.ts'
import { gramsOf, LETTER_CANDIDATES, type PersonQuery, parsePersonQuery } from '../shared/person-query.ts'
import { findOfficesNamed } from '../memberships/office-name-search.ts'
import { requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { getProfession } from '../taxonomy/attributes.ts'
import type { ExpertState } from './tables.ts'

/** How many are shown at most. */
export const FOUND_EXPERTS = 50

export type FoundExpert = { id: number; name: string; professions: string[]; numbers: string[]; offices: string[]; state: ExpertState }

const selectFound = checkedSql({
	id: int4,
	display_name: text,
	state: text.as<ExpertState>(),
	professions: int4Array.nullable,
	numbers: text.nullable,
	offices: textArray.nullable,
})

/**
 * Finds applicants and listed experts by what was typed: the number of their page, a registration number, the phone number of
 * an office, the beginning of a mail address, letters of the name or its reading, or of an office's name. Matches of a number come
 * first, those of an office's name last; `named` are the offices with the letters in their names, where they are known.
 */
export async function findExperts(ctx: StaffCtx, typed: string, named?: readonly number[]): Promise<FoundExpert[]> {
	requireStaff(ctx, 'reviewer', 'support', 'moderator')
	const query = parsePersonQuery(typed)
	const ways = waysToFind(query, named ?? (await findOfficesNamed(ctx, query.letters)))
	if (ways.length === 0) return []
	const { rows } = await selectFound`
		select e.id, e.display_name, e.state,
			(select array_agg(c.profession_id order by c.profession_id) from expert_credentials c where c.expert_id = e.id) as professions,
			(select string_agg(c.registration_number, '、' order by c.profession_id) from expert_credentials c where c.expert_id = e.id) as numbers,
			(select array_agg(o.name order by o.id) from office_members m join offices o on o.id = m.office_id
				where m.expert_id = e.id and o.state <> 'deleted') as offices
		from experts e join (select id, min(rank) as rank from (${sql.join(ways, sql` union all `)}) way group by id) found on found.id = e.id
		where ${shown}
		order by found.rank, e.id limit ${sql.lit(FOUND_EXPERTS)}
	`.execute(ctx.db)
	return rows.map(({ id, display_name, state, professions, numbers, offices }) => ({
		id,
		name: display_name,
		state,
		professions: (professions ?? []).map((profession) => getProfession(profession).name),
		numbers: numbers === null ? [] : numbers.split('、'),
		offices: offices ?? [],
	}))
}

/** An application is private to the applicant until it is submitted. */
const shown = sql`(e.state <> 'draft' or e.submitted_at is not null)`

/** Names and readings with the letters in them, found by their pairs. */
const nameHas = (sought: string) => sql`(name_grams(e.display_name || '|' || e.kana) @> ${gramsOf(sought)}::text[]
	and (strpos(translate(e.display_name, ' 　', ''), ${sought}) > 0 or strpos(translate(e.kana, ' 　', ''), ${sought}) > 0))`

function waysToFind({ id, digits, email, letters }: PersonQuery, named: readonly number[]) {
	return [
		...(id > 0 ? [sql`select ${id}::integer as id, 0 as rank`] : []),
		...(digits === ''
			? []
			: [
					sql`select c.expert_id as id, 1 as rank from expert_credentials c
						where regexp_replace(c.registration_number, '[^0-9]', '', 'g') = ${digits}`,
					sql`select m.expert_id as id, 2 as rank from offices o join office_members m on m.office_id = o.id
						where o.phone is not null and regexp_replace(o.phone, '[^0-9]', '', 'g') = ${digits}`,
				]),
		...(email === '' ? [] : [mailWay(email)]),
		...(letters.length === 0
			? []
			: [
					sql`(select e.id, 3 as rank from experts e where ${shown} and (${sql.join(letters.map(nameHas), sql` or `)})
						limit ${sql.lit(LETTER_CANDIDATES)})`,
				]),
		...(named.length === 0
			? []
			: [sql`select expert_id as id, 4 as rank from office_members where office_id = any (${[...named]}::integer[])`]),
	]
}

function mailWay(email: string) {
	const { from, to } = prefixRange(email)
	return sql`select e.id, 1 as rank from identities i join users u on u.uid = i.uid join experts e on e.user_id = u.id
		where i.email ~>=~ ${from} and i.email ~<~ ${to}`
}
