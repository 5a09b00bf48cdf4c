import type { PageAnswers, PageRow } from './permission-matrix.ts'
import { ABSENT } from './permission-rows.ts'

type Answer = PageAnswers[number]
const page = (about: string, at: string | PageRow['at'], expect: PageAnswers): PageRow => ({
	about,
	at: typeof at === 'string' ? () => at : at,
	expect,
})
const all = (answer: Answer): PageAnswers => [answer, answer, answer, answer, answer, answer, answer]
const members = (answer: Answer): PageAnswers => ['/login', answer, answer, answer, answer, answer, '/login']
const publicPage = (at: string): PageRow[] => [page('', at, all(200))]

/** The rooms of questions and answers. */
export const questionPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/qa': publicPage('/qa'),
	'/qa/post': [page('', '/qa/post', members(200))],
	'/qa/write': [page('', '/qa/write', [200, '/qa/post', '/qa/post', '/qa/post', '/qa/post', '/qa/post', 200])],
	'/qa/:id': [
		page('own, public', (world) => `/qa/${world.questions.open}`, all(200)),
		page('own, taken off by staff', (world) => `/qa/${world.questions.hidden}`, [404, 404, 200, 404, 404, 200, 404]),
		page('absent', `/qa/${ABSENT}`, all(404)),
	],
	'/qa/:id/edit': [
		page('own', (world) => `/qa/${world.questions.open}/edit`, ['/login', 403, 200, 403, 403, 403, '/login']),
		page('absent', `/qa/${ABSENT}/edit`, members(404)),
	],
	'/qa/:id/answer': [
		// The page explains to members why they may not answer.
		page('a member’s', (world) => `/qa/${world.questions.open}/answer`, members(200)),
		page('absent', `/qa/${ABSENT}/answer`, members(404)),
	],
	'/qa/answer/:id/edit': [
		page('the expert’s', (world) => `/qa/answer/${world.answerId}/edit`, ['/login', 403, 403, 403, 200, 403, '/login']),
		page('absent', `/qa/answer/${ABSENT}/edit`, members(404)),
	],
	'/qa/:id/history': [
		page('own', (world) => `/qa/${world.questions.open}/history`, ['/login', 403, 200, 403, 403, 200, '/login']),
		page('own, hidden', (world) => `/qa/${world.questions.hidden}/history`, ['/login', 404, 200, 404, 404, 200, '/login']),
		page('absent', `/qa/${ABSENT}/history`, members(404)),
	],
	'/qa/answer/:id/history': [
		page('the expert’s', (world) => `/qa/answer/${world.answerId}/history`, ['/login', 403, 403, 403, 200, 200, '/login']),
		page('absent', `/qa/answer/${ABSENT}/history`, members(404)),
	],
	'/qa/post/similar': publicPage('/qa/post/similar?title=x'),
	'/qa/post/images': [page('', '/qa/post/images', all('/qa/post'))],
}
