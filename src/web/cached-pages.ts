import type { PageRule } from '../http/page-rules.ts'
import { pages } from './routes.ts'

/** Sorts a segment with a name before one of any text: `/qa/write` is not a question. */
const order = (pattern: string) => pattern.replaceAll(/:\w+/g, '\uffff')

/** The rules of the page cache, in the order in which they are looked up. */
export const cachedPages: readonly PageRule[] = pages
	.flatMap(({ pattern, cache }) => (cache ? [{ pattern, ...cache }] : []))
	.toSorted((one, other) => (order(one.pattern) < order(other.pattern) ? -1 : 1))
