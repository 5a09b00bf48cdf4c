import { leadPath, leadsPath } from '../../domain/shared/links.ts'
import { deliveryStateLabels, requestStateLabels } from '../../domain/estimates/estimate-input.ts'
import { listLeads } from '../../domain/estimates/estimate-leads.ts'
import { withCtx } from '../context.ts'
import { dueOf, momentOf } from '../format/moment.ts'
import { Head } from '../layout/head.tsx'
import { Moment } from '../ui/day.tsx'
import { DueText } from '../ui/due-text.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/mypage-leads.page'
import stack from '../ui/stack.module.css'
import styles from './estimate.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { items, page } = await listLeads(ctx, new URL(request.url).searchParams.get('page'))
	return {
		page,
		items: items.map(({ deliveredAt, dueAt, state, requestState, ...item }) => {
			const isOpen = requestState === 'sent' || requestState === 'quoted'
			return {
				...item,
				label: item.isAccepted ? '依頼先に決定' : isOpen ? deliveryStateLabels[state] : `終了（${requestStateLabels[requestState]}）`,
				isChangeAsked: isOpen && item.isChangeAsked,
				isWaiting: isOpen && (state === 'delivered' || state === 'viewed'),
				delivered: momentOf(deliveredAt, ctx.now()),
				due: dueOf(dueAt, ctx.now()),
			}
		}),
	}
})

export default function MypageLeads({ loaderData: { items, page } }: Route.ComponentProps) {
	return (
		<div className={stack.column}>
			<Head title="届いた見積もり依頼" description="事務所に届いた見積もり依頼の一覧です。" path={leadsPath()} noindex />
			<h2>届いた見積もり依頼</h2>
			<p className={styles.lead}>
				届いてから2営業日（土日・祝日を除く）のうちに、見積もりか辞退を回答してください。期限は依頼ごとに表示します。
			</p>
			{items.length === 0 ? (
				<p>届いた依頼はまだありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map((item) => (
						<li key={item.id}>
							<div className={`${stack.line} ${styles.line}`}>
								<Link to={leadPath(item.id)}>{`${item.taskName}（${item.areaName}）`}</Link>
								<Tag tone={item.isAccepted ? 'good' : item.isWaiting ? 'warn' : 'plain'}>{item.label}</Tag>
								{item.isChangeAsked && <Tag tone="warn">変更の希望あり</Tag>}
							</div>
							<p className={styles.quiet}>
								{`${item.officeName} ／ 到着 `}
								<Moment moment={item.delivered} />
								{item.isWaiting && (
									<>
										{' ／ '}
										<DueText label="回答の期限" due={item.due} />
									</>
								)}
							</p>
						</li>
					))}
				</ul>
			)}
			<Pager
				label="届いた依頼のページ"
				number={page.number}
				previous={page.previous && leadsPath(page.previous.cursor)}
				next={page.next && leadsPath(page.next.cursor)}
			/>
		</div>
	)
}
