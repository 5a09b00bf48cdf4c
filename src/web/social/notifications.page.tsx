import { z } from 'zod'
import { redirect } from 'react-router'
import { idField, noFields } from '../forms/form-fields.server.ts'
import { notificationPath, notificationSettingsPath, notificationsPath, questionsPath } from '../../domain/shared/links.ts'
import { notificationKinds } from '../../domain/social/notification-kinds.ts'
import { listNotifications, markNotificationsRead } from '../../domain/social/notifications.ts'
import { withCtx } from '../context.ts'
import { momentOf } from '../format/moment.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Moment } from '../ui/day.tsx'
import { Link } from '../ui/link.tsx'
import { Empty } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import { bySpan, groupByCase } from './case-groups.ts'
import type { Route } from './+types/notifications.page'

import textButton from '../ui/text-button.module.css'
import stack from '../ui/stack.module.css'
import own from './notifications.module.css'
import styles from './social.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const cursor = new URL(request.url).searchParams.get('page')
	const { items, unread, page } = await listNotifications(ctx, cursor)
	return {
		spans: bySpan(
			groupByCase(
				items.map(({ id, kind, text, facts, createdAt, isRead, caseKey }) => ({
					id,
					label: notificationKinds[kind].label,
					text,
					facts: facts.map(({ label, value }) => `${label}：${value}`),
					caseKey,
					createdAt,
					at: momentOf(createdAt, ctx.now()),
					isRead,
				})),
			),
			ctx.now(),
		),
		unread,
		page,
		csrfToken: formToken(context, request),
	}
})

const pageOf = (request: Request) => notificationsPath(new URL(request.url).searchParams.get('page'))

export const action = pageAction({
	read: {
		input: z.object({ id: idField }),
		async run(ctx, { id }, { request }) {
			await markNotificationsRead(ctx, { ids: [id] })
			return redirect(pageOf(request), 303)
		},
	},
	readAll: {
		input: noFields,
		async run(ctx, _input, { request }) {
			await markNotificationsRead(ctx, { all: true })
			return redirect(pageOf(request), 303)
		},
	},
})

export default function NotificationsPage({ loaderData: { spans, unread, page, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="お知らせ" description="あなたへのお知らせです。" path="/notifications" noindex />
			<div className={styles.page}>
				<h1>お知らせ</h1>
				<ErrorSummary formState={formState} />
				<div className={own.tools}>
					<p className={styles.quiet}>
						{unread === 0 ? '未読のお知らせはありません。' : `未読が${unread > 99 ? '99件を超えています' : `${unread}件あります`}。`}
					</p>
					{unread > 0 && (
						<form method="post">
							<HiddenFields csrfToken={csrfToken} />
							<button type="submit" name="intent" value="readAll" className="button" data-kind="quiet">
								すべて既読にする
							</button>
						</form>
					)}
					<Link to={notificationSettingsPath()} className={own.settings}>
						通知設定
					</Link>
				</div>
				{spans.length === 0 ? (
					<Empty scene="call" title="お知らせはまだありません。">
						<p>
							質問への回答や、フォローしている専門家の新しい回答が、ここに届きます。フォローは、
							<Link to={questionsPath()}>みんなの質問</Link>
							で回答している専門家のページからできます。
						</p>
					</Empty>
				) : (
					spans.map(({ label, groups }) => (
						<section key={label} aria-label={label}>
							<h2 className={own.span}>{label}</h2>
							<NotificationList groups={groups} csrfToken={csrfToken} />
						</section>
					))
				)}
				<p className={styles.quiet}>お知らせは180日で消えます。</p>
				<Pager
					label="お知らせのページ"
					number={page.number}
					previous={page.previous && notificationsPath(page.previous.cursor)}
					next={page.next && notificationsPath(page.next.cursor)}
				/>
			</div>
		</>
	)
}

type Span = Route.ComponentProps['loaderData']['spans'][number]
type Item = Span['groups'][number]['newest']

function NotificationList({ groups, csrfToken }: Pick<Span, 'groups'> & { csrfToken: string }) {
	return (
		<ul className={stack.ruled}>
			{groups.map(({ newest, earlier }) => (
				<li key={newest.id} className={own.item} data-read={newest.isRead}>
					<NotificationItem item={newest} csrfToken={csrfToken} />
					{earlier.length > 0 && (
						<details className={own.earlier}>
							<summary>{earlierText(earlier)}</summary>
							<ul className={stack.ruled}>
								{earlier.map((item) => (
									<li key={item.id} className={own.item} data-read={item.isRead}>
										<NotificationItem item={item} csrfToken={csrfToken} />
									</li>
								))}
							</ul>
						</details>
					)}
				</li>
			))}
		</ul>
	)
}

function earlierText(earlier: readonly Item[]): string {
	const unread = earlier.filter(({ isRead }) => !isRead).length
	return `この案件のほかのお知らせ（${earlier.length}件${unread === 0 ? '' : `・未読${unread}件`}）`
}

function NotificationItem({ item: { id, label, text, facts, at, isRead }, csrfToken }: { item: Item; csrfToken: string }) {
	return (
		<>
			<div className={styles.line}>
				{!isRead && <span className={own.unread}>未読</span>}
				<Tag>{label}</Tag>
				<span className={styles.quiet}>
					<Moment moment={at} />
				</span>
			</div>
			{/* The way there marks it as read; the browser loads it as a page, so that the bell is counted again. */}
			<a href={notificationPath(id)} className={own.text}>
				{text}
			</a>
			{facts.length > 0 && <p className={styles.quiet}>{facts.join('・')}</p>}
			{!isRead && (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} />
					<input type="hidden" name="id" value={id} />
					<button type="submit" name="intent" value="read" className={textButton.button}>
						既読にする<span className="visually-hidden">{`（${text}）`}</span>
					</button>
				</form>
			)}
		</>
	)
}
