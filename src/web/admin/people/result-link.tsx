import { Link } from '../../ui/link.tsx'

/** What the viewer may not open is named without a link. */
export function ResultLink({ to, children }: { to: string | null; children: string }) {
	return to === null ? <strong>{children}</strong> : <Link to={to}>{children}</Link>
}
