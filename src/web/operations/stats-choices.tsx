import { statsRanges } from '../../domain/operations/stats-measures.ts'
import { planLabels, planWith } from '../../domain/plans/entitlements.ts'
import { caseStatsPath, plansPath, statsPath } from '../../domain/shared/links.ts'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './stats.module.css'

type Shown = { days: number; longestDays: number; officeId: number | null; offices: readonly { id: number; name: string }[] }

const parts = [
	{ part: 'reach', label: '集客', path: statsPath },
	{ part: 'cases', label: '案件', path: caseStatsPath },
] as const

/** Which part of the statistics, which period and, of several offices, one of them. */
export function StatsChoices({ part, shown: { days, longestDays, officeId, offices } }: { part: 'reach' | 'cases'; shown: Shown }) {
	const query = (range: number, office: number | null) => ({ days: range, ...(office === null ? {} : { office }) })
	const pathOf = part === 'reach' ? statsPath : caseStatsPath
	const at = (range: number, office: number | null) => pathOf(query(range, office))
	return (
		<>
			<FilterTabs
				label="統計の種類"
				tabs={parts.map(({ part: one, label, path }) => ({ to: path(query(days, officeId)), label, isCurrent: one === part }))}
			/>
			<nav aria-label="期間">
				<ul className={`${stack.chips} ${styles.choices}`}>
					{statsRanges.map((range) => (
						<li key={range}>
							{range <= longestDays ? (
								<Link to={at(range, officeId)} aria-current={range === days ? 'page' : undefined}>{`${range}日`}</Link>
							) : (
								<Link to={plansPath()}>{`${range}日（${planLabels[planWith(({ statsDays }) => statsDays >= range) ?? 'pro']}）`}</Link>
							)}
						</li>
					))}
				</ul>
			</nav>
			{offices.length > 1 && (
				<nav aria-label="事務所">
					<ul className={`${stack.chips} ${styles.choices}`}>
						<li>
							<Link to={at(days, null)} aria-current={officeId === null ? 'page' : undefined}>
								すべての事務所
							</Link>
						</li>
						{offices.map(({ id, name }) => (
							<li key={id}>
								<Link to={at(days, id)} aria-current={id === officeId ? 'page' : undefined}>
									{name}
								</Link>
							</li>
						))}
					</ul>
				</nav>
			)}
		</>
	)
}

/** The way to the figures as a file, or to the plan that has it. */
export function StatsFile({ path, mayDownload }: { path: string; mayDownload: boolean }) {
	return (
		<p>
			{mayDownload ? (
				<a className="button" data-kind="quiet" href={path} download>
					CSVをダウンロードする
				</a>
			) : (
				<Link to={plansPath()}>CSVのダウンロードは、スタンダードプランから使えます</Link>
			)}
		</p>
	)
}
