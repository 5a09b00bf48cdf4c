import {
	appointmentKinds,
	appointmentLengths,
	bufferChoices,
	durationChoices,
	kindLabels,
	noticeChoices,
	rangeChoices,
} from '../../domain/appointments/appointment-input.ts'
import type { getBookingSettings } from '../../domain/appointments/booking-settings.ts'
import { Choices } from '../forms/choices.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { controlProps, Field, FieldError, FieldGroup, InputField } from '../forms/field.tsx'
import { type FormState, formStateFor, textIn, textsIn } from '../forms/form-state.ts'
import { officeEditPath } from '../../domain/shared/links.ts'
import { spanOfDays, specialDayText } from '../format/hours-text.ts'
import { Fold } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import fieldStyles from '../forms/field.module.css'
import formStyles from '../forms/form.module.css'
import stack from '../ui/stack.module.css'
import styles from './appointments.module.css'

type Data = Awaited<ReturnType<typeof getBookingSettings>> & { csrfToken: string }

const weekdays = [
	{ day: 1, label: '月曜' },
	{ day: 2, label: '火曜' },
	{ day: 3, label: '水曜' },
	{ day: 4, label: '木曜' },
	{ day: 5, label: '金曜' },
	{ day: 6, label: '土曜' },
	{ day: 0, label: '日曜' },
	{ day: 7, label: '祝日' },
]

/** The days with hours in the order of the form: 「月・火・水」. */
const daysText = (hours: Data['settings']['hours']): string =>
	weekdays
		.filter(({ day }) => hours.some(({ weekday }) => weekday === day))
		.map(({ label }) => label.replace('曜', ''))
		.join('・') || 'まだありません'

const durationText = (minutes: number) => (minutes === 0 ? 'なし' : `${minutes}分`)
const noticeText = (hours: number) => (hours < 24 ? `${hours}時間前まで` : `${hours / 24}日前まで`)

export function SettingsForm({ data, formState }: { data: Data; formState: FormState | undefined }) {
	const { settings, hasOpeningHours, csrfToken } = data
	const values = formState?.values
	const errors = formState?.fields ?? {}
	const hasFaultyHours = Object.keys(errors).some((name) => name.startsWith('open-'))
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="save" version={textIn(values, 'version') ?? settings.version} />
			<label className={formStyles.check}>
				<input type="checkbox" name="open" value="1" defaultChecked={values ? textIn(values, 'open') !== undefined : settings.isOpen} />
				サイトで面談の予約を受け付ける
			</label>
			<fieldset className={fieldStyles.group}>
				<legend>受け付ける時間</legend>
				<Fold label={`曜日ごとの時間：${daysText(settings.hours)}`} open={settings.hours.length === 0 || hasFaultyHours}>
					<p className={fieldStyles.hint}>
						{hasOpeningHours
							? '空欄の曜日は受け付けません。営業時間の外と昼休みは、自動で除かれます。'
							: '空欄の曜日は受け付けません。営業時間を入力すると、その外の時間は自動で除かれます。'}
					</p>
					<ul className={styles.week}>
						{weekdays.map(({ day, label }) => (
							<WeekdayHours key={day} day={day} label={label} data={data} formState={formState} />
						))}
					</ul>
				</Fold>
			</fieldset>
			<Choosers settings={settings} formState={formState} />
			<FieldGroup id="kinds" legend="面談の方法" error={errors['kinds']}>
				<Choices
					type="checkbox"
					name="kinds"
					options={appointmentKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
					chosen={values ? textsIn(values, 'kinds') : settings.kinds}
					isShort
				/>
			</FieldGroup>
			<Words settings={settings} formState={formState} />
			<div>
				<button type="submit" className="button">
					保存する
				</button>
			</div>
		</form>
	)
}

type Part = { settings: Data['settings']; formState: FormState | undefined }

const numbers = [
	{ name: 'minutes', label: '1回の長さ', choices: durationChoices, text: durationText },
	{ name: 'bufferMinutes', label: '予約のあとの空き', choices: bufferChoices, text: durationText },
	{ name: 'noticeHours', label: '受付の締め切り', choices: noticeChoices, text: noticeText },
	{ name: 'daysAhead', label: '受け付ける期間', choices: rangeChoices, text: (days: number) => `${days}日先まで` },
] as const

function Choosers({ settings, formState }: Part) {
	return (
		<div className={styles.pairs}>
			{numbers.map(({ name, label, choices, text }) => (
				<Field key={name} id={name} label={label} error={formState?.fields[name]}>
					<select
						{...controlProps(name, { error: formState?.fields[name] })}
						name={name}
						defaultValue={textIn(formState?.values, name) ?? `${settings[name]}`}
					>
						{choices.map((one) => (
							<option key={one} value={one}>
								{text(one)}
							</option>
						))}
					</select>
				</Field>
			))}
		</div>
	)
}

