import { ABSENT } from './permission-rows.ts'
import {
	absentAt,
	clientKey,
	everybody,
	type Fields,
	form,
	type FormAnswers,
	type FormRows,
	signedIn,
	staff,
} from './permission-forms-rows.ts'

const written = (more: Fields = {}): Fields => ({
	senderName: '問田 合子',
	email: 'form@example.com',
	page: '/qa/1',
	topic: 'privacy',
	claimant: 'self',
	body: '質問の本文に、わたしの氏名が書かれています。',
	clientKey: clientKey(),
	...more,
})
/** Claims are the moderators' work, everything else that of support. */
const moderators = (answer: FormAnswers['rest'] = 'done'): FormAnswers => ({ ...staff('moderator', answer), support: 404 })
const supporters = (answer: FormAnswers['rest'] = 'done'): FormAnswers => ({ ...staff('support', answer), moderator: 404 })

const answered = '確認のうえ、お返事します。'
const desk = '/admin/queues/contacts'

const notice = (more: Fields = {}): Fields => ({
	intent: 'create',
	kind: 'outage',
	title: '検索の結果が表示されない障害について',
	scope: '専門家・事務所の検索',
	body: '検索の結果が表示されないことがあります。原因を調べています。',
	beganOn: '2026-06-15',
	beganTime: '10:05',
	clientKey: clientKey(),
	...more,
})
const announcement = (more: Fields = {}): Fields => ({
	intent: 'create',
	title: '年末年始のお休みについて',
	body: '12月29日から1月3日まで、運営へのお問い合わせをお休みします。',
	linkPath: '/contact',
	channels: ['banner', 'site'],
	audience: 'members',
	startsOn: '2026-06-15',
	startsTime: '09:00',
	endsOn: '2026-06-20',
	endsTime: '23:59',
	clientKey: clientKey(),
	...more,
})
const resetMail = '/admin/templates/account.password-reset'
const words = (more: Fields): Fields => ({
	subject: 'パスワードの再設定のご案内',
	heading: 'パスワードの再設定',
	body: '{サイト名}のパスワードを再設定するお申し込みを受け付けました。',
	button: '新しいパスワードを設定する',
	after: '',
	note: '',
	version: 0,
	...more,
})
const report = (intent: 'update' | 'resolve'): Fields => ({ intent, body: '原因が分かり、設定を戻しました。', clientKey: clientKey() })

const onPrivacy = (about: string, fields: Fields, answer: FormAnswers['rest'] = 'done') =>
	form(about, (world) => `/admin/privacy/${world.support.privacy}`, fields, staff('support', answer))

