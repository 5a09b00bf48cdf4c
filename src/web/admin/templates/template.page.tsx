import { redirect } from 'react-router'
import { isText, SITE_NAME_VARIABLE, wordLabels, wordLimits } from '../../../domain/accounts/mailing/mail-words.ts'
import { getTemplate, restoreTemplate, saveTemplate, sendTestMail } from '../../../domain/operations/templates/template-admin.ts'
import { restoreSchema, templateSchema, wordsSchema } from '../../../domain/operations/templates/template-schemas.ts'
import { templateStateLabels } from '../../../domain/operations/templates/template-states.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffTemplatePath, staffTemplatesPath, templatePreviewPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { InputField } from '../../forms/field.tsx'
import { type FormState, textIn } from '../../forms/form-state.ts'
import formStyles from '../../forms/form.module.css'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { typedValues } from '../../forms/read-form.ts'
import { TextArea } from '../../forms/text-area.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/template.page'
import { Versions } from './versions.tsx'

export const loader = staffLoader(['support'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const { template, state, words, unused, conflicts, version, versions } = await getTemplate(ctx, params.key)
	return {
		templateKey: template.key,
		label: template.label,
		state,
		values: unused ?? words,
		standard: template.words,
		hasButton: template.words.button !== '',
		isText: isText(template),
		variables: [SITE_NAME_VARIABLE, ...Object.keys(template.samples)].map((name) => ({
			name,
			sample: template.samples[name] ?? ctx.site.name,
			isRequired: (template.required ?? []).includes(name as never),
		})),
		conflicts,
		version,
		versions: versions.map(({ at, by, words: own, ...one }) => ({
			...one,
			at: momentText(at),
			by,
			isStandard: own === null,
			subject: own === null ? '' : own.subject || own.body,
		})),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

const done = (key: string, what: string) => redirect(staffTemplatePath(key, { done: what }), 303)

export const action = staffAction(['support'], 'verdict', {
	save: {
		input: templateSchema,
		async run(ctx, { note, version, ...words }, { params }) {
			const key = params['key'] ?? ''
			await saveTemplate(ctx, key, { words, note, version })
			return done(key, 'template-saved')
		},
	},
	test: {
		input: wordsSchema,
		async run(ctx, words, { params }, form) {
			await sendTestMail(ctx, params['key'] ?? '', words)
			// Nothing is saved: the page keeps what was typed.
			return { intent: 'test', targetId: '', fields: {}, values: typedValues(form) } satisfies FormState
		},
	},
	restore: {
		input: restoreSchema,
		async run(ctx, { targetId, version }, { params }) {
			const key = params['key'] ?? ''
			await restoreTemplate(ctx, key, { from: targetId, version })
			return done(key, 'template-restored')
		},
	},
})

/** Whether a mail was sent as a test: the form comes back as it was typed, without an error. */
const isTested = (formState: FormState | undefined): boolean => formState?.intent === 'test' && Object.keys(formState.fields).length === 0

export default function TemplatePage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { templateKey, label, state, conflicts, standard } = loaderData
	return (
		<div className={styles.body}>
			<Head title={label} description="メールとサイトの文を変えます。" path={staffTemplatePath(templateKey)} noindex />
			<p>
				<Link to={staffTemplatesPath()}>メールとサイトの文</Link>
			</p>
			<h1>{label}</h1>
			<p className={state === 'conflict' || state === 'fallback' ? styles.late : styles.quiet}>{templateStateLabels[state]}</p>
			{isTested(formState) ? <DoneNote done="template-tested" /> : !formState && <DoneNote done={loaderData.done} />}
			{(conflicts.length > 0 || state === 'fallback') && (
				<section className={styles.warn} aria-labelledby="changed">
					<h2 id="changed">いまの標準の文</h2>
					<FactList
						rows={(conflicts.length > 0 ? conflicts : (['subject', 'body'] as const))
							.filter((name) => standard[name] !== '')
							.map((name) => ({
								label: wordLabels[name],
								value: standard[name],
							}))}
					/>
					<p>下の文を見直して保存すると、この表示は消えます。</p>
				</section>
			)}
			<WordsForm {...loaderData} formState={formState} />
			<Versions {...loaderData} formState={formState} />
		</div>
	)
}

type Data = Route.ComponentProps['loaderData']
type FormProps = Data & { formState: FormState | undefined }

function WordsForm({ templateKey, values, hasButton, isText: isSentence, variables, version, csrfToken, formState: sent }: FormProps) {
	const formState = sent?.intent === 'restore' ? undefined : sent
	const typed = (name: keyof Data['values']) => textIn(formState?.values, name) ?? values[name]
	const line = (name: 'subject' | 'heading' | 'button') => (
		<InputField
			id={name}
			label={wordLabels[name]}
			hint={`${wordLimits[name]}文字まで。`}
			error={formState?.fields[name]}
			defaultValue={typed(name)}
			autoComplete="off"
		/>
	)
	return (
		<section className={styles.section} aria-labelledby="words">
			<h2 id="words">文</h2>
			<Variables variables={variables} />
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={isTested(formState) ? undefined : formState} />
				<HiddenFields csrfToken={csrfToken} version={version} />
				{!isSentence && line('subject')}
				{!isSentence && line('heading')}
				<TextArea
					id="body"
					name="body"
					label={wordLabels.body}
					hint={isSentence ? '300文字まで。改行はできません。' : '1行が1つの段落になります。'}
					rows={isSentence ? 3 : 8}
					formState={formState}
					defaultValue={values.body}
				/>
				{hasButton && line('button')}
				{!isSentence && (
					<TextArea
						id="after"
						name="after"
						label={`${wordLabels.after}（任意）`}
						rows={4}
						formState={formState}
						defaultValue={values.after}
					/>
				)}
				<InputField
					id="note"
					label="変えた理由（任意）"
					error={formState?.fields['note']}
					defaultValue={textIn(formState?.values, 'note') ?? ''}
					autoComplete="off"
				/>
				<WordsButtons templateKey={templateKey} isText={isSentence} />
				<p className={styles.quiet}>
					{`「見え方」${isSentence ? '' : 'と「試しに送る」'}は、いま入力してある文を、例の言葉で差し込んで使います。保存はしません。`}
				</p>
			</form>
		</section>
	)
}

/** What can be put into the words, with an example each. */
function Variables({ variables }: Pick<Data, 'variables'>) {
	return (
		<FactList
			rows={variables.map(({ name, sample, isRequired }) => ({
				label: `{${name}}${isRequired ? '（必須）' : ''}`,
				value: `例：${sample}`,
			}))}
		/>
	)
}

function WordsButtons({ templateKey, isText: isSentence }: Pick<Data, 'templateKey' | 'isText'>) {
	return (
		<div className={formStyles.buttons}>
			<button type="submit" name="intent" value="save" className="button">
				保存する
			</button>
			{(isSentence ? [600] : [360, 600]).map((width) => (
				<button
					key={width}
					type="submit"
					className="button"
					data-kind="quiet"
					formAction={templatePreviewPath(templateKey, { width })}
					formTarget="_blank"
				>
					{isSentence ? '見え方' : `見え方（幅${width}）`}
				</button>
			))}
			{!isSentence && (
				<button type="submit" name="intent" value="test" className="button" data-kind="quiet">
					自分に試しに送る
				</button>
			)}
		</div>
	)
}
