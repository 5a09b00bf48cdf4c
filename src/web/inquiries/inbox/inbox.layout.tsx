import { useEffect } from 'react'
import { Outlet, redirect, useLocation } from 'react-router'
import { listInbox } from '../../../domain/operations/inbox/inbox.ts'
import { inboxPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { forgetTyped, replyPlace } from '../../session/typed-texts.ts'
import { WorkKeys } from '../../layout/work/work-keys.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Route } from './+types/inbox.layout'
import { InboxFilter } from './inbox-filter.tsx'
import { inboxQuery, type InboxView, viewInbox } from './inbox-view.server.ts'
import noticeStyles from '../../ui/notice.module.css'
import deskStyles from '../../layout/work/desk.module.css'
import styles from './inbox.module.css'

const keys = [
	['j', '次の件'],
	['k', '前の件'],
	['r', '返信・見積もりの欄へ'],
	['e', '終了・辞退の欄を開く'],
	['/', '検索の欄へ'],
] as const

/** Its keys and what it forgets after sending need React, also around pages that are plain by themselves. */
export const handle = { plain: false }

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { pathname, searchParams } = new URL(request.url)
	const query = inboxQuery(searchParams)
	const after = { done: searchParams.get('done'), item: searchParams.get('item') }
	const view = viewInbox(await listInbox(ctx, query), query, ctx.now(), after)
	// After an act the next item opens, with a word on what was done.
	const next = view.rows.find(({ opensHere, key }) => opensHere && key !== after.item)
	if (view.done !== null && next && pathname === inboxPath()) return redirectTo(next.to, after)
	return view
})

function redirectTo(to: string, { done, item }: { done: string | null; item: string | null }): never {
	const query = new URLSearchParams({ done: done ?? '', item: item ?? '' })
	// oxlint-disable-next-line typescript/only-throw-error -- React Router takes a response that is thrown as the answer
	throw redirect(`${to}${to.includes('?') ? '&' : '?'}${query.toString()}`, 303)
}

/** The inbox: its list and, beside it from 60rem on, the item that is open; on a narrower window one of them. */
export default function InboxLayout({ loaderData: view }: Route.ComponentProps) {
	const { pathname } = useLocation()
	const { rows, tabs, page } = view
	const pathOf = (to: string) => to.split('?')[0]
	const place = rows.findIndex(({ to }) => pathOf(to) === pathname)
	const isOpen = pathname !== pathOf(view.listPath)
	const here = rows.filter(({ opensHere }) => opensHere)
	const own = here.findIndex(({ to }) => pathOf(to) === pathname)
	const [previous, next] = [here[own - 1], here[own + 1]]
	useForgetSent(view)
	return (
		<div className={deskStyles.desk} data-open={isOpen ? '' : undefined}>
			<div className={deskStyles.head}>
				<h2>受信箱</h2>
				<FilterTabs label="受信箱の状態" tabs={tabs} />
				<WorkKeys keys={keys} />
			</div>
			{view.done !== null && (
				<p className={noticeStyles.saved} role="status">
					{`${view.done}${isOpen && place >= 0 ? '次の件を開きました。' : ''}`}
					{view.donePath !== null && <Link to={view.donePath}>いまの件を見る</Link>}
				</p>
			)}
			<div className={deskStyles.list}>
				<InboxFilter view={view} />
				<Rows view={view} place={place} />
				<Pager label="受信箱のページ" {...page} />
			</div>
			<div className={`${deskStyles.item} ${isOpen ? '' : styles.closed}`}>
				{isOpen && (
					<p className={deskStyles.ways}>
						<Link className={deskStyles.back} to={view.listPath}>
							一覧へ
						</Link>
						{previous && (
							<Link to={previous.to} data-desk-key="k">
								前の件
							</Link>
						)}
						{next && (
							<Link to={next.to} data-desk-key="j">
								次の件
							</Link>
						)}
					</p>
				)}
				{!isOpen && next && (
					<p>
						<Link to={next.to} data-desk-key="j">
							はじめの件を開く
						</Link>
					</p>
				)}
				{/* Another item is another form: nothing that was typed for one may stand in the next. */}
				<Outlet key={pathname} />
			</div>
		</div>
	)
}

/** What was typed into a reply is kept by the browser until it was sent. */
function useForgetSent({ done, doneItem }: InboxView): void {
	useEffect(() => {
		const id = /^inquiry-(\d+)$/.exec(doneItem ?? '')?.[1]
		if (done !== null && id !== undefined) forgetTyped(replyPlace(Number(id)))
	}, [done, doneItem])
}

function Rows({ view: { rows, isNarrowed, allPath, query }, place }: { view: InboxView; place: number }) {
	if (rows.length === 0)
		return (
			<p className={styles.empty}>
				{isNarrowed ? (
					<>
						この条件に合うものはありません。<Link to={allPath}>条件を外す</Link>
					</>
				) : query.tab === 'due' ? (
					'お疲れさまでした。対応するものはありません。新しい依頼や問い合わせが届くと、ここに期限の順に並びます。'
				) : (
					'まだありません。'
				)}
			</p>
		)
	return (
		<nav aria-label="受信箱の一覧">
			<ol>
				{rows.map((row, index) => (
					<li key={row.key}>
						<Link to={row.to} aria-current={index === place ? 'true' : undefined} className={styles.row} data-unread={row.isUnread}>
							<strong>
								{row.isUnread && <span className="visually-hidden">未読 </span>}
								{row.title}
							</strong>
							<span className={styles.kind}>{row.kind}</span>
							<span className={deskStyles.about}>{row.about}</span>
							<span className={styles.state}>
								<Tag tone={row.isChosen ? 'good' : 'plain'}>{row.state}</Tag>
								{row.due ? (
									<span className={styles.due} data-tone={row.due.tone}>
										{row.due.isTarget ? row.due.target : row.due.left}
									</span>
								) : (
									<span className={styles.due} data-tone={row.isChosen ? 'now' : 'plain'}>
										{row.when}
									</span>
								)}
							</span>
						</Link>
					</li>
				))}
			</ol>
		</nav>
	)
}
