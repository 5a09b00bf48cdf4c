import { absentAt, clientKey, type Fields, form, type FormAnswers, type FormRow, type FormRows, members } from './permission-forms-rows.ts'
import { ABSENT } from './permission-rows.ts'

/** The two sides of a thread; staff are neither. */
const twoSides = members(404, { member: 'done', expert: 'done', colleague: 'done' })

const paper = () => new File(['日付,内容,金額\r\n2026/06/15,消耗品費,9800\r\n'], '経費.csv', { type: 'text/csv' })
const onDocuments = (about: string, fields: Fields | FormRow['fields'], expect: FormAnswers): FormRow =>
	form(about, (world) => `/mypage/inquiries/${world.inquiry.id}/documents`, fields, expect)
const onLetter = (about: string, fields: Fields | FormRow['fields'], expect: FormAnswers): FormRow =>
	form(about, (world) => `/mypage/inquiries/${world.inquiry.id}/letter`, fields, expect)
const letterBody = '第1条（業務）\n甲は乙に確定申告を委託する。\n'.repeat(10)
const officeOnly = (answer: 'done' | 404) => members(404, { member: 403, expert: answer, colleague: answer })
const askersOnly = members(404, { expert: 'done', colleague: 'done' })

/** Documents and engagement letters of a case: the member's thread with the expert's office. */
export const documentFormRows: FormRows = {
	// The forms of a thread's times and documents, beside the list of the inbox.
	'/mypage/inbox/appointments/:id': [
		form('cancel', (world) => `/mypage/inbox/appointments/${world.inquiry.appointmentId}`, { intent: 'cancel', reason: '' }, twoSides),
		absentAt((id) => `/mypage/inbox/appointments/${id}`, { intent: 'cancel', reason: '' }, members(404)),
	],
	'/mypage/inbox/arrangements/:id': [
		form('close', (world) => `/mypage/inbox/arrangements/${world.inquiry.id}`, { intent: 'close' }, twoSides),
		absentAt((id) => `/mypage/inbox/arrangements/${id}`, { intent: 'close' }, members(404)),
	],
	'/mypage/inbox/documents/:id': [
		form('keep', (world) => `/mypage/inbox/documents/${world.inquiry.id}`, { intent: 'keep', keepDays: 180 }, twoSides),
		absentAt((id) => `/mypage/inbox/documents/${id}`, { intent: 'keep', keepDays: 180 }, members(404)),
	],
	'/mypage/inquiries/:id/documents': [
		onDocuments('keep', { intent: 'keep', keepDays: 180 }, twoSides),
		onDocuments('upload', () => ({ intent: 'upload', requestId: '', file: paper() }), twoSides),
		onDocuments('request', { intent: 'request', lines: '通帳の写し' }, twoSides),
		// What the office asked for is not the client's to mark.
		onDocuments('settle', (world) => ({ intent: `settle:${world.inquiry.documentRequestId}` }), askersOnly),
		onDocuments('unsettle', (world) => ({ intent: `unsettle:${world.inquiry.documentRequestId}` }), askersOnly),
		onDocuments('withdraw', (world) => ({ intent: `withdraw:${world.inquiry.documentRequestId}` }), askersOnly),
		onDocuments('settle what was not asked for', { intent: `settle:${ABSENT}` }, members(404)),
		onDocuments(
			'remove the member’s',
			(world) => ({ intent: `remove:${world.inquiry.documentId}` }),
			members(404, { member: 'done', expert: 403, colleague: 403 }),
		),
		...['request', 'keep', 'upload', 'settle:1', 'unsettle:1', 'withdraw:1', 'remove:1'].map((intent) =>
			absentAt((id) => `/mypage/inquiries/${id}/documents`, { intent, lines: '通帳', keepDays: 30, file: paper() }, members(404)),
		),
	],
	'/mypage/inquiries/:id/letter': [
		onLetter('offer', () => ({ intent: 'offer', kind: 'mandate', body: letterBody, clientKey: clientKey() }), officeOnly('done')),
		onLetter('withdraw', { intent: 'withdraw' }, officeOnly('done')),
		onLetter('template', { intent: 'template', kind: 'service', body: letterBody }, officeOnly('done')),
		onLetter('builtIn', { intent: 'builtIn' }, officeOnly('done')),
		onLetter(
			'agree',
			(world) => ({ intent: 'agree', hash: world.inquiry.letterHash, agreed: '1' }),
			members(404, { member: 'done', expert: 403, colleague: 403 }),
		),
		onLetter('revoke', { intent: 'revoke', reason: '事業を取りやめるため。' }, twoSides),
		...['offer', 'withdraw', 'agree', 'revoke', 'template', 'builtIn'].map((intent) =>
			absentAt(
				(id) => `/mypage/inquiries/${id}/letter`,
				{
					intent,
					kind: 'service',
					body: letterBody,
					hash: '0'.repeat(64),
					agreed: '1',
					reason: '事業を取りやめるため。',
					clientKey: 'a-key-of-the-forms-absent',
				},
				members(404),
			),
		),
	],
	'/mypage/documents/upload': [
		form(
			'begin',
			'/mypage/documents/upload',
			(world) => ({ intent: 'begin', inquiryId: world.inquiry.id, requestId: '', name: '通帳.csv', bytes: 20, modified: '' }),
			members(404, { member: 200, expert: 200, colleague: 200 }),
		),
		// The member's is complete, and nothing is written to it.
		form(
			'part',
			'/mypage/documents/upload',
			(world) => ({ intent: 'part', targetId: world.inquiry.documentId, number: 0, part: paper() }),
			members(404, { member: 200 }),
		),
		...['complete', 'abandon'].map((intent) =>
			form(intent, '/mypage/documents/upload', (world) => ({ intent, targetId: world.inquiry.documentId }), members(404, { member: 200 })),
		),
		form(
			'begin in none',
			'/mypage/documents/upload',
			{ intent: 'begin', inquiryId: ABSENT, requestId: '', name: 'a.csv', bytes: 20, modified: '' },
			members(404),
		),
	],
}
