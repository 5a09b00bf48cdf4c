import { drawHandle } from '../../src/domain/questions/handles.ts'
import type { StoredCredential } from '../../src/domain/questions/tables.ts'
import { DEMO_TODAY, momentDaysAgo } from '../demo/calendar.ts'
import { profiles } from '../demo/profile.ts'
import { createRandom, mixSeed, type Random } from '../demo/random.ts'
import type { Cell } from '../rows.ts'
import { categories } from '../taxonomy/index.ts'
import { hours } from '../../src/domain/shared/japan-time.ts'
import type { AnswerSeed, QuestionSeed } from './types.ts'

const QA_SEED = 0x9a5eed

/** A demo expert who may answer. */
export type Answerer = {
	id: number
	prefectureId: number | null
	professionIds: readonly number[]
	taskIds: readonly number[]
	credentials: StoredCredential[]
	/** Ids of the parts of tasks that they may do. */
	partIds: ReadonlySet<number>
}

export type QaRows = {
	questions: Cell[][]
	question_tasks: Cell[][]
	answers: Cell[][]
	answer_comments: Cell[][]
	helpful_votes: Cell[][]
	/** Question id and the id of its best answer. */
	best: { questionId: number; answerId: number }[]
	/** Of the questions. */
	ids: number[]
	follows: Cell[][]
}

/** The demo's last moment: late in the evening of its day, in Japan. */
const LAST_MS = Date.parse(`${DEMO_TODAY}T14:00:00Z`)
const stages = { 開業前: 'planning', 個人事業: 'sole', 法人: 'corporation' } as const

/** Turns the written questions into rows. `people` are the ids of demo users, who ask, vote and follow. */
export function rowsOf(
	seeds: readonly QuestionSeed[],
	{
		people,
		experts,
		firstQuestion,
		firstAnswer,
	}: { people: readonly string[]; experts: readonly Answerer[]; firstQuestion: number; firstAnswer: number },
): QaRows {
	const rows: QaRows = {
		questions: [],
		question_tasks: [],
		answers: [],
		answer_comments: [],
		helpful_votes: [],
		best: [],
		ids: [],
		follows: [],
	}
	const follows = new Map<string, Cell[]>()
	const byProfession = Map.groupBy(
		experts.flatMap((expert) => expert.professionIds.map((professionId) => ({ professionId, expert }))),
		({ professionId }) => professionId,
	)
	let answerId = firstAnswer
	for (const [place, seed] of seeds.entries()) {
		const questionId = firstQuestion + place
		const random = createRandom(mixSeed(QA_SEED, seed.taskCategoryId, seed.taskIds[0] ?? 0, seed.number, seed.askedDaysAgo))
		const askedAt = Date.parse(momentDaysAgo(random, seed.askedDaysAgo))
		const asker = random.pick(people)
		const taken = new Set<number>()
		const given = seed.answers.flatMap((answer) => {
			const candidates = (byProfession.get(profiles[answer.profession].id) ?? [])
				.map(({ expert }) => expert)
				.filter((expert) => coveredBy(expert, seed.taskIds).length > 0)
			const expert = chooseExpert(random, candidates, seed, taken)
			return expert ? [{ id: answerId++, answer, expert }] : []
		})
		const best = seed.state === 'resolved' ? given.find(({ answer }) => answer.isBest) : undefined
		const state = seed.state === 'resolved' ? 'resolved' : given.length > 0 ? 'answered' : 'open'
		const lastAnswer = Math.max(0, ...given.map(({ answer }) => answer.afterHours))
		const voters = (answer: AnswerSeed) =>
			random.some(
				people.filter((id) => id !== asker),
				answer.helpfulCount,
			)
		const votes = given.map(({ answer }) => voters(answer))
		rows.questions.push([
			questionId,
			asker,
			drawHandle((count) => random.int(0, count - 1)),
			seed.isAnonymous,
			seed.title,
			seed.body,
			seed.taskCategoryId,
			seed.prefectureId,
			stages[seed.stage],
			seed.industry,
			state,
			given.length,
			votes.reduce((sum, one) => sum + one.length, 0),
			seed.viewCount,
			moment(askedAt),
			moment(askedAt),
			state === 'resolved' ? moment(askedAt + hours(lastAnswer + 20)) : null,
		])
		rows.ids.push(questionId)
		for (const [position, taskId] of [...new Set(seed.taskIds)].entries()) rows.question_tasks.push([questionId, position + 1, taskId])
		if (best) rows.best.push({ questionId, answerId: best.id })
		for (const [index, { id, answer, expert }] of given.entries()) {
			const answeredAt = askedAt + hours(answer.afterHours)
			const comments = answer.comments.filter((comment, turn) => (turn % 2 === 0 ? 'asker' : 'expert') === comment.by).slice(0, 6)
			const said = answeredAt + hours((comments.length + 1) * 7)
			rows.answers.push([
				id,
				questionId,
				expert.id,
				JSON.stringify(expert.credentials),
				answer.body,
				JSON.stringify(answer.sources),
				answer.lawAsOf,
				votes[index]?.length ?? 0,
				comments.length,
				answer.thanks,
				answer.thanks === null ? null : moment(said),
				moment(answeredAt),
				`{${coveredBy(expert, seed.taskIds).join()}}`,
			])
			for (const [turn, comment] of comments.entries())
				rows.answer_comments.push([id, turn + 1, comment.by, comment.body, moment(answeredAt + hours((turn + 1) * 7))])
			for (const voter of votes[index] ?? []) {
				rows.helpful_votes.push([id, voter, moment(answeredAt + hours(random.int(1, 400)))])
				// One in twelve whom an answer helped follows its expert.
				if (random.chance(1 / 12)) follows.set(`${voter}:${expert.id}`, [voter, expert.id, moment(answeredAt + hours(random.int(1, 400)))])
			}
		}
	}
	rows.follows.push(...follows.values())
	return rows
}

const moment = (ms: number): string => new Date(Math.min(ms, LAST_MS)).toISOString()

/** The parts of these tasks that the expert may do: what their answer covers. */
export const coveredBy = (expert: Answerer, taskIds: readonly number[]): number[] =>
	taskIds.flatMap((taskId) => (partsByTask.get(taskId) ?? []).filter((id) => expert.partIds.has(id)))

const partsByTask = new Map(
	categories.flatMap(({ tasks }) => tasks.map((task): [number, number[]] => [task.id, task.parts.map(({ id }) => id)])),
)

/** One who does the task, rather near the asker; never the same one twice for a question. */
function chooseExpert(random: Random, candidates: readonly Answerer[], seed: QuestionSeed, taken: Set<number>): Answerer | null {
	const free = candidates.filter(({ id }) => !taken.has(id))
	const apt = free.filter(({ taskIds }) => seed.taskIds.some((id) => taskIds.includes(id)))
	const near = apt.filter(({ prefectureId }) => prefectureId === seed.prefectureId)
	const from = near.length > 0 && random.chance(0.6) ? near : apt.length > 0 ? apt : free
	if (from.length === 0) return null
	const chosen = random.pick(from)
	taken.add(chosen.id)
	return chosen
}
