import { Fragment } from 'react'
import { insightRanges } from '../../../domain/operations/insights/catalogue.ts'
import { readInsights } from '../../../domain/operations/insights/reading.ts'
import { insightsFilePath, insightsPath } from '../../../domain/shared/links.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { HeatTable } from '../../ui/charts/heat-table.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import admin from '../admin.module.css'
import type { Route } from './+types/insights.page'
import styles from './insights.module.css'
import type { Panel } from './panel.ts'
import { panelsFor, panelsOf, rangeOf } from './panels.ts'

/** The charts of the viewer's roles. Read from the tables of the hourly measurement alone. */
export const loader = staffLoader([], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const range = rangeOf(new URL(request.url).searchParams)
	const insights = await readInsights(ctx, { range })
	return {
		range,
		measured: insights.measuredAt && momentText(insights.measuredAt),
		panels: insights.measuredAt === null ? [] : panelsFor(ctx.viewer, panelsOf(insights, range)),
	}
})

const names: Readonly<Record<number, string>> = { 28: '28日', 90: '90日', 365: '1年' }

export default function InsightsPage({ loaderData: { range, measured, panels } }: Route.ComponentProps) {
	return (
		<>
			<Head title="数字" description="サイトの動きの集計です。" path={insightsPath()} noindex />
			<h1>数字</h1>
			<FilterTabs
				label="期間"
				tabs={insightRanges.map((days) => ({ to: insightsPath({ days }), label: names[days] ?? `${days}日`, isCurrent: days === range }))}
			/>
			{measured === null ? (
				<p className={admin.empty}>まだ集計がありません。集計は毎時に行われ、最初の集計はサイトの起動から数分で終わります。</p>
			) : panels.length === 0 ? (
				<p className={admin.empty}>あなたの役割で見られる集計は、ここにはありません。</p>
			) : (
				<>
					<p className={admin.quiet}>{`${measured}に集計しました。日付は日本時間です。`}</p>
					<nav aria-label="集計の目次">
						<ul className={stack.chips}>
							{panels.map(({ name, title }) => (
								<li key={name}>
									<a className={styles.jump} href={`#${name}`}>
										{title}
									</a>
								</li>
							))}
						</ul>
					</nav>
					<div className={`${stack.column} ${styles.panels}`}>
						{panels.map((panel) => (
							<InsightPanel key={panel.name} panel={panel} range={range} />
						))}
					</div>
				</>
			)}
		</>
	)
}

function InsightPanel({ panel: { name, title, note, facts, figures, lists }, range }: { panel: Panel; range: number }) {
	const isWide = figures.some(({ kind }) => kind === 'heat')
	return (
		<section id={name} className={styles.panel} data-wide={isWide || undefined} aria-labelledby={`${name}-heading`}>
			<h2 id={`${name}-heading`}>{title}</h2>
			<p className={stack.quietSmall}>{note}</p>
			{facts.length > 0 && (
				<dl className={styles.facts}>
					{facts.map(({ label, text, path }) => (
						<div key={label}>
							<dt>{label}</dt>
							<dd>{path === undefined ? text : <Link to={path}>{text}</Link>}</dd>
						</div>
					))}
				</dl>
			)}
			{figures.map(({ kind, ...figure }, place) =>
				kind === 'heat' ? (
					<Fragment key={figure.title}>
						<h3>{figure.title}</h3>
						<HeatTable title={figure.title} data={figure.data} />
					</Fragment>
				) : (
					<Fragment key={figure.title}>
						{kind !== 'ranks' && <h3>{figure.title}</h3>}
						<Chart id={`${name}-${place}`} kind={kind} {...figure} />
					</Fragment>
				),
			)}
			<p className={stack.links}>
				{lists.map(({ label, path }) => (
					<Link key={path} className={styles.jump} to={path}>
						{label}
					</Link>
				))}
				<a className={styles.jump} href={insightsFilePath({ chart: name, days: range })} aria-label={`${title}のCSV`} download>
					CSV
				</a>
			</p>
		</section>
	)
}
