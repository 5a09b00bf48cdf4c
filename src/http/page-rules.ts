/**
 * Which pages are the same for every visitor without a session. A rule promises that the page depends only on its path and
 * the query keys named here.
 */
export type PageRule = {
	/** `/category/list/:task/:prefecture`; `:name` is one segment, a final `/*` is whatever follows (or nothing). */
	pattern: string
	/** Query keys that change the page. All others are dropped before the page is rendered. */
	query?: readonly string[]
	/** Keys of `query` that may be repeated; of the others only the first value counts. */
	repeatable?: readonly string[]
	/**
	 * Where something changes without a tag, such as the number of views: how long the page counts as new. Others are kept until
	 * a tag drops them, the moment that the page names (`x-cache-until`), or the end of the day in Japan.
	 */
	freshSeconds?: number
	/** The kind of tag that ends `not found` at once, when what the last segment names appears: `office` for `office:12`. */
	missingTag?: string
	/**
	 * Signed-in readers get it from memory as well, with what is theirs in its slots (slots.ts). Names what its last segment
	 * identifies, if they can have something of it; `frame` where only header and banners are theirs.
	 */
	readers?: 'frame' | 'task' | 'office' | 'expert' | 'article' | 'question'
}

/** Whom a kept page is rendered for: visitors, or the stand-in for signed-in members or experts. */
export type Audience = 'visitor' | 'member' | 'expert'

export type PageKey = {
	/** Canonical path and query: the URL that is rendered. */
	target: string
	rule: PageRule
	audience: Audience
	/** Identifies the page in memory. */
	id: string
	/** Whether everything that was asked for is in `target`. */
	isWhole: boolean
}

/** The same page for another audience. No target has a blank in it. */
export const keyFor = (key: PageKey, audience: Audience): PageKey => ({
	...key,
	audience,
	id: audience === 'visitor' ? key.target : `${audience} ${key.target}`,
})

type CompiledRule = {
	rule: PageRule
	segments: readonly string[]
	open: boolean
	query: ReadonlySet<string>
	repeatable: ReadonlySet<string>
}

/** Route ids of React Router, as its client asks for some of a page's data. */
const routeIds = /^[\w./,:*?()$+-]{1,500}$/

export function compilePageRules(rules: readonly PageRule[]): (target: string) => PageKey | null {
	const compiled: CompiledRule[] = rules.map((rule) => {
		const open = rule.pattern === '/*' || rule.pattern.endsWith('/*')
		return {
			rule,
			open,
			segments: segmentsOf(open ? rule.pattern.slice(0, -2) : rule.pattern),
			query: new Set(rule.query),
			repeatable: new Set(rule.repeatable),
		}
	})
	return (target) => {
		const mark = target.indexOf('?')
		const path = canonicalPath(mark === -1 ? target : target.slice(0, mark))
		if (path === null) return null
		const isData = path.endsWith('.data')
		const segments = segmentsOf(pagePath(path))
		const found = compiled.find((candidate) => matches(candidate, segments))
		if (found === undefined) return null
		const given = mark === -1 ? '' : target.slice(mark + 1)
		const query = canonicalQuery(given, found, isData)
		if (query === null) return null
		const canonical = query === '' ? path : `${path}?${query}`
		const isWhole = given === query || new URLSearchParams(given).size === new URLSearchParams(query).size
		return { target: canonical, rule: found.rule, audience: 'visitor', id: canonical, isWhole }
	}
}

/** Returns the page of a path: React Router requests the data of `/qa` as `/qa.data`, and of `/` as `/_.data`. */
export function pagePath(path: string): string {
	if (path.endsWith('/_.data')) return path.slice(0, -'_.data'.length)
	return path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
}

function segmentsOf(path: string): readonly string[] {
	return path === '' || path === '/' ? [] : path.slice(1).split('/')
}

function matches({ segments: wanted, open }: CompiledRule, given: readonly string[]): boolean {
	if (open ? given.length < wanted.length : given.length !== wanted.length) return false
	return wanted.every((segment, i) => (segment.startsWith(':') ? given[i] !== '' : segment === given[i]))
}

/** Canonical form of a path: `%e4` and a raw character both become `%E4`-style. */
function canonicalPath(path: string): string | null {
	if (!path.includes('%') && /^[\x21-\x7e]*$/.test(path)) return path
	try {
		return path
			.split('/')
			.map((segment) => encodeURIComponent(decodeURIComponent(segment)).replaceAll(/%(?:3A|40|2C|3B|24|26|2B|3D)/g, decodeURIComponent))
			.join('/')
	} catch {
		return null
	}
}

/** Allowed keys only, sorted, in one spelling; null where React Router's own parameter is none of its making. */
function canonicalQuery(query: string, rule: CompiledRule, isData: boolean): string | null {
	if (query === '') return ''
	const pairs: [string, string][] = []
	const seen = new Set<string>()
	for (const [key, value] of new URLSearchParams(query)) {
		const isRouteIds = isData && key === '_routes'
		if (isRouteIds && !routeIds.test(value)) return null
		if (!isRouteIds && !rule.query.has(key)) continue
		if (seen.has(key) && !rule.repeatable.has(key)) continue
		seen.add(key)
		pairs.push([key, value])
	}
	pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
	return new URLSearchParams(pairs).toString()
}
