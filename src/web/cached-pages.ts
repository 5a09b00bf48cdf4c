import type { PageRule } from '../http/page-rules.ts'
import { articleQueryKeys } from '../domain/articles/article-input.ts'
import { questionQueryKeys } from '../domain/questions/input.ts'
import { flags } from '../domain/taxonomy/attributes.ts'

/** Query keys of a list (domain/listings/list-query.ts). */
const listQuery = { query: ['profession', 'order', 'page', ...flags.map(({ param }) => param)], repeatable: ['profession'] }

/**
 * Pages that are the same for every visitor without a session, and the query keys that change them. A page that is
 * not named here is rendered for each request.
 */
export const cachedPages: readonly PageRule[] = [
	{ pattern: '/', freshSeconds: 60 },
	{ pattern: '/about' },
	{ pattern: '/rules' },
	{ pattern: '/privacy' },
	// /lp/factoring is not kept: its answers depend on amounts and days, and hardly two are alike.
	{ pattern: '/lp/introduction', query: ['who', 'hurt', 'task', 'area'] },
	{ pattern: '/category' },
	{ pattern: '/category/task/list' },
	{ pattern: '/category/task/list/tool/:task' },
	...['/category/list/:category', '/category/task/list/:task'].flatMap((list) => [
		{ pattern: list, ...listQuery },
		{ pattern: `${list}/:prefecture`, ...listQuery },
		{ pattern: `${list}/:prefecture/city/:municipality`, ...listQuery },
		{ pattern: `${list}/:prefecture/station/:station`, ...listQuery },
	]),
	{ pattern: '/category/:category' },
	{ pattern: '/tool/:tool' },
	{ pattern: '/expert/:expert', missingTag: 'expert' },
	{ pattern: '/office/search/prefecture/:prefecture', ...listQuery },
	{ pattern: '/compare', query: ['office'], repeatable: ['office'] },
	{ pattern: '/qa', query: [...questionQueryKeys], freshSeconds: 60 },
	// Goes along with the title that it is given, and is not kept.
	{ pattern: '/qa/write', query: ['title'] },
	{ pattern: '/qa/:question', query: ['page'] },
	{ pattern: '/articles', query: [...articleQueryKeys] },
	{ pattern: '/articles/:article' },
	// Says whether the office is open right now.
	{ pattern: '/office/:office', query: ['page'], freshSeconds: 60, staleSeconds: 60, missingTag: 'office' },
]
