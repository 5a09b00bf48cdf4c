import { Link } from '../../ui/link.tsx'

/** Results that the viewer may not open have no link. */
export function ResultLink({ to, children }: { to: string | null; children: string }) {
	return to === null ? <strong>{children}</strong> : <Link to={to}>{children}</Link>
}
