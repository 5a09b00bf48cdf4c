import { z } from 'zod'
import { useEffect } from 'react'
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
import { showUnread } from '../session/unread.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Moment } from '../ui/day.tsx'
import { Link } from '../ui/link.tsx'
import { Empty } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/notifications.page'

import textButton from '../ui/text-button.module.css'
import stack from '../ui/stack.module.css'
import own from './notifications.module.css'
import styles from './social.module.css'

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const cursor = new URL(request.url).searchParams.get('page')
	const { items, unread, page } = await listNotifications(ctx, cursor)
	return {
		items: items.map(({ id, kind, text, createdAt, isRead }) => ({
			id,
			label: notificationKinds[kind].label,
			text,
			at: momentOf(createdAt, ctx.now()),
			isRead,
		})),
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

export default function NotificationsPage({ loaderData: { items, unread, page, csrfToken }, actionData: formState }: Route.ComponentProps) {
	useEffect(() => showUnread(unread), [unread])
	return (
		<>
			<Head title="お知らせ" description="あなたへのお知らせです。" path="/notifications" noindex />
			<Breadcrumbs crumbs={[{ label: 'お知らせ', path: '/notifications' }]} />
			<div className={`content ${styles.page}`}>
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
				{items.length === 0 ? (
					<Empty scene="call" title="お知らせはまだありません。">
						<p>
							質問への回答や、フォローしている専門家の新しい回答が、ここに届きます。フォローは、
							<Link to={questionsPath()}>みんなの質問</Link>
							で回答している専門家のページからできます。
						</p>
					</Empty>
				) : (
					<NotificationList items={items} csrfToken={csrfToken} />
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

function NotificationList({ items, csrfToken }: Pick<Route.ComponentProps['loaderData'], 'items' | 'csrfToken'>) {
	return (
		<ul className={stack.ruled}>
			{items.map(({ id, label, text, at, isRead }) => (
				<li key={id} className={own.item} data-read={isRead}>
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
					{!isRead && (
						<form method="post">
							<HiddenFields csrfToken={csrfToken} />
							<input type="hidden" name="id" value={id} />
							<button type="submit" name="intent" value="read" className={textButton.button}>
								既読にする<span className="visually-hidden">{`（${text}）`}</span>
							</button>
						</form>
					)}
				</li>
			))}
		</ul>
	)
}
