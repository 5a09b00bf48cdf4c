import type { Ctx } from '../src/domain/shared/context.ts'
import { requireRecentStaff } from '../src/domain/accounts/staff.ts'
import { publishArticle } from '../src/domain/articles/article-approval.ts'
import { content, saved } from '../src/domain/articles/articles-for-test.ts'
import { beginArticle, submitArticle } from '../src/domain/articles/article-writing.ts'
import type { PageAnswers, PageRow, Row, Statuses } from './permission-matrix.ts'

const ABSENT = 999_999
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

const calls = (status: number): Statuses => [status, status, status, status, status, status, status]

export const articleCallRows: Readonly<Record<string, readonly Row[]>> = {
	'GET /api/articles': [{ about: '', send: () => ({ query: 'category=5' }), expect: calls(200) }],
	'GET /api/articles/{slug}': [
		{ about: 'on the site', send: () => ({ params: { slug: SLUG } }), expect: calls(200) },
		{ about: 'absent', send: () => ({ params: { slug: 'no-such-article' } }), expect: calls(404) },
	],
}

const all = (answer: number): PageAnswers => [answer, answer, answer, answer, answer, answer, answer]
const experts: PageAnswers = ['/login', 404, 404, 404, 200, 404, '/login']
const staffs: PageAnswers = ['/login', 403, 403, 403, 403, 200, '/login']
const hidden: PageAnswers = ['/login', 403, 403, 403, 403, 404, '/login']
const at = (about: string, path: string, expect: PageAnswers): PageRow => ({ about, at: () => path, expect })

export const articlePageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/articles': [at('', '/articles?category=5', all(200)), at('of an absent task', '/articles?task=9998', all(404))],
	'/articles/:slug': [at('on the site', `/articles/${SLUG}`, all(200)), at('absent', '/articles/no-such-article', all(404))],
	'/articles/feed.xml': [at('', '/articles/feed.xml', all(200))],
	'/articles/feed/:file': [at('', '/articles/feed/5.xml', all(200)), at('absent', '/articles/feed/98.xml', all(404))],
	// The page explains to members that only experts may write.
	'/mypage/articles': [at('own', '/mypage/articles', ['/login', 200, 200, 200, 200, 200, '/login'])],
	'/mypage/articles/:id': [
		{ about: 'the expert’s draft', at: (world) => `/mypage/articles/${world.articles.draft}`, expect: experts },
		at('absent', `/mypage/articles/${ABSENT}`, ['/login', 404, 404, 404, 404, 404, '/login']),
	],
	'/admin/articles': [at('', '/admin/articles', staffs)],
	'/admin/articles/:id': [
		{ about: 'handed in', at: (world) => `/admin/articles/${world.articles.submitted}`, expect: staffs },
		{ about: 'the expert’s draft', at: (world) => `/admin/articles/${world.articles.draft}`, expect: hidden },
		at('absent', `/admin/articles/${ABSENT}`, hidden),
	],
}
