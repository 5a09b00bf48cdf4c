import {
	outcomes,
	type SupportCategory,
	supportCategories,
	supportCategoryNames,
	supportKeptDays,
	supportLengths,
} from '../../domain/support/support-input.ts'
import { Choices } from '../forms/choices.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { controlProps, Field, FieldGroup } from '../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import formStyles from '../forms/form.module.css'
import styles from './admin.module.css'

type Forms = {
	category: SupportCategory
	isClosed: boolean
	isAuthorAsked: boolean
	note: string
	csrfToken: string
	clientKey: string
	formState: FormState | undefined
}

/** Answers who wrote, by mail. */
export function ReplyForm({ csrfToken, clientKey, formState }: Pick<Forms, 'csrfToken' | 'clientKey' | 'formState'>) {
	const own = formStateFor(formState, 'reply')
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={own} />
			<HiddenFields csrfToken={csrfToken} intent="reply" clientKey={textIn(own?.values, 'clientKey') ?? clientKey} />
			<TextArea
				id="body"
				name="body"
				label="返信の文面"
				hint={`${supportLengths.reply.max.toLocaleString('ja-JP')}文字まで。この文面が、件名と受付番号を付けてメールで届きます。`}
				rows={8}
				formState={own}
			/>
			<div className={formStyles.buttons}>
				<button type="submit" className="button">
					返信を送る
				</button>
			</div>
		</form>
	)
}

/** What staff keep of it, and how it ends. */
export function Handling({ category, isClosed, isAuthorAsked, note, csrfToken, formState }: Omit<Forms, 'clientKey'>) {
	const noteState = formStateFor(formState, 'note')
	const closeState = formStateFor(formState, 'close')
	const isClaim = category === 'rights'
	return (
		<section className={styles.section} aria-labelledby="handling">
			<h2 id="handling">対応</h2>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={noteState} />
				<HiddenFields csrfToken={csrfToken} intent="note" />
				<TextArea
					id="note"
					name="note"
					label="メモ"
					hint={`${supportLengths.note.max.toLocaleString('ja-JP')}文字まで。本人がデータを書き出すと、このメモも含まれます。`}
					rows={3}
					formState={noteState}
					defaultValue={note}
				/>
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						メモを保存する
					</button>
				</div>
			</form>
			{isClaim && !isClosed && !isAuthorAsked && (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="ask-author" />
					<button type="submit" className="button" data-kind="quiet">
						投稿した方に照会したことを記録する
					</button>
				</form>
			)}
			{isClosed ? (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="reopen" />
					<p className={styles.quiet}>{`終了から${supportKeptDays(category)}日で、内容と返信を消去します。`}</p>
					<button type="submit" className="button" data-kind="quiet">
						対応を再開する
					</button>
				</form>
			) : (
				<>
					<form method="post" className={formStyles.form} noValidate>
						<ErrorSummary formState={closeState} />
						<HiddenFields csrfToken={csrfToken} intent="close" />
						{isClaim && (
							<FieldGroup
								id="outcome"
								legend="結果"
								hint="措置をとったかどうかとその理由を、先に申出者へ返信してください。"
								error={closeState?.fields['outcome']}
							>
								<Choices type="radio" name="outcome" options={outcomes} chosen={[textIn(closeState?.values, 'outcome') ?? '']} />
							</FieldGroup>
						)}
						<div className={formStyles.buttons}>
							<button type="submit" className="button">
								対応を終了する
							</button>
						</div>
					</form>
					<MoveForm category={category} csrfToken={csrfToken} formState={formStateFor(formState, 'move')} />
				</>
			)}
		</section>
	)
}

/** For what came to the wrong place. */
function MoveForm({ category, csrfToken, formState }: Pick<Forms, 'category' | 'csrfToken' | 'formState'>) {
	const others = supportCategoryNames.filter((name) => name !== category && supportCategories[name].topics.length === 0)
	const error = formState?.fields['category']
	return (
		<form method="post" className={formStyles.form} noValidate>
			<HiddenFields csrfToken={csrfToken} intent="move" />
			<Field id="category" label="種類を移す" hint="担当の役割と期限が変わります。" error={error}>
				<select {...controlProps('category', { hint: true, error })} name="category" defaultValue={textIn(formState?.values, 'category')}>
					{others.map((name) => (
						<option key={name} value={name}>
							{supportCategories[name].label}
						</option>
					))}
				</select>
			</Field>
			<div className={formStyles.buttons}>
				<button type="submit" className="button" data-kind="quiet">
					移す
				</button>
			</div>
		</form>
	)
}
