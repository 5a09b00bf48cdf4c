import { questionForms } from './question-actions.server.ts'
import { answerFormPath, questionPath, questionsPath, writePath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { LEGAL_NOTICE, parseAnswersCursor, questionSearch, emptyQuestionQuery } from '../../domain/questions/input.ts'
import { firstOfficesTags, listFirstOffices } from '../../domain/listings/office-list.ts'
import { areaName, japan } from '../../domain/geography/areas.ts'
import { readTaskSuggestions } from '../../domain/questions/question-tasks.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { getQuestion } from '../../domain/questions/question-page.ts'
import { choiceSlot } from '../../http/slots.ts'
import { cacheable, cacheHeaders, slotsContext, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { orMerged } from '../seo/moved.server.ts'
import { loginPath } from '../session/redirect-target.ts'
import { FavouriteButton, MarkButtons } from '../social/mark-buttons.tsx'
import { readOwnMarks } from '../social/own-marks.server.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { ReportLink } from '../ui/report-link.tsx'
import type { Route } from './+types/question.page'
import { NearOffices, NoAnswers } from './near-offices.tsx'
import { AnswerArticle } from './answer-article.tsx'
import { AskersTools } from './askers-tools.tsx'
import { ForgetPosted } from './forget-posted.tsx'
import { newFormKeys } from '../forms/client-key.server.ts'
import { pageAction } from '../forms/page-action.server.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { formStateFor } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { stateLabel } from './question-item.ts'
import { TaskOfQuestion } from './task-of-question.tsx'
import { QuestionArticle } from './question-article.tsx'
import { questionJsonLd } from './question-json-ld.ts'
import { descriptionOf, type QuestionView, viewQuestion } from './question-view.ts'
import stack from '../ui/stack.module.css'
import styles from './question.module.css'

const NEAR_OFFICES = 3

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const id = parseId(params.id)
	const cursor = parseAnswersCursor(new URL(request.url).searchParams.get('page'))
	const question = await orMerged(ctx, id, getQuestion(ctx, id, cursor))
	const isMember = ctx.viewer.kind === 'member'
	const asks = isMember && question.tasks.length === 0
	// The lists contain only offices that may lawfully do the task.
	const near = { scopeId: (question.tasks[0] ?? question.taskCategory).id, area: question.prefecture ?? japan }
	const [suggestions, choices, offices] = await Promise.all([
		asks ? readTaskSuggestions(ctx, id) : null,
		question.can.suggestTask.allowed ? listTasks(ctx, { taskCategoryId: question.taskCategory.id }) : [],
		question.hidden ? [] : listFirstOffices(ctx, { ...near, limit: NEAR_OFFICES }),
	])
	return cacheable(
		{
			question: viewQuestion(question, context.get(slotsContext) ? (answerId) => choiceSlot(`helpful-${answerId}`) : null),
			near: { offices, scopeId: near.scopeId, listPath: listPath(near), areaName: areaName(near.area) },
			cursor,
			suggestions,
			choices: choices.map(({ id: taskId, name }) => ({ id: taskId, name })),
			/** What the forms of signed-in people carry; the pages of visitors are the same for all. */
			forms: isMember ? newFormKeys(context, request) : null,
			marks: await readOwnMarks(ctx, { kind: 'question', targetId: id }, { context, request }),
			isExpert: ctx.viewer.kind === 'member' && ctx.viewer.isExpert,
		},
		[
			`question:${id}`,
			...question.answers.flatMap(({ expert }) => (expert.id === null ? [] : [`expert:${expert.id}`])),
			...question.similar.map((one) => `question:${one.id}`),
			'taxonomy',
			...firstOfficesTags(near.scopeId, near.area, offices),
		],
	)
})

export const action = pageAction(questionForms)

