import type { ReservedTasks } from '../../domain/memberships/lawful-tasks.ts'
import { languageChoices, MAX_EXPERT_TASKS, MAX_LINKS, registrationLengths as lengths } from '../../domain/experts/registration-input.ts'
import { prefecturesByRegion } from '../../domain/geography/prefectures.ts'
import { type FormState, formStateFor, textIn, textsIn, type Values } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { ReservedTasksNote } from '../forms/reserved-tasks.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import textButton from '../ui/text-button.module.css'
import formStyles from '../forms/form.module.css'
import { controlProps, Field, FieldError, InputField } from '../forms/field.tsx'
import fieldStyles from '../forms/field.module.css'
import { lineFields } from '../forms/line-field.tsx'
import type { TaskGroup } from './profile-form.server.ts'
import styles from './registration.module.css'

/** The photograph, in a separate form: a file would be lost when another field is rejected. */
export function PortraitForm({
	portrait,
	drawn = null,
	csrfToken,
	formState,
}: {
	portrait: string | null
	/** The drawn portrait shown without a photograph, where there is a page for it. */
	drawn?: string | null
	csrfToken: string
	formState: FormState | undefined
}) {
	const error = formStateFor(formState, 'photo')?.fields['photo']
	return (
		<section className={styles.section} aria-labelledby="photo-heading">
			<h2 id="photo-heading">写真</h2>
			<div className={styles.person}>
				<img
					src={portrait === null ? (drawn ?? '/avatar.svg') : `/media/${portrait}`}
					width="96"
					height="96"
					alt={portrait === null ? '写真は未登録です' : '登録した写真'}
				/>
				<form method="post" encType="multipart/form-data" noValidate>
					<HiddenFields csrfToken={csrfToken} intent="photo" />
					<InputField
						id="photo"
						label="写真"
						optional
						hint="顔が分かる、胸から上の写真をお願いします。8MBまでのJPEG・PNG・WebP。正方形に切り抜きます。写真がなければ、資格の札の付いた似顔絵風の絵を表示します。"
						error={error}
						className={undefined}
						type="file"
						accept="image/jpeg,image/png,image/webp"
					/>
					<div className={styles.buttons}>
						<button type="submit" className="button" data-kind="quiet">
							写真を登録する
						</button>
						{portrait !== null && (
							<button type="submit" name="remove" value="1" className={textButton.button}>
								写真を消す
							</button>
						)}
					</div>
				</form>
			</div>
		</section>
	)
}

/** The profile's form: in the application, and on My Page once the expert is verified (then the name is fixed). */
export function ProfileForm({
	values: saved,
	formState: sent,
	groups,
	reserved,
	csrfToken,
	fixedName,
	submit,
}: {
	values: Values
	formState: FormState | undefined
	groups: readonly TaskGroup[]
	reserved: readonly ReservedTasks[]
	csrfToken: string
	/** Name and reading that staff have verified, or null while they may be typed. */
	fixedName: { name: string; kana: string } | null
	submit: string
}) {
	const formState = formStateFor(sent, 'profile')
	const values = formState?.values ?? saved
	const errors = formState?.fields ?? {}
	const line = lineFields(values, errors)
	return (
		<form method="post" className={formStyles.form} noValidate>
			<HiddenFields csrfToken={csrfToken} intent="profile" />
			<ErrorSummary formState={formState} />
			{fixedName ? (
				<>
					<p className={formStyles.note}>
						{`表示する名前は「${fixedName.name}（${fixedName.kana}）」です。確認の済んだ名前のため、変更は運営へお問い合わせください。`}
					</p>
					<input type="hidden" name="displayName" value={fixedName.name} />
					<input type="hidden" name="kana" value={fixedName.kana} />
				</>
			) : (
				<>
					{line('displayName', '表示する名前', {
						hint: '登録証と同じ氏名。職務上の氏名でも構いません。',
						maxLength: lengths.displayName.max,
					})}
					{line('kana', 'ふりがな', { maxLength: lengths.kana.max })}
				</>
			)}
			{line('headline', 'ひとこと', {
				hint: `どんな方の、何を手伝うのか。${lengths.headline.min}〜${lengths.headline.max}文字。`,
				maxLength: lengths.headline.max,
			})}
			<Field
				id="biography"
				label="経歴と仕事への考え"
				hint={`${lengths.biography.min}〜${lengths.biography.max.toLocaleString('ja-JP')}文字。改行すると段落になります。`}
				error={errors['biography']}
			>
				<textarea
					{...controlProps('biography', { hint: true, error: errors['biography'] })}
					name="biography"
					rows={8}
					defaultValue={textIn(values, 'biography')}
				/>
			</Field>
			{line('practisingSince', '実務を始めた月', { optional: true, type: 'month', hint: '例：2012-04' })}
			<fieldset className={styles.group}>
				<legend>対応できる言語</legend>
				<Choices name="language" values={values} choices={languageChoices.map((one) => ({ value: one, label: one }))} isShort />
			</fieldset>
			<fieldset className={styles.group} aria-describedby={errors['taskIds'] ? 'tasks-error' : 'tasks-hint'}>
				<legend>相談を受ける業務</legend>
				<p id="tasks-hint" className={fieldStyles.hint}>{`${MAX_EXPERT_TASKS}個まで。登録した資格で行える業務だけを表示しています。`}</p>
				<FieldError id="tasks" error={errors['taskIds']} />
				{groups.map(({ id, name, tasks }) => (
					<details key={id} open={tasks.some((task) => textsIn(values, 'task').includes(`${task.id}`))}>
						<summary>{name}</summary>
						<Choices name="task" values={values} choices={tasks.map((task) => ({ value: `${task.id}`, label: task.name }))} />
					</details>
				))}
				<ReservedTasksNote groups={reserved} />
			</fieldset>
			<fieldset className={styles.group} aria-describedby={errors['areaIds'] ? 'areas-error' : undefined}>
				<legend>対応する都道府県</legend>
				<FieldError id="areas" error={errors['areaIds']} />
				{prefecturesByRegion.map(({ id, name, prefectures }) => (
					<details key={id} open={prefectures.some((one) => textsIn(values, 'area').includes(`${one.id}`))}>
						<summary>{name}</summary>
						<Choices name="area" values={values} choices={prefectures.map((one) => ({ value: `${one.id}`, label: one.name }))} isShort />
					</details>
				))}
			</fieldset>
			<fieldset className={styles.group} aria-describedby={errors['links'] ? 'links-error' : undefined}>
				<legend>
					リンク<small>（任意）</small>
				</legend>
				<FieldError id="links" error={errors['links']} />
				{Array.from({ length: MAX_LINKS }, (_, place) => (
					<input
						key={place}
						className={fieldStyles.input}
						type="url"
						name="link"
						inputMode="url"
						placeholder="https://"
						aria-label={place === 0 ? '自分のサイト' : `ほかのページ${place}`}
						defaultValue={textsIn(values, 'link')[place] ?? ''}
					/>
				))}
			</fieldset>
			<div>
				<button type="submit" className="button">
					{submit}
				</button>
			</div>
		</form>
	)
}

function Choices({
	name,
	values,
	choices,
	isShort = false,
}: {
	name: string
	values: Values
	choices: readonly { value: string; label: string }[]
	isShort?: boolean
}) {
	const chosen = textsIn(values, name)
	return (
		<ul className={`${styles.choices} ${isShort ? styles.short : ''}`}>
			{choices.map(({ value, label }) => (
				<li key={value}>
					<label>
						<input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
						{label}
					</label>
				</li>
			))}
		</ul>
	)
}
