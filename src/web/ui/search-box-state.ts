import type { Suggestion } from '../../domain/listings/types.ts'

/**
 * State of the search box's suggestions and their selection, as a pure function of events.
 * The text itself stays in the input: nothing here may write to it, because an input method may be composing in it.
 */
export type BoxState = {
	items: readonly Suggestion[]
	/** The text that `items` belongs to; null before the first response. */
	answered: string | null
	open: boolean
	/** Index of the chosen item, -1 for none. */
	active: number
}

export const closedBox: BoxState = { items: [], answered: null, open: false, active: -1 }

export type BoxEvent =
	| { type: 'answered'; text: string; items: readonly Suggestion[] }
	| { type: 'emptied' }
	| { type: 'closed' }
	| { type: 'reopened' }
	| { type: 'pointed'; index: number }
	| { type: 'moved'; to: 'next' | 'previous' | 'first' | 'last' }

export function nextBoxState(state: BoxState, event: BoxEvent): BoxState {
	switch (event.type) {
		case 'answered':
			return { items: event.items, answered: event.text, open: event.items.length > 0, active: -1 }
		case 'emptied':
			return closedBox
		case 'closed':
			return state.open ? { ...state, open: false, active: -1 } : state
		case 'reopened':
			return state.open || state.items.length === 0 ? state : { ...state, open: true, active: -1 }
		case 'pointed':
			return state.active === event.index ? state : { ...state, active: event.index }
		case 'moved':
			return state.items.length === 0 ? state : { ...state, open: true, active: moved(state, event.to) }
	}
}

/** Round the list with one stop in the input itself, where no item is chosen. */
function moved({ items, open, active }: BoxState, to: 'next' | 'previous' | 'first' | 'last'): number {
	const last = items.length - 1
	if (to === 'first') return 0
	if (to === 'last') return last
	if (!open) return to === 'next' ? 0 : last
	if (to === 'next') return active === last ? -1 : active + 1
	return active === -1 ? last : active - 1
}

export type BoxKey = {
	key: string
	altKey: boolean
	ctrlKey: boolean
	metaKey: boolean
	shiftKey: boolean
	isComposing: boolean
	keyCode: number
}

export type KeyMeaning =
	| { do: 'leave-to-browser' }
	| { do: 'close-and-leave-to-browser' }
	| { do: 'dispatch'; event: BoxEvent }
	| { do: 'open-item'; index: number }

const leave: KeyMeaning = { do: 'leave-to-browser' }

/**
 * The action of a key. While an input method composes, every key belongs to it: arrows walk its candidates,
 * Enter accepts one, Escape cancels. Safari reports the Enter that ends a composition only by key code 229, after
 * the composition has ended.
 */
export function meaningOfKey(state: BoxState, key: BoxKey): KeyMeaning {
	if (key.isComposing || key.keyCode === 229) return leave
	if (key.ctrlKey || key.metaKey) return leave
	// With Shift, arrows and the like select text in the field.
	const move = key.shiftKey ? null : movementOf(state, key)
	if (move) return { do: 'dispatch', event: move }
	switch (key.key) {
		case 'Escape':
			// A second Escape is the browser's, which clears a search field.
			return state.open ? { do: 'dispatch', event: { type: 'closed' } } : leave
		case 'Enter':
			return state.open && state.active >= 0 ? { do: 'open-item', index: state.active } : { do: 'close-and-leave-to-browser' }
		case 'Tab':
			return { do: 'close-and-leave-to-browser' }
		default:
			return leave
	}
}

function movementOf(state: BoxState, { key, altKey }: BoxKey): BoxEvent | null {
	// With nothing chosen, Home and End move the caret.
	const isChosen = state.open && state.active !== -1
	switch (key) {
		case 'ArrowDown':
			return altKey ? { type: 'reopened' } : { type: 'moved', to: 'next' }
		case 'ArrowUp':
			return altKey ? { type: 'closed' } : { type: 'moved', to: 'previous' }
		case 'Home':
			return isChosen ? { type: 'moved', to: 'first' } : null
		case 'End':
			return isChosen ? { type: 'moved', to: 'last' } : null
		default:
			return null
	}
}

/** What a screen reader announces after a response. */
export function announcement(state: BoxState): string {
	if (state.answered === null) return ''
	if (state.items.length === 0) return '候補はありません。'
	return state.open ? `候補が${state.items.length}件あります。上下の矢印キーで選べます。` : ''
}
