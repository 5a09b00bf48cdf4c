import type { ReactNode } from 'react'
import { shorten } from '../../domain/shared/text-input.ts'
import styles from './fold.module.css'

/**
 * Folds what a phone need not show at once, without a script; wider screens and paper show it open and without its
 * button. `follows` keeps a distance there to the items that it goes on with; `open` shows at once what is wrong inside.
 */
export function Fold({
	label,
	children,
	follows = false,
	open = false,
}: {
	label: string
	children: ReactNode
	follows?: boolean
	open?: boolean
}) {
	return (
		<details open={open} className={follows ? `${styles.fold} ${styles.follows}` : styles.fold}>
			<summary>{label}</summary>
			{children}
		</details>
	)
}

/** A list of which a phone shows the first items and folds the rest; `label` names the fold by how many those are. */
export function FoldRest<Item>({
	items,
	first,
	label,
	children,
}: {
	items: readonly Item[]
	first: number
	label: (count: string) => string
	/** Renders the shown items, then the folded ones. */
	children: (items: readonly Item[]) => ReactNode
}) {
	const rest = items.slice(first)
	return (
		<>
			{children(items.slice(0, first))}
			{rest.length > 0 && (
				<Fold label={label(rest.length.toLocaleString('ja-JP'))} follows>
					{children(rest)}
				</Fold>
			)}
		</>
	)
}

/** A quoted text of which the beginning is shown and the rest is folded: what is below stays in sight. */
export function FoldedText({ text, most = 200 }: { text: string; most?: number }) {
	const beginning = shorten(text, most)
	if (beginning === text) return <p>{text}</p>
	return (
		<>
			<p>{beginning}</p>
			<details>
				<summary>全文を読む</summary>
				<p>{text}</p>
			</details>
		</>
	)
}
