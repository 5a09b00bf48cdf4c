import { redirect } from 'react-router'
import { announcementState, announcementStateLabels } from '../../../domain/operations/announcements/announcement-input.ts'
import { announcementSchema } from '../../../domain/operations/announcements/announcement-schemas.ts'
import { createAnnouncement, listAnnouncements } from '../../../domain/operations/announcements/announcements.ts'
import { addDays, clockTime, isoDay, momentText } from '../../../domain/shared/japan-time.ts'
import { staffAnnouncementPath, staffAnnouncementsPath } from '../../../domain/shared/links.ts'
import { newClientKey } from '../../forms/client-key.server.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import formStyles from '../../forms/form.module.css'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/announcements-desk.page'
import { AnnouncementFields, type AnnouncementValues } from './announcement-fields.tsx'
import { fieldsOfAnnouncement } from './announcement-form.server.ts'

/** All announcements, and the form that begins one. */
export const loader = staffLoader(['support'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const { items, page } = await listAnnouncements(ctx, search.get('page'))
	const now = ctx.now()
	const values: AnnouncementValues = {
		title: '',
		body: '',
		linkPath: '',
		channels: ['banner'],
		audience: 'members',
		plans: [],
		prefectureIds: [],
		professionIds: [],
		startsOn: isoDay(now),
		startsTime: clockTime(now),
		endsOn: addDays(isoDay(now), 7),
		endsTime: '23:59',
	}
	return {
		items: items.map((item) => ({
			id: item.id,
			title: item.title,
			state: announcementState(item, now),
			from: momentText(item.startsAt),
			to: momentText(item.endsAt),
		})),
		page,
		done: search.get('done'),
		values,
		clientKey: newClientKey(),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['support'], 'verdict', {
	create: {
		input: announcementSchema,
		read: fieldsOfAnnouncement,
		async run(ctx, input) {
			const { id } = await createAnnouncement(ctx, input)
			return redirect(staffAnnouncementPath(id, { done: 'announcement-created' }), 303)
		},
	},
})

export default function AnnouncementsDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { items, page, done, values, clientKey, csrfToken } = loaderData
	return (
		<>
			<Head title="案内の管理" description="案内を書き、公開します。" path={staffAnnouncementsPath()} noindex />
			<h1>案内</h1>
			<p className={styles.quiet}>
				新しい機能やお休みのお知らせなどを、期間と相手を決めて伝えます。障害と事故は「障害・事故のお知らせ」に書きます。
			</p>
			{!formState && <DoneNote done={done} />}
			{items.length === 0 ? (
				<p className={styles.empty}>案内はまだありません。</p>
			) : (
				<ul className={stack.ruled}>
					{items.map(({ id, title, state, from, to }) => (
						<li key={id} className={stack.entry}>
							<Link to={staffAnnouncementPath(id)}>{title}</Link>
							<p className={styles.quiet}>{`${announcementStateLabels[state]}・${from}から${to}まで`}</p>
						</li>
					))}
				</ul>
			)}
			<Pager
				number={page.number}
				previous={page.previous && staffAnnouncementsPath({ page: page.previous.cursor })}
				next={page.next && staffAnnouncementsPath({ page: page.next.cursor })}
				label="案内のページ"
			/>
			<section className={styles.section} aria-labelledby="new">
				<h2 id="new">新しい案内</h2>
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={formState} />
					<HiddenFields csrfToken={csrfToken} intent="create" clientKey={textIn(formState?.values, 'clientKey') ?? clientKey} />
					<AnnouncementFields formState={formState} values={values} />
					<div className={formStyles.buttons}>
						<button type="submit" className="button">
							下書きを作る
						</button>
					</div>
					<p className={styles.quiet}>まだ公開しません。次の画面で見え方と人数を確かめてから公開します。</p>
				</form>
			</section>
		</>
	)
}
