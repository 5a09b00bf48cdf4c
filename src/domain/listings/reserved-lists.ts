import { japan } from '../geography/areas.ts'
import type { Way } from '../shared/errors.ts'
import { listPath } from './list-path.ts'

/** The lists of the offices that may do what a law reserves, one for each task or category: the way on from a refusal. */
export const listsOfReserved = (parts: readonly { scopeId: number; scopeName: string }[]): Way[] =>
	[...new Map(parts.map(({ scopeId, scopeName }) => [scopeId, scopeName]))].map(([scopeId, name]) => ({
		label: `「${name}」を行える事務所を見る`,
		path: listPath({ scopeId, area: japan }),
	}))
