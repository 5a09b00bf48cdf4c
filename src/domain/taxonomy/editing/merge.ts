import { isDeepStrictEqual } from 'node:util'
import type { Fields, ItemName } from './item-fields.ts'

/**
 * Three-way merge of an item between the repository's content and what staff changed on the site (docs/decisions). Each field
 * for itself: what staff set wins, and what the content now says otherwise than when staff set it is a difference for staff.
 */

export type ContentItem = ItemName & { fields: Fields }

export type ItemState = ItemName & {
	/** What the content says; null for an item that only staff made, or that the content no longer has. */
	content: Fields | null
	/** The fields that staff set. */
	staff: Fields
	/** What the content said of these fields when staff set them. */
	base: Fields
	/** Made by staff, or kept by them when the content dropped it. */
	isOwn: boolean
	retiredAt: Date | null
	version: number
}

/** The fields that the site shows. */
export const effectiveOf = ({ content, staff }: Pick<ItemState, 'content' | 'staff'>): Fields => ({ ...content, ...staff })

/** Whether the site shows the item at all. */
export const isLive = ({ content, isOwn, retiredAt }: ItemState): boolean => retiredAt === null && (content !== null || isOwn)

export type Difference = { field: string; before: Fields[string] | undefined; content: Fields[string] | undefined; staff: Fields[string] }

/** The fields that the content changed after staff had set them, with all three values. */
export function differencesOf({ content, staff, base }: ItemState): Difference[] {
	if (content === null) return []
	return Object.entries(staff).flatMap(([field, value]) =>
		isDeepStrictEqual(content[field], base[field]) || isDeepStrictEqual(content[field], value)
			? []
			: [{ field, before: base[field], content: content[field], staff: value }],
	)
}

/** Sets what the content says now. A field in which it agrees with staff is no longer one of theirs. */
export function withContent(state: ItemState, content: Fields | null): ItemState {
	if (content === null) return { ...state, content }
	const kept = Object.keys(state.staff).filter((field) => !isDeepStrictEqual(state.staff[field], content[field]))
	return { ...state, content, staff: pick(state.staff, kept), base: pick(state.base, kept) }
}

/**
 * Sets fields by staff. A value that the content also has is no longer one of theirs; one that stays as it was keeps what it was
 * compared with, so that saving another field settles no difference.
 */
export function withStaff(state: ItemState, fields: Fields): ItemState {
	const before = effectiveOf(state)
	const changed = Object.entries(fields).filter(([field, value]) => !isDeepStrictEqual(before[field], value))
	const staff: Record<string, Fields[string]> = { ...state.staff }
	const base: Record<string, Fields[string]> = { ...state.base }
	for (const [field, value] of changed) {
		delete staff[field]
		delete base[field]
		if (state.content !== null && isDeepStrictEqual(state.content[field], value)) continue
		staff[field] = value
		base[field] = state.content?.[field] ?? null
	}
	return { ...state, staff, base }
}

/** Settles a difference: takes what the content says, or keeps what staff set against it. */
export function settleDifference(state: ItemState, field: string, takes: 'content' | 'staff'): ItemState {
	const value = state.content?.[field]
	if (takes === 'staff') return { ...state, base: { ...state.base, [field]: value ?? null } }
	const rest = Object.keys(state.staff).filter((one) => one !== field)
	return { ...state, staff: pick(state.staff, rest), base: pick(state.base, rest) }
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
	Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
