import { japan } from '../../domain/geography/areas.ts'
import { calendarSearch, parseCalendarQuery } from '../../domain/calculators/calendar-query.ts'
import { readCalendar } from '../../domain/calculators/due-dates.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { calendarFilePath, calendarPath, remindersPath } from '../../domain/shared/links.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { withCtx } from '../context.ts'
import form from '../forms/form.module.css'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/calendar.page'
import { CalendarFields } from './calendar-fields.tsx'
import styles from './calculator.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const query = parseCalendarQuery(new URL(request.url).searchParams)
	const [{ due, changes }, tasks] = await Promise.all([readCalendar(ctx, query), listTasks(ctx)])
	const names = new Map(tasks.map(({ id, name }) => [id, name]))
	const linked = ({ taskIds, ...entry }: (typeof due)[number]) => ({
		...entry,
		tasks: taskIds.flatMap((id) => {
			const name = names.get(id)
			return name === undefined ? [] : [{ id, name }]
		}),
	})
	return {
		query,
		search: calendarSearch(query),
		months: [...Map.groupBy(due.map(linked), ({ day }) => day.slice(0, 7))],
		changes: changes.map((change) => ({ ...linked(change), sourceUrl: change.sourceUrl })),
	}
})

type Entry = { slug: string; title: string; body: string; law: string; day: string; tasks: { id: number; name: string }[] }

const crumbs = [{ label: '手続きのカレンダー', path: calendarPath() }]

export default function CalendarPage({ loaderData: { query, search, months, changes } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	return (
		<>
			<Head
				title="税金・労務の手続きカレンダー"
				description="確定申告、年末調整、算定基礎届、労働保険の年度更新、決算など、事業の手続きの期限を1年分並べます。予定表に取り込めるICSファイルと、今年と来年の法改正も載せています。"
				path={calendarPath()}
				noindex={search !== ''}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${stack.column} ${styles.page}`}>
				<header className={stack.close}>
					<h1>税金・労務の手続きカレンダー</h1>
					<p className={stack.lead}>
						今日から1年の期限です。土日、祝日、年末年始に当たる期限は、次の開庁日に直しています。会社の決算の期限は、決算日が月末の場合です。自治体や許可ごとに違う期限は含みません。
					</p>
				</header>
				<form method="get" action={calendarPath()} className={`${form.form} ${stack.narrow}`}>
					<CalendarFields query={query} />
					<p className={stack.line}>
						<button type="submit" className="button">
							期限を表示する
						</button>
						<a href={calendarFilePath(search)}>この条件を予定表に取り込む（ICSファイル）</a>
						<Link to={remindersPath(search)}>期限の7日前にメールで知らせる（会員登録が必要）</Link>
					</p>
					<p className={styles.hint}>
						ICSファイルのアドレスを予定表アプリの「購読」に登録すると、期限の7日前にお知らせが届き、翌年の分も自動で増えます。
					</p>
				</form>
				{months.map(([month, entries]) => (
					<section key={month} aria-labelledby={`m-${month}`}>
						<h2 id={`m-${month}`}>{`${month.slice(0, 4)}年${Number(month.slice(5))}月`}</h2>
						<Entries entries={entries} />
					</section>
				))}
				{changes.length > 0 && (
					<section aria-labelledby="changes">
						<h2 id="changes">今年と来年の法改正</h2>
						<Entries entries={changes} />
					</section>
				)}
			</div>
		</>
	)
}

function Entries({ entries }: { entries: readonly (Entry & { sourceUrl?: string })[] }) {
	return (
		<ul className={stack.ruled}>
			{entries.map(({ slug, title, body, law, day, tasks, sourceUrl }) => (
				<li key={`${slug}${day}`} className={stack.entry}>
					<h3>
						<time dateTime={day}>{dateText(day)}</time>
						{`　${title}`}
					</h3>
					<p>{body}</p>
					<p className={styles.hint}>
						{`根拠：${law}`}
						{sourceUrl && (
							<>
								{'　'}
								<a href={sourceUrl} rel="noopener" target="_blank">
									公式の案内
								</a>
							</>
						)}
					</p>
					<p className={stack.line}>
						{tasks.map(({ id, name }) => (
							<Link key={id} to={listPath({ scopeId: id, area: japan })}>{`${name}を頼む`}</Link>
						))}
					</p>
				</li>
			))}
		</ul>
	)
}
