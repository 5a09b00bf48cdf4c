import { specialDayNumbers } from '../../../domain/offices/hours/special-day-form.ts'
import {
	SPECIAL_LABEL_LENGTH,
	type SpecialDayKind,
	specialDayKinds,
	specialDaySuggestions,
} from '../../../domain/offices/hours/special-days.ts'
import fieldStyles from '../../forms/field.module.css'
import formStyles from '../../forms/form.module.css'
import { specialDayText } from '../../format/hours-text.ts'
import styles from './offices.module.css'
import { Check, Line, Select } from './section-form.tsx'
import { type SectionView, valueOf } from './section-view.ts'

type Props = { view: SectionView }

/** Days with other hours than the week's: a row for each, a free one, and buttons for those that most offices have. */
export function SpecialDayFields({ view }: Props) {
	const { filled, free } = specialDayNumbers(view.values)
	const names = filled.map((number) => valueOf(view, `special-label-${number}`))
	const offered = free === null ? [] : specialDaySuggestions.filter(({ label }) => !names.includes(label))
	return (
		<section className={styles.category} aria-labelledby="special-days">
			<h2 id="special-days">特別な日</h2>
			<p className={fieldStyles.hint}>
				曜日の営業時間や祝日よりも優先され、事務所のページ、営業中の表示、面談の予約に反映されます。
				{free === null && '入れられるのは12件までです。'}
			</p>
			<ul className={styles.fees}>
				{[...filled, ...(free === null ? [] : [free])].map((number) => (
					<li key={number}>
						<SpecialDay view={view} number={number} isFilled={filled.includes(number)} />
					</li>
				))}
			</ul>
			{offered.length > 0 && (
				<div className={styles.buttons}>
					{offered.map(({ name, label }) => (
						<button key={name} type="submit" name="intent" value={name} className="button" data-kind="quiet">
							{`${label}を加える`}
						</button>
					))}
				</div>
			)}
		</section>
	)
}

function SpecialDay({ view, number, isFilled }: Props & { number: number; isFilled: boolean }) {
	const at = (field: string) => `special-${field}-${number}`
	const hasFault = Object.keys(view.faults).some((name) => name.startsWith('special-') && name.endsWith(`-${number}`))
	const { title, detail } = rowOf((field) => valueOf(view, at(field)))
	return (
		<details className={styles.folded} open={hasFault}>
			<summary>
				<span>{isFilled ? title : '特別な日を入力する'}</span>
				{isFilled && <span className={styles.amount}>{detail}</span>}
			</summary>
			<fieldset className={styles.caseFields}>
				<legend className="visually-hidden">{isFilled ? title : '新しい特別な日'}</legend>
				<Line view={view} name={at('label')} label="名前" hint="例：夏季休業、臨時休業" maxLength={SPECIAL_LABEL_LENGTH} optional />
				<div className={formStyles.row}>
					<Line view={view} name={at('first')} label="始まりの日" type="date" />
					<Line view={view} name={at('last')} label="終わりの日" type="date" optional />
				</div>
				<Select view={view} name={at('kind')} label="営業" hint="休業する日は、時刻を空欄のままにします。" choices={specialDayKinds} />
				<div className={formStyles.row}>
					<Line view={view} name={at('open')} label="開始" type="time" optional />
					<Line view={view} name={at('close')} label="終了" type="time" optional />
				</div>
				<Check view={view} name={at('yearly')} label="毎年くり返す" />
				{isFilled && <Check view={view} name={at('remove')} label="この特別な日を削除する" />}
			</fieldset>
		</details>
	)
}

/** What the row of special days says, however much of them is typed. */
function rowOf(valueAt: (field: string) => string): { title: string; detail: string } {
	const kind: SpecialDayKind = specialDayKinds.find(({ value }) => value === valueAt('kind'))?.value ?? 'closed'
	const firstOn = valueAt('first')
	const { days, text } = specialDayText({
		kind,
		firstOn,
		lastOn: valueAt('last') || firstOn,
		opensAt: kind === 'closed' ? null : valueAt('open') || '未入力',
		closesAt: kind === 'closed' ? null : valueAt('close') || '未入力',
		label: '',
	})
	const isYearly = valueAt('yearly') !== ''
	// The weekdays of the first year say nothing about the others.
	const when = firstOn === '' ? '日付が未入力' : isYearly ? `毎年${days.replaceAll(/（.）/g, '')}` : days
	const label = valueAt('label')
	return { title: label === '' ? when : label, detail: `${label === '' ? '' : `${when} `}${text}` }
}
