/**
 * Finds the pattern that an address belongs to, for logs and figures, from the site's own patterns (`/qa/:id`). What
 * fits none is `unmatched`: an address itself never becomes a label.
 */
export function createRouteLabeler(patterns: readonly string[]): (path: string) => string {
	const compiled = patterns
		.map((pattern) => ({ pattern, segments: pattern.split('/').filter((segment) => segment !== '') }))
		// Literal segments before parameters, parameters before wildcards.
		.sort((a, b) => rank(b.segments) - rank(a.segments))
	return (path) => {
		const given = (path.endsWith('/_.data') ? path.slice(0, -7) : path.endsWith('.data') ? path.slice(0, -5) : path)
			.split('/')
			.filter((segment) => segment !== '')
		return compiled.find(({ segments }) => matches(segments, given))?.pattern ?? 'unmatched'
	}
}

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