export const supportFormRows: FormRows = {
	'/admin/privacy': [
		form(
			'take in a letter',
			'/admin/privacy',
			() => ({
				intent: 'take-in',
				kind: 'correction',
				channel: 'letter',
				claimant: 'self',
				requesterName: '請田 求',
				email: '',
				account: '',
				receivedOn: '2026-06-12',
				body: '掲載されている氏名の漢字を直してください。',
				clientKey: clientKey(),
			}),
			staff('support'),
		),
		form('take in nothing', '/admin/privacy', () => ({ intent: 'take-in', clientKey: clientKey() }), staff('support', 422)),
	],
	'/admin/privacy/:id': [
		onPrivacy('record who asks', { intent: 'identify', method: 'account', note: 'ログインした会員本人の申出', account: '' }),
		onPrivacy('say when', { intent: 'outlook', until: '2026-07-10', outlook: '記録を集めるのに時間がかかっています。' }),
		onPrivacy('erase what nobody asked to erase', { intent: 'erase', reason: '本人の請求のため', understood: '1' }, 409),
		onPrivacy('refuse', { intent: 'decide', outcome: 'refused', decision: '本人と確かめられなかったため、応じられません。' }),
		onPrivacy(
			'grant before it is known who asks',
			{ intent: 'decide', outcome: 'granted', decision: '持っているデータをお渡しします。' },
			422,
		),
		absentAt(
			(id) => `/admin/privacy/${id}`,
			{ intent: 'decide', outcome: 'withdrawn', decision: '本人が請求を取り下げました。' },
			staff('support', 404),
		),
	],
	'/contact/:category': [
		form('a question', '/contact/usage', () => written(), everybody('done')),
		form('a claim', '/contact/rights', () => written(), everybody('done')),
		form('a claim without its page', '/contact/rights', () => written({ page: '' }), everybody(422)),
		form('absent', '/contact/nothing', () => written(), everybody(404)),
	],
	'/admin/queues/contacts': [
		form(
			'an answer to a claim',
			desk,
			(world) => ({ intent: 'decide', targetId: world.support.claim, verdict: 'reply', reason: answered }),
			moderators(),
		),
		form(
			'a question that ends without an answer',
			desk,
			(world) => ({ intent: 'decide', targetId: world.support.usage, verdict: 'close' }),
			supporters(),
		),
		form(
			'an answer that is too short',
			desk,
			(world) => ({ intent: 'decide', targetId: world.support.usage, verdict: 'answer', reason: '了解' }),
			{
				...staff('support', 422),
				moderator: 422,
			},
		),
		form('put off', desk, (world) => ({ intent: 'skip', targetId: world.support.usage }), { ...staff('support'), moderator: 'done' }),
		form('take back what is not there', desk, { intent: 'undo', targetId: ABSENT }, { ...staff('support', 409), moderator: 409 }),
		form('let verdicts take effect', desk, { intent: 'settle' }, { ...staff('support'), moderator: 'done' }),
	],
	'/announcements/:id': [
		form('closed', (world) => `/announcements/${world.announcements.open}`, { intent: 'close', back: '/qa' }, signedIn('done')),
		absentAt((id) => `/announcements/${id}`, { intent: 'close', back: '/qa' }, signedIn(404)),
	],
	'/admin/announcements': [
		form('a draft', '/admin/announcements', () => announcement(), staff('support')),
		form('a draft that ends before it begins', '/admin/announcements', () => announcement({ endsOn: '2026-06-01' }), staff('support', 422)),
	],
	'/admin/announcements/:id': [
		form(
			'changed',
			(world) => `/admin/announcements/${world.announcements.draft}`,
			() => announcement({ intent: 'edit', version: 1 }),
			staff('support'),
		),
		form(
			'changed after it was published',
			(world) => `/admin/announcements/${world.announcements.open}`,
			() => announcement({ intent: 'edit', version: 1 }),
			staff('support', 409),
		),
		form('published', (world) => `/admin/announcements/${world.announcements.draft}`, { intent: 'publish', version: 1 }, staff('support')),
		form('discarded', (world) => `/admin/announcements/${world.announcements.draft}`, { intent: 'discard' }, staff('support')),
		form(
			'taken back',
			(world) => `/admin/announcements/${world.announcements.open}`,
			{ intent: 'withdraw', reason: '日付に誤りがあったため' },
			staff('support'),
		),
		absentAt((id) => `/admin/announcements/${id}`, { intent: 'discard' }, staff('support', 404)),
	],
	'/admin/templates/:key': [
		form('save', resetMail, words({ intent: 'save' }), staff('support')),
		form('save without what it needs', '/admin/templates/person.suspended', words({ intent: 'save' }), staff('support', 422)),
		form('save what somebody else has changed', resetMail, words({ intent: 'save', version: 7 }), staff('support', 409)),
		form('send oneself', resetMail, words({ intent: 'test' }), staff('support', 200)),
		form('restore what is not there', resetMail, { intent: 'restore:9', version: 0 }, staff('support', 404)),
		form('absent', '/admin/templates/nothing', words({ intent: 'save' }), staff('support', 404)),
	],
	'/admin/template-preview/:key': [
		form('what is not saved', '/admin/template-preview/account.password-reset', words({}), staff('support', 200)),
		form('what cannot be sent', '/admin/template-preview/person.suspended', words({}), staff('support', 422)),
		form('absent', '/admin/template-preview/nothing', words({}), staff('support', 404)),
	],
	'/admin/notices': [
		form('a draft', '/admin/notices', () => notice(), staff('support')),
		form('a draft without a day', '/admin/notices', () => notice({ beganOn: '' }), staff('support', 422)),
	],
	'/admin/notices/:id': [
		form(
			'the draft, changed',
			(world) => `/admin/notices/${world.notices.draft}`,
			() => notice({ intent: 'edit' }),
			staff('support'),
		),
		form(
			'what is published, changed',
			(world) => `/admin/notices/${world.notices.open}`,
			() => notice({ intent: 'edit' }),
			staff('support', 409),
		),
		form('published', (world) => `/admin/notices/${world.notices.draft}`, { intent: 'publish' }, staff('support')),
		form('discarded', (world) => `/admin/notices/${world.notices.draft}`, { intent: 'discard' }, staff('support')),
		form(
			'a report',
			(world) => `/admin/notices/${world.notices.open}`,
			() => report('update'),
			staff('support'),
		),
		form(
			'a report of a draft',
			(world) => `/admin/notices/${world.notices.draft}`,
			() => report('update'),
			staff('support', 409),
		),
		form(
			'the end',
			(world) => `/admin/notices/${world.notices.open}`,
			() => report('resolve'),
			staff('support'),
		),
		absentAt((id) => `/admin/notices/${id}`, { intent: 'publish' }, staff('support', 404)),
	],
	'/admin/contacts/:id': [
		form(
			'an answer to a claim',
			(world) => `/admin/contacts/${world.support.claim}`,
			() => ({ intent: 'reply', body: '確認のうえ、結果をお知らせします。', clientKey: clientKey() }),
			moderators(),
		),
		form(
			'an answer to a question',
			(world) => `/admin/contacts/${world.support.usage}`,
			() => ({ intent: 'reply', body: '確認のうえ、お返事します。', clientKey: clientKey() }),
			supporters(),
		),
		form('a note', (world) => `/admin/contacts/${world.support.usage}`, { intent: 'note', note: '電話でも話した。' }, supporters()),
		form('the author was asked', (world) => `/admin/contacts/${world.support.claim}`, { intent: 'ask-author' }, moderators()),
		form('a claim without an outcome', (world) => `/admin/contacts/${world.support.claim}`, { intent: 'close' }, moderators(422)),
		form('a claim that ends', (world) => `/admin/contacts/${world.support.claim}`, { intent: 'close', outcome: 'withdrawn' }, moderators()),
		form('moved', (world) => `/admin/contacts/${world.support.usage}`, { intent: 'move', category: 'other' }, supporters()),
		form('taken up again', (world) => `/admin/contacts/${world.support.usage}`, { intent: 'reopen' }, supporters()),
		absentAt((id) => `/admin/contacts/${id}`, { intent: 'reopen' }, { ...staff('support', 404), moderator: 404 }),
	],
}
