import type { Suggestion } from '../../domain/listings/types.ts'
import { announcement, type BoxEvent, type BoxState, closedBox, meaningOfKey, nextBoxState } from './search-box-state.ts'
import { createSuggester } from './search-suggestions.ts'

const kindLabels: Record<Suggestion['kind'], string> = {
	category: 'カテゴリー',
	task: '業務',
	prefecture: '都道府県',
	municipality: '市区町村',
	station: '駅',
	office: '事務所',
	expert: '専門家',
}

/**
 * Makes the form of a `SearchBox` suggest while one types: a combobox as in the ARIA practices. It goes by the document
 * alone, since most pages that have the box are not hydrated; where React has the page, it leaves to this what is inside of the list
 * and the output. Nothing is written into the input while it has the focus: an input method may be composing in it.
 * @param open follows the path of a chosen suggestion.
 * @returns what ends it and closes the list.
 */
export function suggestIn(form: HTMLFormElement, open: (path: string) => void): () => void {
	const input = form.querySelector('input')
	const list = form.querySelector<HTMLElement>('[role=listbox]')
	const said = form.querySelector('output')
	if (!input || !list || !said) throw new Error('No search box')
	let state = closedBox
	const suggester = createSuggester((text, items) => happen({ type: 'answered', text, items }))
	const ended = new AbortController()

	function happen(event: BoxEvent): void {
		const before = state
		state = nextBoxState(state, event)
		if (state !== before) show(before)
	}

	function show(before: BoxState): void {
		if (!input || !list || !said) return
		if (state.items !== before.items)
			list.replaceChildren(...state.items.map((item, index) => optionOf(item, `${input.id}-option-${index}`)))
		list.hidden = !state.open
		input.setAttribute('aria-expanded', String(state.open))
		const chosen = state.open ? list.children[state.active] : undefined
		for (const option of list.children) option.setAttribute('aria-selected', String(option === chosen))
		if (chosen) input.setAttribute('aria-activedescendant', chosen.id)
		else input.removeAttribute('aria-activedescendant')
		if (state.active !== before.active) chosen?.scrollIntoView({ block: 'nearest' })
		said.textContent = announcement(state)
	}

	function close(): void {
		suggester.cancel()
		happen({ type: 'closed' })
	}

	function ask(): void {
		if (input?.value.trim()) return suggester.want(input.value)
		suggester.cancel()
		happen({ type: 'emptied' })
	}

	function openItem(index: number): void {
		const item = state.items[index]
		if (!item || !input) return
		suggester.cancel()
		// Ends a composition before the text is replaced.
		input.blur()
		input.value = input.defaultValue
		happen({ type: 'emptied' })
		open(item.path)
	}

	function press(event: KeyboardEvent): void {
		const meaning = meaningOfKey(state, event)
		if (meaning.do === 'leave-to-browser') return
		if (meaning.do === 'close-and-leave-to-browser') return close()
		// What changes nothing keeps its meaning in a text field.
		if (meaning.do === 'open-item' || nextBoxState(state, meaning.event) !== state) event.preventDefault()
		if (meaning.do === 'open-item') return openItem(meaning.index)
		if (meaning.event.type === 'closed') suggester.cancel()
		happen(meaning.event)
	}

	/** Index of the option that the pointer is on, -1 for none. */
	const optionAt = ({ target }: Event) => [...list.children].findIndex((option) => target instanceof Node && option.contains(target))

	const { signal } = ended
	input.addEventListener('input', ask, { signal })
	input.addEventListener('keydown', press, { signal })
	input.addEventListener('click', () => happen({ type: 'reopened' }), { signal })
	input.addEventListener('blur', close, { signal })
	form.addEventListener('submit', close, { signal })
	// Keeps the focus, and with it the composition, in the input.
	list.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
	list.addEventListener('mousemove', (event) => happen({ type: 'pointed', index: optionAt(event) }), { signal })
	list.addEventListener('click', (event) => openItem(optionAt(event)), { signal })
	for (const [name, value] of Object.entries({
		role: 'combobox',
		'aria-autocomplete': 'list',
		'aria-controls': list.id,
		'aria-expanded': 'false',
	}))
		input.setAttribute(name, value)
	// Text may have been typed before the code loaded.
	if (document.activeElement === input && input.value !== input.defaultValue) ask()

	return () => {
		ended.abort()
		suggester.cancel()
		happen({ type: 'emptied' })
	}
}

function optionOf({ kind, label, detail }: Suggestion, id: string): HTMLElement {
	const option = document.createElement('div')
	option.id = id
	option.setAttribute('role', 'option')
	const name = document.createElement('b')
	name.textContent = label
	const text = document.createElement('div')
	text.append(name)
	if (detail) {
		const more = document.createElement('small')
		more.textContent = detail
		text.append(more)
	}
	const sort = document.createElement('span')
	sort.textContent = kindLabels[kind]
	option.append(sort, text)
	return option
}
