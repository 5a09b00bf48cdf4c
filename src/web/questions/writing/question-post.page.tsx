import { useEffect, useRef } from 'react'
import { redirect } from 'react-router'
import { picturesSchema, readPictures, takePictures, pictureForms } from './pictures.server.ts'
import { listTasks } from '../../../domain/taxonomy/tasks.ts'
import { questionPath, questionsPath } from '../../../domain/shared/links.ts'
import { lengths } from '../../../domain/questions/input.ts'
import { draftSchema, questionFromForm, questionSchema } from '../../../domain/questions/schemas.ts'
import { parseInput } from '../../../domain/shared/parse-input.ts'
import { findDraft, saveDraft } from '../../../domain/questions/drafts.ts'
import { listImages } from '../../../domain/questions/question-images.ts'
import { findPersonalData } from '../../../domain/questions/personal-data.ts'
import { postQuestion } from '../../../domain/questions/questions.ts'
import { awaitsAddress } from '../../../domain/questions/waiting-questions.ts'
import { listSimilarQuestions } from '../../../domain/questions/search/similar.ts'
import { withCtx } from '../../context.ts'
import { AgreementNote } from '../../ui/agreement-note.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/question-post.page'
import { refreshToken } from '../../forms/fresh-token.ts'
import { ImagesField } from './images-field.tsx'
import { newClientKey } from '../../forms/client-key.server.ts'
import { formStateOf } from '../../forms/form-outcome.ts'
import type { FormOutcome } from './form-outcome.ts'
import { KeptNote } from '../../forms/kept-note.tsx'
import { useKeptTyping } from '../../forms/kept-typing.ts'
import { forgetTyped, questionPlace } from '../../session/typed-texts.ts'
import { OutcomeMessage } from './outcome-message.tsx'
import { pageAction } from '../../forms/page-action.server.ts'
import { textOf, typedValues } from '../../forms/read-form.ts'
import { textIn, type Values } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import { draftValues } from '../../forms/draft-values.ts'
import { TitleField } from './title-field.tsx'
import { TopicFields } from './topic-fields.tsx'

