import { describe, expect, test } from 'vitest'
import { countCharacters, lengths } from '../../src/domain/questions/input.ts'
import { answerSchema, questionSchema } from '../../src/domain/questions/schemas.ts'
import { refusedByLaw } from '../../src/domain/questions/policy.ts'
import { DEMO_TODAY } from '../demo/calendar.ts'
import { mostHeld } from '../demo/sub-qualifications.ts'
import { categories } from '../taxonomy/index.ts'
import { days, hours } from '../../src/domain/shared/japan-time.ts'
import { loadQuestions } from './load.ts'
import type { AnswerSeed, QuestionSeed } from './types.ts'

const tasks = new Map(categories.flatMap((category) => category.tasks).map((task) => [task.id, task]))
const all = loadQuestions().map((question) => ({ where: question.key, question }))
const clientKey = 'a-key-of-sixteen-letters'
const stages = { 開業前: 'planning', 個人事業: 'sole', 法人: 'corporation' }

/** Of the earliest that it can have been written: in office hours of that day. */
const answeredOn = ({ askedDaysAgo }: QuestionSeed, { afterHours }: AnswerSeed) =>
	new Date(Date.parse(DEMO_TODAY) - days(askedDaysAgo) + hours(afterHours)).toISOString().slice(0, 10)

function faultsOf(question: QuestionSeed): unknown[] {
	const parsed = questionSchema.safeParse({ ...question, stage: stages[question.stage], clientKey })
	return [
		...(parsed.error?.issues ?? []),
		...question.taskIds.filter((id) => !tasks.has(id)).map((id) => `no task ${id}`),
		...(question.answers.filter(({ isBest }) => isBest).length > (question.state === 'resolved' ? 1 : 0) ? ['too many best answers'] : []),
		...question.answers.flatMap((answer) => faultsOfAnswer(question, answer)),
	]
}

function faultsOfAnswer(question: QuestionSeed, answer: AnswerSeed): unknown[] {
	const parts = question.taskIds.flatMap((id) => tasks.get(id)?.parts ?? [])
	const refused = refusedByLaw(parts, mostHeld([answer.profession]))
	const turns = answer.comments.every(({ by }, turn) => by === (turn % 2 === 0 ? 'asker' : 'expert'))
	return [
		...(answerSchema.safeParse({ ...answer, clientKey }).error?.issues ?? []),
		...(refused === null ? [] : [refused]),
		...(countCharacters(answer.thanks ?? '') > lengths.thanks.max ? ['thanks are too long'] : []),
		...(answer.lawAsOf !== null && answer.lawAsOf > answeredOn(question, answer) ? ['rests on a law of later'] : []),
		...(turns && answer.comments.length <= 6 ? [] : ['comments are not in turn']),
		...answer.comments.filter(({ body }) => countCharacters(body) > lengths.comment.max),
	]
}

describe('the demo’s questions', () => {
	test('could all have been posted, and answered by those who may', () => {
		expect(all.map(({ where, question }) => ({ where, faults: faultsOf(question) })).filter(({ faults }) => faults.length > 0)).toEqual([])
	})

	test('have unique numbers in their category, since the drawn rows follow from them', () => {
		expect(new Set(all.map(({ question }) => `${question.taskCategoryId}/${question.number}`)).size).toBe(all.length)
	})

	test('have unique titles', () => {
		expect(new Set(all.map(({ question }) => question.title)).size).toBe(all.length)
	})
})
