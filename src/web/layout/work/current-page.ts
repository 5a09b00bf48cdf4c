type Item = {
	to: string
	/** Marked as current on this very path only. */
	end?: boolean
}

/** The page of a navigation that is current at a path: the one nearest above it. Undefined where none is. */
export function currentPage(items: readonly Item[], pathname: string): string | undefined {
	const above = items.filter(({ to, end = false }) => pathname === to || (!end && pathname.startsWith(`${to}/`)))
	return above.toSorted((a, b) => b.to.length - a.to.length)[0]?.to
}
