import { createHash } from 'node:crypto'
import { type Kysely, type Transaction, sql } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { applyRulesToProfiles } from '../../src/domain/experts/new-rules.ts'
import { applyChangedParts } from '../../src/domain/questions/new-rules.ts'
import { applyNewRules } from '../../src/domain/memberships/new-rules.ts'
import { readMark, writeMark } from '../marks.ts'
import { type Columns, insertRows } from '../rows.ts'
import { dueDates, writeDueDates } from './due-dates.ts'
import { terms, writeGlossary } from './glossary.ts'
import { categories, professions } from './index.ts'
import { laws, subQualifications } from './parts.ts'

import type { CategorySeed, PartSeed, TaskSeed, ToolSeed } from './types.ts'

/** Increment it when this file stores the same texts differently. */
const VERSION = 3

export const taxonomyHash = (): string =>
	createHash('sha256')
		.update(JSON.stringify([VERSION, professions, categories, laws, subQualifications, terms, dueDates]))
		.digest('hex')
		.slice(0, 32)

/** Every column of these tables but the key is ours, so all of them are overwritten. */
const onConflict = (key: string, columns: Columns, keep: readonly string[] = []) => {
	const keys = key.split(', ')
	const set = Object.keys(columns).filter((name) => !keys.includes(name) && !keep.includes(name))
	return `on conflict (${key}) do update set ${set.map((name) => `${name} = excluded.${name}`).join(', ')}`
}

/**
 * Writes the texts of the taxonomy to the database if they changed since the last time. Ids stay as they are;
 * a task that is no longer in the texts is withdrawn (unpublished), since offices may still refer to it.
 */
export async function seedTaxonomy(db: Kysely<Database>, onProgress: (line: string) => void): Promise<boolean> {
	const hash = taxonomyHash()
	if ((await readMark(db, 'taxonomy')) === hash) return false
	const tasks = categories.flatMap((category) => category.tasks)
	await db.transaction().execute(async (trx) => {
		await writeProfessions(trx)
		await writeCategories(trx, categories)
		await writeTasks(trx, tasks)
		await writeReservations(trx)
		const before = await readPartRules(trx)
		await writeParts(trx, categories)
		const after = await readPartRules(trx)
		await writeEstimateQuestions(trx, tasks)
		await writeUseCases(trx, tasks)
		await writeTools(trx, tasks)
		await writeGlossary(trx)
		await writeDueDates(trx)
		await applyNewRules({ db: trx, now: () => new Date() })
		await applyRulesToProfiles({ db: trx, now: () => new Date() })
		const changed = [...before].flatMap(([id, rule]) => (after.get(id) === rule ? [] : [id]))
		await applyChangedParts({ db: trx, now: () => new Date() }, changed)
		await writeMark(trx, 'taxonomy', hash)
	})
	onProgress(`Taxonomy: ${categories.length} categories, ${tasks.length} tasks`)
	return true
}

/** Of each part, what decides who may do it. */
async function readPartRules(trx: Transaction<Database>): Promise<Map<number, string>> {
	const { rows } = await sql<{ id: number; rule: string }>`
		select p.id, concat_ws(' ', p.law_id, (
			select string_agg(concat_ws('/', g.profession_id, g.sub_qualification_id), ' ' order by g.profession_id, g.sub_qualification_id)
			from task_part_grants g where g.part_id = p.id
		)) as rule from task_parts p
	`.execute(trx)
	return new Map(rows.map(({ id, rule }) => [id, rule]))
}

async function writeEstimateQuestions(trx: Transaction<Database>, tasks: readonly TaskSeed[]): Promise<void> {
	await trx.deleteFrom('task_estimate_questions').execute()
	const rows = tasks.flatMap(({ id, estimateQuestions }) =>
		estimateQuestions.map((one, index) => ({ task_id: id, position: index + 1, ...one })),
	)
	await trx.insertInto('task_estimate_questions').values(rows).execute()
}

async function writeProfessions(trx: Transaction<Database>): Promise<void> {
	const columns: Columns = {
		id: 'int',
		slug: 'text',
		name: 'text',
		kana: 'text',
		short_name: 'text',
		register: 'text',
		registration_pattern: 'text',
		summary: 'text',
		title_law: 'text',
		ask_when: 'text[]',
		not_for: 'text',
	}
	const rows = professions.map((one) => [
		one.id,
		one.slug,
		one.name,
		one.kana,
		one.shortName,
		one.register,
		one.registrationPattern,
		one.summary,
		one.titleLaw,
		one.askWhen,
		one.notFor,
	])
	await insertRows(trx, 'professions', columns, rows, onConflict('id', columns))
}

