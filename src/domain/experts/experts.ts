import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { builtJson, checkedSql, date, int4, int4Array, type RowOf, text, textArray, timestamptz } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { getProfession } from '../taxonomy/attributes.ts'
import { loadCardsOf } from '../listings/cards.ts'
import { isoDay } from '../shared/japan-time.ts'
import { ALL_OFFICES } from '../taxonomy/scopes.ts'
import { portraitPath } from './portrait-path.ts'
import type { Credential, Expert, ExpertCard, OfficeExpert } from './types.ts'

const credentialRow = () =>
	z.strictObject({
		profession_id: z.int(),
		registration_number: z.string(),
		association: z.string(),
		registered_on: z.string().nullable(),
	})
type CredentialRow = z.infer<ReturnType<typeof credentialRow>>
const credentialsColumn = builtJson(() => z.array(credentialRow())).nullable

const credentialsSql = sql`(
	select json_agg(json_build_object(
		'profession_id', c.profession_id, 'registration_number', c.registration_number, 'association', c.association, 'registered_on', c.registered_on
	) order by c.profession_id)
	from expert_credentials c where c.expert_id = e.id
)`

const toCredential = (row: CredentialRow): Credential => ({
	profession: getProfession(row.profession_id),
	registrationNumber: row.registration_number,
	association: row.association,
	registeredOn: row.registered_on,
})

/** Full years between a date and today in Japan. */
export function yearsSince(isoDate: string | null, now: Date): number | null {
	if (isoDate === null) return null
	const date = isoDay(now)
	const years = Number(date.slice(0, 4)) - Number(isoDate.slice(0, 4)) - (date.slice(5) < isoDate.slice(5) ? 1 : 0)
	return Math.max(0, years)
}

const selectOfficeExperts = checkedSql({
	office_id: int4,
	id: int4,
	display_name: text,
	kana: text,
	headline: text,
	portrait: text.nullable,
	title: text,
	practising_since: date.nullable,
	credentials: credentialsColumn,
})

/** Verified experts of some offices by office, owners' order first. */
export async function readOfficeExperts(ctx: Ctx, officeIds: readonly number[]): Promise<Map<number, OfficeExpert[]>> {
	const { rows } = await selectOfficeExperts`
		select om.office_id, e.id, e.display_name, e.kana, e.headline, e.portrait, om.title, e.practising_since, ${credentialsSql} as credentials
		from office_members om
		join experts e on e.id = om.expert_id and e.state = 'verified'
		where om.office_id = any (${officeIds}::integer[])
		order by om.office_id, om.position, e.id
	`.execute(ctx.db)
	const experts = new Map<number, OfficeExpert[]>()
	for (const row of rows) {
		const list = experts.get(row.office_id) ?? []
		experts.set(row.office_id, list)
		list.push({
			id: row.id,
			name: row.display_name,
			kana: row.kana,
			headline: row.headline,
			portrait: row.portrait,
			title: row.title,
			practisingYears: yearsSince(row.practising_since, ctx.now()),
			credentials: (row.credentials ?? []).map(toCredential),
		})
	}
	return experts
}

const selectExpert = checkedSql({
	id: int4,
	uid: text,
	display_name: text,
	kana: text,
	headline: text,
	biography: textArray,
	portrait: text.nullable,
	practising_since: date.nullable,
	languages: textArray,
	website: text.nullable,
	links: textArray,
	area_ids: int4Array.nullable,
	verified_at: timestamptz,
	updated_at: timestamptz,
	credentials: credentialsColumn,
	sub_qualifications: textArray.nullable,
	tasks: builtJson(() => z.array(z.strictObject({ id: z.int(), name: z.string(), taskCategoryId: z.int(), taskCategoryName: z.string() })))
		.nullable,
	office_ids: int4Array.nullable,
})

async function readExpert(ctx: Ctx, condition: RawBuilder<unknown>): Promise<Expert | null> {
	const { rows } = await selectExpert`
		select
			e.id, u.uid, e.display_name, e.kana, e.headline, e.biography, e.portrait, e.practising_since, e.languages, e.website, e.links,
			(select array_agg(a.prefecture_id order by a.prefecture_id) from expert_areas a where a.expert_id = e.id) as area_ids,
			e.verified_at, e.updated_at, ${credentialsSql} as credentials,
			(
				select array_agg(distinct q.name order by q.name) from expert_sub_qualifications s
				join sub_qualifications q on q.id = s.sub_qualification_id where s.expert_id = e.id
			) as sub_qualifications,
			(
				select json_agg(json_build_object('id', t.id, 'name', t.name, 'taskCategoryId', k.id, 'taskCategoryName', k.name) order by k.position, k.id, t.position, t.id)
				from expert_tasks et
				join tasks t on t.id = et.task_id and t.published_at is not null
				join task_categories k on k.id = t.task_category_id
				where et.expert_id = e.id
			) as tasks,
			(select array_agg(om.office_id order by om.office_id) from office_members om where om.expert_id = e.id) as office_ids
		from experts e
		join users u on u.id = e.user_id
		where e.state = 'verified' and ${condition}
	`.execute(ctx.db)
	const row = rows[0]
	if (!row) return null
	return {
		id: row.id,
		uid: row.uid,
		name: row.display_name,
		kana: row.kana,
		headline: row.headline,
		biography: row.biography,
		portrait: row.portrait,
		practisingSince: row.practising_since,
		practisingYears: yearsSince(row.practising_since, ctx.now()),
		languages: row.languages,
		website: row.website,
		links: row.links,
		areaIds: row.area_ids ?? [],
		verifiedAt: row.verified_at,
		updatedAt: row.updated_at,
		credentials: (row.credentials ?? []).map(toCredential),
		subQualifications: row.sub_qualifications ?? [],
		tasks: row.tasks ?? [],
		offices: await loadCardsOf(ctx, row.office_ids ?? [], ALL_OFFICES),
	}
}

