import { ABSENT, everybody, members, page, type PageRow, publicPage } from './permission-rows.ts'

/** The rooms of questions and answers. */
export const questionPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/qa': publicPage('/qa'),
	'/qa/post': [page('', '/qa/post', members(200))],
	'/qa/write': [page('', '/qa/write', { visitor: 200, rest: '/qa/post' })],
	'/qa/:id': [
		page('own, public', (world) => `/qa/${world.questions.open}`, everybody(200)),
		page('own, taken off by staff', (world) => `/qa/${world.questions.hidden}`, { rest: 404, member: 200, staff: 200 }),
		page('absent', `/qa/${ABSENT}`, everybody(404)),
	],
	'/qa/:id/edit': [
		page('own', (world) => `/qa/${world.questions.open}/edit`, members(403, { member: 200 })),
		page('absent', `/qa/${ABSENT}/edit`, members(404)),
	],
	'/qa/:id/answer': [
		// The page explains to members why they may not answer.
		page('a member’s', (world) => `/qa/${world.questions.open}/answer`, members(200)),
		page('absent', `/qa/${ABSENT}/answer`, members(404)),
	],
	'/qa/answer/:id/edit': [
		page('the expert’s', (world) => `/qa/answer/${world.answerId}/edit`, members(403, { expert: 200 })),
		page('absent', `/qa/answer/${ABSENT}/edit`, members(404)),
	],
	'/qa/:id/history': [
		page('own', (world) => `/qa/${world.questions.open}/history`, members(403, { member: 200, staff: 200 })),
		page('own, hidden', (world) => `/qa/${world.questions.hidden}/history`, members(404, { member: 200, staff: 200 })),
		page('absent', `/qa/${ABSENT}/history`, members(404)),
	],
	'/qa/answer/:id/history': [
		page('the expert’s', (world) => `/qa/answer/${world.answerId}/history`, members(403, { expert: 200, staff: 200 })),
		page('absent', `/qa/answer/${ABSENT}/history`, members(404)),
	],
	'/qa/post/similar': publicPage('/qa/post/similar?title=x'),
	'/qa/post/images': [page('', '/qa/post/images', everybody('/qa/post'))],
}
