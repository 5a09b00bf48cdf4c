import { useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { suggestIn } from './search-box-suggestions.ts'
import styles from './search-box.module.css'

/**
 * The search box for tasks, areas, stations and names. Plain HTML: a form that opens /search. With scripts it suggests
 * while one types (search-box-suggestions.ts, docs/decisions/0007-search-box.md), on hydrated pages and plain ones alike.
 */
export function SearchBox({
	id = 'search',
	defaultValue = '',
	compact = false,
	label = '業務・地域・駅・名前で探す',
	hint,
	withPlace = false,
}: {
	/** Unique on the page. */
	id?: string
	defaultValue?: string
	/** One low line with a hidden label, for list pages. */
	compact?: boolean
	label?: string
	hint?: string
	/** In one bar with a second field for the place, as the top page shows it. */
	withPlace?: boolean
}) {
	const form = useRef<HTMLFormElement>(null)
	const input = useRef<HTMLInputElement>(null)
	const navigate = useNavigate()
	// The input is uncontrolled, so that what was typed before hydration, or is being composed, stays as it is.
	const shownDefault = useRef(defaultValue)
	useEffect(() => {
		if (input.current && shownDefault.current !== defaultValue) input.current.value = defaultValue
		shownDefault.current = defaultValue
		return form.current ? suggestIn(form.current, (path) => void navigate(path)) : undefined
	}, [defaultValue, navigate])
	return (
		<search>
			<Form
				ref={form}
				action="/search"
				method="get"
				className={[styles.box, compact && styles.compact, withPlace && styles.split].filter(Boolean).join(' ')}
				data-search-box=""
			>
				{!withPlace && (
					<label htmlFor={id} className={compact ? 'visually-hidden' : styles.label}>
						{label}
					</label>
				)}
				<div className={styles.field}>
					{withPlace && (
						<label htmlFor={id} className={styles.part}>
							困りごと・業務
							<span className="visually-hidden">{`（${label}）`}</span>
						</label>
					)}
					<input
						ref={input}
						id={id}
						className={styles.input}
						type="search"
						name="q"
						defaultValue={defaultValue}
						placeholder={withPlace ? '例：確定申告をお願いしたい' : compact ? '業務・地域・駅・名前で探す' : '例：確定申告 三鷹駅'}
						maxLength={80}
						autoComplete="off"
						autoCapitalize="none"
						spellCheck={false}
						enterKeyHint="search"
						aria-describedby={hint ? `${id}-hint` : undefined}
					/>
					{withPlace && <Place id={`${id}-place`} />}
					<button type="submit" className={`button ${styles.submit}`}>
						検索
					</button>
					{/* A native datalist knows no kinds and closes as it likes while an input method composes. */}
					{/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */}
					<div id={`${id}-list`} className={styles.list} role="listbox" aria-label="検索の候補" hidden />
				</div>
				{hint && (
					<p id={`${id}-hint`} className={styles.hint}>
						{hint}
					</p>
				)}
				<output className="visually-hidden" />
			</Form>
		</search>
	)
}

function Place({ id }: { id: string }) {
	return (
		<>
			<label htmlFor={id} className={styles.part}>
				場所・駅
			</label>
			<input
				id={id}
				className={styles.input}
				name="place"
				placeholder="例：三鷹駅"
				maxLength={40}
				autoComplete="off"
				spellCheck={false}
				enterKeyHint="search"
			/>
		</>
	)
}
