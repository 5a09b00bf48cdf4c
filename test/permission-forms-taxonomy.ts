import { clientKey, type Fields, form, type FormRow, type FormRows, staff } from './permission-forms-rows.ts'
import { ABSENT } from './permission-rows.ts'

const reason = '掲載の基準に合わないため'

const gate: Fields = {
	name: '法務の相談',
	law: 'bengoshi',
	grants: 'bengoshi',
	note: '',
	reason: '言い方を直すため',
	version: 0,
	itemVersion: 1,
}
/** Forms about an item of the taxonomy of which there is no draft. */
const ending = (intent: string, to: string): FormRow =>
	form(intent, '/admin/taxonomy/task/702/end', { reason, intent, to }, staff('editor'))

const days = { startsOn: '2026-06-01', endsOn: '2099-06-30', position: 3 }
/** Experts whom editors introduce, on the top page. */
const pickupFormRows: FormRows = {
	'/admin/pickups/new': [
		form(
			'begin',
			'/admin/pickups/new?scope=0&prefecture=0',
			(world) => ({ intent: 'begin', ...days, reason: '開業の相談に力を入れています。', expertId: world.expertId, clientKey: clientKey() }),
			staff('editor'),
		),
		form(
			'one who is not verified',
			'/admin/pickups/new?scope=0&prefecture=0',
			(world) => ({
				intent: 'begin',
				...days,
				reason: '開業の相談に力を入れています。',
				expertId: world.unverifiedExpertId,
				clientKey: clientKey(),
			}),
			staff('editor', 409),
		),
	],
	'/admin/pickups/:id': [
		...(['pickupId', 'draftPickupId'] as const).map((key) =>
			form(
				`edit ${key}`,
				(world) => `/admin/pickups/${world[key]}`,
				{ intent: 'edit', ...days, reason: '相続と承継の相談を続けて受けています。', version: 1 },
				staff('editor'),
			),
		),
		form('publish', (world) => `/admin/pickups/${world.draftPickupId}`, { intent: 'publish', version: 1 }, staff('editor')),
		form('end', (world) => `/admin/pickups/${world.pickupId}`, { intent: 'end', reason: '期間を終えるため' }, staff('editor')),
		form(
			'end a draft',
			(world) => `/admin/pickups/${world.draftPickupId}`,
			{ intent: 'end', reason: '期間を終えるため' },
			staff('editor', 409),
		),
		form('discard', (world) => `/admin/pickups/${world.draftPickupId}`, { intent: 'discard' }, staff('editor')),
		form('discard what is published', (world) => `/admin/pickups/${world.pickupId}`, { intent: 'discard' }, staff('editor', 409)),
	],
}

/** Questions that say the same. */
const mergeFormRows: FormRows = {
	'/admin/questions/:id/merge': [
		form(
			'merge',
			(world) => `/admin/questions/${world.questions.open}/merge`,
			(world) => ({ intent: 'merge', targetId: world.questions.answered, reason: '同じ内容の質問のため' }),
			staff('moderator'),
		),
		form(
			'merge with a hidden one',
			(world) => `/admin/questions/${world.questions.open}/merge`,
			(world) => ({ intent: 'merge', targetId: world.questions.hidden, reason: '同じ内容の質問のため' }),
			staff('moderator', 409),
		),
		form(
			'merge with none',
			(world) => `/admin/questions/${world.questions.open}/merge`,
			{ intent: 'merge', targetId: ABSENT, reason: '同じ内容の質問のため' },
			staff('moderator', 404),
		),
		form(
			'undo what is not there',
			(world) => `/admin/questions/${world.questions.open}/merge`,
			{ intent: 'undo', targetId: ABSENT },
			staff('moderator', 409),
		),
		form('settle', (world) => `/admin/questions/${world.questions.open}/merge`, { intent: 'settle' }, staff('moderator')),
	],
}

