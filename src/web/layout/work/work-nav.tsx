import { type MouseEvent, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { currentPage } from './current-page.ts'
import { WorkIcon, type WorkIconName } from './work-icon.tsx'
import styles from './frame.module.css'

export type WorkNavItem = {
	to: string
	label: string
	/** Where its items and lists have addresses of their own. */
	also?: string | undefined
	/** Marked as current on this very path only. */
	end?: boolean
	/** What waits there; null for a page without a queue. */
	waiting: { count: number; age?: string; isLate?: boolean } | null
}

/** A page of the bar, which has a sign of its own there. */
export type WorkBarItem = WorkNavItem & { icon: WorkIconName }

export type WorkNavGroup = { label: string; items: readonly WorkNavItem[] }

/** The element that holds all pages where the window is narrow. */
const SHEET = 'work-nav'
/** Places of the bar. */
const PLACES = 5

/** The bell and the lists say 99+ beyond. */
const countText = (count: number) => (count >= 100 ? '99件以上' : `${count.toLocaleString('ja-JP')}件`)

/**
 * The pages of a work layout by group, each queue with how many items wait. As a sheet they are hidden in a narrow window until a
 * button of the bar or of the header opens them: a native popover, which works without a script.
 */
export function WorkNav({ label, groups, isSheet }: { label: string; groups: readonly WorkNavGroup[]; isSheet: boolean }) {
	const nav = useRef<HTMLElement>(null)
	const { pathname } = useLocation()
	const current = currentPage(
		groups.flatMap(({ items }) => items),
		pathname,
	)
	const close = ({ target }: MouseEvent) => {
		if (isSheet && target instanceof Element && target.closest('a') && nav.current?.matches(':popover-open')) nav.current.hidePopover()
	}
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- closes the sheet after one of its links, which keys press too
		<nav
			ref={nav}
			id={isSheet ? SHEET : undefined}
			aria-label={label}
			className={isSheet ? `${styles.nav} ${styles.sheet}` : styles.nav}
			popover={isSheet ? 'auto' : undefined}
			onClick={close}
		>
			{groups.map(({ label: group, items }) => (
				<div key={group}>
					<h2>{group}</h2>
					<ul>
						{items.map(({ to, label: name, waiting }) => (
							<li key={to}>
								<Link to={to} aria-current={to === current ? 'page' : undefined}>
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
								</Link>
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	)
}

/** Whether the pages of a bar leave no place for the button of the sheet, which then stands in the header. */
export const isFull = (items: readonly WorkBarItem[]) => items.length >= PLACES

/** Opens the sheet with all pages, from the header of a narrow window. */
export function SheetButton({ label }: { label: string }) {
	return (
		<button type="button" popoverTarget={SHEET} className={styles.opener} aria-label={`${label}のメニュー`}>
			<WorkIcon name="menu" />
		</button>
	)
}

/** The bar of a narrow window: five pages, or four and the button that opens the sheet with all of them. */
export function WorkBar({ label, items }: { label: string; items: readonly WorkBarItem[] }) {
	return (
		<nav aria-label={label} className={styles.bar}>
			{items.map(({ to, label: name, end = false, waiting, icon }) => (
				<NavLink key={to} to={to} end={end}>
					<WorkIcon name={icon} />
					<span>{name}</span>
					{waiting && waiting.count > 0 && (
						<strong>
							{/* The unit would not fit beside the last sign of a phone. */}
							<span aria-hidden="true">{waiting.count >= 100 ? '99+' : waiting.count}</span>
							<span className="visually-hidden">{countText(waiting.count)}</span>
						</strong>
					)}
				</NavLink>
			))}
			{!isFull(items) && (
				<button type="button" popoverTarget={SHEET}>
					<WorkIcon name="more" />
					その他
				</button>
			)}
		</nav>
	)
}
