import { z } from 'zod'
import type { Ctx } from '../shared/context.ts'
import { cleanLine } from '../shared/text-input.ts'
import { plainNumber } from './plain-number.ts'

/** What the offices of a task have to know before they can quote (content/taxonomy/estimate-questions.yaml). */
export type TaskQuestion = {
	key: string
	label: string
	kind: 'choice' | 'count' | 'text'
	/** Of a choice. */
	options: string[]
	/** Of a count, such as 人. */
	unit: string
	hint: string
}

/** An answer with its question as it was asked. */
export type TaskAnswer = { key: string; label: string; value: string; unit: string }

export const ANSWER_LENGTH = 200
const COUNT_MAX = 99_999

/** In the order of the form; empty for a task that does not exist. */
export const listTaskQuestions = (ctx: Ctx, taskId: number): Promise<TaskQuestion[]> =>
	ctx.db
		.selectFrom('task_estimate_questions')
		.select(['key', 'label', 'kind', 'options', 'unit', 'hint'])
		.where('task_id', '=', taskId)
		.orderBy('position')
		.execute()

/** Parses what was typed by key. Every question needs an answer; what answers none of them is dropped. */
export const answersSchema = (questions: readonly TaskQuestion[]) =>
	z.record(z.string(), z.string()).transform((typed, check) =>
		questions.map((question): TaskAnswer => {
			const { key, label, unit } = question
			const value = valueOf(question, typed[key] ?? '')
			if (value === null) check.addIssue({ code: 'custom', path: [key], message: messageOf(question) })
			return { key, label, value: value ?? '', unit }
		}),
	)

function valueOf({ kind, options }: TaskQuestion, typed: string): string | null {
	if (kind === 'choice') return options.includes(typed) ? typed : null
	if (kind === 'count') {
		const number = plainNumber(typed)
		return /^\d{1,5}$/.test(number) ? `${Number(number)}` : null
	}
	const line = cleanLine(typed).trim()
	return line === '' || Array.from(line).length > ANSWER_LENGTH ? null : line
}

function messageOf({ kind, label, unit }: TaskQuestion): string {
	if (kind === 'choice') return `「${label}」を選んでください。`
	if (kind === 'count') return `「${label}」は、0から${COUNT_MAX.toLocaleString('ja-JP')}${unit}までの整数で入力してください。`
	return `「${label}」を${ANSWER_LENGTH}文字までで入力してください。分からないときは「未定」と書いてください。`
}

/** Which of the questions have no answer in a draft, such as one that was begun before the task asked them. */
export const unanswered = (questions: readonly TaskQuestion[], answers: readonly TaskAnswer[]): TaskQuestion[] =>
	questions.filter(({ key }) => !answers.some((answer) => answer.key === key))
