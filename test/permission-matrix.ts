import { billingPageRows } from './permission-billing.ts'
import { supportPageRows } from './permission-support.ts'
import { diagnosisPageRows } from './permission-diagnosis.ts'
import { estimatePageRows } from './permission-estimates.ts'
import { inquiryPageRows } from './permission-inquiries.ts'
import { developerPageRows, v1CallRows } from './permission-developers.ts'
import { articleCallRows, articlePageRows } from './permission-articles.ts'
import { notificationCallRows, notificationPageRows } from './permission-notifications.ts'
import { questionPageRows } from './permission-questions.ts'
import { registrationFileRows, registrationPageRows } from './permission-registration.ts'
import {
	ABSENT,
	absent,
	account,
	byId,
	type CallRow,
	everybody,
	members,
	open,
	page,
	type PageRow,
	publicPage,
	row,
	signedIn,
} from './permission-rows.ts'
import { addressOf, tinyPicture as picture } from './permission-world.ts'

const newPassword = 'minato no akari 31'
const unknownPasskey = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} }

const reading: Record<string, CallRow[]> = {
	'GET /api/task/category': open(),
	'GET /api/task/category/{id}': [byId('public', () => 5, everybody(200)), absent(everybody(404))],
	'GET /api/task/usecase': open(),
	'GET /api/task': open(),
	'GET /api/task/{id}': [byId('public', () => 503, everybody(200)), absent(everybody(404))],
	'GET /api/user/pickup_experts': open(),
	'GET /api/suggest': open({ query: 'q=mitaka' }),
}

const questions: Record<string, CallRow[]> = {
	'GET /api/qa/words': open({ query: 'q=%E7%A2%BA' }),
}

const accounts: Record<string, CallRow[]> = {
	'GET /api/myInfo': open(),
	'POST /api/user/recordLoggedIn': account(),
	'POST /api/user/category': [...account({ body: { category: [1] } }), row('absent', { body: { category: [99] } }, signedIn(422))],
	'GET /api/sessionCheck': open(),
	'POST /api/sessionLogin': [row('own ID token', { idToken: true, body: {} }, signedIn(200))],
	'GET /api/sessionLogout': open(),
	'PUT /api/user': [row('own ID token', { idToken: true, body: {} }, signedIn(200))],
	'POST /api/getUserWithParam': [
		row('own, by address', { body: { email: addressOf('member') } }, { rest: 404, member: 200, staff: 200 }),
		row('own, by uid', (world) => ({ body: { uid: world.people.member.uid } }), { rest: 404, member: 200, staff: 200 }),
		row('an expert, by uid', (world) => ({ body: { uid: world.people.expert.uid } }), everybody(200)),
		row('an expert, by address', { body: { email: addressOf('expert') } }, { rest: 404, expert: 200, staff: 200 }),
		row('absent', { body: { uid: 'nobody' } }, everybody(404)),
	],
	'POST /api/updateUser': [
		row(
			'own',
			(world) => ({ body: { id: world.people.member.docId, user: { lastName: '渡辺' } } }),
			signedIn(403, { member: 200, staff: 200 }),
		),
		row('absent', { body: { id: '999999999', user: {} } }, signedIn(403, { staff: 404 })),
	],
	'PUT /api/user/avatar': account({ picture }),
	'DELETE /api/user/avatar': account(),
	'POST /api/deleteMe': [row('own account, the only admin’s too', {}, signedIn(200, { staff: 409 }))],
}

