import type { OfficePlace } from '../../domain/geography/postal-places.ts'
import { officeKinds, registrationLengths as lengths } from '../../domain/experts/registration-input.ts'
import { type FormState, textIn, type Values } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import stack from '../ui/stack.module.css'
import formStyles from '../forms/form.module.css'
import { controlProps, Field, FieldError } from '../forms/field.tsx'
import fieldStyles from '../forms/field.module.css'
import { lineFields } from '../forms/line-field.tsx'
import type { FeeField } from './office-form.server.ts'
import styles from './registration.module.css'

/** The office's form, when its postal code is known. */
export function OfficeForm({
	place,
	values: saved,
	formState,
	fees,
	csrfToken,
}: {
	place: OfficePlace
	values: Values
	formState: FormState | undefined
	fees: readonly FeeField[]
	csrfToken: string
}) {
	const values = formState?.values ?? saved
	const errors = formState?.fields ?? {}
	const line = lineFields(values, errors)
	return (
		<form method="post" className={formStyles.form} noValidate>
			<HiddenFields csrfToken={csrfToken} intent="office" />
			<input type="hidden" name="postalCode" value={place.postalCode} />
			<ErrorSummary formState={formState} />
			<Field id="kind" label="事務所の種類" error={errors['kind']}>
				<select {...controlProps('kind', { error: errors['kind'] })} name="kind" defaultValue={textIn(values, 'kind') ?? 'sole'}>
					{officeKinds.map(({ value, label }) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</select>
			</Field>
			{line('name', '事務所の名前', { maxLength: lengths.officeName.max })}
			{line('kana', '事務所のふりがな', { maxLength: lengths.officeKana.max })}
			<Field id="municipalityId" label="市区町村" error={errors['municipalityId']}>
				<select
					{...controlProps('municipalityId', { error: errors['municipalityId'] })}
					name="municipalityId"
					defaultValue={textIn(values, 'municipalityId') ?? `${place.municipalities[0]?.id}`}
				>
					{place.municipalities.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			</Field>
			{line('addressLine', '町名・番地・建物', { hint: '例：下連雀3丁目1番1号 ○○ビル4階', maxLength: lengths.addressLine.max })}
			<div className={formStyles.row}>
				<Field id="stationId" label="最寄り駅" hint="駅からの一覧と地図の目安に使います。" error={errors['stationId']}>
					<select
						{...controlProps('stationId', { hint: true, error: errors['stationId'] })}
						name="stationId"
						defaultValue={textIn(values, 'stationId') ?? '0'}
					>
						<option value="0">近くに駅がない</option>
						{place.stations.map(({ id, name, lines }) => (
							<option key={id} value={id}>
								{`${name}駅（${lines}）`}
							</option>
						))}
					</select>
				</Field>
				{line('walkMinutes', '駅からの徒歩（分）', { type: 'number', optional: true })}
			</div>
			{line('phone', '電話番号', { type: 'tel' })}
			<label className={formStyles.check}>
				<input type="checkbox" name="phonePublic" value="1" defaultChecked={textIn(values, 'phonePublic') === '1'} />
				電話番号をページに載せる
			</label>
			{line('corporateNumber', '法人番号', { optional: true, hint: '13桁。法人の場合は必ず入力してください。' })}
			{line('invoiceNumber', 'インボイスの登録番号', { optional: true, hint: 'Tと13桁の数字。' })}
			<fieldset className={styles.group} aria-describedby={errors['fees'] ? 'fees-error' : 'fees-hint'}>
				<legend>業務ごとの料金の目安</legend>
				<p id="fees-hint" className={fieldStyles.hint}>
					いちばん安い場合の、税込の金額です。入力した業務が一覧に載ります。あとから変更できます。
				</p>
				<FieldError id="fees" error={errors['fees']} />
				<ul className={`${stack.close} ${styles.fees}`}>
					{fees.map(({ taskId, name, unit, usual }) => (
						<li key={taskId}>
							<label htmlFor={`fee-${taskId}`}>
								{name}
								<small>{`目安：${usual}`}</small>
							</label>
							<span className={styles.amount}>
								<input
									id={`fee-${taskId}`}
									name={`fee-${taskId}`}
									inputMode="numeric"
									autoComplete="off"
									defaultValue={textIn(values, `fee-${taskId}`)}
								/>
								{unit}
							</span>
						</li>
					))}
				</ul>
			</fieldset>
			<div>
				<button type="submit" className="button">
					保存して同意事項へ進む
				</button>
			</div>
		</form>
	)
}
