import { type FormEvent, type KeyboardEvent, useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { Form, useNavigate } from 'react-router'
import type { Suggestion } from '../../domain/directory/types.ts'
import { announcement, type BoxEvent, closedBox, meaningOfKey, nextBoxState } from './search-box-state.ts'
import { createSuggester } from './search-suggestions.ts'
import styles from './search-box.module.css'

// A native datalist knows no kinds and closes as it likes while an input method composes. The list and its options take
// neither focus nor keys: both stay with the input, which names the chosen option by aria-activedescendant.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events */

const neverChanges = () => () => {}

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
 * The search box for tasks, areas, stations and names. Plain HTML: a form that opens /search. Once the page is
 * hydrated it suggests while one types (a combobox as in the ARIA practices; docs/decisions/0007-search-box.md).
 * The input is uncontrolled so that what was typed before hydration, or is being composed, stays as it is.
 */
export function SearchBox({
	id = 'search',
	defaultValue = '',
	compact = false,
	label = '業務・地域・駅・名前で探す',
	hint,
}: {
	/** Unique on the page. */
	id?: string
	defaultValue?: string
	/** One low line with a hidden label, for list pages. */
	compact?: boolean
	label?: string
	hint?: string
}) {
	const input = useRef<HTMLInputElement>(null)
	const [state, dispatch] = useReducer(nextBoxState, closedBox)
	const enhanced = useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	)
	const [suggester] = useState(() => createSuggester((text, items) => dispatch({ type: 'answered', text, items })))
	const navigate = useNavigate()

	useEffect(() => {
		const field = input.current
		// Somebody may have typed before the code arrived.
		if (field && document.activeElement === field && field.value !== field.defaultValue) suggester.want(field.value)
		return () => suggester.cancel()
	}, [suggester])

	const shownDefault = useRef(defaultValue)
	useEffect(() => {
		if (shownDefault.current === defaultValue) return
		shownDefault.current = defaultValue
		if (input.current) input.current.value = defaultValue
		suggester.cancel()
		dispatch({ type: 'emptied' })
	}, [defaultValue, suggester])

	const activeId = state.open && state.active >= 0 ? `${id}-option-${state.active}` : undefined
	useEffect(() => {
		if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
	}, [activeId])

	const ask = (event: FormEvent<HTMLInputElement>) => {
		const { value } = event.currentTarget
		if (value.trim() === '') {
			suggester.cancel()
			dispatch({ type: 'emptied' })
		} else {
			suggester.want(value)
		}
	}

	const close = () => {
		suggester.cancel()
		dispatch({ type: 'closed' })
	}

	const openItem = (index: number) => {
		const item = state.items[index]
		if (!item) return
		close()
		// Ends a composition before the text is replaced.
		input.current?.blur()
		if (input.current) input.current.value = defaultValue
		dispatch({ type: 'emptied' })
		void navigate(item.path)
	}

	const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
		const { key, altKey, ctrlKey, metaKey, shiftKey, keyCode } = event
		const meaning = meaningOfKey(state, { key, altKey, ctrlKey, metaKey, shiftKey, keyCode, isComposing: event.nativeEvent.isComposing })
		if (meaning.do === 'leave-to-browser') return
		if (meaning.do === 'close-and-leave-to-browser') return close()
		if (meaning.do === 'open-item') {
			event.preventDefault()
			return openItem(meaning.index)
		}
		if (changes(meaning.event)) event.preventDefault()
		if (meaning.event.type === 'closed') suggester.cancel()
		dispatch(meaning.event)
	}
	/** Whether the event does anything now; else the key keeps its meaning in a text field. */
	const changes = (event: BoxEvent) => nextBoxState(state, event) !== state

	const combobox = enhanced
		? ({
				role: 'combobox',
				'aria-autocomplete': 'list',
				'aria-expanded': state.open,
				'aria-controls': `${id}-list`,
				'aria-activedescendant': activeId,
			} as const)
		: {}

	return (
		<search>
			<Form action="/search" method="get" className={compact ? `${styles.box} ${styles.compact}` : styles.box} onSubmit={close}>
				<label htmlFor={id} className={compact ? 'visually-hidden' : styles.label}>
					{label}
				</label>
				<div className={styles.field}>
					<input
						ref={input}
						id={id}
						className={styles.input}
						type="search"
						name="q"
						defaultValue={defaultValue}
						placeholder={compact ? '業務・地域・駅・名前で探す' : '例：確定申告 三鷹駅'}
						maxLength={80}
						autoComplete="off"
						autoCapitalize="none"
						spellCheck={false}
						enterKeyHint="search"
						aria-describedby={hint ? `${id}-hint` : undefined}
						onInput={ask}
						onKeyDown={onKeyDown}
						onClick={() => dispatch({ type: 'reopened' })}
						onBlur={close}
						{...combobox}
					/>
					<button type="submit" className={`button ${styles.submit}`}>
						検索
					</button>
					{enhanced && (
						<div
							id={`${id}-list`}
							className={styles.list}
							role="listbox"
							aria-label="検索の候補"
							hidden={!state.open}
							// Keeps the focus, and with it the composition, in the input.
							onMouseDown={(event) => event.preventDefault()}
						>
							{state.items.map((item, index) => (
								<div
									key={`${item.kind}-${item.id}-${item.path}`}
									id={`${id}-option-${index}`}
									className={styles.option}
									role="option"
									aria-selected={index === state.active}
									onMouseMove={() => dispatch({ type: 'pointed', index })}
									onClick={() => openItem(index)}
								>
									<span className={styles.kind}>{kindLabels[item.kind]}</span>
									<span className={styles.text}>
										<span className={styles.name}>{item.label}</span>
										{item.detail && <span className={styles.detail}>{item.detail}</span>}
									</span>
								</div>
							))}
						</div>
					)}
				</div>
				{hint && (
					<p id={`${id}-hint`} className={styles.hint}>
						{hint}
					</p>
				)}
				<output className="visually-hidden">{announcement(state)}</output>
			</Form>
		</search>
	)
}