const identity: Record<string, CallRow[]> = {
	'POST /api/identity/signUp': [
		row('a new address', { body: { email: 'new@example.com', password: newPassword } }, everybody(200)),
		row('a taken address', { body: { email: addressOf('other'), password: newPassword } }, everybody(409)),
	],
	'POST /api/identity/signIn': [
		row('own', (world) => ({ body: { email: addressOf('member'), password: world.password } }), everybody(200)),
		row('a wrong password', { body: { email: addressOf('member'), password: 'wrong' } }, everybody(422)),
		row('absent', (world) => ({ body: { email: 'nobody@example.com', password: world.password } }), everybody(422)),
	],
	'POST /api/identity/refresh': account(),
	'POST /api/identity/sendVerification': account(),
	'GET /api/identity/jwks.json': open(),
	'POST /api/identity/secondFactor': [row('no sign-in that waits', { body: { code: '000000' } }, everybody(422))],
	'POST /api/identity/secondFactor/start': account(),
	'POST /api/identity/secondFactor/confirm': account({ body: { code: '000000' } }, 422),
	'POST /api/identity/secondFactor/recoveryCodes': account({}, 409),
	'POST /api/identity/secondFactor/remove': account(),
	'POST /api/identity/resetPassword/request': [
		row('own', { body: { email: addressOf('member') } }, everybody(200)),
		row('absent', { body: { email: 'nobody@example.com' } }, everybody(404)),
	],
	'POST /api/identity/resetPassword/verify': [
		row('the mail’s code', (world) => ({ body: { oobCode: world.resetCode } }), everybody(200)),
		row('a code of another kind', (world) => ({ body: { oobCode: world.verifyCode } }), everybody(422)),
		row('absent', { body: { oobCode: 'x'.repeat(43) } }, everybody(422)),
	],
	'POST /api/identity/resetPassword/confirm': [
		row('the mail’s code', (world) => ({ body: { oobCode: world.resetCode, password: newPassword } }), everybody(200)),
		row('a code of another kind', (world) => ({ body: { oobCode: world.verifyCode, password: newPassword } }), everybody(422)),
		row('absent', { body: { oobCode: 'x'.repeat(43), password: newPassword } }, everybody(422)),
	],
	'POST /api/identity/actionCode/apply': [
		row('the mail’s code', (world) => ({ body: { oobCode: world.verifyCode } }), everybody(200)),
		row('a code of another kind', (world) => ({ body: { oobCode: world.resetCode } }), everybody(422)),
		row('absent', { body: { oobCode: 'x'.repeat(43) } }, everybody(422)),
	],
	'POST /api/identity/changeEmail': [
		...account({ body: { email: 'moved@example.com' } }),
		row('another’s address', { body: { email: 'taken@example.com' } }, signedIn(409)),
	],
	'POST /api/identity/withdrawEmailChange': account(),
	'POST /api/identity/changePassword': [
		row('own', (world) => ({ body: { currentPassword: world.password, password: newPassword } }), signedIn(200)),
		row('a wrong password', { body: { currentPassword: 'wrong', password: newPassword } }, signedIn(422)),
	],
	'POST /api/identity/sessions/revoke': [
		...account({ body: { others: true } }),
		row('an own session elsewhere', (world) => ({ body: { id: world.otherSession } }), signedIn(404, { member: 200 })),
		row('absent', { body: { id: '999999999' } }, signedIn(404)),
	],
	'GET /api/identity/export': account(),
	'GET /api/identity/popup': open({ query: 'provider=google&attempt=attempt-1' }),
	'GET /api/identity/callback/{provider}': open({ params: { provider: 'google' }, query: 'code=x&state=y' }),
	'POST /api/identity/popup/redeem': [row('absent', { body: { ticket: 'x' } }, everybody(422))],
	'POST /api/identity/passkey/start': account(),
	'POST /api/identity/passkey': account({ body: { response: unknownPasskey } }, 422),
	'POST /api/identity/passkey/remove': [
		row('own', (world) => ({ body: { id: world.passkeyId } }), signedIn(404, { member: 200 })),
		row('absent', { body: { id: '999999999' } }, signedIn(404)),
	],
	'POST /api/identity/passkey/signIn/start': open(),
	'POST /api/identity/passkey/signIn': [row('absent', { body: { response: unknownPasskey } }, everybody(422))],
	'POST /api/identity/linkIntent': [
		row('own ID token', { idToken: true }, signedIn(200)),
		row('no ID token, just signed in', {}, signedIn(200)),
	],
	'POST /api/identity/link': account({ body: { ticket: 'x' } }, 422),
	'POST /api/identity/unlink': account({ body: { provider: 'google' } }, 409),
}

export const callRows: Readonly<Record<string, readonly CallRow[]>> = {
	...reading,
	...questions,
	...articleCallRows,
	...v1CallRows,
	...notificationCallRows,
	...accounts,
	...identity,
}

/** Routes that are neither in the API's document nor pages. Tried first, as a file that a call removes does not come back. */
export const fileRows: Readonly<Record<string, readonly CallRow[]>> = {
	...registrationFileRows,
	'GET /avatars/{name}': [
		row('the member’s', (world) => ({ params: { name: world.avatar } }), everybody(200)),
		row('absent', { params: { name: `${'x'.repeat(24)}.webp` } }, everybody(404)),
		row('no name of ours', { params: { name: '../../package.json' } }, everybody(404)),
	],
	'GET /qa/images/{name}': [
		row('of a public question', (world) => ({ params: { name: world.images.posted } }), everybody(200)),
		row('of the member’s draft', (world) => ({ params: { name: world.images.draft } }), { rest: 404, member: 200 }),
		row('of a hidden question', (world) => ({ params: { name: world.images.hidden } }), { rest: 404, member: 200, staff: 200 }),
		row('absent', { params: { name: `${'x'.repeat(24)}-640.webp` } }, everybody(404)),
		row('no name of ours', { params: { name: '../../package.json' } }, everybody(404)),
	],
}

const visitorsPage = (at: string): PageRow[] => [page('', at, { visitor: 200, rest: '/' })]
const membersPage = (at: string): PageRow[] => [page('', at, members(200))]

