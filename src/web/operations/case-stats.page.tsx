import { readCaseStatistics } from '../../domain/operations/performance/case-statistics.ts'
import { caseStatsFilePath, caseStatsPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import type { ChartRow } from '../ui/charts/chart-scale.ts'
import { Chart } from '../ui/charts/chart.tsx'
import { WideTable } from '../ui/wide-table.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/case-stats.page'
import { type CaseStatisticsView, viewCaseStatistics } from './case-stats-view.ts'
import { StatsChoices, StatsFile } from './stats-choices.tsx'
import { statsQuery } from './stats-query.server.ts'
import styles from './stats.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) =>
	viewCaseStatistics(await readCaseStatistics(ctx, statsQuery(request))),
)

export default function CaseStatsPage({ loaderData }: Route.ComponentProps) {
	const { shown, funnel, facts } = loaderData
	const span = `直近${shown.days}日`
	return (
		<div className={stack.column}>
			<Head title="案件の統計" description="掲載から成約までの数字です。" path={caseStatsPath()} noindex />
			<h2>案件の統計</h2>
			<StatsChoices part="cases" shown={shown} />
			<section className={stack.close} aria-labelledby="funnel">
				<h3 id="funnel">掲載から成約まで</h3>
				<Chart
					id="plot-funnel"
					kind="ranks"
					title="掲載から成約まで"
					summary=""
					data={{
						first: '段階',
						columns: [
							{ name: span, unit: '件' },
							{ name: '前の段階から', unit: '%' },
							{ name: 'その前', unit: '件' },
						],
						rows: funnel,
					}}
				/>
				<p className={styles.note}>
					「一覧への掲載」は、業務・分野・都道府県の一覧や検索結果のページが開かれ、そこに事務所が載っていた回数です。画面の下のほうで目に入らなかった分も数えます。同じ人が30分以内に同じ一覧を開いた分は1回とし、ご自身とスタッフ、検索エンジンなどのプログラムは除きます。記録を始めた日からの分を表示します。
				</p>
			</section>
			<dl className={styles.facts}>
				{facts.map(({ label, value, before }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
						{before !== null && <dd className={styles.note}>{`その前の${shown.days}日は${before}`}</dd>}
					</div>
				))}
			</dl>
			<Sources sources={loaderData.sources} span={span} />
			<Parts title="業務ごと" head="業務" rows={loaderData.tasks} span={span} />
			<Parts title="地域ごと" head="地域" rows={loaderData.areas} span={span} />
			<Lost lost={loaderData.lost} span={span} />
			<Others bands={loaderData.bands} replyTimes={loaderData.replyTimes} />
			<Places places={loaderData.places} />
			<StatsFile
				path={caseStatsFilePath({ days: shown.days, ...(shown.officeId === null ? {} : { office: shown.officeId }) })}
				mayDownload={shown.mayDownload}
			/>
			<p className={styles.note}>
				件数は、その期間に届いた問い合わせと見積もり依頼の、いまの状況です。金額は税込で、見積もりは最新の版を数えます。日付は日本時間です。
			</p>
		</div>
	)
}

type Data = CaseStatisticsView

/** Bars of a span beside the figures of the span before. */
function Compared({ title, first, span, rows }: { title: string; first: string; span: string; rows: readonly ChartRow[] }) {
	return (
		<Chart
			id={`plot-${first}`}
			kind="ranks"
			title={title}
			summary=""
			data={{
				first,
				columns: [
					{ name: span, unit: '件' },
					{ name: 'その前', unit: '件' },
				],
				rows,
			}}
		/>
	)
}

function Sources({ sources, span }: Pick<Data, 'sources'> & { span: string }) {
	return (
		<section className={stack.close} aria-labelledby="sources">
			<h3 id="sources">閲覧の経路</h3>
			{sources.length === 0 ? (
				<p>この期間の記録はまだありません。どのページから見に来られたかは、記録を始めた日からの分を表示します。</p>
			) : (
				<Compared title="閲覧の経路" first="経路" span={span} rows={sources} />
			)}
		</section>
	)
}

function Parts({ title, head, rows, span }: { title: string; head: string; rows: Data['tasks']; span: string }) {
	return (
		<section className={stack.close} aria-labelledby={`parts-${head}`}>
			<h3 id={`parts-${head}`}>{title}</h3>
			{rows.length === 0 ? (
				<p>この期間の案件はありません。</p>
			) : (
				<>
					<Compared title={`${title}の件数`} first={head} span={span} rows={rows} />
					<ul className={stack.rows}>
						{rows.map(({ label, about }) => (
							<li key={label} className={stack.entry}>
								<strong>{label}</strong>
								<span>{about}</span>
							</li>
						))}
					</ul>
				</>
			)}
		</section>
	)
}

function Lost({ lost, span }: Pick<Data, 'lost'> & { span: string }) {
	return (
		<section className={stack.close} aria-labelledby="lost">
			<h3 id="lost">成約にならなかった理由</h3>
			{lost.length === 0 ? (
				<p>この期間にはありません。</p>
			) : (
				<Chart
					id="plot-lost"
					kind="ranks"
					title="成約にならなかった理由"
					summary=""
					data={{ first: '理由', columns: [{ name: span, unit: '件' }], rows: lost }}
				/>
			)}
		</section>
	)
}

/** What can be said of the others: bands and medians of at least five offices. */
function Others({ bands, replyTimes }: Pick<Data, 'bands' | 'replyTimes'>) {
	return (
		<section className={stack.close} aria-labelledby="others">
			<h3 id="others">ほかの事務所と比べる</h3>
			<dl className={styles.facts}>
				{replyTimes.map(({ officeId, name, own, area }) => (
					<div key={officeId}>
						<dt>{`問い合わせへの返信（${name}）`}</dt>
						<dd>{own}</dd>
						<dd className={styles.note}>{area ?? '周りの事務所の中央値は、5事務所以上がそろうと表示します。'}</dd>
					</div>
				))}
				{bands.map(({ name, own, band }) => (
					<div key={name}>
						<dt>{`${name}の見積もり（あなたの中央値）`}</dt>
						<dd>{own}</dd>
						<dd className={styles.note}>
							{band === null
								? '選ばれた見積もりの幅は、ほかの5事務所以上の分がそろうと表示します。'
								: `選ばれた見積もりの中ほど半分は${band}`}
						</dd>
					</div>
				))}
			</dl>
			<p className={styles.note}>幅と中央値は、5事務所以上の数字からだけ作り、1つの事務所の金額が分からないように丸めています。</p>
		</section>
	)
}

function Places({ places }: Pick<Data, 'places'>) {
	return (
		<section className={stack.close} aria-labelledby="places">
			<h3 id="places">一覧での位置（おすすめ順、いま）</h3>
			{places.length === 0 ? (
				<p>公開中の事務所が、業務の一覧に載ると表示します。</p>
			) : (
				<WideTable label="一覧での位置">
					<thead>
						<tr>
							<th scope="col">一覧</th>
							<th scope="col">事務所</th>
							<th scope="col">位置</th>
						</tr>
					</thead>
					<tbody>
						{places.map(({ key, list, officeName, place }) => (
							<tr key={key}>
								<th scope="row">{list}</th>
								<td>{officeName}</td>
								<td>{place}</td>
							</tr>
						))}
					</tbody>
				</WideTable>
			)}
		</section>
	)
}
