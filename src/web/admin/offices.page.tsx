import { listOfficesForStaff } from '../../domain/offices/office-changes.ts'
import { stateLabels } from '../../domain/memberships/office-policy.ts'
import { staffOfficePath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/offices.page'
import stack from '../ui/stack.module.css'
import styles from './admin.module.css'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { staffLoader } from '../session/staff-page.server.ts'

const filters = [
	{ filter: 'waiting', label: '変更の確認待ち' },
	{ filter: 'suspended', label: '停止中' },
	{ filter: 'all', label: 'すべて' },
] as const

/** As many as the page shows at once. */
const OFFICES = 50

const nothing = {
	waiting: '確認を待っている変更はありません。',
	suspended: '公開を停止している事務所はありません。',
	all: '事務所はまだありません。',
}

export const loader = staffLoader(['reviewer'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const q = (search.get('q') ?? '').trim().slice(0, 80)
	// A name is looked for among all offices: few of them wait.
	const filter = filters.find((one) => one.filter === search.get('filter'))?.filter ?? (q === '' ? 'waiting' : 'all')
	const offices = await listOfficesForStaff(ctx, { filter, q })
	return {
		filter,
		q,
		offices: offices.map(({ askedAt, ...one }) => ({ ...one, asked: askedAt === null ? '' : momentText(askedAt.getTime()) })),
	}
})

export default function OfficesPage({ loaderData: { filter, q, offices } }: Route.ComponentProps) {
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
					事務所の名前（一部でも）
					<input type="search" name="q" defaultValue={q} />
				</label>
				<button type="submit" className="button" data-kind="quiet">
					探す
				</button>
			</form>
			{offices.length === OFFICES && <p className={styles.quiet}>{`はじめの${OFFICES}件です。名前で探すと、絞り込めます。`}</p>}
			{offices.length === 0 ? (
				<p className={styles.empty}>{q === '' ? nothing[filter] : `名前に「${q}」を含む事務所は見つかりませんでした。`}</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{offices.map(({ id, name, state, asked, isDemo }) => (
						<li key={id}>
							<div className={styles.line}>
								<Link to={staffOfficePath(id)}>{name}</Link>
								<span>{stateLabels[state]}</span>
								{isDemo && <span className={styles.quiet}>デモ</span>}
							</div>
							{asked !== '' && <p className={styles.quiet}>{`${asked}に変更を申請`}</p>}
						</li>
					))}
				</ul>
			)}
		</>
	)
}