/** By the path of src/web/routes.ts. */
export const pageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/': publicPage('/'),
	'/search': publicPage('/search?q=mitaka'),
	'/about': publicPage('/about'),
	'/about/licences': publicPage('/about/licences'),
	'/accessibility': publicPage('/accessibility'),
	'/rules': publicPage('/rules'),
	'/rules/:room': publicPage('/rules/questions'),
	'/rules/:room/:version': publicPage('/rules/general/2026-11-21'),
	'/privacy': publicPage('/privacy'),
	// It shows the code that it is given and answers with it.
	'/error': [page('', '/error', everybody(404))],
	'/category': publicPage('/category'),
	'/category/:category_id': [page('public', '/category/5', everybody(200)), page('absent', '/category/98', everybody(404))],
	'/category/list/:task_category_id': publicPage('/category/list/5'),
	'/category/list/:task_category_id/:prefecture': publicPage('/category/list/5/tokyo'),
	'/category/list/:task_category_id/:prefecture/city/:municipality': publicPage('/category/list/5/tokyo/city/三鷹市'),
	'/category/list/:task_category_id/:prefecture/station/:stationName': publicPage('/category/list/5/tokyo/station/三鷹'),
	'/category/task/list': publicPage('/category/task/list'),
	'/category/task/list/:task_id': publicPage('/category/task/list/503'),
	'/category/task/list/:task_id/:prefecture': publicPage('/category/task/list/503/tokyo'),
	'/category/task/list/:task_id/:prefecture/city/:municipality': publicPage('/category/task/list/503/tokyo/city/三鷹市'),
	'/category/task/list/:task_id/:prefecture/station/:stationName': publicPage('/category/task/list/503/tokyo/station/三鷹'),
	'/category/task/list/tool/:task_id': publicPage('/category/task/list/tool/503'),
	'/calculators': publicPage('/calculators'),
	'/calculators/:slug': [page('public', '/calculators/overtime', everybody(200)), page('absent', '/calculators/nothing', everybody(404))],
	'/cases': publicPage('/cases'),
	'/cases/:task_id': [page('public', '/cases/503', everybody(200)), page('absent', '/cases/999', everybody(404))],
	'/calendar': publicPage('/calendar?who=employer&closing=3'),
	'/calendar.ics': publicPage('/calendar.ics'),
	'/glossary': publicPage('/glossary'),
	'/glossary/:slug': [page('public', '/glossary/teikan', everybody(200)), page('absent', '/glossary/nothing', everybody(404))],
	'/professions': publicPage('/professions'),
	'/professions/:slug': [page('public', '/professions/tsukanshi', everybody(200)), page('absent', '/professions/zeirishi', everybody(404))],
	'/fees': publicPage('/fees'),
	'/fees/:task_id': [page('public', '/fees/503', everybody(200)), page('absent', '/fees/999', everybody(404))],
	'/fees/:task_id/:prefecture': [page('public', '/fees/503/tokyo', everybody(200)), page('absent', '/fees/503/atlantis', everybody(404))],
	'/office/search/prefecture/:prefecture': publicPage('/office/search/prefecture/tokyo'),
	'/office/:id': [
		page('published', (world) => `/office/${world.officeId}`, everybody(200)),
		page('the expert’s draft', (world) => `/office/${world.draftOfficeId}`, everybody(404)),
		page('absent', `/office/${ABSENT}`, everybody(404)),
	],
	'/expert/:id': [
		page('verified', (world) => `/expert/${world.expertId}`, everybody(200)),
		page('not verified', (world) => `/expert/${world.unverifiedExpertId}`, everybody(404)),
		page('absent', `/expert/${ABSENT}`, everybody(404)),
	],
	'/tool/:id': [page('absent', `/tool/${ABSENT}`, everybody(404))],
	'/compare': publicPage('/compare'),
	...questionPageRows,
	'/favorite': membersPage('/favorite'),
	'/follow': membersPage('/follow'),
	// For experts alone.
	'/follower': [page('own', '/follower', members(403, { expert: 200 }))],
	'/login': visitorsPage('/login'),
	'/register': visitorsPage('/register'),
	'/register_mailed': publicPage('/register_mailed'),
	'/password_reset': publicPage('/password_reset'),
	'/action': publicPage('/action'),
	'/leave': membersPage('/leave'),
	// On a demo's own machine only; see e2e/accounts.spec.ts.
	'/demo/mailbox': [page('absent', '/demo/mailbox', everybody(404))],
	'/demo/styleguide': [page('absent', '/demo/styleguide', everybody(404))],
	...developerPageRows,
	'/mypage': membersPage('/mypage'),
	'/mypage/profile': membersPage('/mypage/profile'),
	'/mypage/notifications': membersPage('/mypage/notifications'),
	'/mypage/account': membersPage('/mypage/account'),
	'/mypage/questions': membersPage('/mypage/questions'),
	'/mypage/calendar': membersPage('/mypage/calendar?who=employer&closing=3'),
	'/welcome': membersPage('/welcome'),
	'/logout': [page('', '/logout', everybody('/'))],
	...estimatePageRows,
	...diagnosisPageRows,
	...supportPageRows,
	...billingPageRows,
	...inquiryPageRows,
	...articlePageRows,
	...notificationPageRows,
	...registrationPageRows,
	'/*': [page('absent', '/no/such/page', everybody(404))],
	'/lp/factoring': publicPage('/lp/factoring'),
	'/lp/introduction': publicPage('/lp/introduction'),
	'/ogp/image': publicPage('/ogp/image'),
	'/site.webmanifest': publicPage('/site.webmanifest'),
}
