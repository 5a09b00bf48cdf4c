import { redirect } from 'react-router'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { answerEditPath, questionPath, questionsPath } from '../../../domain/shared/links.ts'
import { editAnswer, getAnswerForEdit } from '../../../domain/questions/answers.ts'
import { answerEditSchema, answerFromForm } from '../../../domain/questions/schemas.ts'
import { withCtx } from '../../context.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/answer-edit.page'
import { AnswerFields } from './answer-fields.tsx'
import { formStateOf } from '../../forms/form-outcome.ts'
import type { FormOutcome } from './form-outcome.ts'
import { OutcomeMessage } from './outcome-message.tsx'
import { pageAction } from '../../forms/page-action.server.ts'
import { typedValues } from '../../forms/read-form.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { textIn, type Values } from '../../forms/form-state.ts'

import styles from '../../forms/form.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const answer = await getAnswerForEdit(ctx, parseId(params.id))
	const values: Values = {
		body: answer.body,
		sourceTitle: answer.sources.map(({ title }) => title),
		sourceUrl: answer.sources.map(({ url }) => url),
		lawAsOf: answer.lawAsOf ?? '',
	}
	const { id, questionId, questionTitle, version } = answer
	return { id, questionId, questionTitle, version, values, csrfToken: formToken(context, request) }
})

export const action = pageAction({
	edit: {
		input: answerEditSchema,
		read: answerFromForm,
		async run(ctx, edit, { params }: Route.ActionArgs, form): Promise<FormOutcome | Response> {
			const id = parseId(params.id)
			const result = await editAnswer(ctx, id, edit)
			if (result.kind === 'overtaken')
				return {
					kind: 'overtaken',
					current: [{ label: '回答', text: result.current.body }],
					version: result.current.version,
					values: typedValues(form),
				}
			const { questionId } = await getAnswerForEdit(ctx, id)
			return redirect(questionPath(questionId, id), 303)
		},
	},
})

export default function AnswerEditPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, questionId, questionTitle, csrfToken } = loaderData
	const outcome: FormOutcome | undefined = actionData
	const values = outcome?.values ?? loaderData.values
	const version = outcome?.kind === 'overtaken' ? `${outcome.version}` : (textIn(outcome?.values, 'version') ?? `${loaderData.version}`)
	return (
		<>
			<Head title="回答を編集する" description="投稿した回答を編集します。" path={answerEditPath(id)} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: 'みんなの質問', path: questionsPath() },
					{ label: questionTitle, path: questionPath(questionId) },
					{ label: '回答を編集する', path: answerEditPath(id) },
				]}
			/>
			<div className={styles.page}>
				<h1>回答を編集する</h1>
				<form method="post" className={styles.form} noValidate>
					<OutcomeMessage outcome={outcome} />
					<HiddenFields csrfToken={csrfToken} version={version} />
					<AnswerFields values={values} formState={formStateOf(outcome)} />
					<div className={styles.buttons}>
						<button type="submit" name="intent" value="edit" className="button">
							変更を保存する
						</button>
					</div>
				</form>
				<p>
					<Link to={questionPath(questionId, id)}>質問に戻る</Link>
				</p>
			</div>
		</>
	)
}
