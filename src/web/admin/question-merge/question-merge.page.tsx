import { redirect } from 'react-router'
import { z } from 'zod'
import { decisionSchema } from '../../../domain/moderation/schemas.ts'
import { reportLengths } from '../../../domain/moderation/input.ts'
import {
	findOwnMerge,
	getMergeSide,
	listMergeTargets,
	type MergeSide,
	orderMerge,
	readMergePlan,
	settleDueMerges,
	undoMerge,
} from '../../../domain/operations/question-merges/question-merges.ts'
import { parseMarkdown } from '../../../domain/questions/markdown.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { questionMergePath, staffQuestionsPath } from '../../../domain/shared/links.ts'
import { shortLine } from '../../../domain/shared/text-input.ts'
import { noFields, targetFields } from '../../forms/form-fields.server.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { TextFilter } from '../text-filter.tsx'
import { UndoNote } from '../queues/undo-note.tsx'
import type { Route } from './+types/question-merge.page'
import { Effects, Side } from './merge-parts.tsx'
import sideStyles from './question-merge.module.css'

function idOf(typed: string | undefined): number {
	const id = parseId(typed ?? '')
	if (id === 0) throw notFound('question')
	return id
}

const viewSide = ({ id, title, body, createdAt, hiddenReason, taskNames, answers }: MergeSide) => ({
	id,
	title,
	body,
	hiddenReason,
	at: momentText(createdAt.getTime()),
	tasks: taskNames.join('、'),
	answers: answers.map((answer) => ({
		id: answer.id,
		expertName: answer.expertName,
		isBest: answer.isBest,
		blocks: parseMarkdown(answer.body),
	})),
})

/** A question and what it could be merged into, or both side by side with what the merge would do. */
export const loader = staffLoader(['moderator'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const id = idOf(params.id)
	const search = new URL(request.url).searchParams
	const typed = shortLine(search.get('q') ?? '', 60)
	// A number alone names the question.
	const intoId = parseId(search.get('into') ?? '') || (/^\d+$/.test(typed) ? parseId(typed) : 0)
	const orderId = parseId(search.get('order') ?? '')
	const from = await getMergeSide(ctx, id)
	const [into, plan, targets, order] = await Promise.all([
		intoId > 0 && intoId !== id ? getMergeSide(ctx, intoId).catch(() => null) : null,
		intoId > 0 && intoId !== id ? readMergePlan(ctx, id, intoId) : null,
		intoId > 0 ? [] : listMergeTargets(ctx, id, typed),
		orderId > 0 ? findOwnMerge(ctx, orderId) : null,
	])
	return {
		from: viewSide(from),
		into: into && viewSide(into),
		isUnknown: intoId > 0 && into === null,
		plan,
		targets,
		typed,
		order: order && {
			id: order.id,
			outcome: order.outcome,
			failure: order.failure,
			seconds: Math.max(0, Math.ceil((order.dueAt.getTime() - ctx.now().getTime()) / 1_000)),
		},
		csrfToken: formToken(context, request),
	}
})

const reason = z.object({ reason: decisionSchema.shape.reason })

export const action = staffAction(['moderator'], 'verdict', {
	merge: {
		input: reason.extend(targetFields.shape),
		async run(ctx, input, { params }) {
			const fromId = idOf(params['id'])
			await settleDueMerges(ctx)
			const { id } = await orderMerge(ctx, { fromId, toId: input.targetId, reason: input.reason })
			return redirect(questionMergePath(fromId, { into: input.targetId, order: id }), 303)
		},
	},
	undo: {
		input: targetFields,
		async run(ctx, { targetId }, { params, request }) {
			await undoMerge(ctx, targetId)
			const into = parseId(new URL(request.url).searchParams.get('into') ?? '')
			return redirect(questionMergePath(idOf(params['id']), { into, order: targetId }), 303)
		},
	},
	settle: {
		input: noFields,
		async run(ctx, _input, { request }) {
			await settleDueMerges(ctx)
			const { pathname, search } = new URL(request.url)
			return redirect(`${pathname}${search}`, 303)
		},
	},
})

type Data = Route.ComponentProps['loaderData']

