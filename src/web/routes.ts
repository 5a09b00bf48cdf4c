import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes'

/** The only URL table of the pages. The path beside a URL is its page. */
export default [
	layout('layout/default.layout.tsx', [
		index('top/top.page.tsx'),
		route('search', 'search/search.page.tsx'),
		route('about', 'help/about.page.tsx'),
		route('rules', 'help/rules.page.tsx'),
		route('privacy', 'help/privacy.page.tsx'),
		route('error', 'help/error.page.tsx'),
		route('category', 'directory/category-index.page.tsx'),
		route('category/:category_id', 'directory/category.page.tsx'),
		...prefix('category/list/:task_category_id', [
			index('directory/category-list.page.tsx'),
			route(':prefecture', 'directory/category-list-prefecture.page.tsx'),
			route(':prefecture/city/:municipality', 'directory/category-list-city.page.tsx'),
			route(':prefecture/station/:stationName', 'directory/category-list-station.page.tsx'),
		]),
		route('category/task/list', 'directory/task-index.page.tsx'),
		...prefix('category/task/list/:task_id', [
			index('directory/task-list.page.tsx'),
			route(':prefecture', 'directory/task-list-prefecture.page.tsx'),
			route(':prefecture/city/:municipality', 'directory/task-list-city.page.tsx'),
			route(':prefecture/station/:stationName', 'directory/task-list-station.page.tsx'),
		]),
		route('category/task/list/tool/:task_id', 'directory/task-tools.page.tsx'),
		route('office/search/prefecture/:prefecture', 'directory/prefecture-offices.page.tsx'),
		route('office/:id', 'directory/office.page.tsx'),
		route('expert/:id', 'directory/expert.page.tsx'),
		route('tool/:id', 'directory/tool.page.tsx'),
		route('compare', 'directory/compare.page.tsx'),
		route('*', 'layout/not-found.page.tsx'),
	]),
	layout('layout/bare.layout.tsx', [
		route('lp/factoring', 'leads/factoring.page.tsx'),
		route('lp/introduction', 'leads/introduction.page.tsx'),
		route('ogp/image', 'media/ogp-image.page.tsx'),
	]),
	route('site.webmanifest', 'help/manifest.ts'),
] satisfies RouteConfig
