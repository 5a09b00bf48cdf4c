import { type BellTexts, bellTexts } from '../session/unread.ts'
import { useUnread } from '../session/use-unread.ts'
import { Link } from '../ui/link.tsx'
import styles from './notification-bell.module.css'

/** The way to the signed-in person's notifications, with how many they have not read. `texts` are slots of a kept page. */
export function NotificationBell({ rendered, texts }: { rendered: number | null; texts: BellTexts | null }) {
	const unread = useUnread(rendered)
	const { label, count } = texts ?? bellTexts(unread)
	return (
		<Link to="/notifications" className={styles.bell} aria-label={label} data-bell data-count={count}>
			<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
				<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0" strokeLinejoin="round" />
			</svg>
		</Link>
	)
}
