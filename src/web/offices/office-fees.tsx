import { listPath } from '../../domain/listings/list-path.ts'
import { useFrame } from '../layout/site.ts'
import { feeText } from '../format/fee-text.ts'
import type { OfficePageData } from './office-view.ts'
import { Link } from '../ui/link.tsx'
import styles from './office-fees.module.css'

/** Fees of every task, under their categories: basis, band, tax, what is in it. */
export function OfficeFees({ tasks, prefecture }: Pick<OfficePageData['office'], 'tasks' | 'prefecture'>) {
	const { categories } = useFrame()
	const byCategory = Map.groupBy(tasks, (task) => task.taskCategoryId)
	return (
		<>
			{[...byCategory].map(([categoryId, ofCategory]) => (
				<div key={categoryId} className={styles.group}>
					<h3>{categories.find((category) => category.id === categoryId)?.name ?? 'その他の業務'}</h3>
					<ul className={styles.list}>
						{ofCategory.map((task) => (
							<li key={task.taskId}>
								<Link className={styles.task} to={listPath({ scopeId: task.taskId, area: prefecture })}>
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
			))}
			<p className={styles.note}>
				金額は消費税を含む目安で、内容や規模によって変わります。登録免許税や印紙代などの実費が別にかかる業務もあります。依頼の前に見積書でお確かめください。業務名を押すと、
				{prefecture.name}の事務所を比べられます。
			</p>
		</>
	)
}