/** The taxonomy as editors change it, and several items of a queue at once. */
export const taxonomyFormRows: FormRows = {
	...pickupFormRows,
	...mergeFormRows,
	'/admin/queues/bulk': [
		form(
			'hide',
			'/admin/queues/bulk?queue=reports',
			(world) => ({ intent: 'decide:hide', item: `${world.reportId}:`, reason }),
			staff('moderator'),
		),
		form('approve', '/admin/queues/bulk?queue=experts', { intent: 'decide:verified', item: '1:1', reason }, staff('reviewer', 422)),
		form(
			'assign to nobody',
			'/admin/queues/bulk?queue=reports&assignee=me',
			(world) => ({ intent: 'assign', item: `${world.reportId}:`, assignee: '' }),
			staff('moderator'),
		),
		form(
			'assign to a stranger',
			'/admin/queues/bulk?queue=reports',
			(world) => ({ intent: 'assign', item: `${world.reportId}:`, assignee: 'nobody-here' }),
			staff('moderator', 422),
		),
		form('assign nothing', '/admin/queues/bulk?queue=leads', { intent: 'assign', assignee: '' }, staff('support', 422)),
		form('put off nothing', '/admin/queues/bulk?queue=mail', { intent: 'skip' }, staff('support', 422)),
		form('take back what is not there', '/admin/queues/bulk?queue=leads', { intent: 'undo', given: `${ABSENT}` }, staff('support', 409)),
	],
	'/admin/taxonomy/new': [
		form(
			'a use case',
			'/admin/taxonomy/new?kind=useCase&owner=702',
			{
				intent: 'make',
				title: '秘密保持契約を結ぶ',
				persona: '製造業、社員8名',
				before: '雛形がない。',
				after: '結んだ。',
				days: 3,
				cost: 33000,
			},
			staff('editor'),
		),
		form('a use case without a text', '/admin/taxonomy/new?kind=useCase&owner=702', { intent: 'make' }, staff('editor', 422)),
	],
	'/admin/taxonomy/:kind/:key': [
		form('a draft', '/admin/taxonomy/part/71', { intent: 'save', kind: 'advice', ...gate }, staff('editor')),
		form(
			'a draft that the law forbids',
			'/admin/taxonomy/part/71',
			{ intent: 'save', kind: 'advice', ...gate, grants: 'zeirishi' },
			staff('editor', 422),
		),
		form(
			'a draft of an older version',
			'/admin/taxonomy/part/71',
			{ intent: 'save', kind: 'advice', ...gate, itemVersion: 7 },
			staff('editor', 409),
		),
		form('publish what is not there', '/admin/taxonomy/task/701', { intent: 'publish', version: 1 }, staff('editor', 404)),
		form('schedule for no day', '/admin/taxonomy/task/701', { intent: 'schedule', version: 1 }, staff('editor', 422)),
		form('no longer schedule', '/admin/taxonomy/task/701', { intent: 'unschedule', version: 1 }, staff('editor', 409)),
		form('discard', '/admin/taxonomy/task/701', { intent: 'discard', itemVersion: 1 }, staff('editor')),
		form('restore what it is', '/admin/taxonomy/task/701', { intent: 'restore', version: 1 }, staff('editor', 422)),
		form(
			'settle of an older version',
			'/admin/taxonomy/task/701',
			{ intent: 'settle', field: 'name', takes: 'staff', version: 9 },
			staff('editor', 409),
		),
		form('keep what was not dropped', '/admin/taxonomy/task/701', { intent: 'keep', version: 1 }, staff('editor', 404)),
	],
	'/admin/taxonomy/:kind/:key/end': [
		ending('merge', 'task:701'),
		ending('retire', 'category:7'),
		form(
			'split by no part',
			'/admin/taxonomy/task/702/end',
			{ intent: 'split', name: '英文の契約書', kana: 'えいぶんのけいやくしょ', summary: '英文の契約書を作ります。', reason },
			staff('editor', 422),
		),
		form('revive what is not retired', '/admin/taxonomy/task/702/end', { intent: 'revive' }, staff('editor', 404)),
	],
}
