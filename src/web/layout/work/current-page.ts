type Item = {
	to: string
	/** Where its items and lists have addresses of their own. */
	also?: string | undefined
	/** Marked as current on this very path only. */
	end?: boolean
}

/** The page of a navigation that is current at a path: the one nearest above it. Undefined where none is. */
export function currentPage(items: readonly Item[], pathname: string): string | undefined {
	const above = items
		.flatMap(({ to, also = to, end = false }) => [to, also].map((path) => ({ to, path, end })))
		.filter(({ path, end }) => pathname === path || (!end && pathname.startsWith(`${path}/`)))
	return above.toSorted((a, b) => b.path.length - a.path.length)[0]?.to
}
