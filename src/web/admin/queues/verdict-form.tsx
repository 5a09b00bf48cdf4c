import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { type DeskVerdict, fillTemplate, type ReasonTemplate } from '../../../domain/operations/desk-input.ts'
import type { FactMark } from '../../../domain/experts/fact-marks.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { controlProps, Field } from '../../forms/field.tsx'
import { type FormState, textIn, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import styles from './desk.module.css'

type Props = {
	itemId: number
	nextId: number
	version?: number
	verdicts: readonly DeskVerdict[]
	templates: readonly ReasonTemplate[]
	/** What was typed, beside its proof: a mark writes the text of the fix. */
	marks?: readonly FactMark[]
	/** What the `{…}` of a text are filled with. */
	facts: Readonly<Record<string, string>>
	hint: string
	csrfToken: string
	formState: FormState | undefined
	/** What the reason is called here. */
	reasonLabel?: string
	/** Fields besides the reason. */
	children?: ReactNode
}

/**
 * The decision on an item: offered texts, the reason, and a button for each verdict. A text that is ticked is written into
 * the reason; without scripts the ticked ones are the reason where none is typed.
 */
export function VerdictForm({
	itemId,
	nextId,
	version,
	verdicts,
	templates,
	marks = [],
	facts,
	hint,
	csrfToken,
	formState,
	reasonLabel = '理由',
	children,
}: Props) {
	const reason = useRef<HTMLTextAreaElement>(null)
	const error = formState?.fields['reason']
	const write = ({ target: { checked, value } }: ChangeEvent<HTMLInputElement>) => {
		const field = reason.current
		if (!field) return
		const others = field.value
			.split('\n')
			.filter((line) => line !== value)
			.join('\n')
			.trimEnd()
		field.value = [others, ...(checked ? [value] : [])].filter((part) => part !== '').join('\n')
	}
	return (
		<form method="post" className={styles.verdict} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="decide" targetId={itemId} version={version} />
			<input type="hidden" name="nextId" value={nextId} />
			{children}
			<Marks marks={marks} ticked={textsIn(formState?.values, 'template')} onChange={write} />
			<Templates
				label={`${reasonLabel}の文例（番号のキーで選べます）`}
				templates={templates}
				facts={facts}
				ticked={textsIn(formState?.values, 'template')}
				onChange={write}
			/>
			<Field id="desk-reason" label={reasonLabel} hint={hint} error={error}>
				<textarea
					{...controlProps('desk-reason', { hint: true, error })}
					ref={reason}
					name="reason"
					rows={4}
					defaultValue={textIn(formState?.values, 'reason')}
				/>
			</Field>
			<div className={styles.buttons}>
				{verdicts.map(({ verdict, label, key }) => (
					<button key={verdict} type="submit" name="verdict" value={verdict} className="button" data-kind="quiet" data-desk-key={key}>
						{label} <kbd aria-hidden="true">{key}</kbd>
					</button>
				))}
			</div>
		</form>
	)
}

/** The facts that can be wrong, each with a box to mark it so. */
function Marks({
	marks,
	ticked,
	onChange,
}: {
	marks: readonly FactMark[]
	ticked: readonly string[]
	onChange: (event: ChangeEvent<HTMLInputElement>) => void
}) {
	if (marks.length === 0) return null
	return (
		<fieldset className={styles.marks}>
			<legend>書類と合わないものに ✗ を付ける（修正の依頼の文になります）</legend>
			<ul>
				{marks.map(({ id, label, value, text }) => (
					<li key={id}>
						<label>
							<input type="checkbox" name="template" value={text} defaultChecked={ticked.includes(text)} onChange={onChange} />
							<span>
								{label} <strong>{value}</strong>
							</span>
						</label>
					</li>
				))}
			</ul>
		</fieldset>
	)
}

/** The texts on offer, with the facts of the item. */
function Templates({
	label,
	templates,
	facts,
	ticked,
	onChange,
}: Pick<Props, 'templates' | 'facts'> & {
	label: string
	ticked: readonly string[]
	onChange: (event: ChangeEvent<HTMLInputElement>) => void
}) {
	return (
		<fieldset>
			<legend>{label}</legend>
			<ul>
				{templates.map(({ id, title, body }, place) => {
					const filled = fillTemplate(body, facts)
					return (
						<li key={id}>
							<label>
								<input
									type="checkbox"
									name="template"
									value={filled}
									defaultChecked={ticked.includes(filled)}
									onChange={onChange}
									data-desk-key={place + 1}
								/>
								<span>{`${place + 1} ${title}`}</span>
							</label>
						</li>
					)
				})}
			</ul>
		</fieldset>
	)
}
