import { redirect } from 'react-router'
import { reportContact, reportLeadDone } from '../../../domain/estimates/estimate-leads.ts'
import { closeInquiry, markEngaged, reopenInquiry, reportInquiryDone } from '../../../domain/inquiries/inquiry-actions.ts'
import type { Ctx } from '../../../domain/shared/context.ts'
import { type InboxKind, inboxStateLabels } from '../../../domain/operations/inbox/inbox-input.ts'
import {
	PIPELINE_DAYS,
	pipelineColumns,
	pipelineLabels,
	type PipelineMove,
	pipelineMoves,
	pipelineMovesOf,
} from '../../../domain/operations/performance/pipeline-input.ts'
import { readPipeline } from '../../../domain/operations/performance/pipeline.ts'
import { inboxItemPath, inboxPath, pipelinePath } from '../../../domain/shared/links.ts'
import { yen } from '../../../domain/shared/yen.ts'
import { withCtx } from '../../context.ts'
import { momentOf } from '../../format/moment.ts'
import { Head } from '../../layout/head.tsx'
import { Moment } from '../../ui/day.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { targetFields } from '../../forms/form-fields.server.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { pageAction } from '../../forms/page-action.server.ts'
import { formToken } from '../../session/form-token.server.ts'
import notice from '../../ui/notice.module.css'
import stack from '../../ui/stack.module.css'
import type { Route } from './+types/pipeline.page'
import styles from './today.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const pipeline = await readPipeline(ctx)
	const moved = new URL(request.url).searchParams.get('moved') ?? ''
	return {
		csrfToken: formToken(context, request),
		done: isMove(moved) ? pipelineMoves[moved].done : null,
		columns: pipelineColumns.map((column) => {
			const { count, yen: total, cards } = pipeline[column]
			return {
				column,
				count,
				total: total > 0 ? yen(total) : null,
				isLong: count > cards.length,
				cards: cards.map((card) => ({
					key: `${card.kind}-${card.id}`,
					id: card.id,
					kind: card.kind,
					moves: pipelineMovesOf(card.kind, card.state),
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

const isMove = (name: string): name is PipelineMove => Object.hasOwn(pipelineMoves, name)

const move = (name: PipelineMove, command: (ctx: Ctx, id: number) => Promise<void>) => ({
	[name]: {
		input: targetFields,
		async run(ctx: Ctx, { targetId }: { targetId: number }) {
			await command(ctx, targetId)
			return redirect(pipelinePath({ moved: name }), 303)
		},
	},
})

export const action = pageAction({
	...move('lead-contacted', reportContact),
	...move('lead-done', reportLeadDone),
	...move('inquiry-engage', markEngaged),
	...move('inquiry-done', reportInquiryDone),
	...move('inquiry-close', closeInquiry),
	...move('inquiry-reopen', reopenInquiry),
})

/** A lead and an inquiry may have one number. */
const ownMoves = (kind: InboxKind) =>
	Object.keys(pipelineMoves)
		.filter(isMove)
		.filter((name) => name.startsWith(`${kind}-`))

const tabOf = { new: '', offered: 'waiting', meeting: 'waiting', won: 'won', lost: 'over' } as const

export default function PipelinePage({ loaderData: { columns, csrfToken, done }, actionData: formState }: Route.ComponentProps) {
	return (
		<div className={stack.column}>
			<Head title="案件の流れ" description="新着から成約までの案件と、見積もりの金額です。" path={pipelinePath()} noindex />
			<h2>案件の流れ</h2>
			<p className={stack.lead}>
				{`新着から成約までの案件です。金額は、送った見積もりの合計（税込、最新の版）です。完了した案件と成約せずに終わった案件は、直近${PIPELINE_DAYS}日の分です。`}
			</p>
			{done !== null && !formState && <output className={notice.saved}>{done}</output>}
			<div className={styles.board}>
				{columns.map(({ column, count, total, isLong, cards }) => (
					<section key={column} className={styles.stage} aria-labelledby={`stage-${column}`}>
						<h3 id={`stage-${column}`}>{`${pipelineLabels[column]}（${count.toLocaleString('ja-JP')}）`}</h3>
						{total !== null && <p>{total}</p>}
						{cards.length === 0 ? (
							<p className={stack.quietSmall}>ありません。</p>
						) : (
							<ul className={stack.close}>
								{cards.map(({ key, id, kind, moves, to, title, person, state, isChosen, total: amount, at }) => (
									<li key={key} className={styles.case}>
										<Link to={to}>{title}</Link>
										<span>{person}</span>
										{amount !== null && <strong>{amount}</strong>}
										<span className={stack.quietLine}>
											<Tag tone={isChosen ? 'good' : 'plain'}>{state}</Tag>
											<Moment moment={at} />
										</span>
										<Moves id={id} kind={kind} moves={moves} title={title} csrfToken={csrfToken} formState={formState} />
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

/** Moves a card on without opening the case; a refusal stands in the card. */
function Moves({
	id,
	kind,
	moves,
	title,
	csrfToken,
	formState,
}: {
	id: number
	kind: InboxKind
	moves: readonly PipelineMove[]
	title: string
	csrfToken: string
	formState: FormState | undefined
}) {
	const refused = ownMoves(kind)
		.map((name) => formStateFor(formState, name, id))
		.find((one) => one !== undefined)
	if (moves.length === 0 && refused === undefined) return null
	return (
		<details className={styles.moves} open={refused !== undefined}>
			<summary aria-label={`${title}を進める`}>進める</summary>
			<ErrorSummary formState={refused} />
			{moves.map((name) => (
				<form key={name} method="post">
					<HiddenFields csrfToken={csrfToken} intent={name} targetId={id} />
					<button type="submit" className="button" data-kind="quiet">
						{pipelineMoves[name].label}
					</button>
				</form>
			))}
		</details>
	)
}
