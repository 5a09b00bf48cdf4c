import { Form } from 'react-router'
import { Pager } from '../ui/pager.tsx'
import { AskOrRegister } from './ask-or-register.tsx'
import { ComparisonBar } from './comparison-bar.tsx'
import { ChosenFacets, Facets } from './facets.tsx'
import { countText } from '../format/fee-text.ts'
import type { ListView } from './list-view.ts'
import { Empty } from '../ui/empty.tsx'
import { OfficeCard } from './office-card.tsx'
import { Link } from '../ui/link.tsx'
import styles from './office-list.module.css'

/** How many cards may be visible in the first window. */
const IN_VIEW = 2

/** Facets beside (on a phone above) the offices, their order, pages, nearby offices, and the comparison. */
export function OfficeList({ view }: { view: ListView }) {
	const station = view.area.kind === 'station' ? view.area.name : null
	const isEmpty = view.items.length === 0
	return (
		<div className={styles.columns}>
			{/* Taller than a window it scrolls for itself, which a keyboard must be able to do. */}
			{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
			<section className={styles.side} aria-label="絞り込み" tabIndex={0}>
				{view.totalWithoutFacets > 0 && <Facets groups={view.facets} clearPath={view.clearPath} />}
			</section>
			<div className={styles.main}>
				<div className={styles.bar}>
					<Total view={view} />
					<Orders view={view} />
				</div>
				<ChosenFacets groups={view.facets} clearPath={view.clearPath} />
				<Form action="/compare" className={styles.form}>
					{isEmpty ? (
						<NothingListed view={view} />
					) : (
						<ol className={styles.list}>
							{view.items.map((office, index) => (
								<li key={office.id}>
									<OfficeCard office={office} inView={index < IN_VIEW} comparable station={station} taskId={view.taskId} />
								</li>
							))}
						</ol>
					)}
					<Pager {...view.page} label="事務所一覧のページ" />
					<WaitForMore view={view} />
					{view.widened && (
						<section className={styles.widened} aria-labelledby="widened">
							<h2 id="widened">{widenedTitle(view.widened, station)}</h2>
							<p>{`${view.area.name}の掲載が少ないため、${view.widened.areaNames.join('・')}の事務所も表示しています。上の件数には含みません。`}</p>
							<ol className={styles.list}>
								{view.widened.items.map((office) => (
									<li key={office.id}>
										<OfficeCard office={office} heading="h3" comparable station={station} taskId={view.taskId} />
									</li>
								))}
							</ol>
						</section>
					)}
					<ComparisonBar taskId={view.taskId} />
				</Form>
				<PlacedOffices view={view} />
			</div>
		</div>
	)
}

/** For a list that has few offices or none. */
function WaitForMore({ view: { area, totalWithoutFacets, waitPath } }: { view: ListView }) {
	if (waitPath === null) return null
	return (
		<p>
			{totalWithoutFacets > 0 && `${area.name}の掲載は、まだ${countText(totalWithoutFacets)}です。`}
			<Link className="tap" to={waitPath} rel="nofollow">
				事務所が新しく掲載されたら、メールで知らせてもらう
			</Link>
		</p>
	)
}

function PlacedOffices({ view: { placed, taskId } }: { view: ListView }) {
	if (placed.length === 0) return null
	return (
		<section className={styles.widened} aria-labelledby="placed">
			<h2 id="placed">PR（広告）</h2>
			<p>
				事務所が有料プランで掲載している広告です。上の一覧の順番と件数には関係ありません。
				<Link to="/about#about-order">並び順と広告の決まり</Link>
			</p>
			<ul className={styles.list}>
				{placed.map((office) => (
					<li key={office.id}>
						<OfficeCard office={office} heading="h3" taskId={taskId} placed />
					</li>
				))}
			</ul>
		</section>
	)
}

function widenedTitle({ isFar }: { isFar: boolean }, station: string | null): string {
	if (isFar) return '範囲を広げて見つかった事務所'
	return station ? `${station}から少し離れた事務所` : '近隣の地域の事務所'
}

function Total({ view: { total, totalWithoutFacets, page, clearPath } }: { view: ListView }) {
	// Without any office the sentence below is enough.
	if (totalWithoutFacets === 0) return null
	return (
		<p className={styles.total}>
			<strong>{total.toLocaleString('ja-JP')}</strong>件
			{page.to > 0 && total > page.to - page.from + 1 && (
				<span>{`中 ${page.from.toLocaleString('ja-JP')}〜${page.to.toLocaleString('ja-JP')}件目`}</span>
			)}
			{clearPath && <span>{`（条件なしでは${countText(totalWithoutFacets)}）`}</span>}
		</p>
	)
}

function Orders({ view: { orders, order, total } }: { view: ListView }) {
	if (total === 0) return null
	return (
		<>
			<details className={styles.why}>
				<summary>{`「${order.label}」の決め方`}</summary>
				<p>{order.explanation}</p>
			</details>
			<nav aria-label="並び順" className={styles.orders}>
				<ul>
					{orders.map(({ label, path, selected }) => (
						<li key={label}>
							<Link to={path} rel="nofollow" preventScrollReset aria-current={selected ? 'true' : undefined}>
								{label}
							</Link>
						</li>
					))}
				</ul>
			</nav>
		</>
	)
}

function NothingListed({ view: { area, total, orders, clearPath, totalWithoutFacets, wider, widened } }: { view: ListView }) {
	const firstPage = orders.find(({ selected }) => selected)?.path
	return (
		<Empty scene="signpost" title={emptyText(area, total, clearPath !== null)}>
			{widened && <p>{widened.isFar ? '範囲を広げて見つかった事務所を下に表示しています。' : '近隣の事務所を下に表示しています。'}</p>}
			<ul className={styles.ways}>
				{total > 0 && firstPage && (
					<li>
						<Link className="tap" to={firstPage}>
							最初のページを見る
						</Link>
					</li>
				)}
				{total === 0 && clearPath && totalWithoutFacets > 0 && (
					<li>
						<Link className="tap" to={clearPath}>{`条件を外して${countText(totalWithoutFacets)}を見る`}</Link>
					</li>
				)}
				{total === 0 && wider && (
					<li>
						<Link className="tap" to={wider.path}>{`${wider.name}に広げて探す`}</Link>
					</li>
				)}
			</ul>
			{totalWithoutFacets === 0 && !widened && <AskOrRegister />}
		</Empty>
	)
}

function emptyText(area: ListView['area'], total: number, isNarrowed: boolean): string {
	if (total > 0) return 'このページに表示する事務所はありません。掲載が変わった可能性があります。'
	if (isNarrowed) return 'この条件をすべて満たす事務所は見つかりませんでした。'
	return area.kind === 'station'
		? `${area.name}から2km以内に、掲載中の事務所はまだありません。`
		: `${area.name}に掲載中の事務所はまだありません。`
}
