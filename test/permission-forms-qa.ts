import { answerInput, questionInput } from '../src/domain/questions/questions-for-test.ts'
import {
	clientKey,
	everybody,
	experts,
	type Fields,
	form,
	type FormAnswers,
	type FormRow,
	type FormRows,
	members,
	signedIn,
} from './permission-forms-rows.ts'
import { ABSENT } from './permission-rows.ts'
import type { FormsWorld } from './permission-forms-world.ts'
import { tinyPicture } from './permission-world.ts'

const given = questionInput()
const questionFields = (more: Fields = {}): Fields => ({
	title: given.title,
	body: given.body,
	category: given.taskCategoryId,
	task: given.taskIds,
	prefecture: 13,
	stage: given.stage,
	clientKey: clientKey(),
	...more,
})
const answerFields = (more: Fields = {}): Fields => ({ body: answerInput().body, clientKey: clientKey(), ...more })
const picture = () => new File([Uint8Array.from(tinyPicture)], 'picture.png', { type: 'image/png' })

/** Only the asker may. */
const askers = signedIn(403, { member: 'done' })
/** The asker's, and in their place the moderators' with a reason. */
const askersOrStaffs = signedIn(403, { member: 'done', moderator: 'done', admin: 'done' })
const tooLate = signedIn(403, { member: 409 })

type Kind = keyof FormsWorld['questions']
/** A form of the page of a question, about an answer to it or about itself. */
const onQuestion = (about: string, kind: Kind, fields: Fields, expect: FormAnswers): FormRow =>
	form(
		about,
		(world) => `/qa/${world.questions[kind]}`,
		(world) => ({ targetId: kind === 'solved' ? world.bestId : world.answerId, ...fields }),
		expect,
	)
const onAbsent = (fields: Fields): FormRow =>
	form(`absent: ${JSON.stringify(fields)}`, `/qa/${ABSENT}`, { targetId: ABSENT, ...fields }, signedIn(404))

const thanks = { intent: 'thank', text: '助かりました。' }
const comment = { intent: 'comment', body: '車の費用はどうですか。', clientKey: clientKey() }
const addendum = { intent: 'addendum', body: '売上は年に三百万円ほどです。' }
const accept = { intent: 'accept', reason: '質問者の依頼による' }

