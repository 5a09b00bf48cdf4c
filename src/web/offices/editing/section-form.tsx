import type { InputHTMLAttributes, ReactNode } from 'react'
import { sectionLabel } from '../../../domain/offices/office-sections.ts'
import type { FormState } from '../../forms/form-state.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import stack from '../../ui/stack.module.css'
import formStyles from '../../forms/form.module.css'
import { Moment } from '../../ui/day.tsx'
import { Tag } from '../../ui/tag.tsx'
import { controlProps, Field, InputField } from '../../forms/field.tsx'
import fieldStyles from '../../forms/field.module.css'
import styles from './offices.module.css'
import { SectionAutosave } from './section-autosave.tsx'
import { type SectionOutcome, type SectionView, valueOf, valuesOf } from './section-view.ts'

/** The form of one section: saves a draft, with the errors that prevent publishing it. */
export function SectionForm({
	view: saved,
	outcome,
	action,
	formState,
	csrfToken,
	buttons,
	publishes,
	onSaved,
	children,
}: {
	view: SectionView
	outcome: SectionOutcome | undefined
	/** The page of the section. */
	action: string
	/** The form error, if this form was sent. */
	formState: FormState | undefined
	csrfToken: string
	/** Besides the one that saves. */
	buttons?: ReactNode
	/** Whether the section can go from here to the public page. */
	publishes: boolean
	/** Called when autosave has stored a draft. */
	onSaved: () => void
	children: (view: SectionView) => ReactNode
}) {
	const overtaken = outcome?.kind === 'overtaken' && outcome.section === saved.section ? outcome : null
	const view = overtaken
		? { ...saved, values: overtaken.values, edition: overtaken.edition, faults: {} }
		: formState
			? { ...saved, values: formState.values, faults: { ...saved.faults, ...formState.fields } }
			: saved
	const count = Object.keys(view.faults).length
	return (
		<>
			{view.isDraft && (
				<p className={stack.line}>
					<Tag tone="accent">未反映の下書き</Tag>
					{view.saved && (
						<span className={fieldStyles.hint}>
							<Moment moment={view.saved} />
							に保存
						</span>
					)}
				</p>
			)}
			<ErrorSummary formState={formState} />
			{overtaken && <Overtaken current={overtaken.current} />}
			{count > 0 && !formState && <Faults faults={view.faults} />}
			<form key={view.edition} method="post" action={action} className={formStyles.form} noValidate aria-label={sectionLabel(view.section)}>
				<HiddenFields csrfToken={csrfToken} />
				<input type="hidden" name="section" value={view.section} />
				<input type="hidden" name="edition" defaultValue={view.edition} />
				{/* Enter in a field saves: the first button that a section shows may copy hours or look for stations. */}
				<button type="submit" name="intent" value="save" className="visually-hidden" tabIndex={-1} aria-hidden="true">
					下書きを保存する
				</button>
				{children(view)}
				{buttons && <div className={styles.buttons}>{buttons}</div>}
				<div className={styles.bar} data-due>
					<SectionAutosave onSaved={onSaved} />
					<div className={styles.buttons}>
						<button type="submit" name="intent" value="save" className="button" data-kind={publishes ? 'quiet' : undefined}>
							下書きを保存する
						</button>
						{publishes && (
							<button type="submit" name="intent" value="saveAndApply" className="button">
								保存して公開する
							</button>
						)}
						{view.isDraft && (
							<button type="submit" name="intent" value="discard" className={styles.plain}>
								下書きを破棄する
							</button>
						)}
					</div>
				</div>
			</form>
		</>
	)
}

/** The values of a form, and their errors. */
type FieldView = Pick<SectionView, 'values' | 'faults'>

type More = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'maxLength' | 'autoComplete' | 'placeholder'> & {
	hint?: string
	optional?: boolean
}

export function Line({
	view,
	name,
	label,
	hint,
	optional = false,
	type = 'text',
	...rest
}: More & { view: FieldView; name: string; label: string }) {
	const error = view.faults[name]
	return (
		<InputField
			id={name}
			label={label}
			hint={hint}
			optional={optional}
			error={error}
			{...rest}
			type={type}
			defaultValue={valueOf(view, name)}
		/>
	)
}

export function Area({
	view,
	name,
	label,
	hint,
	rows,
	optional = false,
}: {
	view: FieldView
	name: string
	label: string
	hint?: string
	rows: number
	optional?: boolean
}) {
	const error = view.faults[name]
	return (
		<Field id={name} label={label} hint={hint} optional={optional} error={error}>
			<textarea {...controlProps(name, { hint, error })} name={name} rows={rows} defaultValue={valueOf(view, name)} />
		</Field>
	)
}

type Choice = { value: string; label: string }

export function Select({
	view,
	name,
	label,
	hint,
	choices,
	groups = [],
}: {
	view: FieldView
	name: string
	label: string
	hint?: string
	choices: readonly Choice[]
	groups?: readonly { label: string; choices: readonly Choice[] }[]
}) {
	const error = view.faults[name]
	return (
		<Field id={name} label={label} hint={hint} error={error}>
			<select {...controlProps(name, { hint, error })} name={name} defaultValue={valueOf(view, name)}>
				<Options choices={choices} />
				{groups.map((group) => (
					<optgroup key={group.label} label={group.label}>
						<Options choices={group.choices} />
					</optgroup>
				))}
			</select>
		</Field>
	)
}

const Options = ({ choices }: { choices: readonly Choice[] }) =>
	choices.map(({ value, label }) => (
		<option key={value} value={value}>
			{label}
		</option>
	))

export function Check({ view, name, value = '1', label }: { view: FieldView; name: string; value?: string; label: string }) {
	return (
		<label className={formStyles.check}>
			<input type="checkbox" name={name} value={value} defaultChecked={valuesOf(view, name).includes(value)} />
			{label}
		</label>
	)
}

function Overtaken({ current }: Pick<SectionOutcome & { kind: 'overtaken' }, 'current'>) {
	return (
		<div className={formStyles.warning} role="alert">
			<p>ほかの画面で、この項目の新しい内容が保存されています。</p>
			<p>入力した内容は下に残っています。もう一度保存すると、次の内容と置き換わります。</p>
			<dl className={styles.current}>
				{current.map(({ name, label, text }) => (
					<div key={name}>
						<dt>{label}</dt>
						<dd>{text}</dd>
					</div>
				))}
			</dl>
		</div>
	)
}

function Faults({ faults }: Pick<SectionView, 'faults'>) {
	const count = Object.keys(faults).length
	return (
		<div className={formStyles.failure} role="alert">
			<p>{`下書きを保存しました。公開する前に、${count}か所を直してください。`}</p>
			<ul>
				{Object.entries(faults).map(([name, sentence]) => (
					<li key={name}>
						<a href={`#${name}`}>{sentence}</a>
					</li>
				))}
			</ul>
		</div>
	)
}
