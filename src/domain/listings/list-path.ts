import { isTaskScope } from '../taxonomy/scopes.ts'
import { type Area, areaPath } from '../geography/areas.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { path } from '../shared/encode-path.ts'

/**
 * The list of a category or task in an area. `search` is what `canonicalSearch` gives: '' or a text that begins with
 * a question mark.
 */
export function listPath(options: { scopeId: number; area: Area; search?: string }): string {
	const { scopeId, area } = options
	const below =
		area.kind === 'municipality' || area.kind === 'station' ? areaPath(area, getPrefecture(area.prefectureId)) : areaPath(area, null)
	const start = isTaskScope(scopeId) ? ['category', 'task', 'list'] : ['category', 'list']
	return `${path(...start, scopeId, ...below)}${options.search ?? ''}`
}
