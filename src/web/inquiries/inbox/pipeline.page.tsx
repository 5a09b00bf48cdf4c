import { inboxStateLabels } from '../../../domain/operations/inbox-input.ts'
import { PIPELINE_DAYS, pipelineColumns, pipelineLabels } from '../../../domain/operations/performance/pipeline-input.ts'
import { readPipeline } from '../../../domain/operations/performance/pipeline.ts'
import { inboxItemPath, inboxPath, pipelinePath } from '../../../domain/shared/links.ts'
import { yen } from '../../../domain/shared/yen.ts'
import { withCtx } from '../../context.ts'
import { momentOf } from '../../format/moment.ts'
import { Head } from '../../layout/head.tsx'
import { Moment } from '../../ui/day.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import stack from '../../ui/stack.module.css'
import type { Route } from './+types/pipeline.page'
import styles from './today.module.css'

export const loader = withCtx(async (ctx) => {
	const pipeline = await readPipeline(ctx)
	return {
		columns: pipelineColumns.map((column) => {
			const { count, yen: total, cards } = pipeline[column]
			return {
				column,
				count,
				total: total > 0 ? yen(total) : null,
				isLong: count > cards.length,
				cards: cards.map((card) => ({
					key: `${card.kind}-${card.id}`,
					to: inboxItemPath(card.kind === 'lead' ? 'leads' : 'inquiries', card.id),
					title: card.title,
					person: `${card.person}さん`,
					state: inboxStateLabels[card.state],
					isChosen: card.state === 'contact',
					total: card.total === null ? null : yen(card.total),
					at: momentOf(card.at, ctx.now()),
				})),
			}
		}),
	}
})

const tabOf = { new: '', offered: 'waiting', meeting: 'waiting', won: 'won', lost: 'over' } as const

export default function PipelinePage({ loaderData: { columns } }: Route.ComponentProps) {
	return (
		<div className={stack.column}>
			<Head title="案件の流れ" description="新着から成約までの案件と、見積もりの金額です。" path={pipelinePath()} noindex />
			<h2>案件の流れ</h2>
			<p className={stack.lead}>
				{`新着から成約までの案件です。金額は、送った見積もりの合計（税込、最新の版）です。完了と失注は、直近${PIPELINE_DAYS}日の分です。`}
			</p>
			<div className={styles.board}>
				{columns.map(({ column, count, total, isLong, cards }) => (
					<section key={column} className={styles.stage} aria-labelledby={`stage-${column}`}>
						<h3 id={`stage-${column}`}>{`${pipelineLabels[column]}（${count.toLocaleString('ja-JP')}）`}</h3>
						{total !== null && <p>{total}</p>}
						{cards.length === 0 ? (
							<p className={stack.quietSmall}>ありません。</p>
						) : (
							<ul className={stack.close}>
								{cards.map(({ key, to, title, person, state, isChosen, total: amount, at }) => (
									<li key={key} className={styles.case}>
										<Link to={to}>{title}</Link>
										<span>{person}</span>
										{amount !== null && <strong>{amount}</strong>}
										<span className={stack.quietLine}>
											<Tag tone={isChosen ? 'good' : 'plain'}>{state}</Tag>
											<Moment moment={at} />
										</span>
									</li>
								))}
							</ul>
						)}
						{isLong && <Link to={inboxPath(tabOf[column] === '' ? {} : { tab: tabOf[column] })}>ほかの案件を受信箱で見る</Link>}
					</section>
				))}
			</div>
		</div>
	)
}
