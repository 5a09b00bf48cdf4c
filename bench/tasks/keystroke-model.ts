/**
 * Seconds of the keystroke-level model (Card, Moran and Newell, 1980): a key by an average typist, pointing at a target,
 * pressing and releasing the mouse button, moving a hand between mouse and keyboard, and making up one's mind to act.
 * Reading and judging are no part of it.
 */
export const operators = { key: 0.28, point: 1.1, press: 0.2, home: 0.4, decide: 1.35 } as const

export type DayPart = {
	items: number
	/** Keys from the item that was read to the next one. */
	keys: number
	/** Keys that scroll through the item. */
	scrollKeys: number
	/** Things that are opened by mouse on the way, each left by a key. */
	openings: number
	/** Until the next item is there. */
	responseSeconds: number
}

/** Seconds of interface for a part of a day at the desk. */
export function interfaceSeconds({ items, keys, scrollKeys, openings, responseSeconds }: DayPart): number {
	const { key, point, press, home, decide } = operators
	const opening = decide + home + point + press + home + key
	return items * (decide + (keys + scrollKeys) * key + openings * opening + responseSeconds)
}
