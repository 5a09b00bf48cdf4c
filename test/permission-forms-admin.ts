import { importFormRows } from './permission-forms-imports.ts'
import { absentAt, type Fields, form, type FormAnswers, type FormRow, type FormRows, manuscript, staff } from './permission-forms-rows.ts'
import { taxonomyFormRows } from './permission-forms-taxonomy.ts'
import type { FormsWorld } from './permission-forms-world.ts'
import { ABSENT } from './permission-rows.ts'

const reason = '掲載の基準に合わないため'

type Room = 'reviewer' | 'moderator' | 'editor' | 'support' | 'admin'
/** A decision of a room that names what it is about in the form: on what is there, and on what is not. */
const decision = (path: string, role: Room, idOf: (world: FormsWorld) => number, fields: Fields): FormRow[] => [
	form(JSON.stringify(fields), path, (world) => ({ reason, ...fields, targetId: idOf(world) }), staff(role)),
	form(`absent: ${JSON.stringify(fields)}`, path, { reason, ...fields, targetId: ABSENT }, staff(role, 404)),
]
/** What every desk takes; `decided` is a verdict on an item that waits. */
const deskRows = (queue: string, role: Room, decided: (world: FormsWorld) => Fields): FormRows => {
	const path = `/admin/queues/${queue}`
	return {
		[path]: [
			form('decide', path, (world) => ({ intent: 'decide', reason, version: 1, ...decided(world) }), staff(role)),
			form(
				'absent',
				path,
				(world) => ({ intent: 'decide', reason, version: 1, ...decided(world), targetId: ABSENT }),
				staff(role, queue === 'credentials' ? 409 : 404),
			),
			form('put off', path, (world) => ({ intent: 'skip', reason, targetId: Number(decided(world)['targetId']) }), staff(role)),
			form('take back what is not there', path, { intent: 'undo', targetId: ABSENT }, staff(role, 409)),
			form('let verdicts take effect', path, { intent: 'settle' }, staff(role)),
		],
	}
}
const onPerson = (about: string, fields: Fields, expect: FormAnswers): FormRow =>
	form(about, (world) => `/admin/people/${world.people.member.uid}`, fields, expect)
const onMerge = (about: string, fields: FormRow['fields'], status?: number): FormRow =>
	form(about, (world) => `/admin/people/${world.people.member.uid}/merge`, fields, staff('support', status))
const onStanding = (about: string, fields: Fields, status?: number): FormRow =>
	form(about, (world) => `/admin/people/${world.people.member.uid}/standing`, fields, {
		...staff('moderator', status),
		...staff('support', status),
	})
const onArticle = (about: string, key: 'submitted' | 'editorial' | 'published' | 'draft', fields: Fields, expect: FormAnswers): FormRow =>
	form(
		about,
		(world) =>
			`/admin/articles/${{ submitted: world.articles.submitted, draft: world.articles.draft, editorial: world.editorialId, published: world.publishedArticleId }[key]}`,
		fields,
		expect,
	)
const onExpert = (about: string, idOf: (world: FormsWorld) => number, fields: Fields, expect: FormAnswers): FormRow =>
	form(about, (world) => `/admin/experts/${idOf(world)}`, { reason, version: 1, ...fields }, expect)
const onOffice = (
	about: string,
	key: 'officeId' | 'changedOfficeId' | 'suspendedOfficeId' | 'deletedOfficeId',
	fields: Fields | FormRow['fields'],
	expect: FormAnswers,
): FormRow => form(about, (world) => `/admin/offices/${world[key]}`, fields, expect)
const change =
	(intent: string) =>
	(world: FormsWorld): Fields => ({ intent, changeId: world.change.id, askedAt: world.change.askedAt, reason })

