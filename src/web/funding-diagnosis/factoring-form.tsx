import type { ReactNode } from 'react'
import {
	businessTypes,
	debtors,
	type DiagnosisErrors,
	type DiagnosisField,
	type DiagnosisValues,
	industries,
	parseDay,
	receivables,
	taxStates,
} from '../../domain/funding-diagnosis/diagnosis-input.ts'
import { Choices } from '../forms/choices.tsx'
import { controlProps, Field, FieldGroup } from '../forms/field.tsx'
import stack from '../ui/stack.module.css'
import styles from './factoring-form.module.css'

type Given = { values: DiagnosisValues | null; errors: DiagnosisErrors }

const labels: Record<DiagnosisField, string> = {
	business: '事業の形',
	industry: '業種',
	receivable: '売掛金の種類',
	debtor: '支払う相手',
	face: '売掛金の額（税込）',
	due: '入金予定日',
	wanted: '必要な額',
	by: '必要な日',
	tax: '税金・社会保険料',
	rate: '見積もりの手数料',
}

/** The form of the diagnosis: sent by GET, checked by the server, so that a result has its own address. */
export function FactoringForm({ values, errors, today }: Given & { today: string }) {
	const given = { values, errors }
	return (
		<form action="/lp/factoring" method="get" noValidate className={styles.form} aria-labelledby="diagnosis-form">
			<input type="hidden" name="on" value={today} />
			<p className={styles.all}>（任意）のほかは、すべて入力してください。</p>
			<Step number={1} title="事業のこと">
				<Question field="business" options={businessTypes} {...given} />
				<TextualField field="industry" {...given}>
					{(props) => (
						<select {...props} defaultValue={values?.industry ?? ''}>
							<option value="">選んでください</option>
							{industries.map((option) => (
								<option key={option.value} value={option.value}>
									{option.label}
								</option>
							))}
						</select>
					)}
				</TextualField>
			</Step>
			<Step number={2} title="売掛金のこと">
				<Question field="receivable" options={receivables} {...given} />
				<Question field="debtor" options={debtors} hint="売掛金を支払う会社や人です。" {...given} />
				<div className={styles.pair}>
					<Money field="face" hint="請求書の合計。例：3000000、300万" {...given} />
					<Day field="due" hint="期日を過ぎている場合は、その期日" {...given} />
				</div>
			</Step>
			<Step number={3} title="必要なお金のこと">
				<div className={styles.pair}>
					<Money field="wanted" hint="手元に欲しい額。例：1000000、100万" {...given} />
					<Day field="by" hint="支払いなどに使う日" {...given} />
				</div>
				<Question field="tax" options={taxStates} {...given} />
				<TextualField field="rate" hint="買取会社から見積もりを受け取っている場合だけ（額面に対する%）" optional {...given}>
					{(props) => (
						<span className={styles.unit}>
							<input {...props} type="text" inputMode="decimal" autoComplete="off" defaultValue={values?.rate ?? ''} />%
						</span>
					)}
				</TextualField>
			</Step>
			<p className={`${stack.line} ${styles.submit}`}>
				<button type="submit" className="button">
					診断する
				</button>
				<small>診断の入力は保存しません。結果のページのアドレス（URL）には含まれます。</small>
			</p>
		</form>
	)
}

/** A part of the form: what its questions are about, on the path through all three. */
function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
	return (
		<div className={styles.step}>
			<h3>
				<span aria-hidden="true">{number}</span>
				{title}
			</h3>
			{children}
		</div>
	)
}

type ControlProps = ReturnType<typeof controlProps> & { name: string }

function TextualField({
	field,
	errors,
	children,
	...frame
}: Given & { field: DiagnosisField; hint?: string; optional?: boolean; children: (props: ControlProps) => ReactNode }) {
	const error = errors[field]
	return (
		<Field id={field} label={labels[field]} {...frame} error={error}>
			{children({ ...controlProps(field, { hint: frame.hint, error }), name: field })}
		</Field>
	)
}

function Money(props: Given & { field: 'face' | 'wanted'; hint: string }) {
	return (
		<TextualField {...props}>
			{(control) => (
				<span className={styles.unit}>
					<input {...control} type="text" inputMode="numeric" autoComplete="off" defaultValue={props.values?.[props.field] ?? ''} />円
				</span>
			)}
		</TextualField>
	)
}

function Day(props: Given & { field: 'due' | 'by'; hint: string }) {
	const typed = props.values?.[props.field] ?? ''
	return (
		<TextualField {...props}>
			{(control) => {
				const day = parseDay(typed)
				// A date field would drop an invalid date; a text field keeps it for correction.
				const isText = typed !== '' && day === null
				return <input {...control} type={isText ? 'text' : 'date'} autoComplete="off" defaultValue={day ?? typed} />
			}}
		</TextualField>
	)
}

function Question({
	field,
	options,
	hint,
	values,
	errors,
}: Given & { field: DiagnosisField; options: readonly { value: string; label: string }[]; hint?: string }) {
	return (
		<FieldGroup id={field} legend={labels[field]} hint={hint} error={errors[field]}>
			<Choices type="radio" name={field} options={options} chosen={[values?.[field] ?? '']} />
		</FieldGroup>
	)
}

/** All messages together above the form, each leading to its field. */
export function FactoringErrors({ errors }: { errors: DiagnosisErrors }) {
	const entries = Object.entries(errors) as [DiagnosisField, string][]
	return (
		<div className={styles.summary} role="alert">
			<p>
				<strong>{`入力を確かめてください（${entries.length}件）`}</strong>
			</p>
			<ul>
				{entries.map(([field, message]) => (
					<li key={field}>
						<a href={`#${field}`}>{message}</a>
					</li>
				))}
			</ul>
		</div>
	)
}
