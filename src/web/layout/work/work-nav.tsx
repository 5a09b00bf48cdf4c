import { type MouseEvent, useRef } from 'react'
import { NavLink } from 'react-router'
import styles from './frame.module.css'

export type WorkNavItem = {
	to: string
	label: string
	/** Marked as current on this very path only. */
	end?: boolean
	/** What waits there; null for a page without a queue. */
	waiting: { count: number; age?: string; isLate?: boolean } | null
}

export type WorkNavGroup = { label: string; items: readonly WorkNavItem[] }

/** The bell and the lists say 99+ beyond. */
const countText = (count: number) => (count >= 100 ? '99件以上' : `${count.toLocaleString('ja-JP')}件`)

/**
 * The pages of a work layout by group, each queue with how many items wait. Where `sheet` is given, a narrow window shows
 * them only in a sheet that the button of the bar opens: a native popover, which works without a script.
 */
export function WorkNav({ label, groups, sheet }: { label: string; groups: readonly WorkNavGroup[]; sheet?: string | undefined }) {
	const nav = useRef<HTMLElement>(null)
	const close = ({ target }: MouseEvent) => {
		if (sheet !== undefined && target instanceof Element && target.closest('a') && nav.current?.matches(':popover-open'))
			nav.current.hidePopover()
	}
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- closes the sheet after one of its links, which keys press too
		<nav
			ref={nav}
			id={sheet}
			aria-label={label}
			className={sheet === undefined ? styles.nav : `${styles.nav} ${styles.sheet}`}
			popover={sheet === undefined ? undefined : 'auto'}
			onClick={close}
		>
			{groups.map(({ label: group, items }) => (
				<div key={group}>
					<h2>{group}</h2>
					<ul>
						{items.map(({ to, label: name, end = false, waiting }) => (
							<li key={to}>
								<NavLink to={to} end={end}>
									<span>{name}</span>
									{waiting && waiting.count > 0 && (
										<span className={styles.waiting}>
											{waiting.age !== undefined && (
												<span className={waiting.isLate ? styles.late : undefined}>
													{waiting.age}
													{waiting.isLate && '・目安超過'}
												</span>
											)}
											<strong>{countText(waiting.count)}</strong>
										</span>
									)}
								</NavLink>
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	)
}

/** The bar of a narrow window: four pages, and the button that opens the sheet with all of them. */
export function WorkBar({ label, items, sheet }: { label: string; items: readonly WorkNavItem[]; sheet: string }) {
	return (
		<nav aria-label={label} className={styles.bar}>
			{items.map(({ to, label: name, end = false, waiting }) => (
				<NavLink key={to} to={to} end={end}>
					<span>{name}</span>
					{waiting && waiting.count > 0 && <strong>{countText(waiting.count)}</strong>}
				</NavLink>
			))}
			<button type="button" popoverTarget={sheet}>
				その他
			</button>
		</nav>
	)
}
