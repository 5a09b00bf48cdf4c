import { diagnosisQuery } from './permission-diagnosis.ts'
import { absentAt, clientKey, everybody, type Fields, form, type FormRows, members, staff } from './permission-forms-rows.ts'
import { ABSENT } from './permission-rows.ts'

const contact = (agree: readonly string[]): Fields => ({
	contactName: '相田 資子',
	email: 'form@example.com',
	phone: '',
	company: '',
	reach: 'email',
	reachTime: '',
	message: '',
	agree,
	clientKey: clientKey(),
})

export const diagnosisFormRows: FormRows = {
	'/lp/factoring/contact': [
		form('with consent', `/lp/factoring/contact${diagnosisQuery}`, () => contact(['handling', 'diagnosis']), everybody('done')),
		form('without consent', `/lp/factoring/contact${diagnosisQuery}`, () => contact(['diagnosis']), everybody(422)),
		// Sent back to the diagnosis.
		form('about wages', '/lp/factoring/contact?receivable=salary', () => contact(['handling']), everybody('done')),
	],
	'/lp/factoring/contact/confirm/:token': [
		form('a visitor’s, by its link', (world) => `/lp/factoring/contact/confirm/${world.diagnoses.token}`, {}, everybody('done')),
	],
	'/lp/factoring/contact/request/:key': [
		form('a visitor’s, by its link', (world) => `/lp/factoring/contact/request/${world.diagnoses.key}`, {}, everybody('done')),
	],
	'/mypage/diagnoses': [
		form('own', '/mypage/diagnoses', (world) => ({ targetId: world.diagnoses.id }), members(404, { member: 'done' })),
		form('absent', '/mypage/diagnoses', { targetId: ABSENT }, members(404)),
		form('with a number that no row can have', '/mypage/diagnoses', { targetId: '9999999999' }, members(404)),
	],
	'/admin/diagnoses/:id': [
		form('the member’s', (world) => `/admin/diagnoses/${world.diagnoses.id}`, { intent: 'contact', note: '' }, staff('support')),
		form(
			'closed without a word',
			(world) => `/admin/diagnoses/${world.diagnoses.id}`,
			{ intent: 'close', note: '' },
			staff('support', 422),
		),
		absentAt((id) => `/admin/diagnoses/${id}`, { intent: 'close', note: '終わり' }, staff('support', 404)),
	],
}
