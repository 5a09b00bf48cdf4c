import { estimateConsents } from '../src/domain/estimates/estimate-input.ts'
import { answers } from '../src/domain/estimates/estimates-for-test.ts'
import { inquiryInput, message } from '../src/domain/inquiries/inquiries-for-test.ts'
import {
	absentAt,
	clientKey,
	everybody,
	type Fields,
	form,
	type FormAnswers,
	type FormRow,
	type FormRows,
	members,
	signedIn,
	twoSides,
} from './permission-forms-rows.ts'
import { ABSENT } from './permission-rows.ts'

const typedAnswers = Object.fromEntries(Object.entries(answers).map(([key, value]) => [`answers.${key}`, value]))

const consent = estimateConsents.map(({ kind }) => kind)
const quote = (): Fields => ({
	intent: 'quote',
	'name-0': '確定申告書の作成',
	'quantity-0': '1',
	'unit-0': '式',
	'unitPrice-0': '50000',
	'taxRate-0': '10',
	expenses: '',
	validUntil: '2026-07-15',
	message: 'よろしくお願いします。',
	clientKey: clientKey(),
})
/** Only the member's account opens its draft; see makeEstimates. */
const drafters: FormAnswers = { out: 404, rest: 404, member: 'done' }
const onDraft = (intent: string, fields: Fields | FormRow['fields']): FormRow[] => {
	const all = typeof fields === 'function' ? fields : () => fields
	return [
		form(
			intent,
			(world) => `/bulk_estimate/${world.estimates.draft}`,
			(world, actor) => ({ intent, ...all(world, actor) }),
			drafters,
		),
		form(
			`${intent}, sent already`,
			(world) => `/bulk_estimate/${world.estimates.sentDraft}`,
			(world, actor) => ({ intent, ...all(world, actor) }),
			everybody('done'),
		),
	]
}
const askers = members(404, { member: 'done' })
/** On the page of a member's request that waits for quotes. */
const onWaiting = (name: string, fields: Fields, expect: FormAnswers): FormRow =>
	form(name, (world) => `/mypage/estimates/${world.waiting.requestId}`, fields, expect)
const onThread = (intent: string, expect: FormAnswers): FormRow =>
	form(intent, (world) => `/mypage/inquiries/${world.inquiry.id}`, { intent }, expect)

const savedReply: Fields = { title: '書類のお願い', body: '{お名前}様、次の書類をお送りください。' }

const review: Fields = {
	stars: 5,
	body: '初めての申告で不安でしたが、必要な書類を一覧にしてもらえたので迷わず準備できました。',
	persona: '個人事業主',
}

