import { redirect } from 'react-router'
import { kindLabels, spanText } from '../../domain/appointments/appointment-input.ts'
import { listAppointments } from '../../domain/appointments/appointment-lists.ts'
import { endFeed, findFeedToken, renewFeed } from '../../domain/appointments/calendar-feed.ts'
import { appointmentPath, appointmentsPath, calendarFeedPath, categoryIndexPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { noFields } from '../forms/form-fields.server.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import formStyles from '../forms/form.module.css'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/appointments.page'
import styles from './appointments.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const past = searchParams.has('past')
	const { items, page } = await listAppointments(ctx, { past, cursor: searchParams.get('page') })
	const token = await findFeedToken(ctx)
	return {
		past,
		page,
		items: items.map((one) => ({
			id: one.id,
			side: one.side,
			with: one.side === 'user' ? one.officeName : `${one.contactName}さん（${one.officeName}）`,
			when: spanText(one.beginsAt, one.endsAt),
			iso: one.beginsAt.toISOString(),
			kind: one.kind,
			isCancelled: one.cancelledAt !== null,
		})),
		feed: token === null ? null : `${ctx.site.publicUrl}${calendarFeedPath(token)}`,
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction({
	'feed-renew': {
		input: noFields,
		async run(ctx) {
			await renewFeed(ctx)
			return redirect(`${appointmentsPath()}#feed`, 303)
		},
	},
	'feed-end': {
		input: noFields,
		async run(ctx) {
			await endFeed(ctx)
			return redirect(`${appointmentsPath()}#feed`, 303)
		},
	},
})

export default function AppointmentsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { past, items, page } = loaderData
	const pagePath = (cursor: string | null) => appointmentsPath({ past, page: cursor })
	return (
		<div className={stack.narrow}>
			<Head title="面談" description="事務所との面談の予約です。" path={appointmentsPath()} noindex />
			<h2>{past ? '終わった面談' : 'これからの面談'}</h2>
			<ErrorSummary formState={formState} />
			<p className={styles.ways}>
				{past ? (
					<Link to={appointmentsPath()}>これからの面談を見る</Link>
				) : (
					<Link to={appointmentsPath({ past: true })}>終わった面談を見る</Link>
				)}
			</p>
			{items.length === 0 ? (
				<Empty scene="meeting" title={past ? '終わった面談は、まだありません。' : 'これからの面談はありません。'}>
					{!past && (
						<p>
							予約を受け付けている事務所のページから、空いている日時を選べます。
							<Link to={categoryIndexPath()}>業務から事務所を探す</Link>
						</p>
					)}
				</Empty>
			) : (
				<ul className={styles.list}>
					{items.map((item) => (
						<li key={item.id} className={styles.card} data-off={item.isCancelled || undefined}>
							<Link to={appointmentPath(item.id)} className={styles.when}>
								<time dateTime={item.iso}>{item.when}</time>
							</Link>
							<span>{item.with}</span>
							<span>
								<Tag>{kindLabels[item.kind]}</Tag> {item.isCancelled && <Tag tone="warn">キャンセル</Tag>}
							</span>
						</li>
					))}
				</ul>
			)}
			<Pager
				label="面談のページ"
				number={page.number}
				previous={page.previous && pagePath(page.previous.cursor)}
				next={page.next && pagePath(page.next.cursor)}
			/>
			{!past && <Feed {...loaderData} />}
		</div>
	)
}

/** The secret address for calendar programs. */
function Feed({ feed, csrfToken }: Route.ComponentProps['loaderData']) {
	return (
		<section className={formStyles.current} aria-labelledby="feed">
			<h3 id="feed">カレンダーで見る</h3>
			<p>
				GoogleカレンダーやAppleのカレンダーに登録すると、面談の予定がいつも同じになるアドレスです。このアドレスを知っている人は予定を読めます。ほかの人に知られたときは、作り直すか、止めてください。
			</p>
			{feed !== null && <p className={styles.address}>{feed}</p>}
			<form method="post" className={styles.ways}>
				<HiddenFields csrfToken={csrfToken} />
				<button type="submit" className="button" data-kind="quiet" name="intent" value="feed-renew">
					{feed === null ? 'アドレスを作る' : '作り直す（前のアドレスは使えなくなります）'}
				</button>
				{feed !== null && (
					<button type="submit" className={formStyles.plain} name="intent" value="feed-end">
						アドレスを止める
					</button>
				)}
			</form>
		</section>
	)
}
