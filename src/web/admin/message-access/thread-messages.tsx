import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

type Message = { id: number; side: 'user' | 'office'; author: string; body: string; at: string; files: readonly { name: string }[] }

/** Messages of a thread as staff may read them: those of a report, or all on a legal ground. */
export function ThreadMessages({ title, none, messages }: { title: string; none?: string; messages: readonly Message[] }) {
	return (
		<section className={styles.section} aria-labelledby="messages">
			<h2 id="messages">{title}</h2>
			{messages.length === 0 && <p className={styles.quiet}>{none ?? '発言はありません。'}</p>}
			<ol className={`${stack.rows} ${styles.list}`}>
				{messages.map(({ id, side, author, body, at, files }) => (
					<li key={id}>
						<p className={styles.line}>
							<strong>{`${author}（${side === 'office' ? '事務所' : '差出人'}）`}</strong>
							<span className={styles.quiet}>{at}</span>
						</p>
						<p className={styles.text}>{body}</p>
						{files.length > 0 && <p className={styles.quiet}>{`添付：${files.map(({ name }) => name).join('、')}`}</p>}
					</li>
				))}
			</ol>
		</section>
	)
}
