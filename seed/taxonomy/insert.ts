import { createHash } from 'node:crypto'
import { type Kysely, type Transaction, sql } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { applyRulesToProfiles } from '../../src/domain/experts/new-rules.ts'
import { applyChangedParts } from '../../src/domain/questions/new-rules.ts'
import { applyNewRules } from '../../src/domain/memberships/new-rules.ts'
import { reconcileContent } from '../../src/domain/taxonomy/editing/item-store.ts'
import { readMark, writeMark } from '../marks.ts'
import { type Columns, insertRows } from '../rows.ts'
import { dueDates, writeDueDates } from './due-dates.ts'
import { terms, writeGlossary } from './glossary.ts'
import { contentItems } from './content-items.ts'
import { categories, professions } from './index.ts'
import { laws, subQualifications } from './parts.ts'

import type { TaskSeed } from './types.ts'

/** Increment it when this file stores the same texts differently. */
const VERSION = 4

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
 * Brings the texts of the taxonomy into the database if they changed since the last time, merged with what staff changed on the
 * site. Ids stay as they are; a task that is no longer in the texts is withdrawn (unpublished), since offices may still refer to it.
 */
export async function seedTaxonomy(db: Kysely<Database>, onProgress: (line: string) => void): Promise<boolean> {
	const hash = taxonomyHash()
	if ((await readMark(db, 'taxonomy')) === hash) return false
	const tasks = categories.flatMap((category) => category.tasks)
	await db.transaction().execute(async (trx) => {
		await writeProfessions(trx)
		await writeReservations(trx)
		const before = await readPartRules(trx)
		await reconcileContent({ db: trx, now: () => new Date() }, contentItems(categories))
		const after = await readPartRules(trx)
		await writeEstimateQuestions(trx, tasks)
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
		register_url: 'text',
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
		one.registerUrl,
		one.registrationPattern,
		one.summary,
		one.titleLaw,
		one.askWhen,
		one.notFor,
	])
	await insertRows(trx, 'professions', columns, rows, onConflict('id', columns))
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
