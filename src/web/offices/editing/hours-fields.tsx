import { useState } from 'react'
import { weekdays } from '../../../domain/offices/office-sections.ts'
import { FieldError, FieldGroup } from '../../forms/field.tsx'
import fieldStyles from '../../forms/field.module.css'
import formStyles from '../../forms/form.module.css'
import { textOf } from '../../forms/read-form.ts'
import styles from './offices.module.css'
import { Check, Select } from './section-form.tsx'
import { SpecialDayFields } from './special-day-fields.tsx'
import { type SectionView, valueOf } from './section-view.ts'

type Props = { view: SectionView }
type Values = (name: string) => string

const parts = [1, 2] as const
const workdays: readonly number[] = [1, 2, 3, 4, 5]

/** A row for each day, which says its hours and opens for editing; days without hours are closed. */
export function HoursFields({ view }: Props) {
	const isEmpty = weekdays.every(({ day }) => valueOf(view, `open-${day}-1`) === '')
	return (
		<>
			<p className={fieldStyles.hint}>
				曜日を開いて、時間を入力します。空欄の曜日は休みです。昼休みなどで分かれる日は、2つ目の時間を加えます。
			</p>
			<ul className={styles.fees}>
				{weekdays.map(({ day, label }) => (
					<li key={day}>
						<Day view={view} day={day} label={label} isOpened={isEmpty && day === 1} />
					</li>
				))}
			</ul>
			<CopyHours view={view} />
			<SpecialDayFields view={view} />
		</>
	)
}

const namesOf = (day: number) => parts.flatMap((part) => ['open', 'close', 'appointment'].map((kind) => `${kind}-${day}-${part}`))

/** A day's hours as they are typed: 「09:00〜12:00、13:00〜18:00（予約制）」. */
function hoursOf(valueAt: Values, day: number): string {
	const spans = parts.flatMap((part) => {
		const [open, close] = [valueAt(`open-${day}-${part}`), valueAt(`close-${day}-${part}`)]
		if (open === '' && close === '') return []
		return [`${open || '未入力'}〜${close || '未入力'}${valueAt(`appointment-${day}-${part}`) === '' ? '' : '（予約制）'}`]
	})
	return spans.length === 0 ? '休み' : spans.join('、')
}

function Day({ view, day, label, isOpened }: Props & { day: number; label: string; isOpened: boolean }) {
	const [typed, setTyped] = useState<FormData | null>(null)
	const valueAt: Values = (name) => (typed ? textOf(typed, name) : valueOf(view, name))
	const hasFault = namesOf(day).some((name) => view.faults[name] !== undefined)
	return (
		<details className={styles.folded} open={hasFault || isOpened}>
			<summary>
				<span>{label}</span>
				<span className={styles.amount}>{hoursOf(valueAt, day)}</span>
			</summary>
			<fieldset className={fieldStyles.group} onChange={({ currentTarget: { form } }) => setTyped(form && new FormData(form))}>
				<legend className="visually-hidden">{label}</legend>
				<div className={styles.day}>
					<DayHours view={view} day={day} part={1} label={label} />
					<details className={styles.second} open={hasSecondHours(view, day)}>
						<summary>2つ目の時間</summary>
						<DayHours view={view} day={day} part={2} label={`${label}の2つ目の時間`} />
					</details>
				</div>
			</fieldset>
		</details>
	)
}

const hasSecondHours = (view: SectionView, day: number): boolean =>
	[`open-${day}-2`, `close-${day}-2`].some((name) => valueOf(view, name) !== '' || view.faults[name] !== undefined)

/** One stretch of a day. */
function DayHours({ view, day, part, label }: Props & { day: number; part: number; label: string }) {
	const error = view.faults[`open-${day}-${part}`]
	const appointment = `appointment-${day}-${part}`
	const time = (end: 'open' | 'close') => (
		<input
			id={`${end}-${day}-${part}`}
			type="time"
			className={fieldStyles.input}
			name={`${end}-${day}-${part}`}
			aria-label={`${label}の${end === 'open' ? '開始' : '終了'}`}
			aria-invalid={error ? true : undefined}
			aria-describedby={error ? `open-${day}-${part}-error` : undefined}
			defaultValue={valueOf(view, `${end}-${day}-${part}`)}
		/>
	)
	return (
		<div className={styles.stretch}>
			<span className={styles.time}>
				{time('open')}
				<span aria-hidden="true">〜</span>
				{time('close')}
			</span>
			<label className={formStyles.check}>
				<input
					type="checkbox"
					name={appointment}
					value="1"
					defaultChecked={valueOf(view, appointment) === '1'}
					aria-label={`${label}は予約制`}
				/>
				予約制
			</label>
			<FieldError id={`open-${day}-${part}`} error={error} />
		</div>
	)
}

/** Fills in days from another one; copying a closed day closes them. */
function CopyHours({ view }: Props) {
	const error = view.faults['copyTo']
	const hasTyped = view.values['copyFrom'] !== undefined
	const copied = { values: hasTyped ? view.values : { copyFrom: '1', copyTo: workdays.slice(1).map(String) }, faults: {} }
	return (
		<details className={styles.more} open={error !== undefined}>
			<summary>ほかの曜日に同じ時間を入れる</summary>
			<div className={formStyles.form}>
				<Select
					view={copied}
					name="copyFrom"
					label="写す元の曜日"
					choices={weekdays.map(({ day, label }) => ({ value: `${day}`, label }))}
				/>
				<FieldGroup id="copyTo" legend="写す先の曜日" hint="休みの曜日を写すと、写す先も休みになります。" error={error}>
					<div className={styles.checks}>
						{weekdays.map(({ day, label }) => (
							<Check key={day} view={copied} name="copyTo" value={`${day}`} label={label} />
						))}
					</div>
				</FieldGroup>
				<div>
					<button type="submit" name="intent" value="copyHours" className="button" data-kind="quiet">
						選んだ曜日に写して保存する
					</button>
				</div>
			</div>
		</details>
	)
}