export const qaFormRows: FormRows = {
	'/qa/:id': [
		// An expert may not vote for their own answer.
		onQuestion('vote', 'answered', { intent: 'vote' }, signedIn('done', { expert: 403 })),
		onQuestion('unvote', 'answered', { intent: 'unvote' }, signedIn('done', { expert: 403 })),
		onQuestion('accept', 'answered', accept, askersOrStaffs),
		onQuestion('withdraw', 'solved', { intent: 'withdraw', reason: accept.reason }, askersOrStaffs),
		// Staff say why.
		onQuestion('withdraw, for no reason', 'solved', { intent: 'withdraw' }, signedIn(403, { member: 'done', moderator: 422, admin: 422 })),
		onQuestion('thank', 'answered', thanks, askers),
		// The expert may only answer a comment.
		onQuestion('comment', 'answered', comment, signedIn(403, { member: 'done', expert: 409 })),
		onQuestion('addendum', 'answered', addendum, askers),
		onQuestion('anonymise', 'answered', { intent: 'anonymise' }, askers),
		onQuestion('delete', 'open', { intent: 'delete' }, askers),
		onQuestion('delete, answered', 'answered', { intent: 'delete' }, tooLate),
		onQuestion('resolve', 'open', { intent: 'resolve' }, askers),
		onQuestion('reopen', 'solved', { intent: 'reopen' }, askers),
		// The question has a task; without one, experts suggest and the asker decides (domain/questions/question-tasks.test.ts).
		onQuestion('suggest a task', 'open', { intent: 'suggestTask', taskId: 501 }, signedIn(403, { member: 403, ...experts(409) })),
		onQuestion('confirm a task', 'open', { intent: 'confirmTask', taskId: 501 }, tooLate),
		onQuestion('decline a task', 'open', { intent: 'declineTask', taskId: 501 }, tooLate),
		onQuestion('no form of ours', 'open', { intent: 'hide' }, everybody(400)),
		...[accept, { intent: 'vote' }, thanks, comment, addendum, { intent: 'delete' }, { intent: 'resolve' }].map(onAbsent),
	],
	'/qa/post': [
		form('post', '/qa/post', () => questionFields({ intent: 'post', anonymous: '1' }), signedIn('done')),
		form('draft', '/qa/post', { intent: 'draft', title: '下書き' }, signedIn(200)),
		form('picture', '/qa/post', () => ({ intent: 'image', image: picture() }), signedIn(200)),
		form('similar', '/qa/post', { intent: 'similar', title: given.title }, everybody(200)),
	],
	'/qa/post/images': [
		form('own draft', '/qa/post/images', () => ({ intent: 'image', question: '', image: picture() }), signedIn(200)),
		form(
			'of the member’s question',
			'/qa/post/images',
			(world) => ({ intent: 'image', question: world.questions.open, image: picture() }),
			signedIn(403, { member: 200 }),
		),
		form(
			'looked at only',
			'/qa/post/images',
			(world) => ({ intent: 'image', question: world.questions.open }),
			signedIn(403, { member: 200 }),
		),
		form(
			'looked at, of one that staff took off',
			'/qa/post/images',
			(world) => ({ intent: 'image', question: world.questions.hidden }),
			signedIn(404, { member: 200, moderator: 403, admin: 403 }),
		),
		form('absent', '/qa/post/images', () => ({ intent: 'image', question: ABSENT, image: picture() }), signedIn(404)),
	],
	'/qa/:id/edit': [
		form(
			'own, unanswered',
			(world) => `/qa/${world.questions.open}/edit`,
			() => questionFields({ intent: 'edit', version: 1 }),
			members(403, { member: 'done' }),
		),
		form(
			'own, answered',
			(world) => `/qa/${world.questions.answered}/edit`,
			() => questionFields({ intent: 'edit', version: 1 }),
			members(403, { member: 409 }),
		),
		form('addendum', (world) => `/qa/${world.questions.answered}/edit`, addendum, members(403, { member: 'done' })),
		form(
			'picture',
			(world) => `/qa/${world.questions.open}/edit`,
			() => ({ intent: 'image', image: picture() }),
			members(403, { member: 200 }),
		),
		form('absent', `/qa/${ABSENT}/edit`, () => questionFields({ intent: 'edit', version: 1 }), members(404)),
	],
	'/qa/:id/answer': [
		// Typed values are shown again, even after the session has ended.
		form(
			'post',
			(world) => `/qa/${world.questions.open}/answer`,
			() => answerFields({ intent: 'post' }),
			signedIn(403, experts('done')),
		),
		form(
			'post, the expert’s own question',
			(world) => `/qa/${world.questions.experts}/answer`,
			() => answerFields({ intent: 'post' }),
			signedIn(403, { colleague: 'done', otherExpert: 'done' }),
		),
		form(
			'post, answered by the expert',
			(world) => `/qa/${world.questions.answered}/answer`,
			() => answerFields({ intent: 'post' }),
			signedIn(403, { ...experts('done'), expert: 409 }),
		),
		form('draft, everybody’s own', (world) => `/qa/${world.questions.open}/answer`, { intent: 'draft', body: '下書き' }, signedIn(200)),
		form('absent', `/qa/${ABSENT}/answer`, () => answerFields({ intent: 'post' }), signedIn(404)),
	],
	'/qa/answer/:id/edit': [
		form(
			'the expert’s',
			(world) => `/qa/answer/${world.answerId}/edit`,
			() => answerFields({ intent: 'edit', version: 1 }),
			members(403, { expert: 'done' }),
		),
		form('absent', `/qa/answer/${ABSENT}/edit`, () => answerFields({ intent: 'edit', version: 1 }), members(404)),
	],
}
