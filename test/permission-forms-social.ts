import { absentAt, everybody, experts, form, type FormRows, manuscript, members, signedIn } from './permission-forms-rows.ts'
import { ABSENT } from './permission-rows.ts'

const authors = members(404, { expert: 200 })
const authorsDone = members(404, { expert: 'done' })

/** What a browser gives for its pushes. */
const pushDevice = {
	endpoint: 'https://push.example.com/device',
	p256dh: Buffer.alloc(65, 4).toString('base64url'),
	auth: Buffer.alloc(16, 1).toString('base64url'),
}

/** Follows, favourites, notifications; articles that experts write; reports and appeals. */
export const socialFormRows: FormRows = {
	'/favorite': [
		form('add what is public', '/favorite', (world) => ({ intent: 'add', kind: 'office', targetId: world.officeId }), members('done')),
		form('add a draft', '/favorite', (world) => ({ intent: 'add', kind: 'office', targetId: world.draftOfficeId }), members(404)),
		form('remove', '/favorite', (world) => ({ intent: 'remove', kind: 'office', targetId: world.officeId }), members('done')),
		form(
			'edit the member’s',
			'/favorite',
			(world) => ({ intent: 'edit', targetId: world.favouriteId, memo: '電話する' }),
			members(404, { member: 'done' }),
		),
		form('no form of ours', '/favorite', { intent: 'x' }, members(400)),
	],
	'/follow': [
		form('the expert', '/follow', (world) => ({ intent: 'follow', expertId: world.expertId }), members('done', { expert: 403 })),
		form('one not verified', '/follow', (world) => ({ intent: 'follow', expertId: world.unverifiedExpertId }), members(404)),
		form('not any more', '/follow', (world) => ({ intent: 'unfollow', expertId: world.expertId }), members('done')),
		form('no form of ours', '/follow', { intent: 'x' }, members(400)),
	],
	// The numbers of others’ do nothing.
	'/notifications': [
		form('the member’s', '/notifications', (world) => ({ intent: 'read', id: world.notificationId }), members('done')),
		form('all', '/notifications', { intent: 'readAll' }, members('done')),
	],
	'/mypage/notifications': [
		form('own', '/mypage/notifications', { receiveEmail: 'on', 'answer.shown': '1' }, members('done')),
		form('sign a device up', '/mypage/notifications', { intent: 'subscribe', ...pushDevice }, members('done')),
		form(
			'a device at a private address',
			'/mypage/notifications',
			{ intent: 'subscribe', ...pushDevice, endpoint: 'https://10.0.0.1/' },
			members(422),
		),
		// The numbers of others’ do nothing.
		form('what a device shows', '/mypage/notifications', { intent: 'content', targetId: '1', shows: '1' }, members('done')),
		form('a device no more', '/mypage/notifications', { intent: 'remove', targetId: '1' }, members('done')),
		// The site has no channel of LINE.
		form('begin with LINE', '/mypage/notifications', { intent: 'line' }, members(422)),
		form('end with LINE', '/mypage/notifications', { intent: 'lineOff' }, members('done')),
		form('end the own addresses for replies', '/mypage/notifications', { intent: 'revokeReplies' }, members('done')),
	],
	'/mypage/calendar': [
		form('be reminded', '/mypage/calendar', { intent: 'save', who: 'employer', closing: '3' }, members('done')),
		form('be reminded no more', '/mypage/calendar', { intent: 'stop' }, members('done')),
		form('no such month', '/mypage/calendar', { intent: 'save', closing: '13' }, members(422)),
	],
	'/waiting': [
		form('a list', '/waiting?scope=501&area=13', { intent: 'wait', email: 'wait@example.com' }, everybody('done')),
		form('no list', '/waiting?scope=199&area=13', { intent: 'wait', email: 'wait@example.com' }, everybody(404)),
		form('stop', '/waiting?scope=501&area=13', { intent: 'stop' }, signedIn('done', { unverified: 404 })),
	],
	'/waiting/confirm/:token': [form('no link of ours', '/waiting/confirm/no-such-token', {}, everybody('done'))],
	'/mails/stop': [
		form('a mail’s token', (world) => `/mails/stop?token=${world.waitStopKey}`, {}, everybody(200)),
		form('no token of ours', '/mails/stop?token=x', {}, everybody(404)),
	],
	'/unsubscribe': [
		form('a mail’s token', (world) => `/unsubscribe?token=${world.unsubscribeToken}`, {}, everybody(200)),
		form('no token of ours', '/unsubscribe?token=x', { all: '1' }, everybody(404)),
	],
	'/mypage/articles': [form('begin', '/mypage/articles', { intent: 'begin' }, members(403, experts('done')))],
	'/mypage/articles/:id': [
		form('save', (world) => `/mypage/articles/${world.articles.draft}`, manuscript({ intent: 'save', version: 1 }), authors),
		form('preview', (world) => `/mypage/articles/${world.articles.draft}`, manuscript({ intent: 'preview', version: 1 }), authors),
		form('submit', (world) => `/mypage/articles/${world.articles.draft}`, manuscript({ intent: 'submit', version: 1 }), authorsDone),
		form('discard', (world) => `/mypage/articles/${world.articles.draft}`, { intent: 'discard' }, authorsDone),
		form('withdraw', (world) => `/mypage/articles/${world.articles.submitted}`, { intent: 'withdraw' }, authorsDone),
		...['save', 'preview', 'submit', 'discard', 'withdraw'].map((intent) =>
			absentAt((id) => `/mypage/articles/${id}`, manuscript({ intent, version: 1 }), members(404)),
		),
	],
	'/report/:kind/:id': [
		form(
			'the member’s question',
			(world) => `/report/question/${world.questions.open}`,
			{ reason: 'personal', body: '' },
			members('done', { member: 403 }),
		),
		form(
			'the expert’s answer',
			(world) => `/report/answer/${world.answerId}`,
			{ reason: 'false', body: '' },
			members('done', { expert: 403 }),
		),
		form(
			'the member’s talk with the office',
			(world) => `/report/inquiry/${world.inquiry.id}`,
			(world) => ({ reason: 'abuse', body: '', messages: [world.inquiry.messageId] }),
			// The member's first report, in other words, waits for a decision.
			members(404, { member: 409, expert: 'done', colleague: 'done' }),
		),
		form('a hidden question', (world) => `/report/question/${world.questions.hidden}`, { reason: 'personal', body: '' }, members(404)),
		form('an office that is a draft', (world) => `/report/office/${world.draftOfficeId}`, { reason: 'false', body: '' }, members(404)),
		form('absent', `/report/question/${ABSENT}`, { reason: 'personal', body: '' }, members(404)),
	],
	'/appeal/:kind/:id': [
		// The member has appealed already: once for each thing.
		form(
			'the member’s question that is hidden',
			(world) => `/appeal/question/${world.questions.hidden}`,
			{ body: 'もう一度、内容をご確認ください。' },
			members(404, { member: 409 }),
		),
		form('a public one', (world) => `/appeal/question/${world.questions.open}`, { body: 'もう一度、内容をご確認ください。' }, members(404)),
		form('absent', `/appeal/question/${ABSENT}`, { body: 'もう一度、内容をご確認ください。' }, members(404)),
	],
}