async function writeCategories(trx: Transaction<Database>, all: readonly CategorySeed[]): Promise<void> {
	const columns: Columns = {
		id: 'int',
		slug: 'text',
		name: 'text',
		kana: 'text',
		summary: 'text',
		body: 'text[]',
		synonyms: 'text[]',
		position: 'int',
	}
	const rows = all.map((one, index) => [one.id, one.slug, one.name, one.kana, one.summary, one.body, one.synonyms, index + 1])
	await insertRows(trx, 'task_categories', columns, rows, onConflict('id', columns))
}

async function writeTasks(trx: Transaction<Database>, tasks: readonly TaskSeed[]): Promise<void> {
	const columns: Columns = {
		id: 'int',
		task_category_id: 'int',
		slug: 'text',
		name: 'text',
		kana: 'text',
		synonyms: 'text[]',
		summary: 'text',
		body: 'text[]',
		exclusive_law: 'text',
		fee_basis: 'text',
		fee_min: 'real',
		fee_max: 'real',
		fee_note: 'text',
		lead_time: 'text',
		documents: 'text[]',
		faq: 'json',
		valid_until: 'date',
		position: 'int',
	}
	const rows = tasks.map((task) => [
		task.id,
		Math.floor(task.id / 100),
		task.slug,
		task.name,
		task.kana,
		task.synonyms,
		task.summary,
		task.body,
		task.exclusiveLaw,
		task.fee.basis,
		task.fee.min,
		task.fee.max,
		task.fee.note,
		task.leadTime,
		task.documents,
		JSON.stringify(task.faq),
		task.validUntil,
		task.id % 100,
	])
	await insertRows(trx, 'tasks', columns, rows, onConflict('id', columns))
	// Published once; what staff unpublish later stays unpublished unless the task had been withdrawn by us.
	const ids = tasks.map((task) => task.id)
	await sql`update tasks set published_at = now() where id = any(${ids}::int[]) and published_at is null`.execute(trx)
	await sql`update tasks set published_at = null where id <> all(${ids}::int[])`.execute(trx)

	await sql`delete from task_professions`.execute(trx)
	const idOf = new Map(professions.map((one) => [one.slug, one.id]))
	await insertRows(
		trx,
		'task_professions',
		{ task_id: 'int', profession_id: 'int', position: 'int' },
		tasks.flatMap((task) => task.professions.map((slug, index) => [task.id, idOf.get(slug) ?? null, index + 1])),
	)
}

async function writeReservations(trx: Transaction<Database>): Promise<void> {
	const lawColumns: Columns = {
		id: 'int',
		slug: 'text',
		name: 'text',
		short_name: 'text',
		articles: 'text',
		in_force_on: 'date',
		sentence: 'text',
		url: 'text',
		checked_on: 'date',
	}
	const lawRows = laws.map((law) => [
		law.id,
		law.slug,
		law.name,
		law.short,
		law.articles,
		law.inForceOn,
		law.sentence,
		law.url,
		law.checkedOn,
	])
	await insertRows(trx, 'reservation_laws', lawColumns, lawRows, onConflict('id', lawColumns))
	const columns: Columns = {
		id: 'int',
		slug: 'text',
		name: 'text',
		short_name: 'text',
		law: 'text',
		proof: 'text',
		summary: 'text',
		limit_text: 'text',
		renewal: 'text',
	}
	const rows = subQualifications.map((one) => [
		one.id,
		one.slug,
		one.name,
		one.shortName,
		one.law,
		one.proof,
		one.summary,
		one.limit,
		one.renewal,
	])
	await insertRows(trx, 'sub_qualifications', columns, rows, onConflict('id', columns))
	const idOf = new Map(professions.map((one) => [one.slug, one.id]))
	await insertRows(
		trx,
		'sub_qualification_professions',
		{ sub_qualification_id: 'int', profession_id: 'int' },
		subQualifications.flatMap((one) => one.professions.map((slug) => [one.id, idOf.get(slug) ?? null])),
		'on conflict do nothing',
	)
}

