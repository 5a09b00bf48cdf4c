import { useEffect, useRef } from 'react'
import { redirect } from 'react-router'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { japan } from '../../../domain/geography/areas.ts'
import { listPath } from '../../../domain/listings/list-path.ts'
import { answerFormPath, questionPath, questionsPath } from '../../../domain/shared/links.ts'
import { getAnswerForm, postAnswer } from '../../../domain/questions/answers.ts'
import { saveDraft } from '../../../domain/questions/drafts.ts'
import { answerFromForm, answerSchema, draftSchema } from '../../../domain/questions/schemas.ts'
import { LEGAL_NOTICE } from '../../../domain/questions/input.ts'
import { withCtx } from '../../context.ts'
import { CredentialText } from '../../experts/expert-credential.tsx'
import { AgreementNote } from '../../ui/agreement-note.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/answer-post.page'
import { AnswerFields, CoveredParts } from './answer-fields.tsx'
import { draftValues } from '../../forms/draft-values.ts'
import { newClientKey } from '../../forms/client-key.server.ts'
import { formStateOf } from '../../forms/form-outcome.ts'
import type { FormOutcome } from './form-outcome.ts'
import { refreshToken } from '../../forms/fresh-token.ts'
import { KeptNote } from '../../forms/kept-note.tsx'
import { useKeptTyping } from '../../forms/kept-typing.ts'
import { answerPlace, forgetTyped } from '../../session/typed-texts.ts'
import { OutcomeMessage } from './outcome-message.tsx'
import { pageAction } from '../../forms/page-action.server.ts'
import { typedValues } from '../../forms/read-form.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { textIn } from '../../forms/form-state.ts'

import fieldStyles from '../../forms/field.module.css'
import styles from '../../forms/form.module.css'

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const { question, permission, credentials, parts, scopes, draft } = await getAnswerForm(ctx, parseId(params.id))
	return {
		question: { ...question, addenda: question.addenda.map(({ id, body }) => ({ id, body })) },
		permission,
		credentials,
		parts,
		scopes: permission.allowed ? [] : scopes,
		values: draft ? draftValues(draft.content) : {},
		hasDraft: draft !== null,
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

export const action = pageAction({
	post: {
		input: answerSchema,
		read: answerFromForm,
		async run(ctx, answer, { params }: Route.ActionArgs) {
			const questionId = parseId(params.id)
			const { id } = await postAnswer(ctx, questionId, answer)
			return redirect(questionPath(questionId, id, 'posted'), 303)
		},
	},
	draft: {
		input: draftSchema,
		read: typedValues,
		async run(ctx, draft, { params }: Route.ActionArgs, form): Promise<FormOutcome> {
			await saveDraft(ctx, parseId(params.id), draft)
			return { kind: 'drafted', values: typedValues(form) }
		},
	},
})

export default function AnswerPostPage({ loaderData, actionData }: Route.ComponentProps) {
	const { question, permission, credentials, parts, scopes, hasDraft } = loaderData
	const outcome: FormOutcome | undefined = actionData
	const values = outcome?.values ?? loaderData.values
	const path = answerFormPath(question.id)
	const form = useRef<HTMLFormElement>(null)
	const place = answerPlace(question.id)
	const kept = useKeptTyping(form, place, { restore: outcome === undefined })
	const isSaved = outcome?.kind === 'drafted'
	useEffect(() => {
		if (isSaved) forgetTyped(place)
	}, [isSaved, place])
	return (
		<>
			<Head title="回答する" description="質問に回答します。" path={path} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: 'みんなの質問', path: questionsPath() },
					{ label: question.title, path: questionPath(question.id) },
					{ label: '回答する', path },
				]}
			/>
			<div className={styles.page}>
				<h1>回答する</h1>
				<section aria-labelledby="question" className={styles.asked}>
					<h2 id="question">{question.title}</h2>
					<p>{question.body}</p>
					{question.addenda.map(({ id, body }) => (
						<p key={id}>
							<strong>追記：</strong>
							{body}
						</p>
					))}
				</section>
				{permission.allowed || outcome ? (
					<form ref={form} method="post" className={styles.form} noValidate onSubmit={refreshToken}>
						<KeptNote kept={kept} />
						<OutcomeMessage outcome={outcome} />
						{!outcome && hasDraft && <p className={styles.note}>保存してある下書きを開きました。</p>}
						<HiddenFields csrfToken={loaderData.csrfToken} clientKey={textIn(outcome?.values, 'clientKey') ?? loaderData.clientKey} />
						{credentials.length > 0 && (
							<div className={styles.note}>
								<p>回答には、いまの資格を添えて公開します。</p>
								<ul>
									{credentials.map((credential) => (
										<li key={credential.profession.id}>
											<CredentialText credential={credential} />
										</li>
									))}
								</ul>
							</div>
						)}
						<CoveredParts parts={parts} values={values} formState={formStateOf(outcome)} />
						<AnswerFields values={values} formState={formStateOf(outcome)} />
						<p className={fieldStyles.hint}>{`回答には「${LEGAL_NOTICE}」という注意書きが付きます。`}</p>
						<AgreementNote action="回答する" room="questions" />
						<div className={styles.buttons}>
							<button type="submit" name="intent" value="post" className="button">
								回答を投稿する
							</button>
							<button type="submit" name="intent" value="draft" className="button" data-kind="quiet">
								下書きを保存する
							</button>
						</div>
					</form>
				) : (
					<div className={styles.warning}>
						<p>この質問には回答できません。</p>
						<p>{permission.message}</p>
						{scopes.map(({ id, name }) => (
							<p key={id}>
								<Link to={listPath({ scopeId: id, area: japan })}>{`${name}を行える事務所を見る`}</Link>
							</p>
						))}
					</div>
				)}
				<p>
					<Link to={questionPath(question.id)}>質問に戻る</Link>
				</p>
			</div>
		</>
	)
}
