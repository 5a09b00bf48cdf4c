import { redirect } from 'react-router'
import { z } from 'zod'
import { calendarSearch, isAudience, parseCalendarQuery, REMINDER_DAYS } from '../../domain/calculators/calendar-query.ts'
import { findReminders, reminderSchema, saveReminders, stopReminders } from '../../domain/calculators/due-date-reminders.ts'
import { readCalendar } from '../../domain/calculators/due-dates.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { calendarPath, notificationSettingsPath, remindersPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { formStateFor, textIn, textsIn } from '../forms/form-state.ts'
import form from '../forms/form.module.css'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import notice from '../ui/notice.module.css'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/due-date-reminders.page'
import { CalendarFields } from './calendar-fields.tsx'

const NEXT = 5

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const own = await findReminders(ctx)
	const asked = parseCalendarQuery(searchParams)
	const isAsked = calendarSearch(asked) !== ''
	const { due } = await readCalendar(ctx, own ?? asked)
	return {
		own,
		search: own && calendarSearch(own),
		query: isAsked ? asked : (own ?? asked),
		next: due.slice(0, NEXT).map(({ slug, title, day }) => ({ slug, title, day })),
		done: searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction({
	save: {
		input: reminderSchema,
		read: (sent) => ({ who: sent.getAll('who'), closing: sent.get('closing') ?? '' }),
		async run(ctx, query) {
			await saveReminders(ctx, query)
			return redirect(remindersPath('?done=saved'), 303)
		},
	},
	stop: {
		input: z.object({}),
		async run(ctx) {
			await stopReminders(ctx)
			return redirect(remindersPath('?done=stopped'), 303)
		},
	},
})

export default function DueDateRemindersPage({
	loaderData: { own, search, query, next, done, csrfToken },
	actionData: formState,
}: Route.ComponentProps) {
	const refused = formStateFor(formState, 'save')
	const typed = refused
		? { who: textsIn(refused.values, 'who').filter(isAudience), closing: Number(textIn(refused.values, 'closing')) || null }
		: query
	return (
		<div className={stack.narrow}>
			<Head title="手続きの期限のお知らせ" description="税金や労務の手続きの期限を、7日前に知らせます。" path={remindersPath()} noindex />
			<ErrorSummary formState={formState} />
			{done === 'saved' && !formState && <output className={notice.done}>手続きの期限のお知らせを設定しました。</output>}
			{done === 'stopped' && !formState && <output className={notice.done}>手続きの期限のお知らせを止めました。</output>}
			<section className={stack.loose} aria-labelledby="reminders">
				<h2 id="reminders">手続きの期限のお知らせ</h2>
				<p>
					{`${own ? 'お知らせしています。' : 'まだお知らせしていません。'}期限の${REMINDER_DAYS}日前に、サイト内とメールでお知らせします。メールを止めるときや1日1回にまとめるときは、`}
					<Link to={notificationSettingsPath()}>通知設定</Link>で変えられます。
				</p>
				<form method="post" className={form.form}>
					<HiddenFields csrfToken={csrfToken} intent="save" />
					<CalendarFields query={typed} errors={refused?.fields ?? {}} />
					<p>
						<button type="submit" className="button">
							{own ? '条件を変える' : 'お知らせを受け取る'}
						</button>
					</p>
				</form>
				{own && (
					<form method="post">
						<HiddenFields csrfToken={csrfToken} intent="stop" />
						<button type="submit" className="button" data-kind="quiet">
							お知らせを止める
						</button>
					</form>
				)}
			</section>
			<NextDates {...{ next }} isOwn={own !== null} search={search ?? calendarSearch(query)} />
		</div>
	)
}

type NextDatesProps = Pick<Route.ComponentProps['loaderData'], 'next'> & { isOwn: boolean; search: string }

function NextDates({ next, isOwn, search }: NextDatesProps) {
	return (
		<section className={stack.loose} aria-labelledby="next">
			<h2 id="next">{isOwn ? '次の期限' : 'この条件の次の期限'}</h2>
			{next.length === 0 ? (
				<p>この条件に当てはまる期限は、今後1年にありません。</p>
			) : (
				<ul className={stack.ruled}>
					{next.map(({ slug, title, day }) => (
						<li key={`${slug}${day}`} className={stack.entry}>
							<span>
								<time dateTime={day}>{dateText(day)}</time>
								{`　${title}`}
							</span>
						</li>
					))}
				</ul>
			)}
			<p>
				<Link to={calendarPath(search)}>1年分の手続きのカレンダー</Link>
			</p>
		</section>
	)
}
