import { redirect } from 'react-router'
import { z } from 'zod'
import { closeBanner, getAnnouncement } from '../../domain/operations/announcements/banners.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { announcementPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { redirectTarget } from '../session/redirect-target.ts'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/announcement.page'
import { Lines } from './notice-parts.tsx'

function idOf(typed: string | undefined): number {
	if (typed === undefined || !/^[1-9]\d{0,8}$/.test(typed)) throw notFound('announcement')
	return Number(typed)
}

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const { id, title, body, linkPath, startsAt } = await getAnnouncement(ctx, idOf(params.id))
	return { id, title, body, linkPath, since: momentText(startsAt) }
})

/** Closes the banner; the page that it was closed on is opened again, without it. */
export const action = pageAction({
	close: {
		input: z.object({ back: z.string().max(2_000).catch('/') }),
		async run(ctx, { back }, { params }) {
			await closeBanner(ctx, idOf(params['id']))
			return redirect(redirectTarget(back), 303)
		},
	},
})

export default function AnnouncementPage({ loaderData: { id, title, body, linkPath, since } }: Route.ComponentProps) {
	return (
		<>
			<Head title={title} description="運営からの案内です。" path={announcementPath(id)} noindex />
			<article className={`content ${stack.page}`}>
				<header className={stack.close}>
					<h1>{title}</h1>
					<p className={stack.quietSmall}>{`運営からの案内・${since}`}</p>
				</header>
				<Lines text={body} />
				{linkPath !== null && (
					<p>
						<Link className="button" to={linkPath}>
							詳しく見る
						</Link>
					</p>
				)}
			</article>
		</>
	)
}
