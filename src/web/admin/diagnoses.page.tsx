import { listContactsForStaff, type StaffContactState } from '../../domain/funding-diagnosis/contact-admin.ts'
import { contactStateLabels, reachLabel } from '../../domain/funding-diagnosis/contact-input.ts'
import { staffDiagnosesPath, staffDiagnosisPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/diagnoses.page'
import stack from '../ui/stack.module.css'
import styles from './admin.module.css'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { staffLoader } from '../session/staff-page.server.ts'

const states: readonly StaffContactState[] = ['new', 'contacted', 'closed', 'withdrawn']

export const loader = staffLoader(['support'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const asked = search.get('state')
	const state = asked === 'all' ? null : (states.find((one) => one === asked) ?? 'new')
	const { items, page } = await listContactsForStaff(ctx, { state, cursor: search.get('page') })
	return {
		state,
		page,
		items: items.map(({ confirmedAt, contactedAt, endedAt, reach, hasDiagnosis, ...item }) => ({
			...item,
			facts: [
				`${momentText(confirmedAt)}に受け付け`,
				contactedAt !== null && `${momentText(contactedAt)}に連絡`,
				endedAt !== null && `${momentText(endedAt)}に終了`,
				reach !== null && `${reachLabel(reach)}での連絡を希望`,
				reach !== null && (hasDiagnosis ? '診断の内容あり' : '診断の内容なし'),
			]
				.filter((fact) => fact !== false)
				.join(' ／ '),
		})),
	}
})

export default function DiagnosesPage({ loaderData: { state, items, page } }: Route.ComponentProps) {
	const pathOf = (one: StaffContactState | null, cursor: string | null = null) =>
		staffDiagnosesPath({ state: one === null ? 'all' : one === 'new' ? '' : one, page: cursor })
	return (
		<>
			<Head title="資金の相談" description="資金診断からの相談の一覧です。" path={staffDiagnosesPath()} noindex />
			<h1>資金の相談</h1>
			<p className={styles.quiet}>
				資金診断の結果をもとにした相談の申し込みです。一覧に連絡先は出ません。開くと、お名前と連絡先が表示され、閲覧が操作の記録に残ります。
			</p>
			<FilterTabs
				label="相談の状態"
				tabs={[...states, null].map((one) => ({
					to: pathOf(one),
					label: one === null ? 'すべて' : contactStateLabels[one],
					isCurrent: one === state,
				}))}
			/>
			{items.length === 0 ? (
				<p className={styles.empty}>この状態の相談はありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map((item) => (
						<li key={item.id}>
							<div className={styles.line}>
								<Link className={styles.tab} to={staffDiagnosisPath(item.id)}>{`相談${item.id}`}</Link>
								<strong>{contactStateLabels[item.state]}</strong>
							</div>
							<p className={styles.quiet}>{item.facts}</p>
						</li>
					))}
				</ul>
			)}
			<Pager
				label="相談のページ"
				number={page.number}
				previous={page.previous && pathOf(state, page.previous.cursor)}
				next={page.next && pathOf(state, page.next.cursor)}
			/>
		</>
	)
}
