import type { Ctx } from '../src/domain/shared/context.ts'
import { requireRecentStaff } from '../src/domain/accounts/staff.ts'
import { publishArticle } from '../src/domain/articles/article-approval.ts'
import { content, saved } from '../src/domain/articles/articles-for-test.ts'
import { beginArticle, submitArticle } from '../src/domain/articles/article-writing.ts'
import { ABSENT, type CallRow, everybody, members, page, type PageRow, row, staffOnly } from './permission-rows.ts'

const SLUG = 'of-the-expert'

/** One on the site, one that waits for the editors, one that is written on: all the expert's. */
export async function makeArticles(expert: Ctx, staff: Ctx) {
	const handIn = async () => {
		const { id } = await beginArticle(expert)
		const { version } = await saved(submitArticle(expert, id, { manuscript: content(), version: 1 }))
		return { id, version }
	}
	const published = await handIn()
	const editor = requireRecentStaff(staff, 'editor')
	await publishArticle(editor, published.id, { manuscript: content(), version: published.version, slug: SLUG })
	return { submitted: (await handIn()).id, draft: (await beginArticle(expert)).id }
}

export const articleCallRows: Readonly<Record<string, readonly CallRow[]>> = {
	'GET /api/v1/articles': [row('', { query: 'category=5' }, everybody(200))],
	'GET /api/v1/articles/{slug}': [
		row('on the site', { params: { slug: SLUG } }, everybody(200)),
		row('absent', { params: { slug: 'no-such-article' } }, everybody(404)),
	],
}

const experts = members(404, { expert: 200 })

export const articlePageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/articles': [page('', '/articles?category=5', everybody(200)), page('of an absent task', '/articles?task=9998', everybody(404))],
	'/articles/:slug': [
		page('on the site', `/articles/${SLUG}`, everybody(200)),
		page('absent', '/articles/no-such-article', everybody(404)),
	],
	'/articles/feed.xml': [page('', '/articles/feed.xml', everybody(200))],
	'/articles/feed/:file': [page('', '/articles/feed/5.xml', everybody(200)), page('absent', '/articles/feed/98.xml', everybody(404))],
	// The page explains to members that only experts may write.
	'/mypage/articles': [page('own', '/mypage/articles', members(200))],
	'/mypage/articles/:id': [
		page('the expert’s draft', (world) => `/mypage/articles/${world.articles.draft}`, experts),
		page('absent', `/mypage/articles/${ABSENT}`, members(404)),
	],
	'/admin/articles': [page('', '/admin/articles', staffOnly())],
	'/admin/articles/import': [page('', '/admin/articles/import', staffOnly())],
	'/admin/articles/import/:id': [
		page('checked', (world) => `/admin/articles/import/${world.articleImportId}`, staffOnly()),
		page('absent', `/admin/articles/import/${ABSENT}`, staffOnly(404)),
	],
	'/admin/articles/:id': [
		page('handed in', (world) => `/admin/articles/${world.articles.submitted}`, staffOnly()),
		page('the expert’s draft', (world) => `/admin/articles/${world.articles.draft}`, staffOnly(404)),
		page('absent', `/admin/articles/${ABSENT}`, staffOnly(404)),
	],
}
