import { incidentState, listNotices, NOTICES_TAG } from '../../domain/operations/incident-notices.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { contactPath, noticeFeedPath, noticePath, noticesPath } from '../../domain/shared/links.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/notices.page'
import { NoticeTags } from './notice-parts.tsx'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { items, page } = await listNotices(ctx, new URL(request.url).searchParams.get('page'))
	return cacheable(
		{
			notices: items.map((item) => ({
				id: item.id,
				kind: item.kind,
				title: item.title,
				scope: item.scope,
				state: incidentState(item),
				began: momentText(item.beganAt),
				resolved: item.resolvedAt && momentText(item.resolvedAt),
			})),
			page,
		},
		[NOTICES_TAG],
	)
})

const crumbs = [{ label: '障害・事故のお知らせ', path: noticesPath() }]

export default function NoticesPage({ loaderData: { notices, page } }: Route.ComponentProps) {
	const { publicUrl, name } = useSite()
	return (
		<>
			<Head
				title="障害・事故のお知らせ"
				description={`${name}で起きた障害や事故、予定している作業と、その経過をお知らせします。`}
				path={noticesPath()}
				noindex={page.number > 1}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<link rel="alternate" type="application/rss+xml" title="障害・事故のお知らせ" href={noticeFeedPath()} />
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${stack.column}`}>
				<header className={stack.close}>
					<h1>障害・事故のお知らせ</h1>
					<p className={stack.lead}>
						使えない機能があったとき、個人情報にかかわる事故があったとき、止まる作業を予定しているときに、範囲と経過をここでお知らせします。
					</p>
				</header>
				{notices.length === 0 ? (
					<Empty scene="call" title="お知らせはまだありません。">
						<p>
							お困りのことがあるときは、<Link to={contactPath()}>お問い合わせ</Link>からお知らせください。
						</p>
					</Empty>
				) : (
					<ul className={stack.ruled}>
						{notices.map(({ id, kind, title, scope, state, began, resolved }) => (
							<li key={id} className={stack.entry}>
								<NoticeTags kind={kind} state={state} />
								<h2>
									<Link to={noticePath(id)}>{title}</Link>
								</h2>
								<p>{`影響の範囲：${scope}`}</p>
								<p>{`${began}から${resolved === null ? '' : `${resolved}まで`}`}</p>
							</li>
						))}
					</ul>
				)}
				<Pager
					number={page.number}
					previous={page.previous && noticesPath(page.previous.cursor)}
					next={page.next && noticesPath(page.next.cursor)}
					label="お知らせのページ"
				/>
				<p className={stack.line}>
					<a href={noticeFeedPath()}>新しいお知らせをフィード（RSS）で受け取る</a>
					<Link to={contactPath()}>ここにない不具合を知らせる</Link>
				</p>
			</div>
		</>
	)
}
