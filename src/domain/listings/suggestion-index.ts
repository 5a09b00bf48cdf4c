import { type Kysely, type Transaction, sql } from 'kysely'
import { checkedSql, int4, int4Array, text, textArray } from '../../platform/checked-sql.ts'
import type { Database } from '../shared/context.ts'
import { stationAreaId } from '../geography/areas.ts'
import { foldText } from '../../platform/search-text.ts'
import { loadFormerNames } from '../geography/former-names.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { categoryPath, expertPath, officePath, searchPath } from '../shared/links.ts'
import { listPath } from './list-path.ts'
import { getProfession } from '../taxonomy/attributes.ts'
import { restore, stripForFill } from './bulk-fill.ts'
import type { RebuildProgress } from './listings-rebuild.ts'
import { ALL_OFFICES } from '../taxonomy/scopes.ts'
import { professionCategories } from './search-topics.ts'
import { professionKeys } from './search-words.ts'
import { expertKeys, municipalityKeys, officeKeys, prefectureKeys, stationKeys, topicKeys } from './suggestion-keys.ts'
import type { SuggestionKind } from './tables.ts'

type Db = Kysely<Database>

type Term = { kind: SuggestionKind; targetId: number; keys: string[]; label: string; detail: string; path: string; popularity: number }

async function insertTerms(db: Db, terms: readonly Term[]): Promise<void> {
	const rows = terms.flatMap((term) => term.keys.map((key) => ({ ...term, key })))
	if (rows.length === 0) return
	await sql`
		insert into suggestion_terms (kind, target_id, key, label, detail, path, popularity)
		select * from unnest(
			${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.targetId)}::integer[], ${rows.map((row) => row.key)}::text[],
			${rows.map((row) => row.label)}::text[], ${rows.map((row) => row.detail)}::text[], ${rows.map((row) => row.path)}::text[],
			${rows.map((row) => row.popularity)}::integer[]
		)
	`.execute(db)
}

/** Terms of one office, in the transaction that changed it; none unless it is published. */
export async function reindexOfficeTerms(trx: Transaction<Database>, officeId: number): Promise<void> {
	await sql`delete from suggestion_terms where kind = 'office' and target_id = ${officeId}`.execute(trx)
	await insertTerms(trx, await officeTerms(trx, officeId, officeId))
}

/** Terms of one expert, in the transaction that changed the expert; none unless verified. */
export async function reindexExpertTerms(trx: Transaction<Database>, expertId: number): Promise<void> {
	await sql`delete from suggestion_terms where kind = 'expert' and target_id = ${expertId}`.execute(trx)
	await insertTerms(trx, await expertTerms(trx, expertId, expertId))
}

/** Terms of all categories and tasks, in the transaction that changed their texts. */
export async function reindexTopicTerms(trx: Transaction<Database>): Promise<void> {
	await sql`delete from suggestion_terms where kind in ('category', 'task')`.execute(trx)
	await insertTerms(trx, await topicTerms(trx))
}

async function officeTerms(db: Db, from: number, to: number): Promise<Term[]> {
	const rows = await db
		.selectFrom('offices')
		.innerJoin('municipalities', 'municipalities.id', 'offices.municipality_id')
		.select([
			'offices.id',
			'offices.name',
			'offices.kana',
			'offices.prefecture_id',
			'offices.rating_count',
			'municipalities.name as municipality',
		])
		.where('offices.state', '=', 'published')
		.where('offices.id', '>=', from)
		.where('offices.id', '<=', to)
		.execute()
	return rows.map((row) => ({
		kind: 'office',
		targetId: row.id,
		keys: officeKeys(row),
		label: row.name,
		detail: `${getPrefecture(row.prefecture_id).name}${row.municipality}`,
		path: officePath(row.id),
		popularity: row.rating_count,
	}))
}

async function expertTerms(db: Db, from: number, to: number): Promise<Term[]> {
	const { rows } = await checkedSql({ id: int4, name: text, kana: text, professions: int4Array.nullable, office: text.nullable })`
		select e.id, e.display_name as name, e.kana,
			(select array_agg(profession_id order by profession_id) from expert_credentials c where c.expert_id = e.id) as professions,
			(
				select o.name from office_members m join offices o on o.id = m.office_id and o.state = 'published'
				where m.expert_id = e.id order by m.office_id limit 1
			) as office
		from experts e
		where e.state = 'verified' and e.id between ${from} and ${to}
	`.execute(db)
	return rows.map((row) => ({
		kind: 'expert',
		targetId: row.id,
		keys: expertKeys(row),
		label: row.name,
		detail: [(row.professions ?? []).map((id) => getProfession(id).shortName).join('・'), row.office ?? '']
			.filter((part) => part !== '')
			.join(' ／ '),
		path: expertPath(row.id),
		popularity: 0,
	}))
}

async function topicTerms(db: Db): Promise<Term[]> {
	const totals = await db.selectFrom('listing_totals').select(['scope_id', 'office_count']).where('area_id', '=', 0).execute()
	const popularity = new Map(totals.map((row) => [row.scope_id, row.office_count]))
	const categories = await db.selectFrom('task_categories').selectAll().execute()
	const { rows: owned } = await checkedSql({ profession_id: int4, task_category_id: int4 })`
		select profession_id, task_category_id from (${professionCategories(sql`true`)}) c where is_own
	`.execute(db)
	const tasks = await db
		.selectFrom('tasks')
		.innerJoin('task_categories', 'task_categories.id', 'tasks.task_category_id')
		.select(['tasks.id', 'tasks.name', 'tasks.kana', 'tasks.synonyms', 'task_categories.name as category'])
		.where('tasks.published_at', 'is not', null)
		.execute()
	return [
		...categories.map((row): Term => ({
			kind: 'category',
			targetId: row.id,
			keys: [
				...topicKeys(row),
				...owned.filter((one) => one.task_category_id === row.id).flatMap((one) => professionKeys(getProfession(one.profession_id))),
			],
			label: row.name,
			detail: '分野',
			path: categoryPath(row.id),
			popularity: popularity.get(row.id) ?? 0,
		})),
		...tasks.map((row): Term => ({
			kind: 'task',
			targetId: row.id,
			keys: topicKeys(row),
			label: row.name,
			detail: row.category,
			path: listPath({ scopeId: row.id, area: { kind: 'japan' } }),
			popularity: popularity.get(row.id) ?? 0,
		})),
	]
}

