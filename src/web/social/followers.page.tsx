import { listFollowers } from '../../domain/social/follows.ts'
import { questionsPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Day } from '../ui/day.tsx'
import { dayOf } from '../format/day.ts'
import { Link } from '../ui/link.tsx'
import { Empty } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/followers.page'
import stack from '../ui/stack.module.css'
import styles from './social.module.css'

const pathOf = (cursor: string | null) => (cursor === null ? '/follower' : `/follower?page=${cursor}`)

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { items, total, page } = await listFollowers(ctx, new URL(request.url).searchParams.get('page'))
	return { items: items.map(({ name, followedAt }) => ({ name, followed: dayOf(followedAt) })), total, page }
})

export default function FollowersPage({ loaderData: { items, total, page } }: Route.ComponentProps) {
	return (
		<>
			<Head title="フォロワー" description="あなたをフォローしている人です。" path="/follower" noindex />
			<div className={styles.page}>
				<h1>フォロワー</h1>
				<p>
					<Link to="/follow">フォロー中の専門家</Link>
				</p>
				{items.length === 0 ? (
					<Empty scene="meeting" title="フォロワーはまだいません。">
						<p>
							<Link to={questionsPath()}>みんなの質問</Link>
							に回答すると、回答を読んだ人があなたのページからフォローできます。
						</p>
					</Empty>
				) : (
					<>
						<p className={styles.quiet}>{`${total.toLocaleString('ja-JP')}人。匿名の設定をしている人は「匿名ユーザー」と表示します。`}</p>
						<ul className={stack.ruled}>
							{items.map(({ name, followed }, place) => (
								// Followers have no id here: an expert must not be able to tell them apart by one.
								// oxlint-disable-next-line react/no-array-index-key
								<li key={place} className={styles.follower}>
									<span>{name}</span>
									<small>
										<Day day={followed} />
										から
									</small>
								</li>
							))}
						</ul>
					</>
				)}
				<Pager
					label="フォロワーのページ"
					number={page.number}
					previous={page.previous && pathOf(page.previous.cursor)}
					next={page.next && pathOf(page.next.cursor)}
				/>
			</div>
		</>
	)
}
