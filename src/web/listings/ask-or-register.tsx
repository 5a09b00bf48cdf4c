import { writePath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import styles from './ask-or-register.module.css'

/** Next steps for an empty list, for clients and for experts. */
export function AskOrRegister() {
	return (
		<ul className={styles.ways}>
			<li>
				<Link className="button" to={writePath()}>
					専門家に無料で質問する
				</Link>
			</li>
			<li>
				<Link className="button" data-kind="quiet" to="/expert/register">
					専門家として登録する
				</Link>
			</li>
		</ul>
	)
}
