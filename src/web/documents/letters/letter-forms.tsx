import { BODY_LENGTH, letterKinds, letterPlaceholders, letterTitles } from '../../../domain/documents/letters/letter-texts.ts'
import { refreshToken } from '../../forms/fresh-token.ts'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { Choices } from '../../forms/choices.tsx'
import { FieldGroup } from '../../forms/field.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'
import stack from '../../ui/stack.module.css'
import type { Route } from './+types/letter.page'

type Data = Route.ComponentProps['loaderData']

const kindOptions = letterKinds.map((kind) => ({ value: kind, label: letterTitles[kind] }))

function KindField({ id, kind, formState }: { id: string; kind: string; formState: FormState | undefined }) {
	return (
		<FieldGroup id={id} legend="契約書の種類" error={formState?.fields['kind']}>
			<Choices type="radio" name="kind" options={kindOptions} chosen={[textIn(formState?.values, 'kind') ?? kind]} />
		</FieldGroup>
	)
}

/** The office writes the letter, or the next version of it, and sends it, which is its own consent. */
export function OfferForm({
	draft,
	hasLetter,
	csrfToken,
	clientKey,
	formState: given,
}: {
	draft: NonNullable<Data['draft']>
	hasLetter: boolean
	csrfToken: string
	clientKey: string
	formState: FormState | undefined
}) {
	const formState = formStateFor(given, 'offer')
	const form = (
		<form method="post" className={formStyles.form} noValidate onSubmit={refreshToken}>
			<HiddenFields csrfToken={csrfToken} intent="offer" clientKey={textIn(formState?.values, 'clientKey') ?? clientKey} />
			<p className={stack.quietSmall}>
				{hasLetter
					? '変えた内容は新しい版として送ります。いま有効な版は、依頼者が新しい版に同意するまで続きます。'
					: `${draft.isOwnTemplate ? '事務所のひな型' : '標準のひな型'}に、この案件の内容を入れてあります。標準のひな型は一般的なもので、案件に合わせた見直しが要ります。`}
				送ると、事務所の同意として、氏名、日時、本文のハッシュ値、接続元のアドレスを記録し、双方に示します。
			</p>
			<KindField id="kind" kind={draft.kind} formState={formState} />
			<TextArea
				id="body"
				name="body"
				label="本文"
				hint={`${BODY_LENGTH.max.toLocaleString('ja-JP')}文字まで。「＿＿＿＿」は書き換えてください。`}
				rows={24}
				defaultValue={draft.body}
				formState={formState}
			/>
			<div>
				<button type="submit" className="button">
					同意して依頼者に送る
				</button>
			</div>
		</form>
	)
	return hasLetter ? (
		<details open={formState !== undefined}>
			<summary>内容を変えて、新しい版を送る</summary>
			{form}
		</details>
	) : (
		<section aria-labelledby="offer-heading" className={stack.close}>
			<h3 id="offer-heading">契約書を作る</h3>
			{form}
		</section>
	)
}

/** The office's own text for the letters to come. */
export function TemplateForm({
	template,
	csrfToken,
	formState: given,
}: {
	template: NonNullable<Data['template']>
	csrfToken: string
	formState: FormState | undefined
}) {
	const formState = formStateFor(given, 'template')
	return (
		<details open={formState !== undefined}>
			<summary>事務所のひな型を編集する</summary>
			<form method="post" className={formStyles.form} noValidate onSubmit={refreshToken}>
				<HiddenFields csrfToken={csrfToken} intent="template" />
				<KindField id="template-kind" kind={template.kind} formState={formState} />
				<TextArea
					id="template-body"
					name="body"
					label="ひな型の本文"
					hint={`次の項目は、案件ごとの内容に置き換わります：${letterPlaceholders.map((name) => `{${name}}`).join(' ')}`}
					rows={20}
					defaultValue={template.body}
					formState={formState}
				/>
				<div className={stack.line}>
					<button type="submit" className="button" data-kind="quiet">
						ひな型を保存する
					</button>
				</div>
			</form>
			{template.isOwn && (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="builtIn" />
					<button type="submit" className={formStyles.plain}>
						標準のひな型に戻す
					</button>
				</form>
			)}
		</details>
	)
}
