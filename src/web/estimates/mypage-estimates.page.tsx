import { estimateFormPath, estimatePath, estimatesPath } from '../../domain/shared/links.ts'
import { requestStateLabels } from '../../domain/estimates/estimate-input.ts'
import { listMyEstimates } from '../../domain/estimates/estimate-requests.ts'
import { withCtx } from '../context.ts'
import { dueOf, momentOf } from '../format/moment.ts'
import { Head } from '../layout/head.tsx'
import { Moment } from '../ui/day.tsx'
import { DueText } from '../ui/due-text.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/mypage-estimates.page'
import stack from '../ui/stack.module.css'
import styles from './estimate.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { items, page } = await listMyEstimates(ctx, new URL(request.url).searchParams.get('page'))
	return {
		page,
		items: items.map(({ sentAt, expiresAt, ...item }) => ({
			...item,
			stateLabel: requestStateLabels[item.state],
			isOpen: item.state === 'sent' || item.state === 'quoted',
			sent: momentOf(sentAt, ctx.now()),
			expires: dueOf(expiresAt, ctx.now()),
		})),
	}
})

export default function MypageEstimates({ loaderData: { items, page } }: Route.ComponentProps) {
	return (
		<div className={stack.column}>
			<Head title="見積もり依頼" description="あなたの見積もり依頼の一覧です。" path={estimatesPath()} noindex />
			<h2>見積もり依頼</h2>
			{items.length === 0 && (
				<Empty scene="desk" title="まだ見積もりを頼んでいません。">
					<p>業務と地域を選ぶと、いくつかの事務所に一度に頼めます。料金はかかりません。</p>
				</Empty>
			)}
			<p>
				<Link className="button" data-kind="quiet" to={estimateFormPath()}>
					新しく見積もりを頼む
				</Link>
			</p>
			{items.length > 0 && (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map((item) => (
						<li key={item.id}>
							<div className={`${stack.line} ${styles.line}`}>
								<Link to={estimatePath(item.id)}>{item.taskName}</Link>
								<Tag tone={item.isOpen ? 'accent' : 'plain'}>{item.stateLabel}</Tag>
								<span>{`見積もり ${item.quoteCount}／${item.officeCount}か所`}</span>
							</div>
							<p className={styles.quiet}>
								{`${item.areaName} ／ `}
								<Moment moment={item.sent} />
								に依頼
							</p>
							{item.isOpen && (
								<p>
									<DueText label="依頼の期限" due={item.expires} />
								</p>
							)}
						</li>
					))}
				</ul>
			)}
			<Pager
				label="見積もり依頼のページ"
				number={page.number}
				previous={page.previous && estimatesPath(page.previous.cursor)}
				next={page.next && estimatesPath(page.next.cursor)}
			/>
		</div>
	)
}
