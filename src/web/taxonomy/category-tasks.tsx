import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import type { TaskSummary } from '../../domain/taxonomy/types.ts'
import { countText } from '../format/fee-text.ts'
import { Link } from '../ui/link.tsx'
import { TaskFacts } from './task-facts.tsx'
import styles from './category.module.css'

/** What the page of a category says of one task. */
export const listedTask = ({ id, name, summary, fee, exclusiveLaw, professions, officeCount }: TaskSummary) => ({
	id,
	name,
	summary,
	fee,
	exclusiveLaw,
	professions: professions.map((profession) => profession.name),
	officeCount,
})

const taskPath = (id: number) => listPath({ scopeId: id, area: japan })

/** The tasks of a category, each with its facts and ways on. */
export function CategoryTasks({ tasks }: { tasks: readonly ReturnType<typeof listedTask>[] }) {
	return (
		<ul className={styles.tasks}>
			{tasks.map((task) => (
				<li key={task.id} className={styles.task}>
					<h3>
						<Link to={taskPath(task.id)}>{task.name}</Link>
					</h3>
					<p>{task.summary}</p>
					<TaskFacts task={task} feesPath={null} detailPath={null} />
					<p className={styles.ways}>
						{task.officeCount > 0 && (
							<Link to={taskPath(task.id)}>
								{`事務所${countText(task.officeCount)}を見る`}
								<span className="visually-hidden">{`（${task.name}）`}</span>
							</Link>
						)}
						<Link to={`${taskPath(task.id)}#about`}>
							内容と必要書類
							<span className="visually-hidden">{`（${task.name}）`}</span>
						</Link>
					</p>
				</li>
			))}
		</ul>
	)
}
