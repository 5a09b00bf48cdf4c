import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { MailView } from './mail-view.server.ts'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

/** Mails with what became of each; without `personPath` all of them are of one person. */
export function MailRows({ mails, personPath }: { mails: readonly MailView[]; personPath?: (uid: string) => string }) {
	if (mails.length === 0) return null
	return (
		<ul className={`${stack.rows} ${styles.list}`}>
			{mails.map(({ id, uid, maskedEmail, subject, label, isSent, note, reason }) => (
				<li key={id}>
					<div className={styles.line}>
						<strong>{subject}</strong>
						<Tag tone={isSent ? 'good' : 'warn'}>{label}</Tag>
					</div>
					<p className={`${styles.quiet} ${styles.line}`}>
						<span>{note}</span>
						{personPath && uid !== null ? <Link to={personPath(uid)}>{maskedEmail}</Link> : <span>{maskedEmail}</span>}
					</p>
					{reason !== null && <p className={styles.detail}>{reason}</p>}
				</li>
			))}
		</ul>
	)
}