/** Requests for estimates, threads with offices, reviews: the member asks the expert's office. */
export const leadFormRows: FormRows = {
	'/bulk_estimate': [form('begin', '/bulk_estimate', () => ({ taskId: 503, place: '東京都', clientKey: clientKey() }), everybody('done'))],
	'/bulk_estimate/:key': [
		...onDraft('task', { taskId: 503, place: '東京都' }),
		...onDraft('facts', {
			entity: 'sole',
			industry: 'デザイン',
			size: '1',
			facts: '開業2年目です。',
			...typedAnswers,
			budgetMax: '100000',
			desiredOn: '',
			wishes: 'オンラインで相談したいです。',
		}),
		...onDraft('offices', (world) => ({ officeId: [world.officeId] })),
		// Nothing has been filled in before.
		form(
			'send',
			(world) => `/bulk_estimate/${world.estimates.draft}`,
			{ intent: 'contact', contactName: '山田 花子', phone: '', consent },
			{ out: 404, rest: 404, member: 422 },
		),
		form(
			'send, sent already',
			(world) => `/bulk_estimate/${world.estimates.sentDraft}`,
			{ intent: 'contact', contactName: '山田 花子', phone: '', consent },
			everybody('done'),
		),
		absentAt(() => '/bulk_estimate/no-such-key', { intent: 'task', taskId: 503, place: '東京都' }, everybody(404)),
	],
	'/bulk_estimate/confirm/:token': [form('no link of ours', '/bulk_estimate/confirm/no-such-token', {}, everybody(404))],
	'/bulk_estimate/result/:key': [
		// Anyone with the link of the visitor's mail.
		form('a visitor’s, by its link', (world) => `/bulk_estimate/result/${world.estimates.result}`, { intent: 'cancel' }, everybody('done')),
		form('no link of ours', '/bulk_estimate/result/no-such-key', { intent: 'cancel' }, everybody(404)),
	],
	'/mypage/estimates/:id': [
		form(
			'open a thread',
			(world) => `/mypage/estimates/${world.waiting.requestId}`,
			(world) => ({ intent: 'thread', targetId: world.waiting.deliveryId }),
			members(404, { member: 'done', expert: 'done' }),
		),
		form('cancel', (world) => `/mypage/estimates/${world.estimates.requestId}`, { intent: 'cancel' }, askers),
		form(
			'accept a quote',
			(world) => `/mypage/estimates/${world.estimates.requestId}`,
			(world) => ({ intent: 'accept', quoteId: world.estimates.quoteId }),
			askers,
		),
		form(
			'accept the quote of another request',
			(world) => `/mypage/estimates/${world.waiting.requestId}`,
			(world) => ({ intent: 'accept', quoteId: world.estimates.quoteId }),
			members(404),
		),
		form(
			'open the phone number',
			(world) => `/mypage/estimates/${world.waiting.requestId}`,
			(world) => ({ intent: 'phone', targetId: world.waiting.deliveryId }),
			askers,
		),
		form(
			'open it to an office of another request',
			(world) => `/mypage/estimates/${world.waiting.requestId}`,
			(world) => ({ intent: 'phone', targetId: world.declined.deliveryId }),
			members(404),
		),
		form(
			'ask for a change',
			(world) => `/mypage/estimates/${world.estimates.requestId}`,
			(world) => ({ intent: 'change', targetId: world.quotedDeliveryId, change: '記帳代行を除いた金額を知りたいです。' }),
			askers,
		),
		form(
			'replace an office that declined',
			(world) => `/mypage/estimates/${world.declined.requestId}`,
			(world) => ({ intent: 'replace', targetId: world.declined.deliveryId, officeId: world.officeId }),
			askers,
		),
		// 確定申告 has no opponents.
		...['disclose', 'withdraw'].map((intent) =>
			form(
				intent,
				(world) => `/mypage/estimates/${world.waiting.requestId}`,
				(world) => ({ intent, targetId: world.waiting.deliveryId, opponent: '丙野商事' }),
				members(404, { member: intent === 'disclose' ? 409 : 'done' }),
			),
		),
		onWaiting('report the work done before an office was chosen', { intent: 'done' }, members(404, { member: 409 })),
		onWaiting('accept an office that was not proposed', { intent: 'accept-proposals', officeId: '1' }, members(404, { member: 422 })),
		onWaiting('refuse proposals', { intent: 'refuse-proposals' }, askers),
		...['cancel', 'accept', 'phone', 'replace', 'disclose', 'withdraw', 'done', 'refuse-proposals'].map((intent) =>
			absentAt((id) => `/mypage/estimates/${id}`, { intent, opponent: '丙野商事' }, members(404)),
		),
	],
	// Both sides have confirmed the commission: there is nothing left to quote.
	'/mypage/inquiries/:id/quote': [
		form(
			'quote',
			(world) => `/mypage/inquiries/${world.inquiry.id}/quote`,
			() => ({ ...quote(), taskId: 503 }),
			members(404, { expert: 409, colleague: 409 }),
		),
		form(
			'absent',
			() => `/mypage/inquiries/${ABSENT}/quote`,
			() => ({ ...quote(), taskId: 503 }),
			members(404),
		),
	],
	'/mypage/leads/:id': [
		form(
			'assign',
			(world) => `/mypage/leads/${world.waiting.leadId}`,
			{ intent: 'assign', expertId: '' },
			members(404, { expert: 'done' }),
		),
		form(
			'open a thread',
			(world) => `/mypage/leads/${world.waiting.leadId}`,
			(world) => ({ intent: 'thread', targetId: world.waiting.leadId }),
			members(404, { member: 'done', expert: 'done' }),
		),
		form('quote', (world) => `/mypage/leads/${world.waiting.leadId}`, quote, members(404, { expert: 'done' })),
		form(
			'calculate only',
			(world) => `/mypage/leads/${world.waiting.leadId}`,
			() => ({ ...quote(), calculate: '1' }),
			// Reads only what was typed.
			members(200),
		),
		form(
			'decline',
			(world) => `/mypage/leads/${world.waiting.leadId}`,
			{ intent: 'decline', reason: '繁忙期のため、お受けできません。' },
			members(404, { expert: 'done' }),
		),
		form(
			'another version, by whoever is of the office',
			(world) => `/mypage/leads/${world.estimates.leadId}`,
			quote,
			members(404, { expert: 'done', colleague: 'done' }),
		),
		...['contacted', 'done', 'ask-opponent', 'clear', 'conflict'].map((intent) =>
			form(
				`${intent}, which this request does not take`,
				(world) => `/mypage/leads/${world.waiting.leadId}`,
				{ intent },
				members(404, { expert: 409 }),
			),
		),
		form('absent', `/mypage/leads/${ABSENT}`, quote, members(404)),
	],
	// The acts of a case's own page, from its card.
	'/mypage/pipeline': [
		...['lead-contacted', 'lead-done'].map((intent) =>
			form(
				`${intent}, which this request does not take`,
				'/mypage/pipeline',
				(world) => ({ intent, targetId: world.waiting.leadId }),
				members(404, { expert: 409 }),
			),
		),
		...['inquiry-engage', 'inquiry-done', 'inquiry-close', 'inquiry-reopen'].flatMap((intent) => [
			form(intent, '/mypage/pipeline', (world) => ({ intent, targetId: world.inquiry.id }), twoSides),
			form(`${intent}, absent`, '/mypage/pipeline', { intent, targetId: ABSENT }, members(404)),
		]),
	],
	// The same forms, beside the list of the inbox.
	'/mypage/inbox/leads/:id': [
		form('quote', (world) => `/mypage/inbox/leads/${world.waiting.leadId}`, quote, members(404, { expert: 'done' })),
		form('absent', `/mypage/inbox/leads/${ABSENT}`, quote, members(404)),
	],
	'/mypage/inbox/inquiries/:id': [
		form(
			'write',
			(world) => `/mypage/inbox/inquiries/${world.inquiry.id}`,
			() => ({ intent: 'send', ...message() }),
			twoSides,
		),
		form('absent', `/mypage/inbox/inquiries/${ABSENT}`, () => ({ intent: 'send', ...message() }), members(404)),
	],
	'/office/:id/inquiry': [
		form(
			'published',
			(world) => `/office/${world.officeId}/inquiry`,
			() => ({ ...inquiryInput({ subject: '相続の相談' }), taskId: 503 }),
			// Not by members of the office.
			signedIn('done', { expert: 409, colleague: 409 }),
		),
		form(
			'the expert’s draft',
			(world) => `/office/${world.draftOfficeId}/inquiry`,
			() => ({ ...inquiryInput({ subject: '相続の相談' }), taskId: 503 }),
			signedIn(404),
		),
		form('absent', `/office/${ABSENT}/inquiry`, () => ({ ...inquiryInput({ subject: '相続の相談' }), taskId: 503 }), signedIn(404)),
	],
	'/mypage/inquiries/:id': [
		form(
			'write',
			(world) => `/mypage/inquiries/${world.inquiry.id}`,
			() => ({ intent: 'send', ...message() }),
			twoSides,
		),
		form(
			'insert a saved reply',
			(world) => `/mypage/inquiries/${world.inquiry.id}`,
			(world) => ({ intent: 'insert', savedReply: world.savedReplyId, body: '' }),
			members(404, { member: 422, expert: 200, colleague: 200 }),
		),
		// The client has nobody to assign.
		form(
			'assign',
			(world) => `/mypage/inquiries/${world.inquiry.id}`,
			{ intent: 'assign', expertId: '' },
			members(404, { expert: 'done', colleague: 'done' }),
		),
		onThread('close', twoSides),
		onThread('reopen', twoSides),
		onThread('block', twoSides),
		onThread('unblock', twoSides),
		onThread('engage', twoSides),
		onThread('done', twoSides),
		form('absent', `/mypage/inquiries/${ABSENT}`, () => ({ intent: 'send', ...message() }), members(404)),
	],
	'/mypage/replies': [
		form(
			'add',
			'/mypage/replies',
			(world) => ({ ...savedReply, intent: 'add', targetId: world.officeId, clientKey: clientKey() }),
			members(404, { expert: 'done', colleague: 'done' }),
		),
		...['change', 'delete'].flatMap((intent) => [
			form(
				intent,
				'/mypage/replies',
				(world) => ({ ...savedReply, intent, targetId: world.savedReplyId }),
				members(404, { expert: 'done', colleague: 'done' }),
			),
			form(`${intent}, absent`, '/mypage/replies', { ...savedReply, intent, targetId: ABSENT }, members(404)),
		]),
	],
	'/mypage/placements': [
		// A colleague is no owner.
		form(
			'add',
			'/mypage/placements',
			(world) => ({ intent: 'add', targetId: world.officeId, taskId: 503 }),
			members(404, { expert: 'done' }),
		),
		form('add, absent', '/mypage/placements', { intent: 'add', targetId: ABSENT, taskId: 503 }, members(404)),
		form('remove', '/mypage/placements', (world) => ({ intent: 'remove', targetId: world.placementId }), members(404, { expert: 'done' })),
		form('remove, absent', '/mypage/placements', { intent: 'remove', targetId: ABSENT }, members(404)),
	],
	'/office/:id/review': [
		form('of the member’s office', (world) => `/office/${world.officeId}/review`, review, members(403, { member: 'done' })),
		form('where nothing was commissioned', (world) => `/office/${world.otherOfficeId}/review`, review, members(403)),
		form('absent', `/office/${ABSENT}/review`, review, members(404)),
	],
	'/mypage/reviews': [
		form(
			'reply to the member’s',
			'/mypage/reviews',
			(world) => ({ intent: 'reply', targetId: world.reviewId, reply: 'ご依頼ありがとうございました。来年もお手伝いします。' }),
			members(404, { expert: 'done', colleague: 'done' }),
		),
		form(
			'absent',
			'/mypage/reviews',
			{ intent: 'reply', targetId: ABSENT, reply: 'ご依頼ありがとうございました。来年もお手伝いします。' },
			members(404),
		),
	],
}
