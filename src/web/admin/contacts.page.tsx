import { listSupportRequests } from '../../domain/support/support-admin.ts'
import {
	isLate,
	isSupportCategory,
	type SupportCategory,
	supportCategories,
	supportCategoryNames,
} from '../../domain/support/support-input.ts'
import { staffSupportListPath, staffSupportPath } from '../../domain/shared/links.ts'
import { dateText, daysBetween, isoDay, momentText } from '../../domain/shared/japan-time.ts'
import { isStaffWith } from '../../domain/accounts/staff.ts'
import { Head } from '../layout/head.tsx'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { DoneNote } from './done-note.tsx'
import type { Route } from './+types/contacts.page'
import { staffLoader } from '../session/staff-page.server.ts'
import stack from '../ui/stack.module.css'
import styles from './admin.module.css'

export const loader = staffLoader(['support', 'moderator'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const isOpen = search.get('state') !== 'closed'
	const asked = search.get('category')
	const category = isSupportCategory(asked) ? asked : null
	const { items, page } = await listSupportRequests(ctx, { isOpen, category, cursor: search.get('page') })
	const today = isoDay(ctx.now())
	return {
		isOpen,
		category,
		page,
		done: search.get('done'),
		categories: supportCategoryNames.filter((name) => isStaffWith(ctx.viewer, supportCategories[name].role)),
		items: items.map(({ id, category: its, dueOn, createdAt, answeredAt, closedAt }) => ({
			id,
			label: supportCategories[its].label,
			due: closedAt === null ? dueText(daysBetween(today, dueOn), dateText(dueOn)) : null,
			isLate: isLate({ dueOn, answeredAt, closedAt }, today),
			facts: [
				`${momentText(createdAt)}に受付`,
				answeredAt !== null && `${momentText(answeredAt)}に返信`,
				closedAt !== null && `${momentText(closedAt)}に終了`,
			]
				.filter((fact) => fact !== false)
				.join(' ／ '),
		})),
	}
})

const dueText = (left: number, due: string) =>
	left < 0 ? `期限を${-left}日過ぎています（${due}）` : left === 0 ? `今日が期限（${due}）` : `あと${left}日（${due}）`

export default function ContactsPage({ loaderData: { isOpen, category, page, done, categories, items } }: Route.ComponentProps) {
	const pathOf = (at: { isOpen?: boolean; category?: SupportCategory | null; page?: string | null }) => {
		const to = { isOpen, category, ...at }
		return staffSupportListPath({ state: to.isOpen ? '' : 'closed', category: to.category ?? '', page: to.page ?? null })
	}
	return (
		<>
			<Head title="お問い合わせ" description="運営へのお問い合わせの一覧です。" path={staffSupportListPath()} noindex />
			<h1>お問い合わせ</h1>
			<DoneNote done={done} />
			<p className={styles.quiet}>期限の近い順に並びます。一覧に、お名前と内容は出ません。開くと、閲覧が操作の記録に残ります。</p>
			<FilterTabs
				label="お問い合わせの状態"
				tabs={[
					{ to: pathOf({ isOpen: true }), label: '対応中', isCurrent: isOpen },
					{ to: pathOf({ isOpen: false }), label: '終了', isCurrent: !isOpen },
				]}
			/>
			{categories.length > 1 && (
				<FilterTabs
					label="お問い合わせの種類"
					tabs={[null, ...categories].map((one) => ({
						to: pathOf({ category: one }),
						label: one === null ? 'すべて' : supportCategories[one].label,
						isCurrent: one === category,
					}))}
				/>
			)}
			{items.length === 0 ? (
				<p className={styles.empty}>{isOpen ? '対応を待つお問い合わせはありません。' : '終了したお問い合わせはありません。'}</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map((item) => (
						<li key={item.id}>
							<div className={styles.line}>
								<Link className={styles.tab} to={staffSupportPath(item.id)}>{`受付番号 ${item.id}`}</Link>
								<strong>{item.label}</strong>
								{item.due !== null && (item.isLate ? <strong className={styles.late}>{item.due}</strong> : <span>{item.due}</span>)}
							</div>
							<p className={styles.quiet}>{item.facts}</p>
						</li>
					))}
				</ul>
			)}
			<Pager
				label="お問い合わせのページ"
				number={page.number}
				previous={page.previous && pathOf({ page: page.previous.cursor })}
				next={page.next && pathOf({ page: page.next.cursor })}
			/>
		</>
	)
}
