import { Fragment } from 'react'
import { diffSentences } from '../../format/text-diff.ts'
import styles from './text-change.module.css'

/** A text as it is after an edit, with the sentences that went and came. */
export function TextChange({ before, after }: { before: string; after: string }) {
	return (
		<p className={styles.text}>
			{diffSentences(before, after).map(({ kind, text }, place) => {
				const key = `${place}`
				if (kind === 'same') return <Fragment key={key}>{text}</Fragment>
				return kind === 'removed' ? (
					<del key={key}>
						<span className="visually-hidden">（削除）</span>
						{text}
					</del>
				) : (
					<ins key={key}>
						<span className="visually-hidden">（追加）</span>
						{text}
					</ins>
				)
			})}
		</p>
	)
}
