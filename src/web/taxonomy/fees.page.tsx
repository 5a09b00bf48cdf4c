import type { Route } from './+types/fees.page'
import { FEES_TAG, listFeesOfJapan } from '../../domain/listings/fee-statistics.ts'
import { feesPath, taskFeesPath } from '../../domain/shared/links.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { type Day as DayText, dayOf } from '../format/day.ts'
import { feeAmount, feeUnit } from '../format/fee-text.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Day } from '../ui/day.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import { WideTable } from '../ui/wide-table.tsx'
import { HalfText } from './fee-spread.tsx'
import { HowMeasured } from './how-fees-are-measured.tsx'
import type { Spread } from './task-fees.server.ts'
import styles from './task-fees.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

type TaskRow = { id: number; name: string; spread: Spread | null }

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	const [tasks, fees] = await Promise.all([listTasks(ctx), listFeesOfJapan(ctx)])
	const groups = [...Map.groupBy(tasks, ({ taskCategoryId }) => taskCategoryId)].map(([id, those]) => ({
		id,
		name: those[0]?.taskCategoryName ?? '',
		tasks: those.map((task): TaskRow => ({ id: task.id, name: task.name, spread: fees.get(task.id) ?? null })),
	}))
	const first = fees.values().next().value
	const measured: DayText | null = first ? dayOf(first.measuredAt) : null
	return cacheable({ groups, measured }, ['taxonomy', FEES_TAG])
})

const crumbs = [{ label: '料金相場', path: feesPath() }]

export default function FeesPage({ loaderData: { groups, measured } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const count = groups.reduce((sum, { tasks }) => sum + tasks.length, 0)
	return (
		<>
			<Head
				title="士業・専門家の料金相場"
				description={`税務、労務、登記、許認可など${count}の業務について、事務所が公開している料金の中央値と四分位を、件数と集計日を添えて載せています。`}
				path={feesPath()}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${stack.column} ${styles.page}`}>
				<header className={styles.head}>
					<h1>士業・専門家の料金相場</h1>
					<p className={stack.lead}>
						このサイトに載っている事務所の料金表から、業務ごとに中央値を集計しています。業務の名前を押すと、都道府県ごとの相場が見られます。
						{measured && (
							<>
								集計日：
								<Day day={measured} />
							</>
						)}
					</p>
				</header>
				{groups.map((group) => (
					<CategoryFees key={group.id} {...group} />
				))}
				<HowMeasured band={null} note={null} />
			</div>
		</>
	)
}

function CategoryFees({ id, name, tasks }: { id: number; name: string; tasks: TaskRow[] }) {
	return (
		<section aria-labelledby={`category-${id}`} className={stack.close}>
			<h2 id={`category-${id}`}>{name}</h2>
			<WideTable label={`${name}の料金相場`}>
				<thead>
					<tr>
						<th scope="col">業務</th>
						<th scope="col">中央値</th>
						<th scope="col">真ん中の半分</th>
						<th scope="col">n</th>
					</tr>
				</thead>
				<tbody>
					{tasks.map((task) => (
						<tr key={task.id}>
							<th scope="row">
								<Link to={taskFeesPath(task.id)}>{task.name}</Link>
							</th>
							{task.spread ? (
								<>
									<td>
										{`${feeUnit(task.spread.basis)} `}
										<strong className={styles.number}>{feeAmount(task.spread.basis, task.spread.median)}</strong>
									</td>
									<td className={styles.number}>
										<HalfText spread={task.spread} />
									</td>
									<td className={styles.number}>{task.spread.officeCount}</td>
								</>
							) : (
								<td colSpan={3}>5件に届かないため、まだ集計がありません</td>
							)}
						</tr>
					))}
				</tbody>
			</WideTable>
		</section>
	)
}