import styles from '../../forms/form.module.css'

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	// Visitors come here by a form alone that they sent after their session had ended.
	const isMember = ctx.viewer.kind === 'member'
	const [tasks, draft, images, waits] = await Promise.all([
		listTasks(ctx),
		isMember ? findDraft(ctx, null) : null,
		isMember ? listImages(ctx, null) : [],
		isMember && awaitsAddress(ctx),
	])
	const title = new URL(request.url).searchParams.get('title')
	const values: Values = { anonymous: '1', ...(draft ? draftValues(draft.content) : {}), ...(title ? { title: title.slice(0, 80) } : {}) }
	return {
		tasks: tasks.map(({ id, name, taskCategoryId }) => ({ id, name, categoryId: taskCategoryId })),
		values,
		images,
		hasDraft: draft !== null,
		awaitsAddress: waits,
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

export const action = pageAction({
	post: {
		input: picturesSchema,
		read: readPictures,
		async run(ctx, pictures, _args, form): Promise<FormOutcome | Response> {
			await takePictures(ctx, pictures, null)
			const input = parseInput(questionSchema, questionFromForm(form))
			const findings = findPersonalData(`${input.title}\n${input.body}`).map(({ kind, text }) => ({ kind, text }))
			// Asked about once; a new finding is asked about again.
			const confirmed = textOf(form, 'confirmed')
			if (findings.some(({ text }) => !confirmed.includes(text))) return { kind: 'warned', findings, values: typedValues(form) }
			const { id } = await postQuestion(ctx, input, { withImages: true })
			return redirect(questionPath(id), 303)
		},
	},
	draft: {
		input: picturesSchema,
		read: readPictures,
		async run(ctx, pictures, _args, form): Promise<FormOutcome> {
			await takePictures(ctx, pictures, null)
			const values = typedValues(form)
			await saveDraft(ctx, null, parseInput(draftSchema, values))
			return { kind: 'drafted', values }
		},
	},
	similar: {
		input: picturesSchema,
		read: readPictures,
		async run(ctx, pictures, _args, form): Promise<FormOutcome> {
			await takePictures(ctx, pictures, null)
			return { kind: 'similar', similar: await listSimilarQuestions(ctx, textOf(form, 'title')), values: typedValues(form) }
		},
	},
	...pictureForms(
		() => null,
		async (_ctx, form): Promise<FormOutcome> => ({ kind: 'pictured', values: typedValues(form) }),
	),
})

export default function QuestionPostPage({ loaderData, actionData }: Route.ComponentProps) {
	const outcome: FormOutcome | undefined = actionData
	const values = outcome?.values ?? loaderData.values
	const errors = formStateOf(outcome)?.fields ?? {}
	const form = useRef<HTMLFormElement>(null)
	const kept = useKeptTyping(form, questionPlace, { restore: outcome === undefined })
	const isSaved = outcome?.kind === 'drafted'
	useEffect(() => {
		if (isSaved) forgetTyped(questionPlace)
	}, [isSaved])
	return (
		<>
			<Head title="質問する" description="事業の疑問を、資格を確認した専門家に無料で質問できます。" path="/qa/post" noindex />
			<Breadcrumbs
				crumbs={[
					{ label: 'みんなの質問', path: questionsPath() },
					{ label: '質問する', path: '/qa/post' },
				]}
			/>
			<div className={styles.page}>
				<h1>質問する</h1>
				<p className={styles.lead}>
					質問と回答は公開されます。会社名や電話番号など、だれのことか分かる情報は書かないでください。質問は無料です。
				</p>
				{loaderData.awaitsAddress && (
					<p className={styles.note}>
						メールアドレスの確認がまだ済んでいません。投稿した質問は、届いたメールのリンクを開いて確認が済むと、自動で公開されます。メールは
						<Link to="/mypage/account">アカウント</Link>
						から送り直せます。
					</p>
				)}
				{!outcome && loaderData.hasDraft && <p className={styles.note}>保存してある下書きを開きました。</p>}
				<form ref={form} method="post" encType="multipart/form-data" className={styles.form} noValidate onSubmit={refreshToken}>
					<KeptNote kept={kept} />
					<OutcomeMessage outcome={outcome} />
					<HiddenFields csrfToken={loaderData.csrfToken} clientKey={textIn(outcome?.values, 'clientKey') ?? loaderData.clientKey} />
					{outcome?.kind === 'warned' && (
						<input type="hidden" name="confirmed" value={outcome.findings.map(({ text }) => text).join('\n')} />
					)}
					<TitleField
						error={errors['title']}
						defaultValue={textIn(values, 'title')}
						similar={outcome?.kind === 'similar' ? outcome.similar : null}
					/>
					<TextArea
						id="body"
						name="body"
						label="質問の内容"
						hint={`${lengths.body.min}〜${lengths.body.max.toLocaleString('ja-JP')}文字。いまの状況、困っていること、試したことを書くと、具体的な回答が付きやすくなります。`}
						rows={10}
						minLength={lengths.body.min}
						formState={formStateOf(outcome)}
						defaultValue={textIn(values, 'body')}
					/>
					<ImagesField images={loaderData.images} questionId={null} error={errors['image']} />
					<TopicFields values={values} errors={errors} tasks={loaderData.tasks} />
					<label className={styles.check}>
						<input type="checkbox" name="anonymous" value="1" defaultChecked={textIn(values, 'anonymous') === '1'} />
						匿名で質問する（お名前の代わりに、この質問だけの呼び名を表示します）
					</label>
					<AgreementNote action="投稿する" room="questions" />
					<div className={styles.buttons}>
						<button type="submit" name="intent" value="post" className="button">
							質問を投稿する
						</button>
						<button type="submit" name="intent" value="draft" className="button" data-kind="quiet">
							下書きを保存する
						</button>
					</div>
				</form>
			</div>
		</>
	)
}
