import { findOffices, FOUND_OFFICES, listOfficesForStaff } from '../../domain/offices/office-search.ts'
import { stateLabels } from '../../domain/memberships/office-policy.ts'
import { readOfficeFigures } from '../../domain/operations/offices/office-figures.ts'
import { staffOfficePath, staffOfficesFilePath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/offices.page'
import stack from '../ui/stack.module.css'
import styles from './admin.module.css'
import { figureRows } from './offices/figure-lines.ts'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { Pager } from '../ui/pager.tsx'
import { staffLoader } from '../session/staff-page.server.ts'

const filters = [
	{ filter: 'waiting', label: '変更の確認待ち' },
	{ filter: 'suspended', label: '停止中' },
	{ filter: 'all', label: 'すべて' },
] as const

const nothing = {
	waiting: '確認を待っている変更はありません。',
	suspended: '公開を停止している事務所はありません。',
	all: '事務所はまだありません。',
}

export const loader = staffLoader(['reviewer'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const q = (search.get('q') ?? '').trim().slice(0, 80)
	// A search goes through all offices: few of them wait.
	const filter = q === '' ? (filters.find((one) => one.filter === search.get('filter'))?.filter ?? 'waiting') : null
	const { offices, page } =
		filter === null
			? { offices: await findOffices(ctx, q), page: null }
			: await listOfficesForStaff(ctx, { filter, cursor: search.get('page') })
	const figures = await readOfficeFigures(
		ctx,
		offices.map(({ id }) => id),
	)
	return {
		filter,
		q,
		page,
		isCut: filter === null && offices.length === FOUND_OFFICES,
		offices: offices.map(({ askedAt, ...one }) => ({
			...one,
			figures: figures.get(one.id) ?? null,
			asked: askedAt === null ? '' : momentText(askedAt.getTime()),
		})),
	}
})

export default function OfficesPage({ loaderData: { filter, q, offices, page, isCut } }: Route.ComponentProps) {
	const pathOf = (cursor: string | null) => `/admin/offices?filter=${filter ?? ''}${cursor === null ? '' : `&page=${cursor}`}`
	return (
		<>
			<Head title="事務所" description="事務所の変更を確認します。" path="/admin/offices" noindex />
			<h1>事務所</h1>
			<FilterTabs
				label="事務所の状態"
				tabs={filters.map((one) => ({
					to: `/admin/offices?filter=${one.filter}`,
					label: one.label,
					isCurrent: one.filter === filter,
				}))}
			/>
			<form method="get" className={styles.filter}>
				<label>
					名前（一部でも）、電話番号、法人番号、ページの番号
					<input type="search" name="q" defaultValue={q} />
				</label>
				<button type="submit" className="button" data-kind="quiet">
					探す
				</button>
			</form>
			{isCut && <p className={styles.quiet}>{`はじめの${offices.length}件です。続けて入力すると、絞り込めます。`}</p>}
			{filter !== null && (
				<p>
					<a href={staffOfficesFilePath(filter)} download>
						この一覧をCSVで書き出す
					</a>
				</p>
			)}
			{offices.length === 0 ? (
				<p className={styles.empty}>{filter === null ? `「${q}」に当てはまる事務所は見つかりませんでした。` : nothing[filter]}</p>
			) : (
				<OfficeList offices={offices} />
			)}
			{page && (
				<Pager
					label="事務所のページ"
					number={page.number}
					previous={page.previous && pathOf(page.previous.cursor)}
					next={page.next && pathOf(page.next.cursor)}
				/>
			)}
		</>
	)
}

function OfficeList({ offices }: Pick<Route.ComponentProps['loaderData'], 'offices'>) {
	return (
		<ul className={`${stack.rows} ${styles.list}`}>
			{offices.map(({ id, name, place, phone, state, asked, isDemo, figures }) => (
				<li key={id}>
					<div className={styles.line}>
						<Link to={staffOfficePath(id)}>{name}</Link>
						<span>{stateLabels[state]}</span>
						{isDemo && <span className={styles.quiet}>デモ</span>}
					</div>
					<p className={styles.quiet}>{[`番号 ${id}`, place, phone].filter(Boolean).join('・')}</p>
					{figures && (
						<p className={`${styles.line} ${styles.quiet}`}>
							{figureRows(figures).map(({ label, value }) => (
								<span key={label}>{`${label} ${value}`}</span>
							))}
						</p>
					)}
					{asked !== '' && <p className={styles.quiet}>{`${asked}に変更を申請`}</p>}
				</li>
			))}
		</ul>
	)
}
