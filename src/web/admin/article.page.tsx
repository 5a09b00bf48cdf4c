import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { articlePath, articleReviewPath, expertPath } from '../../domain/shared/links.ts'
import { Head } from '../layout/head.tsx'
import stack from '../ui/stack.module.css'
import { ArticleFields } from '../articles/article-fields.tsx'
import { ArticleMessage, Revisions } from '../articles/article-messages.tsx'
import { type ArticleOutcome, stageLabel, stageTone, valuesOf } from '../articles/article-outcome.ts'
import { formStateOf } from '../forms/form-outcome.ts'
import { Autosave } from '../articles/autosave.tsx'
import { parseId } from '../../domain/shared/ids.ts'
import { formStateFor, textIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { getArticleForReview } from '../../domain/articles/article-approval.ts'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { InputField } from '../forms/field.tsx'
import { DoneNote, LateDecision } from './done-note.tsx'
import type { Route } from './+types/article.page'
import { articleForms, viewForEdit } from './article-actions.server.ts'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'

import editor from '../articles/article-editor.module.css'
import styles from '../forms/form.module.css'

export const loader = staffLoader(['editor'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const [article, tasks] = await Promise.all([getArticleForReview(ctx, parseId(params.id)), listTasks(ctx)])
	return {
		article: viewForEdit(article),
		values: valuesOf(article),
		done: new URL(request.url).searchParams.get('done'),
		tasks: tasks.map(({ id, name, taskCategoryId }) => ({ id, name, categoryId: taskCategoryId })),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['editor'], 'by-action', articleForms)

/** Autosave must not revalidate: the form keeps the version that it loaded. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	formMethod === undefined && defaultShouldRevalidate

type Data = Route.ComponentProps['loaderData']

export default function AdminArticlePage({ loaderData, actionData }: Route.ComponentProps) {
	const { article, csrfToken } = loaderData
	const outcome: ArticleOutcome | undefined = actionData
	const formState = formStateOf(outcome)
	const ofActs = formState && ['return', 'unlist', 'relist', 'discard'].includes(formState.intent) ? formState : undefined
	const ofForm = ofActs ? undefined : outcome
	const canReturn = article.stage === 'submitted'
	const canUnlist = article.slug !== null && !article.isUnlisted
	const values = ofForm?.values ?? loaderData.values
	const version = ofForm && ofForm.kind !== undefined ? `${ofForm.version}` : (textIn(ofForm?.values, 'version') ?? `${article.version}`)
	return (
		<>
			<Head title={`${article.title}の確認`} description="記事の確認と公開です。" path={articleReviewPath(article.id)} noindex />
			<h1>{article.title}</h1>
			<LateDecision formState={ofActs} forms={[...(canReturn ? ['return:'] : []), ...(canUnlist ? ['unlist:'] : [])]} />
			{!outcome && <DoneNote done={loaderData.done} />}
			<State article={article} />
			<form method="post" className={stack.narrow} noValidate key={article.id}>
				<ArticleMessage outcome={ofForm} />
				<HiddenFields csrfToken={csrfToken} />
				<ArticleFields values={values} formState={formStateOf(ofForm)} tasks={loaderData.tasks} supervised />
				<Slug article={article} typed={textIn(values, 'slug')} error={formState?.fields['slug']} />
				<Autosave version={version} />
				<div className={styles.buttons}>
					<button type="submit" name="intent" value="save" className="button" data-kind="quiet">
						保存する
					</button>
					<button type="submit" name="intent" value="preview" className="button" data-kind="quiet">
						保存してプレビュー
					</button>
					<button type="submit" name="intent" value="publish" className="button">
						{article.slug === null ? '公開する' : 'この内容で更新する'}
					</button>
				</div>
			</form>
			{canReturn && (
				<ReasonForm
					csrfToken={csrfToken}
					intent="return"
					title="執筆者に差し戻す"
					hint="直してほしい点を具体的に書いてください。執筆者の画面に表示します。"
					button="理由を添えて差し戻す"
					outcome={outcome}
				/>
			)}
			{canUnlist && (
				<ReasonForm
					csrfToken={csrfToken}
					intent="unlist"
					title="公開を停止する"
					hint="ページは見られなくなり、一覧や配信からも外れます。理由は執筆者にも表示します。"
					button="公開を停止する"
					outcome={outcome}
				/>
			)}
			<OtherActs article={article} csrfToken={csrfToken} />
			<Revisions revisions={article.revisions} />
		</>
	)
}

function State({ article }: { article: Data['article'] }) {
	const label = stageLabel(article)
	return (
		<>
			<p className={editor.state}>
				<Tag tone={stageTone(label)}>{label}</Tag>
				<span>
					執筆：
					{article.author.expertId === null ? (
						article.author.name
					) : (
						<Link to={expertPath(article.author.expertId)}>{article.author.name}</Link>
					)}
				</span>
				{article.submitted && <span>{`${article.submitted}に提出`}</span>}
				{article.published && <span>{`${article.published}に公開`}</span>}
				{article.slug !== null && !article.isUnlisted && <Link to={articlePath(article.slug)}>公開ページ</Link>}
				<Link to="/admin/articles">一覧に戻る</Link>
			</p>
			{article.returnedReason !== null && <p className={styles.note}>{`差し戻しの理由：${article.returnedReason}`}</p>}
			{article.unlistedReason !== null && <p className={styles.note}>{`公開停止の理由：${article.unlistedReason}`}</p>}
		</>
	)
}

/** Given once: the address of a published article stays. */
function Slug({ article, typed, error }: { article: Data['article']; typed: string | undefined; error: string | undefined }) {
	if (article.slug !== null) return <p className={styles.note}>{`URL：${articlePath(article.slug)}（公開後は変えられません）`}</p>
	return (
		<InputField
			id="slug"
			label="URLの末尾"
			hint="公開するときに必要です。英小文字と数字を「-」でつなぎます（例：first-tax-return）。"
			error={error}
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
			defaultValue={typed}
		/>
	)
}

function ReasonForm({
	csrfToken,
	intent,
	title,
	hint,
	button,
	outcome,
}: {
	csrfToken: string
	intent: 'return' | 'unlist'
	title: string
	hint: string
	button: string
	outcome: ArticleOutcome | undefined
}) {
	const formState = formStateFor(formStateOf(outcome), intent)
	return (
		<details className={editor.acts} open={formState !== undefined}>
			<summary>{title}</summary>
			<form method="post" className={stack.narrow}>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} />
				<TextArea id={`${intent}-reason`} name="reason" label="理由" hint={hint} rows={4} formState={formState} />
				<div className={styles.buttons}>
					<button type="submit" name="intent" value={intent} className="button" data-kind="quiet">
						{button}
					</button>
				</div>
			</form>
		</details>
	)
}

function OtherActs({ article, csrfToken }: { article: Data['article']; csrfToken: string }) {
	const canDiscard = article.author.kind === 'editor' && article.can.discard.allowed
	if (!article.isUnlisted && !canDiscard) return null
	return (
		<form method="post" className={editor.acts}>
			<HiddenFields csrfToken={csrfToken} />
			<div className={styles.buttons}>
				{article.isUnlisted && (
					<button type="submit" name="intent" value="relist" className="button" data-kind="quiet">
						公開を再開する
					</button>
				)}
				{canDiscard && (
					<button type="submit" name="intent" value="discard" className="button" data-kind="quiet">
						この下書きを削除する
					</button>
				)}
			</div>
		</form>
	)
}
