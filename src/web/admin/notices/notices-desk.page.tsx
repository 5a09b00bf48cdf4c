import { redirect } from 'react-router'
import {
	createNotice,
	type IncidentItem,
	incidentState,
	listNoticeDrafts,
	listNotices,
} from '../../../domain/operations/incident-notices.ts'
import { incidentKindLabel, incidentStateLabels } from '../../../domain/operations/incident-input.ts'
import { incidentNoticeSchema } from '../../../domain/operations/incident-schemas.ts'
import { clockTime, isoDay, momentText } from '../../../domain/shared/japan-time.ts'
import { noticesPath, staffNoticePath, staffNoticesPath } from '../../../domain/shared/links.ts'
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
import type { Route } from './+types/notices-desk.page'
import { NoticeFields } from './notice-fields.tsx'

const shown = (item: IncidentItem) => ({
	id: item.id,
	kind: item.kind,
	title: item.title,
	state: incidentState(item),
	began: momentText(item.beganAt),
})

/** Drafts and published notices, and the form that begins one. */
export const loader = staffLoader(['support'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const { items, page } = await listNotices(ctx, search.get('page'))
	const drafts = await listNoticeDrafts(ctx)
	const now = ctx.now()
	return {
		drafts: drafts.map(shown),
		notices: items.map(shown),
		page,
		done: search.get('done'),
		values: { kind: '', title: '', scope: '', body: '', beganOn: isoDay(now), beganTime: clockTime(now) },
		clientKey: newClientKey(),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['support'], 'verdict', {
	create: {
		input: incidentNoticeSchema,
		async run(ctx, input) {
			const { id } = await createNotice(ctx, input)
			return redirect(staffNoticePath(id, { done: 'notice-created' }), 303)
		},
	},
})

export default function NoticesDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { drafts, notices, page, done, values, clientKey, csrfToken } = loaderData
	return (
		<>
			<Head title="障害・事故のお知らせの管理" description="お知らせを書き、公開します。" path={staffNoticesPath()} noindex />
			<h1>障害・事故のお知らせ</h1>
			{!formState && <DoneNote done={done} />}
			<p>
				<Link to={noticesPath()}>公開しているページを見る</Link>
			</p>
			{drafts.length > 0 && (
				<section className={styles.section} aria-labelledby="drafts">
					<h2 id="drafts">下書き</h2>
					<Notices notices={drafts} />
				</section>
			)}
			<section className={styles.section} aria-labelledby="published">
				<h2 id="published">公開したお知らせ</h2>
				{notices.length === 0 ? <p className={styles.empty}>公開したお知らせはありません。</p> : <Notices notices={notices} />}
				<Pager
					number={page.number}
					previous={page.previous && staffNoticesPath({ page: page.previous.cursor })}
					next={page.next && staffNoticesPath({ page: page.next.cursor })}
					label="お知らせのページ"
				/>
			</section>
			<section className={styles.section} aria-labelledby="new">
				<h2 id="new">新しいお知らせ</h2>
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={formState} />
					<HiddenFields csrfToken={csrfToken} intent="create" clientKey={textIn(formState?.values, 'clientKey') ?? clientKey} />
					<NoticeFields formState={formState} values={values} />
					<div className={formStyles.buttons}>
						<button type="submit" className="button">
							下書きを作る
						</button>
					</div>
					<p className={styles.quiet}>まだ公開しません。次の画面で確かめてから公開します。</p>
				</form>
			</section>
		</>
	)
}

function Notices({ notices }: { notices: ReturnType<typeof shown>[] }) {
	return (
		<ul className={stack.ruled}>
			{notices.map(({ id, kind, title, state, began }) => (
				<li key={id} className={stack.entry}>
					<Link to={staffNoticePath(id)}>{title}</Link>
					<p className={styles.quiet}>{`${incidentKindLabel(kind)}・${incidentStateLabels[state]}・${began}から`}</p>
				</li>
			))}
		</ul>
	)
}
