import { z } from 'zod'
import { builtJson, checkedSql, int4, text, textArray } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { getSubQualification } from './attributes.ts'

type TaskLink = { id: number; name: string }

/** Reserved work that a profession may do. */
export type ReservedWork = {
	lawName: string
	articles: string
	url: string
	/** 'YYYY-MM-DD' since when the wording has applied. */
	inForceOn: string
	/** The parts of tasks with what it takes besides the registration, or null. */
	parts: { name: string; task: TaskLink; needs: string | null }[]
}

export type ComparedProfession = {
	slug: string
	name: string
	register: string
	summary: string
	titleLaw: string | null
	askWhen: string[]
	notFor: string
	reserved: ReservedWork[]
	/** Tasks for which they are the most usual choice. */
	tasks: TaskLink[]
}

const taskLink = z.strictObject({ id: z.int(), name: z.string() })

const selectCompared = checkedSql({
	id: int4,
	slug: text,
	name: text,
	register: text,
	summary: text,
	title_law: text.nullable,
	ask_when: textArray,
	not_for: text,
	reserved: builtJson(() =>
		z.array(
			z.strictObject({
				lawName: z.string(),
				articles: z.string(),
				url: z.string(),
				inForceOn: z.string(),
				parts: z.array(z.strictObject({ name: z.string(), task: taskLink, subQualificationId: z.int().nullable() })),
			}),
		),
	).nullable,
	tasks: builtJson(() => z.array(taskLink)).nullable,
})

/** The professions side by side, in the order of their ids, with their reserved work and its laws. */
export async function compareProfessions(ctx: Ctx): Promise<ComparedProfession[]> {
	const { rows } = await selectCompared`
		select p.id, p.slug, p.name, p.register, p.summary, p.title_law, p.ask_when, p.not_for,
			(
				select json_agg(json_build_object(
					'lawName', w.name, 'articles', w.articles, 'url', w.url, 'inForceOn', w.in_force_on, 'parts', w.parts
				) order by w.id)
				from (
					select l.id, l.name, l.articles, l.url, l.in_force_on, json_agg(json_build_object(
						'name', tp.name, 'task', json_build_object('id', t.id, 'name', t.name), 'subQualificationId', g.sub_qualification_id
					) order by tp.id) as parts
					from task_part_grants g
					join task_parts tp on tp.id = g.part_id
					join reservation_laws l on l.id = tp.law_id
					join tasks t on t.id = tp.task_id and t.published_at is not null
					where g.profession_id = p.id
					group by l.id
				) w
			) as reserved,
			(
				select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.id)
				from task_professions tp join tasks t on t.id = tp.task_id and t.published_at is not null
				where tp.profession_id = p.id and tp.position = 1
			) as tasks
		from professions p order by p.id
	`.execute(ctx.db)
	return rows.map((row) => ({
		slug: row.slug,
		name: row.name,
		register: row.register,
		summary: row.summary,
		titleLaw: row.title_law,
		askWhen: row.ask_when,
		notFor: row.not_for,
		reserved: (row.reserved ?? []).map(({ parts, ...law }) => ({
			...law,
			parts: parts.map(({ name, task, subQualificationId }) => ({
				name,
				task,
				needs: subQualificationId === null ? null : getSubQualification(subQualificationId).name,
			})),
		})),
		tasks: row.tasks ?? [],
	}))
}
