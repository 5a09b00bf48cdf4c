import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { days, hours } from '../src/domain/shared/japan-time.ts'
import { supportInput } from '../src/domain/support/support-for-test.ts'
import { sendSupportRequest } from '../src/domain/support/support-requests.ts'
import { ABSENT, everybody, page, type PageRow, staffOnly } from './permission-rows.ts'

/** What the member wrote to the operator: a question about the site, and a claim. */
export const makeSupportRequests = async (member: AccountsCtx) => ({
	usage: await sendSupportRequest(member, supportInput({ category: 'usage' })),
	claim: await sendSupportRequest(member, supportInput()),
	privacy: await makePrivacyRequest(member),
})

/** The member asks for what is stored about them. */
async function makePrivacyRequest(member: AccountsCtx): Promise<number> {
	const supportId = await sendSupportRequest(member, supportInput({ category: 'privacy', topic: 'disclosure' }))
	const { id } = await member.db.selectFrom('privacy_requests').select('id').where('support_id', '=', supportId).executeTakeFirstOrThrow()
	return id
}

/** A draft of a notice of an incident, and one that is published. */
export async function makeNotices(ctx: Pick<AccountsCtx, 'db' | 'now'>) {
	const make = async (key: string, published_at: Date | null) => {
		const { id } = await ctx.db
			.insertInto('incident_notices')
			.values({
				kind: 'outage',
				title: '検索の結果が表示されない障害について',
				scope: '専門家・事務所の検索',
				body: '検索の結果が表示されないことがあります。原因を調べています。',
				began_at: ctx.now(),
				created_at: ctx.now(),
				published_at,
				client_key: key,
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		return id
	}
	return { draft: await make('notice-draft', null), open: await make('notice-open', ctx.now()) }
}

/** A draft of an announcement, one for everyone that runs, and one for experts. */
export async function makeAnnouncements(ctx: Pick<AccountsCtx, 'db' | 'now'>) {
	const make = async (key: string, audience: 'everyone' | 'experts', published_at: Date | null) => {
		const { id } = await ctx.db
			.insertInto('announcements')
			.values({
				title: '年末年始のお休みについて',
				body: '12月29日から1月3日まで、運営へのお問い合わせをお休みします。',
				channels: ['banner'],
				audience,
				starts_at: new Date(ctx.now().getTime() - hours(1)),
				ends_at: new Date(ctx.now().getTime() + days(1)),
				created_at: ctx.now(),
				published_at,
				client_key: key,
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		return id
	}
	return {
		draft: await make('announcement-draft', 'everyone', null),
		open: await make('announcement-open', 'everyone', ctx.now()),
		experts: await make('announcement-experts', 'experts', ctx.now()),
	}
}

export const supportPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/contact': [page('', '/contact', everybody(200))],
	'/contact/sent': [page('', '/contact/sent?number=1&about=usage', everybody(200))],
	'/notices': [page('', '/notices', everybody(200))],
	'/notices/:id': [
		page('published', (world) => `/notices/${world.notices.open}`, everybody(200)),
		page('a draft', (world) => `/notices/${world.notices.draft}`, everybody(404)),
		page('absent', `/notices/${ABSENT}`, everybody(404)),
		page('with a number that no row can have', '/notices/9999999999', everybody(404)),
	],
	'/notices/feed.xml': [page('', '/notices/feed.xml', everybody(200))],
	'/announcements/:id': [
		page('for everyone', (world) => `/announcements/${world.announcements.open}`, everybody(200)),
		page('for experts', (world) => `/announcements/${world.announcements.experts}`, { rest: 404, expert: 200 }),
		page('a draft', (world) => `/announcements/${world.announcements.draft}`, everybody(404)),
		page('with a number that no row can have', '/announcements/9999999999', everybody(404)),
	],
	'/admin/announcements': [page('', '/admin/announcements', staffOnly())],
	'/admin/announcements/:id': [
		page('a draft', (world) => `/admin/announcements/${world.announcements.draft}`, staffOnly()),
		page('absent', `/admin/announcements/${ABSENT}`, staffOnly(404)),
	],
	'/admin/notices': [page('', '/admin/notices', staffOnly())],
	'/admin/notices/:id': [
		page('a draft', (world) => `/admin/notices/${world.notices.draft}`, staffOnly()),
		page('absent', `/admin/notices/${ABSENT}`, staffOnly(404)),
	],
	'/contact/:category': [page('', '/contact/rights', everybody(200)), page('absent', '/contact/nothing', everybody(404))],
	// The site of the tests has no operator configured.
	'/company': [page('without an operator', '/company', everybody(404))],
	'/tokushoho': [page('without an operator', '/tokushoho', everybody(404))],
	'/admin/privacy': [page('', '/admin/privacy?state=closed', staffOnly())],
	'/admin/privacy/:id': [
		page('the member’s', (world) => `/admin/privacy/${world.support.privacy}`, staffOnly()),
		page('absent', `/admin/privacy/${ABSENT}`, staffOnly(404)),
	],
	'/admin/privacy/:id/data.json': [
		page('before it is known who asks', (world) => `/admin/privacy/${world.support.privacy}/data.json`, staffOnly(409)),
		page('absent', `/admin/privacy/${ABSENT}/data.json`, staffOnly(404)),
	],
	'/admin/contacts': [page('', '/admin/contacts?state=closed', staffOnly())],
	'/admin/contacts/:id': [
		page('the member’s', (world) => `/admin/contacts/${world.support.claim}`, staffOnly()),
		page('absent', `/admin/contacts/${ABSENT}`, staffOnly(404)),
		page('with a number that no row can have', '/admin/contacts/9999999999', staffOnly(404)),
	],
}
