import { describe, expect, test } from 'vitest'
import { getProfession } from '../../src/domain/directory/attributes.ts'
import { countCharacters, lengths } from '../../src/domain/qa/input.ts'
import { answerSchema, questionSchema } from '../../src/domain/qa/input.server.ts'
import { refusedByLaw } from '../../src/domain/qa/policy.ts'
import { profiles } from '../demo/profile.ts'
import { categories } from '../taxonomy/index.ts'
import { loadQuestionFiles } from './load.ts'

const tasks = new Map(categories.flatMap((category) => category.tasks).map((task) => [task.id, task]))
const files = await loadQuestionFiles()
const all = files.flatMap(({ name, questions }) => questions.map((question) => ({ where: `${name} ${question.number}`, question })))
const clientKey = 'a-key-of-sixteen-letters'

describe('the demo’s questions', () => {
	test('could all have been posted', () => {
		for (const { where, question } of all) {
			const stage = { 開業前: 'planning', 個人事業: 'sole', 法人: 'corporation' }[question.stage]
			const parsed = questionSchema.safeParse({ ...question, stage, clientKey })
			expect(parsed.error?.issues, where).toBeUndefined()
			expect(
				question.taskIds.every((id) => tasks.has(id)),
				where,
			).toBe(true)
		}
		expect(new Set(all.map(({ question }) => question.title)).size).toBe(all.length)
	})

	test('are answered as they could have been, by those who may', () => {
		for (const { where, question } of all) {
			const reserved = question.taskIds.flatMap((id) => {
				const task = tasks.get(id)
				if (!task || task.exclusiveLaw === null) return []
				const ids = task.professions.map((slug) => profiles[slug].id)
				return [{ taskName: task.name, law: task.exclusiveLaw, professionIds: ids, professions: ids.map((one) => getProfession(one).name) }]
			})
			for (const answer of question.answers) {
				expect(answerSchema.safeParse({ ...answer, clientKey }).error?.issues, where).toBeUndefined()
				expect(refusedByLaw(reserved, [profiles[answer.profession].id]), where).toBeNull()
				expect(countCharacters(answer.thanks ?? 'ok'), where).toBeLessThanOrEqual(lengths.thanks.max)
				expect(
					answer.comments.map(({ by }) => by),
					where,
				).toEqual(answer.comments.map((_, turn) => (turn % 2 === 0 ? 'asker' : 'expert')))
				expect(answer.comments.length, where).toBeLessThanOrEqual(6)
				for (const { body } of answer.comments) expect(countCharacters(body), where).toBeLessThanOrEqual(lengths.comment.max)
			}
			expect(question.answers.filter(({ isBest }) => isBest).length, where).toBeLessThanOrEqual(question.state === 'resolved' ? 1 : 0)
		}
	})
})
