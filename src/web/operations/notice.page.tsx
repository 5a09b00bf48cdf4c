import { getNotice, incidentState, NOTICES_TAG } from '../../domain/operations/incident-notices.ts'
import { incidentKindLabel } from '../../domain/operations/incident-input.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { contactPath, noticePath, noticesPath } from '../../domain/shared/links.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/notice.page'
import { Lines, NoticeTags } from './notice-parts.tsx'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	if (!/^[1-9]\d{0,8}$/.test(params.id)) throw notFound('notice')
	const { beganAt, publishedAt, resolvedAt, updates, ...notice } = await getNotice(ctx, Number(params.id))
	return cacheable(
		{
			notice: {
				...notice,
				state: incidentState({ publishedAt, resolvedAt }),
				began: momentText(beganAt),
				published: momentText(publishedAt ?? beganAt),
				resolved: resolvedAt && momentText(resolvedAt),
				updates: updates.map(({ postedAt, ...one }) => ({ ...one, posted: momentText(postedAt) })),
			},
		},
		[NOTICES_TAG],
	)
})

export default function NoticePage({ loaderData: { notice } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const { id, kind, title, scope, body, state, began, published, resolved, updates } = notice
	const crumbs = [
		{ label: '障害・事故のお知らせ', path: noticesPath() },
		{ label: title, path: noticePath(id) },
	]
	return (
		<>
			<Head
				title={title}
				description={`${incidentKindLabel(kind)}のお知らせです。影響の範囲：${scope}。${began}から。`}
				path={noticePath(id)}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<article className={`content ${stack.column}`}>
				<header className={stack.close}>
					<NoticeTags kind={kind} state={state} />
					<h1>{title}</h1>
				</header>
				<FactList
					rows={[
						{ label: '影響の範囲', value: scope },
						{ label: '始まり', value: began },
						{ label: '解決', value: resolved ?? (kind === 'maintenance' ? '作業の終わりを待っています' : 'まだ解決していません') },
					]}
				/>
				<section className={stack.close} aria-labelledby="first-report">
					<h2 id="first-report">{`第1報（${published}）`}</h2>
					<Lines text={body} />
				</section>
				{updates.map((update, index) => (
					<section key={update.id} className={stack.close} aria-labelledby={`update-${update.id}`}>
						<h2 id={`update-${update.id}`}>{`第${index + 2}報（${update.posted}）`}</h2>
						<Lines text={update.body} />
					</section>
				))}
				<p className={stack.line}>
					<Link to={noticesPath()}>ほかのお知らせ</Link>
					<Link to={contactPath()}>この件で問い合わせる</Link>
				</p>
			</article>
		</>
	)
}
