import { billing } from './private-billing.ts'
import { accounts, directory } from './private-people.ts'
import { articles, leads, moderation, questions, social } from './private-posts.ts'
import type { TableRule } from './private-rules.ts'

const geography = {
	municipalities: ['code', 'kind', 'name', 'kana', 'romaji'],
	postal_codes: ['postal_code'],
	prefectures: ['slug', 'name', 'kana', 'region'],
	railway_lines: ['name', 'operator'],
	stations: ['name', 'kana', 'romaji', 'url_segment'],
}
const taxonomy = {
	professions: [
		'slug',
		'name',
		'kana',
		'short_name',
		'register',
		'register_url',
		'registration_pattern',
		'summary',
		'title_law',
		'ask_when',
		'not_for',
	],
	task_categories: ['slug', 'name', 'kana', 'summary', 'body', 'synonyms'],
	tasks: ['slug', 'name', 'kana', 'synonyms', 'summary', 'body', 'exclusive_law', 'fee_basis', 'fee_note', 'lead_time', 'documents', 'faq'],
	tools: ['slug', 'name', 'url', 'kind', 'price_note', 'summary', 'body', 'calculator_slug', 'file_name'],
	due_dates: ['slug', 'kind', 'who', 'title', 'body', 'law', 'source_url'],
	use_cases: ['title', 'persona', 'before_text', 'after_text'],
	reservation_laws: ['slug', 'name', 'short_name', 'articles', 'sentence', 'url'],
	sub_qualifications: ['slug', 'name', 'short_name', 'law', 'proof', 'summary', 'limit_text', 'renewal'],
	task_parts: ['kind', 'name', 'note'],
	fee_statistics: ['basis', 'source'],
	glossary_terms: ['slug', 'term', 'kana', 'also', 'definition', 'detail'],
	facts: ['key', 'topic', 'name', 'words', 'law', 'source_title', 'source_url'],
	fact_editions: ['fact_key', 'value', 'note', 'aliases', 'numbers', 'pending'],
	task_estimate_questions: ['key', 'label', 'kind', 'options', 'unit', 'hint'],
	search_terms: ['term', 'label', 'reading', 'romaji', 'bigrams'],
}
/** Tables that come with the program and that no request writes. */
const reference: Record<string, TableRule> = Object.fromEntries(
	Object.entries({ ...geography, ...taxonomy }).map(([table, columns]) => [
		table,
		{ columns: Object.fromEntries(columns.map((column) => [column, 'public'] as const)) },
	]),
)

/** Tables that no request writes to, or that only repeat others for searching. */
export const isReference = (table: string): boolean =>
	table in reference ||
	/^(?:station_lines|station_municipalities|(?:municipality|prefecture)_neighbours|task_(?:professions|tools|part_grants)|sub_qualification_professions|suggestion_terms|seed_marks)$/.test(
		table,
	)

/**
 * A decision for every column of text, of every table: `private-fields.test.ts` fails for a column without one. A new
 * column needs its readers here, and the abuse run then holds the site to them.
 */
export const tableRules: Readonly<Record<string, TableRule>> = {
	...reference,
	...accounts,
	...billing,
	...directory,
	...questions,
	...articles,
	...social,
	...leads,
	...moderation,
	api_call_rates: { columns: { key: 'code' } },
	web_processes: { columns: { hot_paths: 'code' } },
	rule_agreements: { columns: { room: 'code' } },
	rule_notices: { columns: { room: 'code' } },
	seed_marks: { columns: { name: 'code', value: 'code' } },
}

/** Columns that can hold text, of all tables of ours: `table`, `column`. */
export const TEXT_COLUMNS = `
	select c.table_name as "table", c.column_name as "column"
	from information_schema.columns c
	join pg_tables p on p.schemaname = c.table_schema and p.tablename = c.table_name
	where c.table_schema = 'public' and c.table_name not like 'kysely%'
		and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea') or c.udt_name in ('_text', '_varchar', '_jsonb'))
	order by 1, 2`
