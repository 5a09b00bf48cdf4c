import { type Area, areaPath } from './geography/areas.ts'
import { getPrefecture } from './geography/prefectures.ts'

/** Paths of the public pages. Japanese segments are percent-encoded as they must stand in a Location header. */
const path = (...segments: (string | number)[]) => `/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`

const search = (values: Record<string, string>) => {
	const text = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
	return text === '' ? '' : `?${text}`
}

/** Ids of tasks start at 101, those of categories end at 99. */
const isTask = (scopeId: number) => scopeId > 100

export const topPath = () => '/'
export const categoryIndexPath = () => '/category'
export const categoryPath = (categoryId: number) => path('category', categoryId)
export const taskIndexPath = () => '/category/task/list'
export const taskToolsPath = (taskId: number) => path('category', 'task', 'list', 'tool', taskId)
export const toolPath = (toolId: number) => path('tool', toolId)
export const expertPath = (expertId: number) => path('expert', expertId)
export const officePath = (officeId: number) => path('office', officeId)
export const comparisonPath = (officeIds: readonly number[]) => `/office/compare${search({ ids: officeIds.join(',') })}`
export const searchPath = (text = '') => `/search${search({ q: text })}`

/** Offices of a prefecture whatever they do; `cursor` is the page, null the first. */
export const prefectureOfficesPath = (slug: string, cursor: string | null = null) =>
	`${path('office', 'search', 'prefecture', slug)}${search({ page: cursor ?? '' })}`

/**
 * The list of a category or task in an area. `search` is what `canonicalSearch` gives: '' or a text that begins with
 * a question mark.
 */
export function listPath(options: { scopeId: number; area: Area; search?: string }): string {
	const { scopeId, area } = options
	const below =
		area.kind === 'municipality' || area.kind === 'station' ? areaPath(area, getPrefecture(area.prefectureId)) : areaPath(area, null)
	const start = isTask(scopeId) ? ['category', 'task', 'list'] : ['category', 'list']
	return `${path(...start, scopeId, ...below)}${options.search ?? ''}`
}