const stopping = (version: number): Fields => ({
	intent: 'change',
	name: 'booking',
	state: 'off',
	percent: '',
	uids: '',
	owner: '運営 花子',
	reason: '予約の画面に不具合があるため',
	expiresOn: '',
	version,
})
const settings = (intent: string): Fields => ({ intent, version: 0 })
/** Staff pages. Each role has its own; none opens without a second factor. */
export const adminFormRows: FormRows = {
	'/admin/experts/:id': [
		onExpert('verify', (world) => world.unverifiedExpertId, { intent: 'verified' }, staff('reviewer')),
		onExpert('ask for a change', (world) => world.unverifiedExpertId, { intent: 'needs_fix' }, staff('reviewer')),
		onExpert('reject', (world) => world.unverifiedExpertId, { intent: 'rejected' }, staff('reviewer')),
		onExpert('suspend', (world) => world.expertId, { intent: 'suspended' }, staff('reviewer')),
		onExpert('ask for a consent that is not needed', (world) => world.expertId, { intent: 'suspend-request' }, staff('reviewer', 409)),
		onExpert(
			'consent to what nobody asked',
			(world) => world.expertId,
			{ intent: 'suspend-decide', verdict: 'grant', reason },
			staff('reviewer', 409),
		),
		onExpert('withdraw what nobody asked', (world) => world.expertId, { intent: 'suspend-withdraw' }, staff('reviewer', 409)),
		onExpert(
			'rename without a document',
			(world) => world.expertId,
			{ intent: 'rename', displayName: '新姓 花子', kana: 'しんせい はなこ', proofId: '', reason: '改姓のため' },
			staff('reviewer', 422),
		),
		onExpert(
			'ask for a recheck',
			(world) => world.expertId,
			{ intent: 'recheckAsk', note: '名簿で番号を確認できなかった' },
			staff('reviewer'),
		),
		onExpert('recheck', (world) => world.expertId, { intent: 'recheck', note: '名簿で登録を確認した' }, staff('reviewer')),
		onExpert(
			'recheck one who is not verified',
			(world) => world.unverifiedExpertId,
			{ intent: 'recheck', note: '名簿で確認した' },
			staff('reviewer', 409),
		),
		onExpert('verify what is not handed in', (world) => world.draftExpertId, { intent: 'verified' }, staff('reviewer', 409)),
		...['verifyCredential', 'returnCredential'].map((intent) =>
			form(
				intent,
				(world) => `/admin/experts/${world.expertId}`,
				(world) => ({ intent, reason, targetId: world.credentialChangeId, version: world.credentialChangeVersion }),
				staff('reviewer'),
			),
		),
		onExpert(
			'correct the end of a sub-qualification that is not held',
			(world) => world.expertId,
			{ intent: 'subQualificationEnd', professionId: 1, subQualificationId: 7, validUntil: '2031-03-31', reason },
			staff('reviewer', 404),
		),
		onExpert('no decision of ours', (world) => world.expertId, { intent: 'x' }, staff('reviewer', 400)),
		onExpert('absent', () => ABSENT, { intent: 'verified' }, staff('reviewer', 404)),
	],
	'/admin/offices/:id': [
		onOffice('approve a change', 'changedOfficeId', change('approve'), staff('reviewer')),
		onOffice('return a change', 'changedOfficeId', change('return'), staff('reviewer')),
		onOffice('approve at another office', 'officeId', change('approve'), staff('reviewer', 409)),
		onOffice('suspend', 'officeId', { intent: 'suspend', reason }, staff('reviewer')),
		onOffice('unsuspend', 'suspendedOfficeId', { intent: 'unsuspend' }, staff('reviewer')),
		onOffice('a deleted one', 'deletedOfficeId', { intent: 'suspend', reason }, staff('reviewer', 404)),
		absentAt((id) => `/admin/offices/${id}`, { intent: 'suspend', reason }, staff('reviewer', 404)),
	],
	'/admin/articles': [form('begin', '/admin/articles', { intent: 'begin' }, staff('editor'))],
	'/admin/articles/:id': [
		onArticle('save what is handed in', 'submitted', manuscript({ intent: 'save', version: 2 }), staff('editor', 200)),
		onArticle('publish', 'submitted', manuscript({ intent: 'publish', version: 2, slug: 'a-new-address' }), staff('editor')),
		onArticle('return', 'submitted', { intent: 'return', reason }, staff('editor')),
		onArticle('take off', 'published', { intent: 'unlist', reason }, staff('editor')),
		onArticle('put back what is there', 'published', { intent: 'relist' }, staff('editor', 409)),
		onArticle('discard an editorial', 'editorial', { intent: 'discard' }, staff('editor')),
		onArticle('discard an expert’s', 'submitted', { intent: 'discard' }, staff('editor', 409)),
		// An expert's draft is private.
		...['save', 'return', 'discard', 'publish', 'unlist'].map((intent) =>
			onArticle(`the expert’s draft: ${intent}`, 'draft', manuscript({ intent, reason, version: 1, slug: 'x-y-z' }), staff('editor', 404)),
		),
		absentAt((id) => `/admin/articles/${id}`, { intent: 'return', reason }, staff('editor', 404)),
	],
	'/admin/questions': [
		...decision('/admin/questions', 'moderator', (world) => world.questions.open, { intent: 'hide-question' }),
		...decision('/admin/questions', 'moderator', (world) => world.questions.hidden, { intent: 'show-question' }),
		...decision('/admin/questions', 'moderator', (world) => world.questions.open, { intent: 'set-task', taskId: 501 }),
		...decision('/admin/questions', 'moderator', (world) => world.answerId, { intent: 'hide-answer' }),
		...decision('/admin/questions', 'moderator', (world) => world.answerId, { intent: 'accept-answer' }),
		...decision('/admin/questions', 'moderator', (world) => world.bestId, { intent: 'withdraw-answer' }),
	],
	'/admin/queues/experts': [
		form(
			'verify',
			'/admin/queues/experts',
			(world) => ({ intent: 'decide', targetId: world.unverifiedExpertId, version: 1, verdict: 'verified' }),
			staff('reviewer'),
		),
		form(
			'absent',
			'/admin/queues/experts',
			{ intent: 'decide', targetId: ABSENT, version: 1, verdict: 'needs_fix', reason },
			staff('reviewer', 404),
		),
		form(
			'put off',
			'/admin/queues/experts',
			(world) => ({ intent: 'skip', targetId: world.unverifiedExpertId, reason }),
			staff('reviewer'),
		),
		form('take back what is not there', '/admin/queues/experts', { intent: 'undo', targetId: ABSENT }, staff('reviewer', 409)),
		form('let verdicts take effect', '/admin/queues/experts', { intent: 'settle' }, staff('reviewer')),
	],
	'/admin/queues/claims': [
		...['given', 'grant', 'decline'].map((verdict) =>
			form(
				`absent: ${verdict}`,
				'/admin/queues/claims',
				{ intent: 'decide', targetId: ABSENT, version: 1, verdict, reason },
				staff('reviewer', 404),
			),
		),
		form('put off', '/admin/queues/claims', { intent: 'skip', targetId: ABSENT, reason }, staff('reviewer')),
		form('take back what is not there', '/admin/queues/claims', { intent: 'undo', targetId: ABSENT }, staff('reviewer', 409)),
		form('let verdicts take effect', '/admin/queues/claims', { intent: 'settle' }, staff('reviewer')),
	],
	'/admin/queues/reports': [
		...decision('/admin/queues/reports', 'moderator', (world) => world.reportId, { intent: 'decide', verdict: 'hide' }),
		...decision('/admin/queues/reports', 'moderator', (world) => world.reportId, { intent: 'decide', verdict: 'uphold' }),
		...decision('/admin/queues/reports', 'moderator', (world) => world.reportId, { intent: 'decide', verdict: 'dismiss' }),
		form('put off', '/admin/queues/reports', (world) => ({ intent: 'skip', targetId: world.reportId, reason }), staff('moderator')),
		form('take back what is not there', '/admin/queues/reports', { intent: 'undo', targetId: ABSENT }, staff('moderator', 409)),
		form('assign', '/admin/queues/reports', (world) => ({ intent: 'assign', targetId: world.reportId }), staff('moderator')),
		form('let verdicts take effect', '/admin/queues/reports', { intent: 'settle' }, staff('moderator')),
		form('keep a view', '/admin/queues/reports?reason=abuse', { intent: 'saveView', viewName: '人を傷つけるもの' }, staff('moderator')),
		form('share a view', '/admin/queues/reports?only=late', { intent: 'saveView', viewName: '遅れ', isShared: '1' }, staff('moderator')),
		form('keep a view without a name', '/admin/queues/reports?reason=abuse', { intent: 'saveView' }, staff('moderator', 422)),
		form('remove a view that is not there', '/admin/queues/reports', { intent: 'removeView', targetId: ABSENT }, staff('moderator', 404)),
	],
	...deskRows('credentials', 'reviewer', (world) => ({
		targetId: world.credentialChangeId,
		version: world.credentialChangeVersion,
		verdict: 'verified',
	})),
	...deskRows('offices', 'reviewer', (world) => ({ targetId: world.change.id, version: world.change.askedAt, verdict: 'approve' })),
	...deskRows('articles', 'editor', (world) => ({ targetId: world.articles.submitted, version: 2, verdict: 'return' })),
	...deskRows('appeals', 'moderator', (world) => ({ targetId: world.appealId, verdict: 'reject' })),
	...deskRows('leads', 'support', (world) => ({ targetId: world.waiting.requestId, verdict: 'remind' })),
	...deskRows('mail', 'support', (world) => ({ targetId: world.undeliveredMailId, verdict: 'settle' })),
	'/admin/people/:uid': [
		onPerson('note', { intent: 'note', note: '電話で本人と確認した。', pinned: '1' }, staff('support')),
		onPerson('remove a note that is not there', { intent: 'remove-note', targetId: ABSENT }, staff('support')),
		onPerson('log out everywhere', { intent: 'end-sessions', reason: '端末を紛失したとの連絡のため' }, staff('support')),
		onPerson(
			'ask to remove what is not set up',
			{ intent: 'factor-request', reason: '端末を紛失したとの連絡のため' },
			staff('support', 409),
		),
		onPerson(
			'decide what nobody asked',
			{ intent: 'factor-decide', verdict: 'grant', reason: '電話で本人と確認した' },
			staff('support', 409),
		),
		onPerson('prove what is proved', { intent: 'resend' }, staff('support', 409)),
		form(
			'an account of staff',
			(world) => `/admin/people/${world.people.staff.uid}`,
			{ intent: 'end-sessions', reason: '端末を紛失したとの連絡のため' },
			staff('support', 403),
		),
		form('absent', '/admin/people/nobody', { intent: 'end-sessions', reason: '端末の紛失のため' }, staff('support', 404)),
	],
	'/admin/people/:uid/merge': [
		onMerge('ask', (world) => ({ intent: 'request', into: world.people.other.uid, reason: '本人が2つのアカウントを作ったと申し出たため' })),
		onMerge('into itself', (world) => ({ intent: 'request', into: world.people.member.uid, reason: '本人の申し出のため' }), 422),
		onMerge('decide what nobody asked', () => ({ intent: 'decide', verdict: 'grant', reason: '電話で本人と確認した' }), 409),
		form(
			'an account of staff',
			(world) => `/admin/people/${world.people.staff.uid}/merge`,
			(world) => ({ intent: 'request', into: world.people.other.uid, reason: '本人の申し出のため' }),
			staff('support', 403),
		),
		form('absent', '/admin/people/nobody/merge', { intent: 'request', into: 'a', reason: '本人の申し出のため' }, staff('support', 422)),
	],
	'/admin/people/:uid/standing': [
		onStanding('limit', { intent: 'limit', until: '2026-07-15', reason }),
		onStanding('limit until yesterday', { intent: 'limit', until: '2020-01-01', reason }, 422),
		onStanding('suspend', { intent: 'suspend', reason, understood: '1' }),
		onStanding('suspend without having read what follows', { intent: 'suspend', reason }, 422),
		onStanding('ask for a consent that is not needed', { intent: 'suspend-request', reason }, 409),
		onStanding('consent to what nobody asked', { intent: 'suspend-decide', verdict: 'grant', reason }, 409),
		onStanding('withdraw what nobody asked', { intent: 'suspend-withdraw' }, 409),
		onStanding('restore what is not restricted', { intent: 'restore', reason }, 409),
		form(
			'an account of staff',
			(world) => `/admin/people/${world.people.staff.uid}/standing`,
			{ intent: 'suspend', reason, understood: '1' },
			{
				...staff('moderator', 403),
				...staff('support', 403),
			},
		),
		form(
			'absent',
			'/admin/people/nobody/standing',
			{ intent: 'suspend', reason, understood: '1' },
			{
				...staff('moderator', 404),
				...staff('support', 404),
			},
		),
	],
	'/admin/mail': [
		form(
			'let an address get mails again',
			'/admin/mail',
			(world) => ({ intent: 'allow', targetId: world.suppressionId, reason: '本人から、受信できるようになったと連絡があったため' }),
			staff('support'),
		),
		form('without a reason', '/admin/mail', { intent: 'allow', targetId: ABSENT, reason: '' }, staff('support', 422)),
	],
	'/admin/leads/:id': [
		form(
			'note',
			(world) => `/admin/leads/${world.waiting.requestId}`,
			(world) => ({ intent: 'note', targetId: world.waiting.requestId, note: '依頼者に電話で確認した。' }),
			staff('support'),
		),
		form(
			'propose no office',
			(world) => `/admin/leads/${world.waiting.requestId}`,
			(world) => ({ intent: 'propose', targetId: world.waiting.requestId }),
			staff('support', 422),
		),
		absentAt((id) => `/admin/leads/${id}`, { intent: 'propose', targetId: ABSENT, officeId: '1' }, staff('support', 404)),
		absentAt((id) => `/admin/leads/${id}`, { intent: 'note', targetId: ABSENT, note: '確認した。' }, staff('support', 404)),
	],
	'/admin/message-access': [
		form(
			'ask for another talk',
			'/admin/message-access',
			(world) => ({
				intent: 'request',
				kind: 'estimate',
				subjectId: world.estimates.requestId,
				ground: 'warrant',
				authority: '東京地方裁判所',
				reference: '令和8年(る)第123号',
				issuedOn: '2026-06-01',
				explanation: '令状に記された期間のやり取りの全部を開きます。',
				noticeDelayedUntil: '',
			}),
			staff('moderator'),
		),
	],
	'/admin/message-access/:id': [
		form(
			'approve',
			(world) => `/admin/message-access/${world.inquiry.accessId}`,
			{ intent: 'decide', verdict: 'approved', reason },
			staff('admin'),
		),
		form(
			'close what is not open',
			(world) => `/admin/message-access/${world.inquiry.accessId}`,
			{ intent: 'close' },
			staff('moderator', 409),
		),
		absentAt((id) => `/admin/message-access/${id}`, { intent: 'decide', verdict: 'approved', reason }, staff('admin', 404)),
	],
	'/admin/reviews': [...decision('/admin/reviews', 'moderator', (world) => world.reviewId, { intent: 'hide' })],
	'/admin/staff': [
		form('give a role', '/admin/staff', { intent: 'grant', email: 'member@example.com', role: 'editor' }, staff('admin')),
		form(
			'give oneself another',
			'/admin/staff',
			(_, actor) => ({ intent: 'grant', email: `${actor}@example.com`, role: 'admin' }),
			staff('admin', 422),
		),
		form('take a role', '/admin/staff', { email: 'editor@example.com', role: 'editor', intent: 'revoke' }, staff('admin')),
		form('no role of ours', '/admin/staff', { intent: 'grant', email: 'member@example.com', role: 'owner' }, staff('admin', 422)),
	],
	...importFormRows,
	...taxonomyFormRows,
	'/admin/renew': [
		form(
			'with a login of just now',
			'/admin/renew?redirect=/admin/staff',
			{},
			{
				out: 401,
				rest: 403,
				reviewer: 'done',
				moderator: 'done',
				editor: 'done',
				support: 'done',
				accounting: 'done',
				admin: 'done',
			},
		),
	],
	'/admin/settings': [
		form('links', '/admin/settings', { ...settings('links'), 'link.faq': 'https://faq.example.com/' }, staff('admin')),
		form('a link without https', '/admin/settings', { ...settings('links'), 'link.faq': 'http://faq.example.com/' }, staff('admin', 422)),
		form('targets', '/admin/settings', { ...settings('targets'), 'target.reports': '4' }, staff('admin')),
		form('what somebody else has changed', '/admin/settings', { ...settings('targets'), version: 7 }, staff('admin', 409)),
	],
	'/admin/switches': [
		form('stop', '/admin/switches', stopping(0), staff('admin')),
		form('stop what somebody else has changed', '/admin/switches', stopping(7), staff('admin', 409)),
		form('without a reason', '/admin/switches', { ...stopping(0), reason: '' }, staff('admin', 422)),
	],
	'/admin/jobs': [
		// The queues of a test have no timers; see queue-admin.test.ts for those that have.
		form('run what is no scheduled job', '/admin/jobs', { intent: 'run', job: 'mail' }, staff('support', 404)),
		form('absent', '/admin/jobs', { intent: 'retry', id: 'f3b6c3de-0000-4000-8000-000000000000' }, staff('support', 404)),
	],
}
