import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { type DeskVerdict, fillTemplate, type ReasonTemplate } from '../../../domain/operations/desk-input.ts'
import type { FactMark } from '../../../domain/experts/fact-marks.ts'
import { factField, MARKS_ALONE, RIGHT } from './fact-fields.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { reportTyped } from '../../forms/mended-errors.ts'
import { controlProps, Field } from '../../forms/field.tsx'
import { type FormState, textIn, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import adminStyles from '../admin.module.css'
import styles from './desk.module.css'

/** A fact with its newest mark; null while nobody has compared it as it is now. */
export type MarkedFact = FactMark & { isRight: boolean | null }

type Props = {
	itemId: number
	nextId: number
	version?: number
	verdicts: readonly DeskVerdict[]
	templates: readonly ReasonTemplate[]
	/** What was typed, beside its proof, as it was marked last: a × writes the text of the fix. */
	marks?: readonly MarkedFact[]
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
	const write = (line: string, isIn: boolean) => writeLine(reason.current, line, isIn)
	return (
		<form method="post" className={styles.verdict} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="decide" targetId={itemId} version={version} />
			<input type="hidden" name="nextId" value={nextId} />
			{children}
			<Marks marks={marks} formState={formState} onMark={write} />
			<Templates
				label={`${reasonLabel}の文例（番号のキーで選べます）`}
				templates={templates}
				facts={facts}
				ticked={textsIn(formState?.values, 'template')}
				onChange={({ target: { checked, value } }) => write(value, checked)}
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

/** Adds a line to the reason or takes it out. */
function writeLine(field: HTMLTextAreaElement | null, line: string, isIn: boolean): void {
	if (!field) return
	const others = field.value
		.split('\n')
		.filter((one) => one !== line)
		.join('\n')
		.trimEnd()
	field.value = [others, ...(isIn ? [line] : [])].filter((part) => part !== '').join('\n')
	reportTyped(field)
}

/** The facts to compare, each with its mark: kept with the decision, or alone. */
function Marks({
	marks,
	formState,
	onMark,
}: {
	marks: readonly MarkedFact[]
	formState: FormState | undefined
	onMark: (text: string, isWrong: boolean) => void
}) {
	if (marks.length === 0) return null
	return (
		<fieldset className={styles.marks}>
			<legend>書類・名簿との照合（× は修正の依頼の文になります）</legend>
			<ul>
				{marks.map(({ id, label, value, text, isRight }) => {
					const kept = isRight === null ? '' : isRight ? RIGHT : text
					const chosen = textIn(formState?.values, factField(id)) ?? kept
					return (
						<li key={id}>
							<div role="group" aria-label={`${label} ${value}`} className={styles.fact}>
								<span>
									{label} <strong>{value}</strong>
								</span>
								{[
									{ mark: '✓', word: '合う', written: RIGHT, isWrong: false },
									{ mark: '×', word: '合わない', written: text, isWrong: true },
								].map(({ mark, word, written, isWrong }) => (
									<label key={mark}>
										<input
											type="radio"
											name={factField(id)}
											value={written}
											defaultChecked={chosen === written}
											onChange={() => onMark(text, isWrong)}
										/>
										<span aria-hidden="true">{mark}</span>
										<span className="visually-hidden">{word}</span>
									</label>
								))}
							</div>
						</li>
					)
				})}
			</ul>
			<button type="submit" name="verdict" value={MARKS_ALONE} className={adminStyles.small}>
				印だけを保存する
			</button>
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