/** Stations with the names of their lines: gathered once, not for each station, which took a second of the first start. */
async function readStations(db: Db) {
	const { rows } = await checkedSql({
		id: int4,
		name: text,
		kana: text.nullable,
		romaji: text.nullable,
		prefecture_id: int4,
		municipality_id: int4,
		lines: textArray.nullable,
	})`
		select s.id, s.name, s.kana, s.romaji, s.prefecture_id, s.municipality_id, of_station.lines
		from stations s left join (
			select sl.station_id, array_agg(l.name order by l.id) as lines from station_lines sl join railway_lines l on l.id = sl.line_id group by 1
		) of_station on of_station.station_id = s.id
	`.execute(db)
	return rows
}

async function areaTerms(db: Db): Promise<Term[]> {
	const totals = await db.selectFrom('listing_totals').select(['area_id', 'office_count']).where('scope_id', '=', ALL_OFFICES).execute()
	const popularity = new Map(totals.map((row) => [row.area_id, row.office_count]))
	const prefectures = await db.selectFrom('prefectures').selectAll().execute()
	const municipalities = await db.selectFrom('municipalities').selectAll().execute()
	const municipalityById = new Map(municipalities.map((row) => [row.id, row]))
	const former = await loadFormerNames()
	const stations = await readStations(db)
	return [
		...prefectures.map((row): Term => ({
			kind: 'prefecture',
			targetId: row.id,
			keys: prefectureKeys(row),
			label: row.name,
			detail: '都道府県',
			path: searchPath(row.name, row.id),
			popularity: popularity.get(row.id) ?? 0,
		})),
		...municipalities.map((row): Term => {
			const city = row.city_id === row.id ? undefined : municipalityById.get(row.city_id)
			return {
				kind: 'municipality',
				targetId: row.id,
				keys: [
					...municipalityKeys({ ...row, cityName: city?.name ?? null, cityKana: city?.kana ?? null }),
					...former.ofMunicipality(row.prefecture_id, row.name).map(foldText),
				],
				label: row.name,
				detail: getPrefecture(row.prefecture_id).name,
				path: searchPath(row.name, row.id),
				popularity: popularity.get(row.id) ?? 0,
			}
		}),
		...stations.map((row): Term => ({
			kind: 'station',
			targetId: row.id,
			keys: [...stationKeys(row), ...former.ofStation(row.name, row.lines ?? []).map(foldText)],
			label: `${row.name}駅`,
			detail: stationDetail(
				row.lines ?? [],
				`${getPrefecture(row.prefecture_id).name}${municipalityById.get(row.municipality_id)?.name ?? ''}`,
			),
			path: searchPath(`${row.name}駅`, stationAreaId(row.id)),
			popularity: popularity.get(stationAreaId(row.id)) ?? 0,
		})),
	]
}

const stationDetail = (lines: string[], place: string): string =>
	[place, lines.length > 2 ? `${lines.slice(0, 2).join('・')}ほか` : lines.join('・')].filter((part) => part !== '').join(' ／ ')

const BATCH = 20_000

/**
 * Rebuilds all suggestions in one transaction: after the seed, and after a change of the taxonomy, the geography or the
 * folding. Popularity comes from the listings, so rebuild those first.
 */
export async function rebuildSuggestions(db: Kysely<Database>, onProgress: (progress: RebuildProgress) => void = () => {}): Promise<void> {
	if (db.isTransaction) return rebuild(db as Transaction<Database>, onProgress)
	await db.transaction().execute((trx) => rebuild(trx, onProgress))
}

async function rebuild(trx: Transaction<Database>, onProgress: (progress: RebuildProgress) => void): Promise<void> {
	await sql`set local statement_timeout = 0`.execute(trx)
	await sql`set local maintenance_work_mem = '512MB'`.execute(trx)
	await sql`lock table offices, experts in share mode`.execute(trx)
	const { rows } = await checkedSql({ offices: int4, experts: int4 })`
		select (select coalesce(max(id), 0) from offices) as offices, (select coalesce(max(id), 0) from experts) as experts
	`.execute(trx)
	const { offices, experts } = rows[0] ?? { offices: 0, experts: 0 }
	await sql`truncate suggestion_terms`.execute(trx)
	const restorations = await stripForFill(trx, ['suggestion_terms'])
	onProgress({ step: 'suggestions', done: 0, total: offices + experts })
	await insertTerms(trx, await topicTerms(trx))
	await insertTerms(trx, await areaTerms(trx))
	for (let from = 1; from <= offices; from += BATCH) {
		await insertTerms(trx, await officeTerms(trx, from, from + BATCH - 1))
		onProgress({ step: 'suggestions', done: Math.min(offices, from + BATCH - 1), total: offices + experts })
	}
	for (let from = 1; from <= experts; from += BATCH) {
		await insertTerms(trx, await expertTerms(trx, from, from + BATCH - 1))
		onProgress({ step: 'suggestions', done: offices + Math.min(experts, from + BATCH - 1), total: offices + experts })
	}
	for (const restoration of restorations) await restore(trx, restoration)
	await sql`analyze suggestion_terms`.execute(trx)
}
