import { findExperts, FOUND_EXPERTS } from '../../../domain/experts/expert-search.ts'
import { listApplicants } from '../../../domain/experts/expert-verification.ts'
import { listWaitingChanges } from '../../../domain/experts/credential-verification.ts'
import { listDueRechecks } from '../../../domain/experts/rechecks.ts'
import { staffExpertPath } from '../../../domain/shared/links.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { Head } from '../../layout/head.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { Route } from './+types/experts.page'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { expertStateLabel, expertStates } from './expert-states.ts'
import { staffLoader } from '../../session/staff-page.server.ts'

/** Of experts who are verified already: their credentials. */
const CHANGES = 'changes'
/** Verified a year ago. */
const RECHECK = 'recheck'

export const loader = staffLoader(['reviewer'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const q = (search.get('q') ?? '').normalize('NFKC').trim().slice(0, 80)
	if (q !== '') {
		const lines = (await findExperts(ctx, q)).map(({ id, name, professions, numbers, offices, state }) => ({
			id,
			expertId: id,
			name,
			about: professions.join('・'),
			note: [expertStateLabel(state), `番号 ${id}`, numbers.length > 0 && `登録番号 ${numbers.join('、')}`, ...offices]
				.filter(Boolean)
				.join('・'),
		}))
		return { q, state: '', page: null, lines, isCut: lines.length === FOUND_EXPERTS }
	}
	if (search.get('state') === CHANGES) {
		const { changes, page } = await listWaitingChanges(ctx, search.get('page'))
		const lines = changes.map((one) => ({
			id: one.id,
			expertId: one.expertId,
			name: one.name,
			about: one.professionName,
			note: `${momentText(one.submittedAt)}に${one.isRenewal ? '変更' : '追加'}を申請`,
		}))
		return { q, state: CHANGES, page, lines, isCut: false }
	}
	if (search.get('state') === RECHECK) {
		const { items, page } = await listDueRechecks(ctx, search.get('page'))
		const lines = items.map(({ id, name, professions, checkedAt }) => ({
			id,
			expertId: id,
			name,
			about: professions.join('・'),
			note: `最後の確認 ${momentText(checkedAt)}`,
		}))
		return { q, state: RECHECK, page, lines, isCut: false }
	}
	const state = expertStates.find((one) => one.state === search.get('state'))?.state ?? 'submitted'
	const { applicants, page } = await listApplicants(ctx, { state, cursor: search.get('page') })
	const lines = applicants.map(({ id, name, professions, submittedAt, submissions }) => ({
		id,
		expertId: id,
		name,
		about: professions.join('・'),
		note:
			submittedAt === null ? '申請なしで掲載' : `${momentText(submittedAt)}に申請${submissions > 1 ? `（${submissions}回目の審査）` : ''}`,
	}))
	return { q, state, page, lines, isCut: false }
})

export default function ExpertsPage({ loaderData: { q, state, lines, page, isCut } }: Route.ComponentProps) {
	const pathOf = (cursor: string | null) => `/admin/experts?state=${state}${cursor === null ? '' : `&page=${cursor}`}`
	return (
		<>
			<Head title="専門家の一覧" description="専門家と申請を探します。" path="/admin/experts" noindex />
			<h1>専門家の一覧</h1>
			<FilterTabs
				label="申請の状態"
				tabs={[...expertStates, { state: CHANGES, label: '資格の変更' }, { state: RECHECK, label: '再確認の時期' }].map((one) => ({
					to: `/admin/experts?state=${one.state}`,
					label: one.label,
					isCurrent: one.state === state,
				}))}
			/>
			<form method="get" className={styles.filter}>
				<label>
					名前や事務所名（一部でも）、登録番号、メール、電話番号、ページの番号
					<input type="search" name="q" defaultValue={q} autoComplete="off" />
				</label>
				<button type="submit" className="button" data-kind="quiet">
					探す
				</button>
			</form>
			{isCut && <p className={styles.quiet}>{`はじめの${lines.length}人です。続けて入力すると、絞り込めます。`}</p>}
			{lines.length === 0 ? (
				<p className={styles.empty}>{q === '' ? 'この状態の専門家はいません。' : `「${q}」に当てはまる専門家は見つかりませんでした。`}</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{lines.map(({ id, expertId, name, about, note }) => (
						<li key={id}>
							<div className={styles.line}>
								<Link to={staffExpertPath(expertId)}>{name === '' ? `申請${expertId}` : name}</Link>
								<span>{about}</span>
							</div>
							<p className={styles.quiet}>{note}</p>
						</li>
					))}
				</ul>
			)}
			{page && (
				<Pager
					label="申請のページ"
					number={page.number}
					previous={page.previous && pathOf(page.previous.cursor)}
					next={page.next && pathOf(page.next.cursor)}
				/>
			)}
		</>
	)
}