export default function QuestionPage({
	loaderData: { question, near, cursor, suggestions, choices, forms, marks, isExpert },
	actionData: formState,
}: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const { id, title, taskCategory } = question
	const path = questionPath(id)
	const isPublic = question.hiddenReason === null && !question.awaitsAddress
	const crumbs = [
		{ label: 'みんなの質問', path: questionsPath() },
		{ label: taskCategory.name, path: questionsPath(questionSearch({ ...emptyQuestionQuery, categoryId: taskCategory.id })) },
		{ label: title, path },
	]
	// Who comes to read meets the answers first; who may answer, or finds none, the way to write one.
	const invitesFirst = question.can.answer.allowed || question.answers.length === 0
	const invitation = <AnswerInvitation question={question} isExpert={isExpert} isVisitor={forms === null} />
	const pagePath = (cursor: string | null) => (cursor === null ? path : `${path}?page=${cursor}`)
	return (
		<>
			<Head
				title={title}
				description={descriptionOf(question)}
				path={pagePath(cursor)}
				image={`/ogp/question/${id}.png`}
				type="article"
				noindex={!isPublic}
				jsonLd={isPublic ? [questionJsonLd(publicUrl, question), breadcrumbJsonLd(publicUrl, crumbs)] : []}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${styles.page}`}>
				<div className={styles.main}>
					{forms && <ForgetPosted questionId={id} title={title} hasAnswered={question.viewersAnswerId !== null} />}
					<ErrorSummary
						formState={
							formState && formState.targetId === '' && !['addendum', 'suggestTask'].includes(formState.intent) ? formState : undefined
						}
					/>
					<QuestionArticle question={question} />
					{!question.awaitsAddress && (
						<MarkButtons>
							<FavouriteButton kind="question" targetId={id} marks={marks} back={path} />
							{!question.isViewersOwn && <ReportLink kind="question" id={id} label="質問" />}
						</MarkButtons>
					)}
					{question.isViewersOwn && forms && <AskersTools question={question} forms={forms} formState={formState} />}
					{forms && suggestions && (
						<TaskOfQuestion question={question} suggestions={suggestions} choices={choices} forms={forms} formState={formState} />
					)}
					{invitesFirst && invitation}
					{!question.awaitsAddress && <Answers question={question} forms={forms} formState={formState} pagePath={pagePath} />}
					{!invitesFirst && invitation}
					{isPublic && <NearOffices near={near} />}
				</div>
				<aside className={styles.side} aria-label="関連する情報">
					<Related question={question} />
				</aside>
			</div>
		</>
	)
}

/** For experts: the way to the form, or why it stays closed. */
function AnswerInvitation({ question, isExpert, isVisitor }: { question: QuestionView; isExpert: boolean; isVisitor: boolean }) {
	const { id, can, reserved, isViewersOwn } = question
	if (isViewersOwn || question.viewersAnswerId !== null) return null
	return (
		<div className={styles.invitation}>
			{reserved.map(({ scopeId, taskName, part, law, professions }) => (
				<p key={`${taskName}${part}`} className={styles.quiet}>
					{`「${taskName}」の${part}は、${law}により、${professions.join('・')}だけが回答できます。`}
					<Link to={listPath({ scopeId, area: japan })}>{`${taskName}を行える事務所`}</Link>
				</p>
			))}
			{can.answer.allowed ? (
				<Link className="button" to={answerFormPath(id)}>
					この質問に回答する
				</Link>
			) : isVisitor ? (
				<p className={`no-print ${styles.quiet}`}>
					専門家の方は、
					<Link to={loginPath(answerFormPath(id))}>ログインして回答</Link>
					できます。
				</p>
			) : (
				isExpert && can.answer.reason !== 'reserved' && <p className={styles.quiet}>{can.answer.message}</p>
			)}
		</div>
	)
}

function Related({ question: { similar, tasks, taskCategory, isViewersOwn } }: { question: QuestionView }) {
	const scopes = [...tasks, taskCategory]
	return (
		<>
			{similar.length > 0 && (
				<section aria-labelledby="similar">
					<h2 id="similar">似た質問</h2>
					<ul className={`${stack.ruledSmall} ${styles.links}`}>
						{similar.map((one) => (
							<li key={one.id}>
								<Link to={questionPath(one.id)}>{one.title}</Link>
								<small>{`${stateLabel(one.state)}・回答${one.answerCount.toLocaleString('ja-JP')}件`}</small>
							</li>
						))}
					</ul>
				</section>
			)}
			<section aria-labelledby="offices">
				<h2 id="offices">相談できる事務所を探す</h2>
				<ul className={`${stack.ruledSmall} ${styles.links}`}>
					{scopes.map(({ id, name }) => (
						<li key={id}>
							<Link to={listPath({ scopeId: id, area: japan })}>{`${name}の事務所`}</Link>
						</li>
					))}
				</ul>
			</section>
			{!isViewersOwn && (
				<section className={styles.ask} aria-labelledby="ask">
					<h2 id="ask">同じことで困っていますか</h2>
					<p>状況が違えば、答えも変わります。名前を出さずに質問できます。</p>
					<Link className="button" data-kind="quiet" to={writePath()}>
						質問する
					</Link>
				</section>
			)}
		</>
	)
}

function Answers({
	question,
	forms,
	formState,
	pagePath,
}: Pick<Route.ComponentProps['loaderData'], 'question' | 'forms'> & {
	formState: Route.ComponentProps['actionData']
	pagePath: (cursor: string | null) => string
}) {
	const { answersPage } = question
	return (
		<section className={styles.answers} aria-labelledby="answers">
			<h2 id="answers">{`回答（${question.answerCount.toLocaleString('ja-JP')}件）`}</h2>
			{question.answers.length === 0 && <NoAnswers scopeId={(question.tasks[0] ?? question.taskCategory).id} />}
			{question.answers.map((answer) => (
				<AnswerArticle
					key={answer.id}
					answer={answer}
					question={question}
					forms={forms}
					loginTo={loginPath(questionPath(question.id))}
					formState={['vote', 'unvote', 'accept', 'withdraw', 'thank', 'comment']
						.map((intent) => formStateFor(formState, intent, answer.id))
						.find((one) => one !== undefined)}
				/>
			))}
			<Pager
				label="回答のページ"
				number={answersPage.number}
				previous={answersPage.previous && pagePath(answersPage.previous.cursor)}
				next={answersPage.next && pagePath(answersPage.next.cursor)}
			/>
			<p className={styles.notice}>{LEGAL_NOTICE}</p>
		</section>
	)
}
