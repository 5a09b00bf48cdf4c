import { FoldedText } from '../ui/fold.tsx'
import styles from './moderation.module.css'

/** The content that a report or an appeal is about, as its page shows it. */
export function Quote({ title, text }: { title: string; text: string }) {
	return (
		<blockquote className={styles.quote}>
			<p>
				<strong>{title}</strong>
			</p>
			<FoldedText text={text} />
		</blockquote>
	)
}
