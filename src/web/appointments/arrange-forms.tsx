import {
	appointmentKinds,
	appointmentLengths,
	durationChoices,
	kindLabels,
	MAX_PROPOSED,
} from '../../domain/appointments/appointment-input.ts'
import { Choices } from '../forms/choices.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { controlProps, Field, FieldError, FieldGroup, InputField } from '../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import { type FormKeys, HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import type { readArrangement } from './arrange.server.ts'
import fieldStyles from '../forms/field.module.css'
import formStyles from '../forms/form.module.css'
import stack from '../ui/stack.module.css'
import styles from './appointments.module.css'

type Data = Awaited<ReturnType<typeof readArrangement>>
type Proposal = NonNullable<Data['proposal']>

/** The client's answer to an office's times. */
export function Answer({
	data: { thread },
	csrfToken,
	proposal,
	formState,
}: {
	data: Data
	csrfToken: string
	proposal: Proposal
	formState: FormState | undefined
}) {
	const accepting = formStateFor(formState, 'accept')
	const free = proposal.starts.filter(({ isTaken }) => !isTaken)
	return (
		<section className={formStyles.current} aria-labelledby="proposal">
			<h3 id="proposal">{`${thread.officeName}からの候補（${kindLabels[proposal.kind]}）`}</h3>
			{proposal.isMove && <p>いまの予約の日時を変えるための候補です。</p>}
			{proposal.message !== '' && <p>{proposal.message}</p>}
			<form method="post" className={formStyles.form}>
				<ErrorSummary formState={accepting ?? formStateFor(formState, 'close')} />
				<HiddenFields csrfToken={csrfToken} />
				{free.length > 0 ? (
					<FieldGroup id="slot" legend="都合のよい日時" error={accepting?.fields['slot']}>
						<Choices
							type="radio"
							name="slot"
							options={free.map(({ iso, when }) => ({ value: iso, label: when }))}
							chosen={[textIn(accepting?.values, 'slot') ?? '']}
						/>
					</FieldGroup>
				) : (
					<p>候補の日時は、過ぎたか、ほかの予定で埋まりました。</p>
				)}
				{proposal.kind === 'phone' && (
					<InputField
						id="phone"
						label="電話番号"
						hint="面談をする事務所だけが見られます。"
						type="tel"
						autoComplete="tel"
						error={accepting?.fields['phone']}
						defaultValue={textIn(accepting?.values, 'phone')}
					/>
				)}
				<p className={styles.ways}>
					{free.length > 0 && (
						<button type="submit" className="button" name="intent" value="accept">
							この日時に決める
						</button>
					)}
					<button type="submit" className={formStyles.plain} name="intent" value="close">
						どれも都合がつかない
					</button>
				</p>
			</form>
		</section>
	)
}

/** What the office has proposed and waits for. */
export function Sent({ data: { thread }, csrfToken, proposal }: { data: Data; csrfToken: string; proposal: Proposal }) {
	return (
		<section className={formStyles.current} aria-labelledby="proposal">
			<h3 id="proposal">{`${thread.contactName}さんの返事を待っている候補`}</h3>
			<ul>
				{proposal.starts.map(({ iso, when, isTaken }) => (
					<li key={iso}>
						{when}
						{isTaken && '（ほかの面談で埋まりました）'}
					</li>
				))}
			</ul>
			<form method="post">
				<HiddenFields csrfToken={csrfToken} intent="close" />
				<button type="submit" className={formStyles.plain}>
					候補を取り下げる
				</button>
			</form>
		</section>
	)
}

/** Up to three times that the office proposes. */
export function Propose({
	data: { defaults, proposal, moved, firstDay },
	keys: { csrfToken, clientKey },
	formState,
}: {
	data: Data
	keys: FormKeys
	formState: FormState | undefined
}) {
	const typed = (field: string) => textIn(formState?.values, field)
	const errors = formState?.fields ?? {}
	const numbers = Array.from({ length: MAX_PROPOSED }, (_, index) => index + 1)
	return (
		<section aria-labelledby="propose" className={stack.list}>
			<h3 id="propose">{moved !== null ? '別の日時を提案する' : proposal ? '候補を出し直す' : '日時の候補を提案する'}</h3>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="propose" clientKey={typed('clientKey') ?? clientKey} />
				{numbers.map((number) => (
					<ProposedTime key={number} number={number} firstDay={firstDay} formState={formState} />
				))}
				<Field id="minutes" label="1回の長さ" error={errors['minutes']}>
					<select
						{...controlProps('minutes', { error: errors['minutes'] })}
						name="minutes"
						defaultValue={typed('minutes') ?? `${defaults.minutes}`}
					>
						{durationChoices.map((minutes) => (
							<option key={minutes} value={minutes}>{`${minutes}分`}</option>
						))}
					</select>
				</Field>
				<Way defaults={defaults} formState={formState} />
				<TextArea
					id="message"
					name="message"
					label="ひとこと"
					optional
					hint={`${appointmentLengths.message.max}文字まで`}
					rows={3}
					formState={formState}
				/>
				<div>
					<button type="submit" className="button">
						候補を送る
					</button>
				</div>
			</form>
		</section>
	)
}

function ProposedTime({ number, firstDay, formState }: { number: number; firstDay: string; formState: FormState | undefined }) {
	const [day, time] = [`day-${number}`, `time-${number}`]
	const error = formState?.fields[day]
	return (
		<fieldset className={fieldStyles.group}>
			<legend>{`候補${number}${number > 1 ? '（任意）' : ''}`}</legend>
			<div className={styles.span}>
				<input
					{...controlProps(day, { error })}
					type="date"
					name={day}
					min={firstDay}
					aria-label={`候補${number}の日付`}
					defaultValue={textIn(formState?.values, day)}
				/>
				<input
					className={fieldStyles.input}
					type="time"
					name={time}
					step={900}
					aria-label={`候補${number}の開始時刻`}
					defaultValue={textIn(formState?.values, time)}
				/>
			</div>
			<FieldError id={day} error={error} />
		</fieldset>
	)
}

/** How one meets. */
function Way({ defaults, formState }: { defaults: Data['defaults']; formState: FormState | undefined }) {
	const typed = (field: string) => textIn(formState?.values, field)
	const errors = formState?.fields ?? {}
	return (
		<>
			<FieldGroup id="kind" legend="面談の方法" error={errors['kind']}>
				<Choices
					type="radio"
					name="kind"
					options={appointmentKinds.map((one) => ({ value: one, label: kindLabels[one] }))}
					chosen={[typed('kind') ?? defaults.kind]}
					isShort
				/>
			</FieldGroup>
			<InputField
				id="onlineUrl"
				label="オンラインの接続先"
				hint="オンラインのときだけ。ZoomやGoogle Meetなどのアドレス"
				optional
				type="url"
				error={errors['onlineUrl']}
				defaultValue={typed('onlineUrl') ?? defaults.onlineUrl}
			/>
		</>
	)
}
