import { listPath } from '../../domain/listings/list-path.ts'
import { useFrame } from '../layout/site.ts'
import { feeText } from '../format/fee-text.ts'
import type { OfficePageData } from './office-view.ts'
import { Fold } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import styles from './office-fees.module.css'

/** So many fees stand open on a phone. */
const FIRST = 3

type Tasks = OfficePageData['office']['tasks']

/** Fees of every task, the largest category first: basis, band, tax, what is in it. A phone folds all but the first few. */
export function OfficeFees({ tasks, prefecture }: Pick<OfficePageData['office'], 'tasks' | 'prefecture'>) {
	const groups = [...Map.groupBy(tasks, (task) => task.taskCategoryId)].toSorted(([, one], [, other]) => other.length - one.length)
	const sorted = groups.flatMap(([, ofCategory]) => ofCategory)
	const rest = sorted.slice(FIRST)
	return (
		<>
			<Groups tasks={sorted.slice(0, FIRST)} prefecture={prefecture} />
			{rest.length > 0 && (
				<Fold label={`ほか${rest.length.toLocaleString('ja-JP')}件の料金`}>
					<Groups tasks={rest} prefecture={prefecture} begun={sorted[FIRST - 1]?.taskCategoryId} />
				</Fold>
			)}
			<p className={styles.note}>
				消費税を含む目安です。登録免許税などの実費が別にかかる業務もあります。業務名から、
				{prefecture.name}の事務所を比べられます。
			</p>
		</>
	)
}

/** `begun` is the category that stands above already, with its heading. */
function Groups({
	tasks,
	prefecture,
	begun,
}: {
	tasks: Tasks
	prefecture: OfficePageData['office']['prefecture']
	begun?: number | undefined
}) {
	const { categories } = useFrame()
	return [...Map.groupBy(tasks, (task) => task.taskCategoryId)].map(([categoryId, ofCategory]) => (
		<div key={categoryId} className={styles.group}>
			{categoryId !== begun && <h3>{categories.find((category) => category.id === categoryId)?.name ?? 'その他の業務'}</h3>}
			<ul className={styles.list}>
				{ofCategory.map((task) => (
					<li key={task.taskId}>
						<Link className={`cover ${styles.task}`} to={listPath({ scopeId: task.taskId, area: prefecture })}>
							{task.taskName}
						</Link>
						<strong className={styles.fee}>{feeText(task)}</strong>
						{task.includes && (
							<p className={styles.includes}>
								<span>含まれるもの</span>
								{task.includes}
							</p>
						)}
					</li>
				))}
			</ul>
		</div>
	))
}
