import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bool, builtJson, int4, type RowOf, text, timestamptz } from '../../platform/checked-sql.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import type { QuestionImage } from './image-paths.ts'
import type { QuestionListItem, QuestionState, Stage } from './types.ts'

/** Of `tasksOfQuestion`. */
export const tasksColumn = builtJson(() => z.array(z.strictObject({ id: z.int(), name: z.string() }))).nullable

/** The row of `itemColumns`, with the sort values of a list. */
export const itemShape = {
	id: int4,
	title: text,
	beginning: text,
	state: text.as<QuestionState>(),
	task_category_id: int4,
	category_name: text,
	prefecture_id: int4.nullable,
	stage: text.as<Stage>(),
	asker_handle: text,
	last_name: text.nullable,
	first_name: text.nullable,
	answer_count: int4,
	helpful_count: int4,
	view_count: int4,
	popularity: int4,
	created_at: timestamptz,
	awaits_address: bool,
	tasks: tasksColumn,
}

/** A question's row of a list. */
export type ItemRow = RowOf<typeof itemShape>

/** Names of askers are read only where they are shown; an anonymous one's never. */
export const askerJoin = sql`left join users u on u.id = q.asker_id and not q.is_anonymous and not u.anonymize`

export const tasksOfQuestion = sql`(
	select json_agg(json_build_object('id', t.id, 'name', t.name) order by qt.position)
	from question_tasks qt join tasks t on t.id = qt.task_id and t.published_at is not null
	where qt.question_id = q.id
)`

/** Of `imagesOfQuestion`. */
export const imagesColumn = builtJson<QuestionImage[]>(() =>
	z.array(z.strictObject({ id: z.int(), token: z.string(), alt: z.string(), width: z.int(), height: z.int() })),
).nullable

export const imagesOfQuestion = sql`(
	select json_agg(json_build_object('id', i.id, 'token', i.token, 'alt', i.alt, 'width', i.width, 'height', i.height) order by i.position)
	from question_images i where i.question_id = q.id and i.removed_at is null
)`

export const addendaOfQuestion = sql`(
	select json_agg(json_build_object('id', d.id, 'body', d.body, 'at', d.created_at) order by d.position)
	from question_addenda d where d.question_id = q.id
)`

export const itemColumns = sql`
	q.id, q.title, left(q.body, 240) as beginning, q.state, q.task_category_id, c.name as category_name, q.prefecture_id, q.stage,
	q.asker_handle, u.last_name, u.first_name, q.answer_count, q.helpful_count, q.view_count, q.popularity, q.created_at,
	q.awaits_address_since is not null as awaits_address,
	${tasksOfQuestion} as tasks
`

export const itemJoins = sql`join task_categories c on c.id = q.task_category_id ${askerJoin}`

/** Seen by everybody. Also the condition of the partial indexes. */
export const isPublic: RawBuilder<boolean> = sql`q.hidden_at is null and q.deleted_at is null`

/** The name shown for an asker: their own where they chose to show it and have one, else the thread's handle. */
export function askerNameOf(row: { last_name: string | null; first_name: string | null; asker_handle: string }): string {
	const name = `${row.last_name ?? ''} ${row.first_name ?? ''}`.trim()
	return name === '' ? row.asker_handle : name
}

const EXCERPT = 120
/** A sentence that ends so late says more than a cut one. */
const ENOUGH = 70

/** The beginning of a text on one line, at most 120 characters: lists as words of a sentence, cut behind a sentence where one ends. */
export function excerptOf(text: string): string {
	const line = text
		.trim()
		.replaceAll(/(・[^\n]*)\n(?=・)/gu, '$1、')
		.replaceAll(/(^|\n|、)・/gu, '$1')
		.replaceAll(/\s+/gu, ' ')
		.replaceAll(/(?<=[。、！？」）]) /gu, '')
	const characters = Array.from(line)
	if (characters.length <= EXCERPT) return line
	const sentence = characters.slice(0, EXCERPT).lastIndexOf('。') + 1
	if (sentence >= ENOUGH) return characters.slice(0, sentence).join('')
	return `${characters
		.slice(0, EXCERPT - 1)
		.join('')
		.replace(/[、・\s]+$/u, '')}…`
}

export const toItem = (row: ItemRow): QuestionListItem => ({
	id: row.id,
	title: row.title,
	excerpt: excerptOf(row.beginning),
	state: row.state,
	taskCategory: { id: row.task_category_id, name: row.category_name },
	tasks: row.tasks ?? [],
	prefecture: row.prefecture_id === null ? null : getPrefecture(row.prefecture_id),
	stage: row.stage,
	askerName: askerNameOf(row),
	answerCount: row.answer_count,
	helpfulCount: row.helpful_count,
	viewCount: row.view_count,
	askedAt: row.created_at,
	awaitsAddress: row.awaits_address,
})