export default function QuestionMergePage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { from, into, order, csrfToken } = loaderData
	return (
		<div className={styles.body}>
			<Head title="質問を統合する" description="同じ内容の質問を一つにします。" path={questionMergePath(from.id)} noindex />
			<p>
				<Link to={staffQuestionsPath(`?id=${from.id}`)}>質問と回答</Link>
			</p>
			<h1>{`質問${from.id}を統合する`}</h1>
			<ErrorSummary formState={formState?.intent === 'undo' ? formState : undefined} />
			{order && <Ordered order={order} csrfToken={csrfToken} />}
			{into ? <Merge {...loaderData} into={into} formState={formState} /> : <Choose {...loaderData} />}
		</div>
	)
}

function Ordered({ order, csrfToken }: { order: NonNullable<Data['order']>; csrfToken: string }) {
	if (order.outcome === null && order.seconds > 0) return <UndoNote undo={order} csrfToken={csrfToken} />
	const sentence = {
		applied: '統合しました。元の質問のアドレスは、統合した先に転送されます。関係する方にお知らせしました。',
		undone: '統合を取り消しました。まだ何も変わっていません。',
		failed: order.failure ?? '統合できませんでした。',
		waiting: '統合しています。1分ほどで反映されます。',
	}[order.outcome ?? 'waiting']
	return (
		<p className={order.outcome === 'failed' ? styles.failure : styles.done} role="status">
			{sentence}
		</p>
	)
}

function Choose({ from, targets, typed, isUnknown }: Data) {
	return (
		<>
			<Side label="統合する質問" side={from} />
			<section className={styles.section} aria-labelledby="targets">
				<h2 id="targets">統合する先を選ぶ</h2>
				<TextFilter label="言葉、または質問の番号" words={typed} />
				{isUnknown && <p className={styles.warn}>この番号の質問には統合できません。別の質問を選んでください。</p>}
				{!isUnknown && targets.length === 0 && (
					<p className={styles.empty}>
						{typed === '' ? '似た質問は見つかりませんでした。言葉で探してください。' : `「${typed}」をすべて含む質問はありません。`}
					</p>
				)}
				{targets.length > 0 && (
					<>
						<p className={styles.quiet}>{typed === '' ? '似た質問' : '見つかった質問'}</p>
						<ul className={`${stack.rows} ${styles.list}`}>
							{targets.map(({ id, title, answerCount }) => (
								<li key={id}>
									<Link to={questionMergePath(from.id, { into: id })}>{title}</Link>
									<p className={styles.quiet}>{`番号 ${id}・回答 ${answerCount}件`}</p>
								</li>
							))}
						</ul>
					</>
				)}
			</section>
		</>
	)
}

function Merge({
	from,
	into,
	plan,
	order,
	csrfToken,
	formState,
}: Data & { into: NonNullable<Data['into']>; formState: FormState | undefined }) {
	const own = formStateFor(formState, 'merge', into.id)
	const isOver = order !== null && order.outcome !== 'undone' && order.outcome !== 'failed'
	return (
		<>
			<div className={sideStyles.pair}>
				<Side label="統合する質問（なくなります）" side={from} />
				<Side label="残す質問" side={into} />
			</div>
			{!isOver && plan && (
				<section className={styles.section} aria-labelledby="merge">
					<h2 id="merge">統合すると</h2>
					<Effects plan={plan} />
					<form method="post" className={formStyles.form} noValidate>
						<ErrorSummary formState={own} />
						<HiddenFields csrfToken={csrfToken} intent="merge" targetId={into.id} />
						<TextArea
							id="merge-reason"
							name="reason"
							label="理由"
							hint={`${reportLengths.reason.min}〜${reportLengths.reason.max}文字。操作の記録に残ります。`}
							rows={2}
							formState={own}
						/>
						<div className={formStyles.buttons}>
							<button type="submit" className="button">
								統合する
							</button>
							<Link to={questionMergePath(into.id, { into: from.id })}>逆にする（こちらを残す）</Link>
							<Link to={questionMergePath(from.id)}>別の質問を選ぶ</Link>
						</div>
						<p className={styles.quiet}>10秒のあいだは取り消せます。</p>
					</form>
				</section>
			)}
		</>
	)
}
