import type { z } from 'zod'
import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import { noFields } from '../forms/form-fields.server.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { articleEditorPath, articlePath } from '../../domain/shared/links.ts'
import { discardArticle, getOwnArticle, saveOwnArticle, submitArticle, withdrawArticle } from '../../domain/articles/article-writing.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { textIn } from '../forms/form-state.ts'
import stack from '../ui/stack.module.css'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/article-editor.page'
import { ArticleFields } from './article-fields.tsx'
import { ArticleMessage, Preview, Revisions } from './article-messages.tsx'
import { type ArticleOutcome, stageLabel, stageTone, valuesOf } from './article-outcome.ts'
import { formStateOf } from '../forms/form-outcome.ts'
import { outcomeOf, previewOf, viewForEdit, keptArticle, readArticle, finishedArticle } from './article-outcome.server.ts'
import { Autosave } from './autosave.tsx'

import styles from '../forms/form.module.css'
import editor from './article-editor.module.css'

const LIST = '/mypage/articles'

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const [article, tasks] = await Promise.all([getOwnArticle(ctx, parseId(params.id)), listTasks(ctx)])
	return {
		article: viewForEdit(article),
		values: valuesOf(article),
		/** What cannot be edited is shown as it will be read. */
		text: article.can.save.allowed ? null : previewOf(article.manuscript),
		tasks: tasks.map(({ id, name, taskCategoryId }) => ({ id, name, categoryId: taskCategoryId })),
		csrfToken: formToken(context, request),
	}
})

const save = (isPreview: boolean) => ({
	input: keptArticle,
	read: readArticle,
	async run(ctx: Ctx, { version, ...manuscript }: z.output<typeof keptArticle>, { params }: Route.ActionArgs, form: FormData) {
		const result = await saveOwnArticle(ctx, parseId(params.id), { manuscript, version })
		return outcomeOf(form, result, { now: ctx.now(), preview: isPreview ? manuscript : null })
	},
})

export const action = pageAction({
	save: save(false),
	preview: save(true),
	submit: {
		input: finishedArticle,
		read: readArticle,
		async run(ctx, { version, ...manuscript }, { params }: Route.ActionArgs, form): Promise<ArticleOutcome | Response> {
			const result = await submitArticle(ctx, parseId(params.id), { manuscript, version })
			return result.kind === 'saved' ? redirect(LIST, 303) : outcomeOf(form, result, { now: ctx.now() })
		},
	},
	withdraw: {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await withdrawArticle(ctx, id)
			return redirect(articleEditorPath(id), 303)
		},
	},
	discard: {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			await discardArticle(ctx, parseId(params.id))
			return redirect(LIST, 303)
		},
	},
})

/** Autosave must not revalidate: the form keeps the version that it loaded. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	formMethod === undefined && defaultShouldRevalidate

export default function ArticleEditorPage({ loaderData, actionData }: Route.ComponentProps) {
	const { article, text, csrfToken } = loaderData
	const outcome: ArticleOutcome | undefined = actionData
	const values = outcome?.values ?? loaderData.values
	const version =
		outcome && outcome.kind !== undefined ? `${outcome.version}` : (textIn(outcome?.values, 'version') ?? `${article.version}`)
	const label = stageLabel(article)
	return (
		<div className={stack.column}>
			<Head title="記事を書く" description="記事を書きます。" path={articleEditorPath(article.id)} noindex />
			<h2>記事を書く</h2>
			<p className={editor.state}>
				<Tag tone={stageTone(label)}>{label}</Tag>
				{article.submitted && <span>{`${article.submitted}に提出`}</span>}
				{article.slug !== null && !article.isUnlisted && <Link to={articlePath(article.slug)}>公開ページを見る</Link>}
				<Link to={LIST}>記事の一覧に戻る</Link>
			</p>
			{article.returnedReason !== null && (
				<div className={styles.warning}>
					<p>編集部からの修正のお願い</p>
					<p className={editor.quiet}>{article.returnedReason}</p>
				</div>
			)}
			{article.isUnlisted && (
				<div className={styles.warning}>
					<p>この記事は編集部が公開を停止しています。</p>
					<p className={editor.quiet}>{article.unlistedReason}</p>
				</div>
			)}
			{text ? (
				<>
					{!article.can.save.allowed && <p className={styles.note}>{article.can.save.message}</p>}
					<Preview preview={text} />
				</>
			) : (
				<form method="post" className={stack.narrow} noValidate key={article.id}>
					<ArticleMessage outcome={outcome} />
					<HiddenFields csrfToken={csrfToken} />
					<ArticleFields values={values} formState={formStateOf(outcome)} tasks={loaderData.tasks} />
					<Autosave version={version} />
					<div className={styles.buttons}>
						<button type="submit" name="intent" value="save" className="button" data-kind="quiet">
							保存する
						</button>
						<button type="submit" name="intent" value="preview" className="button" data-kind="quiet">
							保存してプレビュー
						</button>
						<button type="submit" name="intent" value="submit" className="button">
							編集部に提出する
						</button>
					</div>
				</form>
			)}
			<Acts article={article} csrfToken={csrfToken} />
			<Revisions revisions={article.revisions} />
		</div>
	)
}

function Acts({ article: { can }, csrfToken }: { article: Route.ComponentProps['loaderData']['article']; csrfToken: string }) {
	if (!can.withdraw.allowed && !can.discard.allowed) return null
	return (
		<form method="post" className={editor.acts}>
			<HiddenFields csrfToken={csrfToken} />
			{can.withdraw.allowed && (
				<p>
					<button type="submit" name="intent" value="withdraw" className="button" data-kind="quiet">
						提出を取り下げて編集する
					</button>
				</p>
			)}
			{can.discard.allowed && (
				<details className={editor.marks}>
					<summary>この下書きを削除する</summary>
					<p className={editor.quiet}>削除した下書きは元に戻せません。</p>
					<button type="submit" name="intent" value="discard" className="button" data-kind="quiet">
						削除する
					</button>
				</details>
			)}
		</form>
	)
}