function Words({ settings, formState }: Part) {
	const values = formState?.values
	const errors = formState?.fields ?? {}
	return (
		<>
			<InputField
				id="onlineUrl"
				label="オンラインの接続先"
				hint="ZoomやGoogle Meetなどのアドレス。予約した方だけに表示します。"
				optional
				type="url"
				error={errors['onlineUrl']}
				defaultValue={textIn(values, 'onlineUrl') ?? settings.onlineUrl}
			/>
			<TextArea
				id="note"
				name="note"
				label="面談の案内"
				hint={`${appointmentLengths.note.max}文字まで。用意してほしいもの、来所の道順など`}
				optional
				rows={4}
				formState={formState}
				defaultValue={settings.note}
			/>
		</>
	)
}

function WeekdayHours({ day, label, data, formState }: { day: number; label: string; data: Data; formState: FormState | undefined }) {
	const stored = data.settings.hours.find(({ weekday }) => weekday === day)
	const error = formState?.fields[`open-${day}`]
	const values = formState?.values
	const valueOf = (name: string, own: string | undefined) => (values ? textIn(values, name) : own)
	return (
		<li className={styles.hours}>
			<span>{label}</span>
			<span className={styles.span}>
				<input
					{...controlProps(`open-${day}`, { error })}
					type="time"
					name={`open-${day}`}
					aria-label={`${label}の開始`}
					defaultValue={valueOf(`open-${day}`, stored?.opensAt)}
				/>
				<span aria-hidden="true">〜</span>
				<input
					className={fieldStyles.input}
					type="time"
					name={`close-${day}`}
					aria-label={`${label}の終了`}
					defaultValue={valueOf(`close-${day}`, stored?.closesAt)}
				/>
			</span>
			<FieldError id={`open-${day}`} error={error} />
		</li>
	)
}

/** 年末年始, お盆 and other days with times of their own. */
export function SpecialDays({
	data: { settings, office, officeDays, csrfToken },
	formState,
}: {
	data: Data
	formState: FormState | undefined
}) {
	const adding = formStateFor(formState, 'special-add')
	const typed = (field: string) => textIn(adding?.values, field)
	const errors = adding?.fields ?? {}
	return (
		<section className={stack.column} aria-labelledby="special">
			<h2 id="special">予約だけの特別な日</h2>
			{settings.special.length > 0 && (
				<ul className={styles.list}>
					{settings.special.map((one) => (
						<li key={one.id} className={styles.card}>
							<strong>{`${one.label === '' ? '' : `${one.label}：`}${spanOfDays(one.firstOn, one.lastOn)}`}</strong>
							<span>{one.opensAt === null ? '受け付けない' : `${one.opensAt}〜${one.closesAt ?? ''}`}</span>
							<form method="post">
								<HiddenFields csrfToken={csrfToken} intent="special-remove" targetId={one.id} />
								<button type="submit" className={formStyles.plain} aria-label={`${spanOfDays(one.firstOn, one.lastOn)}を削除する`}>
									削除する
								</button>
							</form>
						</li>
					))}
				</ul>
			)}
			<details className={styles.fold} open={adding !== undefined}>
				<summary>特別な日を入力する</summary>
				<p>
					予約を受ける時間だけを変える日です。時刻を空欄にすると、その日は受け付けません。事務所が休む日や営業時間が変わる日は
					<Link to={officeEditPath(office.id, { section: 'hours' })}>営業時間</Link>
					に入れると、予約にも反映され、ここに入れた日より優先されます。
				</p>
				{officeDays.length > 0 && (
					<p className={fieldStyles.hint}>
						{`営業時間に入れた日：${officeDays.map((one) => Object.values(specialDayText(one)).join(' ')).join('、')}`}
					</p>
				)}
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={adding} />
					<HiddenFields csrfToken={csrfToken} intent="special-add" />
					<div className={formStyles.row}>
						<InputField id="firstOn" label="始まりの日" type="date" error={errors['firstOn']} defaultValue={typed('firstOn')} />
						<InputField id="lastOn" label="終わりの日" optional type="date" error={errors['lastOn']} defaultValue={typed('lastOn')} />
					</div>
					<div className={formStyles.row}>
						<InputField id="opensAt" label="開始" optional type="time" error={errors['opensAt']} defaultValue={typed('opensAt')} />
						<InputField id="closesAt" label="終了" optional type="time" error={errors['closesAt']} defaultValue={typed('closesAt')} />
					</div>
					<InputField
						id="label"
						label="名前"
						hint="例：年末年始"
						optional
						error={errors['label']}
						defaultValue={typed('label')}
						maxLength={appointmentLengths.label.max}
					/>
					<div>
						<button type="submit" className="button" data-kind="quiet">
							特別な日を加える
						</button>
					</div>
				</form>
			</details>
		</section>
	)
}
