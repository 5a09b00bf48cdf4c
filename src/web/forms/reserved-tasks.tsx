import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import type { ReservedTasks } from '../../domain/memberships/lawful-tasks.ts'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './reserved-tasks.module.css'

/** The tasks that a form does not offer: the law that reserves them, who may do them, and their lists. `words`: only these. */
export function ReservedTasksNote({ groups, words = '' }: { groups: readonly ReservedTasks[]; words?: string }) {
	const shown = groups
		.map(({ why, tasks }) => ({ why, tasks: tasks.filter(({ name }) => name.includes(words)) }))
		.filter(({ tasks }) => tasks.length > 0)
	const count = shown.reduce((sum, { tasks }) => sum + tasks.length, 0)
	if (count === 0) return null
	return (
		<details className={styles.reserved} open={words === '' ? undefined : true}>
			<summary>{`法律で、ほかの資格の人に限られている業務（${count}）`}</summary>
			<p>ここには載せられません。名前を押すと、行える事務所の一覧が開きます。</p>
			<ul className={stack.list}>
				{shown.map(({ why, tasks }) => (
					<li key={why}>
						<p>{why}</p>
						<p className={stack.links}>
							{tasks.map(({ id, name }) => (
								<Link key={id} to={listPath({ scopeId: id, area: japan })}>
									{name}
								</Link>
							))}
						</p>
					</li>
				))}
			</ul>
		</details>
	)
}
