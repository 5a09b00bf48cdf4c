import { useUnread } from '../session/unread.ts'
import { Link } from '../ui/link.tsx'
import styles from './notification-bell.module.css'

/** The way to the signed-in person's notifications, with how many they have not read. */
export function NotificationBell({ rendered }: { rendered: number | null }) {
	const unread = useUnread(rendered)
	const count = unread > 99 ? '99+' : `${unread}`
	return (
		<Link
			to="/notifications"
			className={styles.bell}
			aria-label={unread === 0 ? 'お知らせ' : `お知らせ（未読${count}件）`}
			data-count={unread === 0 ? undefined : count}
		>
			<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
				<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0" strokeLinejoin="round" />
			</svg>
		</Link>
	)
}
