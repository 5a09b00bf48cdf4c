import { japan } from '../../domain/geography/areas.ts'
import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { estimateFormPath, feesPath, taskFeesPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { feeAmount, feeText, feeUnit } from '../format/fee-text.ts'
import { Head, type JsonLd } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'
import { Day } from '../ui/day.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import { WideTable } from '../ui/wide-table.tsx'
import { taskCardPath } from './card-paths.ts'
import { HalfText, SpreadBar, SpreadFigure } from './fee-spread.tsx'
import { HowMeasured } from './how-fees-are-measured.tsx'
import type { TaskFeesData } from './task-fees.server.ts'
import styles from './task-fees.module.css'

/** What a task costs, in Japan or a prefecture: both routes of it. */
export function TaskFees({ data }: { data: TaskFeesData }) {
	const { publicUrl, name: siteName } = useSite()
	const { task, prefecture, published, quoted, measured } = data
	const area = prefecture?.name ?? '全国'
	const heading = `${task.name}の料金相場（${area}）`
	const path = taskFeesPath(task.id, prefecture?.slug)
	const main = published[0]
	const crumbs: Crumb[] = [
		{ label: '料金相場', path: feesPath() },
		{ label: task.name, path: taskFeesPath(task.id) },
		...(prefecture ? [{ label: prefecture.name, path }] : []),
	]
	const description = main
		? `${area}の事務所${main.officeCount}件が公開している${task.name}の料金は、${feeUnit(main.basis)}の中央値が${feeAmount(main.basis, main.median)}。四分位、都道府県ごとの違い、集計日と計算のしかたも載せています。`
		: `${area}の${task.name}の料金は、集計できる数の事務所がまだありません。一般的な料金の目安と、全国の集計を載せています。`
	const jsonLd: JsonLd[] = [breadcrumbJsonLd(publicUrl, crumbs)]
	if (main && measured) jsonLd.push(datasetJsonLd({ name: heading, description, url: `${publicUrl}${path}`, siteName, area, data }))
	return (
		<>
			<Head
				title={heading}
				description={description}
				path={path}
				image={taskCardPath(task.id)}
				noindex={!main && !quoted}
				jsonLd={jsonLd}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${stack.column} ${styles.page}`}>
				<header className={styles.head}>
					<h1>{heading}</h1>
					<p className={stack.lead}>
						{`${task.name}（${task.categoryName}）にいくらかかるかを、このサイトに載っている事務所の料金表と、採用された見積もりから集計しています。`}
						{measured && (
							<>
								集計日：
								<Day day={measured} />
							</>
						)}
					</p>
				</header>
				<Figures data={data} area={area} />
				<Ways data={data} />
				<Prefectures data={data} />
				<HowMeasured band={feeText(data.band)} note={data.band.note} />
			</div>
		</>
	)
}

function Figures({ data: { published, quoted, japan: whole, task }, area }: { data: TaskFeesData; area: string }) {
	return (
		<section aria-labelledby="figures">
			<h2 id="figures">{`${area}の料金`}</h2>
			{published.length === 0 && (
				<Empty scene="desk" title={`${area}で${task.name}の料金を公開している事務所は、まだ5件に届きません。`}>
					<p>数が少ないうちは、個々の事務所の料金が相場のように見えてしまうため、集計を出していません。</p>
				</Empty>
			)}
			<div className={styles.figures}>
				{published.map((one) => (
					<SpreadFigure
						key={one.basis}
						title={`事務所の料金表（${feeUnit(one.basis)}）`}
						spread={one}
						counted={`n = ${one.officeCount}（料金を公開している事務所の数）`}
					/>
				))}
				{whole && (
					<SpreadFigure
						title="全国の料金表（比べるため）"
						spread={whole}
						counted={`n = ${whole.officeCount}（料金を公開している事務所の数）`}
					/>
				)}
				{quoted && (
					<SpreadFigure
						title="採用された見積もり（実費込み）"
						spread={quoted}
						counted={`n = ${quoted.sampleCount}（${quoted.officeCount}事務所、直近2年）`}
					/>
				)}
			</div>
			{!quoted && <p className={styles.count}>採用された見積もりの集計は、5事務所分に届いていないため、まだありません。</p>}
		</section>
	)
}

function Ways({ data: { task, prefecture } }: { data: TaskFeesData }) {
	const area = prefecture ? getPrefecture(prefecture.id) : japan
	return (
		<section aria-labelledby="ways" className={stack.close}>
			<h2 id="ways">金額を確かめる</h2>
			<p>{`相場は目安です。同じ業務でも、規模、急ぎ具合、資料のそろい方で変わります。頼めるのは${task.professions.join('・')}です。`}</p>
			<p className={stack.line}>
				{task.officeCount > 0 && (
					<Link className="button" to={estimateFormPath({ taskId: task.id, prefectureId: prefecture?.id })} rel="nofollow">
						見積もりをまとめて頼む
					</Link>
				)}
				<Link className="button" data-kind="quiet" to={listPath({ scopeId: task.id, area })}>
					{prefecture ? `${prefecture.name}の事務所と料金表を見る` : '事務所と料金表を見る'}
				</Link>
				{prefecture && <Link to={taskFeesPath(task.id)}>全国の相場を見る</Link>}
			</p>
		</section>
	)
}

function Prefectures({ data: { prefectures, missing, published } }: { data: TaskFeesData }) {
	if (prefectures.length === 0) return null
	const most = Math.max(...prefectures.map(({ upperQuartile }) => upperQuartile))
	const unit = feeUnit(prefectures[0]?.basis ?? published[0]?.basis ?? 'per_case')
	return (
		<section aria-labelledby="prefectures" className={stack.list}>
			<h2 id="prefectures">{`都道府県ごとの料金（${unit}）`}</h2>
			<WideTable label={`都道府県ごとの料金（${unit}）`}>
				<thead>
					<tr>
						<th scope="col">都道府県</th>
						<th scope="col">中央値</th>
						<th scope="col">真ん中の半分</th>
						<th scope="col">n</th>
						<th scope="col" className={styles.barHead}>
							広がり
						</th>
					</tr>
				</thead>
				<tbody>
					{prefectures.map((one) => (
						<tr key={one.path}>
							<th scope="row">{one.selected ? <span aria-current="page">{one.name}</span> : <Link to={one.path}>{one.name}</Link>}</th>
							<td className={styles.number}>{feeAmount(one.basis, one.median)}</td>
							<td className={styles.number}>
								<HalfText spread={one} />
							</td>
							<td className={styles.number}>{one.officeCount}</td>
							<td>
								<SpreadBar spread={one} most={most} />
							</td>
						</tr>
					))}
				</tbody>
			</WideTable>
			{missing.length > 0 && (
				<details>
					<summary>{`集計できる数（5件）に届かない都道府県（${missing.length}）`}</summary>
					<ul className={stack.chips}>
						{missing.map(({ name, path }) => (
							<li key={path}>
								<Link to={path}>{name}</Link>
							</li>
						))}
					</ul>
				</details>
			)}
		</section>
	)
}

function datasetJsonLd({
	name,
	description,
	url,
	siteName,
	area,
	data: { published, measured },
}: {
	name: string
	description: string
	url: string
	siteName: string
	area: string
	data: TaskFeesData
}): JsonLd {
	return {
		'@type': 'Dataset',
		name,
		description,
		url,
		dateModified: measured?.iso,
		isAccessibleForFree: true,
		creator: { '@type': 'Organization', name: siteName },
		spatialCoverage: area === '全国' ? '日本' : area,
		variableMeasured: published.flatMap(({ basis, lowerQuartile, median, upperQuartile, officeCount }) =>
			[
				{ label: '第1四分位', amount: lowerQuartile },
				{ label: '中央値', amount: median },
				{ label: '第3四分位', amount: upperQuartile },
			].map(({ label, amount }) => ({
				'@type': 'PropertyValue',
				name: `${feeUnit(basis)}の${label}（n=${officeCount}）`,
				value: Math.round(amount * 10) / 10,
				unitText: basis === 'percentage' ? '%' : '円（税込）',
			})),
		),
	}
}