/** What is public of a verified expert. Throws not-found for anyone else. */
export async function getExpert(ctx: Ctx, id: number): Promise<Expert> {
	if (!Number.isInteger(id) || id < 1 || id > 0x7fffffff) throw notFound('expert')
	const expert = await readExpert(ctx, sql`e.id = ${id}::integer`)
	if (!expert) throw notFound('expert')
	return expert
}

/** The same by the public uid of the expert's user; null for anyone who is no verified expert. */
export async function findExpertByUid(ctx: Ctx, uid: string): Promise<Expert | null> {
	return /^[\w-]{6,64}$/.test(uid) ? readExpert(ctx, sql`u.uid = ${uid}`) : null
}

/** Where the portrait of the viewer as a verified expert is served, photographed or drawn; null for everybody else. */
export async function findOwnPortrait(ctx: Ctx): Promise<string | null> {
	if (ctx.viewer.kind === 'visitor' || !ctx.viewer.isExpert) return null
	const row = await ctx.db
		.selectFrom('experts')
		.select(['id', 'portrait'])
		.where('user_id', '=', ctx.viewer.userId)
		.where('state', '=', 'verified')
		.executeTakeFirst()
	return row ? portraitPath(row) : null
}

const cardRow = {
	id: int4,
	display_name: text,
	kana: text,
	headline: text,
	portrait: text.nullable,
	practising_since: date.nullable,
	professions: int4Array.nullable,
	task_names: textArray.nullable,
	office_id: int4.nullable,
	office_name: text.nullable,
	prefecture_id: int4.nullable,
	municipality: text.nullable,
}

const toCard = (row: RowOf<typeof cardRow>, now: Date): ExpertCard => ({
	id: row.id,
	name: row.display_name,
	kana: row.kana,
	headline: row.headline,
	portrait: row.portrait,
	professions: (row.professions ?? []).map(getProfession),
	practisingYears: yearsSince(row.practising_since, now),
	office:
		row.office_id !== null && row.office_name !== null && row.prefecture_id !== null
			? {
					id: row.office_id,
					name: row.office_name,
					prefectureName: getPrefecture(row.prefecture_id).name,
					municipalityName: row.municipality ?? '',
				}
			: null,
	taskNames: row.task_names ?? [],
})

const cardColumns = sql`
	e.id, e.display_name, e.kana, e.headline, e.portrait, e.practising_since,
	(select array_agg(c.profession_id order by c.profession_id) from expert_credentials c where c.expert_id = e.id) as professions,
	(
		select array_agg(x.name order by x.place) from (
			select t.name, t.id as place from expert_tasks et join tasks t on t.id = et.task_id and t.published_at is not null
			where et.expert_id = e.id order by t.id limit 4
		) x
	) as task_names,
	office.id as office_id, office.name as office_name, office.prefecture_id, office.municipality
`

const cardOffice = sql`left join lateral (
	select o.id, o.name, o.prefecture_id, m.name as municipality
	from office_members om
	join offices o on o.id = om.office_id and o.state = 'published'
	join municipalities m on m.id = o.municipality_id
	where om.expert_id = e.id order by om.office_id limit 1
) office on true`

/** The cards of some experts by id; unverified experts have none. */
export async function readExpertCards(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ExpertCard>> {
	if (ids.length === 0) return new Map()
	const { rows } = await checkedSql(cardRow)`
		select ${cardColumns} from experts e ${cardOffice}
		where e.id = any (${ids}::integer[]) and e.state = 'verified'
	`.execute(ctx.db)
	return new Map(rows.map((row) => [row.id, toCard(row, ctx.now())]))
}

/** How many experts' registrations staff have verified: exact, kept by triggers, read from a few rows however many experts there are. */
export async function countVerifiedExperts(ctx: Ctx): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('verified_expert_changes')
		.select(({ fn }) => fn.sum<string | null>('change').as('count'))
		.executeTakeFirstOrThrow()
	return Number(count ?? 0)
}
