import { Link } from '../ui/link.tsx'
import styles from './top.module.css'

/** A section's heading, and a link to more of it at the end of the line. */
export function SectionHead({ id, title, more }: { id: string; title: string; more?: { to: string; label: string } }) {
	return (
		<div className={styles.head}>
			<h2 id={id}>{title}</h2>
			{more && <Link to={more.to}>{more.label}</Link>}
		</div>
	)
}
