import { reportPath } from '../../domain/shared/links.ts'
import { Link } from './link.tsx'
import styles from './report-link.module.css'

/** Link to report a violation of the rules to staff. */
export const ReportLink = ({ kind, id, label }: { kind: string; id: number; label: string }) => (
	<small className={`${styles.report} no-print`}>
		<Link to={reportPath(kind, id)} rel="nofollow">
			{`${label}を報告する`}
		</Link>
	</small>
)
