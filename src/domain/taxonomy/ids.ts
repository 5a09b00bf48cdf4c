/** The id of a category in an address, or null for what cannot be one. Without zod, because pages' own scripts use it. */
export const parseCategoryId = (text: string | null): number | null => parseBetween(text, 1, 99)

/** The id of a task in an address, or null for what cannot be one. */
export const parseTaskId = (text: string | null): number | null => parseBetween(text, 101, 9_999)

function parseBetween(text: string | null, min: number, max: number): number | null {
	if (text === null || !/^[1-9]\d{0,3}$/.test(text)) return null
	const id = Number(text)
	return id >= min && id <= max ? id : null
}
