/**
 * Finds the pattern that an address belongs to, for logs and figures, from the site's own patterns (`/qa/:id`). What
 * fits none is `unmatched`: an address itself never becomes a label.
 */
export function createRouteLabeler(patterns: readonly string[]): (path: string) => string {
	const compiled = patterns
		.map((pattern) => ({ pattern, segments: pattern.split('/').filter((segment) => segment !== '') }))
		// Literal segments before parameters, parameters before wildcards.
		.sort((a, b) => rank(b.segments) - rank(a.segments))
	// Every answer is labelled, refusals by the thousand: only patterns with the same beginning are tried.
	const anywhere = compiled.filter(({ segments }) => !isLiteral(segments[0]))
	const byFirst = new Map<string, typeof compiled>()
	for (const { segments } of compiled) {
		const [first] = segments
		if (first !== undefined && isLiteral(first) && !byFirst.has(first))
			byFirst.set(
				first,
				compiled.filter((one) => one.segments[0] === first || anywhere.includes(one)),
			)
	}
	return (path) => {
		const given = (path.endsWith('/_.data') ? path.slice(0, -7) : path.endsWith('.data') ? path.slice(0, -5) : path)
			.split('/')
			.filter((segment) => segment !== '')
		return (byFirst.get(given[0] ?? '') ?? anywhere).find(({ segments }) => matches(segments, given))?.pattern ?? 'unmatched'
	}
}

/** Whether a segment stands for itself alone. */
const isLiteral = (segment: string | undefined): boolean =>
	segment !== undefined && segment !== '*' && !segment.startsWith(':') && !segment.endsWith('?')

function rank(segments: readonly string[]): number {
	return segments.reduce((sum, segment) => sum + (segment === '*' ? 0 : segment.startsWith(':') ? 10 : 11), 0)
}

function matches(wanted: readonly string[], given: readonly string[]): boolean {
	const open = wanted.at(-1) === '*'
	const fixed = open ? wanted.slice(0, -1) : wanted
	const required = fixed.filter((segment) => !segment.endsWith('?')).length
	if (given.length < required || (!open && given.length > fixed.length)) return false
	return fixed.every((segment, i) => {
		const value = given[i]
		if (value === undefined) return segment.endsWith('?')
		return segment.startsWith(':') || segment.replace(/\?$/, '') === value
	})
}
