import { isStaffWith } from '../../domain/accounts/staff.ts'
import { staffRoleLabel } from '../../domain/accounts/staff-role-names.ts'
import { countQueues } from '../../domain/operations/queue-counts.ts'
import { countGivenUp } from '../../domain/operations/queue-admin.ts'
import { countCardWork } from '../../domain/billing/cards/card-admin.ts'
import { readToday } from '../../domain/operations/insights/reading.ts'
import { countDueRechecks } from '../../domain/experts/rechecks.ts'
import { countFactsDue } from '../../domain/taxonomy/fact-reads.ts'
import { countOwnItems } from '../../domain/operations/queue-work/assignments.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { deskPath } from '../../domain/shared/links.ts'
import { ageText } from '../format/age-text.ts'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/dashboard.page'
import styles from './admin.module.css'
import { TodayFigures } from './insights/today-figures.tsx'
import { todayPath } from './insights/today-paths.ts'
import { sectionGroups } from './sections.ts'
import { staffLoader } from '../session/staff-page.server.ts'

type Waiting = { path: string; label: string; count: number; age: string; isLate: boolean }

const labelOf = (path: string) => sectionGroups.flatMap(({ sections }) => sections).find((one) => one.path === path)?.label ?? ''

/** What waits for the viewer's roles: the queues, and what is counted elsewhere than in the tables of a queue. */
export const loader = staffLoader([], 'routine', async (ctx) => {
	const [counts, mine, today, facts, givenUp, cards, rechecks] = await Promise.all([
		countQueues(ctx),
		countOwnItems(ctx),
		readToday(ctx),
		isStaffWith(ctx.viewer, 'editor') ? countFactsDue(ctx) : null,
		isStaffWith(ctx.viewer, 'support') ? countGivenUp(ctx) : null,
		ctx.cards !== null && isStaffWith(ctx.viewer, 'accounting') ? countCardWork(ctx) : null,
		isStaffWith(ctx.viewer, 'reviewer') ? countDueRechecks(ctx) : null,
	])
	const now = ctx.now()
	const waiting = sectionGroups.flatMap(({ sections }) =>
		sections.flatMap(({ path, queue }): Waiting[] => {
			const count = counts.find((one) => one.queue === queue?.name)
			if (!queue || !count) return []
			return [
				{ path, label: queue.label, count: count.count, age: count.oldestAt ? ageText(count.oldestAt, now) : '', isLate: count.isLate },
			]
		}),
	)
	const others = [
		{ path: '/admin/experts?state=recheck', label: '再確認の時期の専門家', count: rechecks },
		{ path: '/admin/billing/cards', label: '確認待ちのカードの支払い', count: cards },
		{ path: '/admin/facts', label: '期限の近い法令の数字', count: facts },
		{ path: '/admin/jobs', label: '終わらなかったメールと作業', count: givenUp },
	].flatMap(({ count, ...one }) => (count === null ? [] : [{ ...one, count, age: '', isLate: false }]))
	return {
		roles: ctx.viewer.roles.map(staffRoleLabel),
		waiting: [...waiting, ...others],
		mine: mine.map(({ queue, count }) => ({ path: deskPath(queue, { assignee: 'me' }), label: labelOf(deskPath(queue)), count })),
		today: {
			figures: today.figures.map((figure) => ({ ...figure, path: todayPath(ctx.viewer, figure.measure) })),
			until: today.until && momentText(today.until),
		},
	}
})

export default function DashboardPage({ loaderData: { roles, waiting, mine, today } }: Route.ComponentProps) {
	return (
		<>
			<Head title="管理" description="スタッフのための画面です。" path="/admin" noindex />
			<h1>管理トップ</h1>
			<p className={styles.quiet}>{`あなたの役割：${roles.join('、')}`}</p>
			<h2>対応を待っているもの</h2>
			{waiting.length === 0 ? (
				<p className={styles.empty}>あなたの役割で対応するものは、ここにはありません。</p>
			) : (
				<ul className={styles.queues}>
					{waiting.map(({ path, label, count, age, isLate }) => (
						<li key={path}>
							<Link to={path} data-empty={count === 0 || undefined}>
								<span>{label}</span>
								<strong>{`${count.toLocaleString('ja-JP')}件`}</strong>
								{age !== '' && (
									<span className={isLate ? styles.late : styles.quiet}>{`最長 ${age}${isLate ? '・目安を過ぎています' : ''}`}</span>
								)}
							</Link>
						</li>
					))}
				</ul>
			)}
			{mine.length > 0 && (
				<section aria-labelledby="mine">
					<h2 id="mine">あなたの担当</h2>
					<ul className={styles.line}>
						{mine.map(({ path, label, count }) => (
							<li key={path}>
								<Link className={styles.tab} to={path}>{`${label} ${count.toLocaleString('ja-JP')}件`}</Link>
							</li>
						))}
					</ul>
				</section>
			)}
			<TodayFigures {...today} />
		</>
	)
}
