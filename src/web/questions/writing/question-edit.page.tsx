import { redirect } from 'react-router'
import { picturesSchema, readPictures, takePictures, pictureForms } from './pictures.server.ts'
import { listTasks } from '../../../domain/taxonomy/tasks.ts'
import { questionEditPath, questionPath, questionsPath } from '../../../domain/shared/links.ts'
import { addendumSchema, questionEditSchema, questionFromForm } from '../../../domain/questions/schemas.ts'
import { parseInput } from '../../../domain/shared/parse-input.ts'
import { lengths } from '../../../domain/questions/input.ts'
import { listImages } from '../../../domain/questions/question-images.ts'
import { addAddendum, editQuestion, getQuestionForEdit } from '../../../domain/questions/questions.ts'
import { withCtx } from '../../context.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/question-edit.page'
import { formStateOf } from '../../forms/form-outcome.ts'
import type { FormOutcome } from './form-outcome.ts'
import { refreshToken } from '../../forms/fresh-token.ts'
import { ImagesField } from './images-field.tsx'
import { OutcomeMessage } from './outcome-message.tsx'
import { pageAction } from '../../forms/page-action.server.ts'
import { typedValues } from '../../forms/read-form.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { textIn, type Values } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import { TitleField } from './title-field.tsx'
import { TopicFields } from './topic-fields.tsx'

import styles from '../../forms/form.module.css'

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const id = parseId(params.id)
	const [question, tasks, images] = await Promise.all([getQuestionForEdit(ctx, id), listTasks(ctx), listImages(ctx, id)])
	const { title, body, taskCategoryId, taskIds, prefectureId, stage, industry } = question
	const values: Values = {
		title,
		body,
		category: `${taskCategoryId}`,
		task: taskIds.map(String),
		prefecture: prefectureId === null ? '' : `${prefectureId}`,
		stage,
		industry: industry ?? '',
	}
	return {
		id: question.id,
		version: question.version,
		edit: question.edit,
		addAddendum: question.addAddendum,
		values,
		images,
		tasks: tasks.map((task) => ({ id: task.id, name: task.name, categoryId: task.taskCategoryId })),
		csrfToken: formToken(context, request),
	}
})

const placeOf = ({ params }: { params: { id?: string | undefined } }) => parseId(params.id)

export const action = pageAction({
	edit: {
		input: picturesSchema,
		read: readPictures,
		async run(ctx, pictures, { params }: Route.ActionArgs, form): Promise<FormOutcome | Response> {
			const id = parseId(params.id)
			await takePictures(ctx, pictures, id)
			const result = await editQuestion(ctx, id, parseInput(questionEditSchema, questionFromForm(form)))
			if (result.kind === 'saved') return redirect(questionPath(id), 303)
			const { current } = result
			return {
				kind: 'overtaken',
				current: [
					{ label: 'タイトル', text: current.title },
					{ label: '質問の内容', text: current.body },
				],
				version: current.version,
				values: typedValues(form),
			}
		},
	},
	addendum: {
		input: addendumSchema,
		async run(ctx, addendum, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await addAddendum(ctx, id, addendum)
			return redirect(`${questionPath(id)}#addenda`, 303)
		},
	},
	...pictureForms(placeOf, async (_ctx, form): Promise<FormOutcome> => ({ kind: 'pictured', values: typedValues(form) })),
})

export default function QuestionEditPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, edit, addAddendum: addendum } = loaderData
	const title = edit.allowed ? '質問を編集する' : '質問に追記する'
	return (
		<>
			<Head title={title} description="投稿した質問を編集します。" path={questionEditPath(id)} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: 'みんなの質問', path: questionsPath() },
					{ label: textIn(loaderData.values, 'title') ?? '', path: questionPath(id) },
					{ label: title, path: questionEditPath(id) },
				]}
			/>
			<div className={styles.page}>
				<h1>{title}</h1>
				{edit.allowed ? (
					<EditForm data={loaderData} outcome={actionData} />
				) : (
					<>
						<p className={styles.note}>{edit.message}</p>
						<p className={styles.current}>{textIn(loaderData.values, 'body')}</p>
						{addendum.allowed ? <AddendumForm csrfToken={loaderData.csrfToken} outcome={actionData} /> : <p>{addendum.message}</p>}
					</>
				)}
				<p>
					<Link to={questionPath(id)}>質問に戻る</Link>
				</p>
			</div>
		</>
	)
}

type Data = Route.ComponentProps['loaderData']

function EditForm({ data, outcome }: { data: Data; outcome: FormOutcome | undefined }) {
	const values = outcome?.values ?? data.values
	const errors = formStateOf(outcome)?.fields ?? {}
	const version = outcome?.kind === 'overtaken' ? `${outcome.version}` : (textIn(outcome?.values, 'version') ?? `${data.version}`)
	return (
		<form method="post" encType="multipart/form-data" className={styles.form} noValidate onSubmit={refreshToken}>
			{/* What the Enter key presses: the first button of a form. */}
			<button type="submit" name="intent" value="edit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
			<OutcomeMessage outcome={outcome} />
			<HiddenFields csrfToken={data.csrfToken} version={version} />
			<TitleField error={errors['title']} defaultValue={textIn(values, 'title')} similar={null} searches={false} />
			<TextArea
				id="body"
				name="body"
				label="質問の内容"
				hint={`${lengths.body.min}〜${lengths.body.max.toLocaleString('ja-JP')}文字。最初の回答が付くまで編集できます。`}
				rows={10}
				formState={formStateOf(outcome)}
				defaultValue={textIn(values, 'body')}
			/>
			<ImagesField images={data.images} questionId={data.id} error={errors['image']} />
			<TopicFields values={values} errors={errors} tasks={data.tasks} />
			<div className={styles.buttons}>
				<button type="submit" name="intent" value="edit" className="button">
					変更を保存する
				</button>
			</div>
		</form>
	)
}

function AddendumForm({ csrfToken, outcome }: { csrfToken: string; outcome: FormOutcome | undefined }) {
	return (
		<form method="post" className={styles.form} noValidate>
			<OutcomeMessage outcome={outcome} />
			<HiddenFields csrfToken={csrfToken} />
			<TextArea
				id="addendum"
				name="body"
				label="追記"
				hint={`${lengths.addendum.min}〜${lengths.addendum.max.toLocaleString('ja-JP')}文字。投稿した追記は書き換えられません。`}
				rows={5}
				formState={formStateOf(outcome)}
			/>
			<div className={styles.buttons}>
				<button type="submit" name="intent" value="addendum" className="button">
					追記する
				</button>
			</div>
		</form>
	)
}
