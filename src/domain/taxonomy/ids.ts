/** Parses the id of a category in a URL; null for anything else. Without zod, because pages' own scripts use it. */
export const parseCategoryId = (text: string | null): number | null => parseBetween(text, 1, 99)

/** Parses the id of a task in a URL; null for anything else. */
export const parseTaskId = (text: string | null): number | null => parseBetween(text, 101, 9_999)

function parseBetween(text: string | null, min: number, max: number): number | null {
	if (text === null || !/^[1-9]\d{0,3}$/.test(text)) return null
	const id = Number(text)
	return id >= min && id <= max ? id : null
}
