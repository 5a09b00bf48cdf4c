import { sql } from 'kysely'
import { readBulkMark } from '../../seed/qa/bulk/insert.ts'
import { createBulkQuestion } from '../../seed/qa/bulk/question.ts'
import { categories } from '../../seed/taxonomy/index.ts'
import type { Ctx } from '../../src/domain/shared/context.ts'
import { foldText } from '../../src/platform/search-text.ts'
import type { Judged } from './queries.ts'

/** What a question is about, made or written. */
type Subject = { taskIds: readonly number[]; prefectureId: number | null; industry: string | null; subject: string }

const faqs = new Map(categories.flatMap(({ tasks }) => tasks.map((task) => [task.id, task.faq] as const)))

/** The subjects of all questions of a set, by id. */
export async function readSubjects(ctx: Ctx): Promise<Map<number, Subject>> {
	const subjects = new Map<number, Subject>()
	const mark = await readBulkMark(ctx.db)
	for (let ordinal = 0; ordinal < (mark?.count ?? 0); ordinal++) {
		const { facts } = createBulkQuestion(ordinal)
		const faq = facts.faq === null ? '' : (faqs.get(facts.taskId)?.[facts.faq]?.question ?? '')
		subjects.set((mark?.first ?? 0) + ordinal, {
			taskIds: [facts.taskId],
			prefectureId: facts.prefectureId,
			industry: facts.industry,
			subject: foldText(`${facts.topic} ${facts.paper ?? ''} ${faq}`),
		})
	}
	const { rows } = await sql<{ id: number; title: string; tasks: number[] | null; prefecture_id: number | null; industry: string | null }>`
		select id, title, (select array_agg(task_id::integer) from question_tasks t where t.question_id = q.id) as tasks, prefecture_id, industry
		from questions q where id < ${mark?.first ?? 0x7fffffff}
	`.execute(ctx.db)
	for (const row of rows)
		subjects.set(row.id, {
			taskIds: row.tasks ?? [],
			prefectureId: row.prefecture_id,
			industry: row.industry,
			subject: foldText(row.title),
		})
	return subjects
}

export function isRelevant(subject: Subject, { tasks = [], words = [], industry, prefectureId }: Judged): boolean {
	if (prefectureId !== undefined && subject.prefectureId !== prefectureId) return false
	if (industry !== undefined && !(subject.industry ?? '').startsWith(industry.slice(0, 2))) return false
	if (tasks.length === 0 && words.length === 0) return true
	return tasks.some((id) => subject.taskIds.includes(id)) || words.some((one) => subject.subject.includes(foldText(one)))
}
