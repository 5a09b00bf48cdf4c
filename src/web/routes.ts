import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** The only URL table of the pages. The path beside a URL is its page. */
export default [
	layout('layout/default.layout.tsx', [index('top/top.page.tsx'), route('*', 'layout/not-found.page.tsx')]),
] satisfies RouteConfig