/** Rows that stay as they are, are not touched: each change of a part or grant is checked against every office. */
async function writeParts(trx: Transaction<Database>, all: readonly CategorySeed[]): Promise<void> {
	const columns: Columns = {
		id: 'int',
		task_id: 'int',
		task_category_id: 'int',
		position: 'int',
		kind: 'text',
		name: 'text',
		law_id: 'int',
		note: 'text',
	}
	const rowOf = (part: PartSeed, taskId: number | null, categoryId: number | null) => [
		part.id,
		taskId,
		categoryId,
		part.id % 10,
		part.kind,
		part.name,
		part.law?.id ?? null,
		part.note,
	]
	const gates = all.flatMap(({ id, gate }) => (gate ? [rowOf(gate, null, id)] : []))
	const parts = all.flatMap(({ tasks }) => tasks.flatMap((task) => task.parts.map((part) => rowOf(part, task.id, null))))
	const changed = Object.keys(columns).map((name) => `task_parts.${name} is distinct from excluded.${name}`)
	await insertRows(trx, 'task_parts', columns, [...gates, ...parts], `${onConflict('id', columns)} where ${changed.join(' or ')}`)
	const kept = [...gates, ...parts].map(([id]) => id)
	await sql`delete from task_parts where id <> all (${kept}::integer[])`.execute(trx)

	const grants = all
		.flatMap(({ gate, tasks }) => [...(gate ? [gate] : []), ...tasks.flatMap((task) => task.parts)])
		.flatMap((part) =>
			part.grants.map(({ professionId, subQualificationId }, index) => [part.id, professionId, subQualificationId, index + 1]),
		)
	const keys = grants.map(([part, profession, sub]) => `${part}/${profession}/${sub ?? ''}`)
	await insertRows(
		trx,
		'task_part_grants',
		{ part_id: 'int', profession_id: 'int', sub_qualification_id: 'int', position: 'int' },
		grants,
		'on conflict (part_id, profession_id, sub_qualification_id) do update set position = excluded.position where task_part_grants.position <> excluded.position',
	)
	await sql`
		delete from task_part_grants where concat_ws('/', part_id, profession_id, coalesce(sub_qualification_id::text, '')) <> all (${keys}::text[])
	`.execute(trx)
}

async function writeUseCases(trx: Transaction<Database>, tasks: readonly TaskSeed[]): Promise<void> {
	const columns: Columns = {
		task_id: 'int',
		position: 'int',
		title: 'text',
		persona: 'text',
		before_text: 'text',
		after_text: 'text',
		days: 'int',
		cost: 'int',
	}
	const rows = tasks.flatMap((task) =>
		task.useCases.map((one, index) => [task.id, index + 1, one.title, one.persona, one.before, one.after, one.days, one.cost]),
	)
	await insertRows(trx, 'use_cases', columns, rows, onConflict('task_id, position', columns))
	const kept = rows.map(([taskId, position]) => `${taskId}/${position}`)
	await sql`delete from use_cases where task_id || '/' || position <> all(${kept}::text[])`.execute(trx)
}

async function writeTools(trx: Transaction<Database>, tasks: readonly TaskSeed[]): Promise<void> {
	const tools = new Map<string, ToolSeed>()
	for (const task of tasks) for (const tool of task.tools) if (!tools.has(tool.slug)) tools.set(tool.slug, tool)
	const columns: Columns = {
		slug: 'text',
		name: 'text',
		url: 'text',
		kind: 'text',
		price_note: 'text',
		summary: 'text',
		body: 'text[]',
		checked_on: 'date',
		calculator_slug: 'text',
		file_name: 'text',
	}
	const rows = [...tools.values()].map((one) => [
		one.slug,
		one.name,
		one.url,
		one.kind,
		one.priceNote,
		one.summary,
		one.body,
		one.checkedOn,
		one.calculator,
		one.file,
	])
	await insertRows(trx, 'tools', columns, rows, onConflict('slug', columns))
	await sql`delete from tools where slug <> all(${[...tools.keys()]}::text[])`.execute(trx)

	await sql`delete from task_tools`.execute(trx)
	const links = tasks.flatMap((task) => task.tools.map((tool, index) => ({ task: task.id, slug: tool.slug, position: index + 1 })))
	await sql`
		insert into task_tools (task_id, tool_id, position)
		select l.task_id, t.id, min(l.position)
		from unnest(${links.map((one) => one.task)}::int[], ${links.map((one) => one.slug)}::text[], ${links.map((one) => one.position)}::int[])
			as l(task_id, slug, position)
		join tools t on t.slug = l.slug
		group by l.task_id, t.id
	`.execute(trx)
}
