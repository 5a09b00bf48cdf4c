/** The number of a task, category or area in a URL; null for anything else. */
export function parseSearchId(text: string | null): number | null {
	return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null
}
