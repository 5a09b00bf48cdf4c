import { MAX_LINES, type QuoteTotals, taxRates } from '../../domain/estimates/estimate-quote.ts'
import { type FormState, textIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import formStyles from '../forms/form.module.css'
import { controlProps, Field, InputField } from '../forms/field.tsx'
import fieldStyles from '../forms/field.module.css'
import { Sums } from './estimate-quotes.tsx'
import type { QuoteView } from './estimate-view.server.ts'
import styles from './estimate.module.css'

/** Rows that are open; the rest are folded. */
const OPEN_ROWS = 3

/** The form of a quote. Empty rows are left out; the sums are reckoned by the server, before it is sent and after. */
export function QuoteForm({
	before,
	validUntil,
	totals,
	formState,
	csrfToken,
	clientKey,
}: {
	/** The version before, which the new one begins with. */
	before: QuoteView | null
	validUntil: string
	totals: QuoteTotals | null
	/** What was typed, with its faults if it has any. */
	formState: FormState | undefined
	csrfToken: string
	clientKey: string
}) {
	const errors = formState?.fields ?? {}
	const hasFaults = Object.keys(errors).length > 0
	const valueOf = (name: string, fallback: string) => textIn(formState?.values, name) ?? fallback
	const rows = Array.from({ length: MAX_LINES }, (_, row) => row)
	const shown = Math.max(OPEN_ROWS, before?.lines.length ?? 0)
	const isFilled = (row: number) => valueOf(`name-${row}`, '') !== '' || valueOf(`unitPrice-${row}`, '') !== ''
	const row = (number: number) => <Row key={number} row={number} line={before?.lines[number] ?? null} valueOf={valueOf} errors={errors} />
	return (
		<form method="post" className={formStyles.form} noValidate>
			<HiddenFields csrfToken={csrfToken} intent="quote" clientKey={valueOf('clientKey', clientKey)} />
			{hasFaults && <ErrorSummary formState={formState} />}
			<p className={fieldStyles.hint}>単価は税抜の円で入力します。消費税は、税率ごとの合計に一度だけかけ、1円未満を切り捨てます。</p>
			<div className={styles.rows}>
				{rows.slice(0, shown).map(row)}
				{shown < MAX_LINES && (
					<details open={rows.slice(shown).some(isFilled)}>
						<summary>項目を増やす</summary>
						<div className={styles.rows}>{rows.slice(shown).map(row)}</div>
					</details>
				)}
			</div>
			<InputField
				id="expenses"
				label="実費（円）"
				optional
				hint="登録免許税、印紙代など、立て替える費用"
				error={errors['expenses']}
				inputMode="numeric"
				autoComplete="off"
				defaultValue={valueOf('expenses', before ? `${before.totals.expenses}` : '')}
			/>
			<InputField
				id="validUntil"
				label="見積もりの有効期限"
				error={errors['validUntil']}
				type="date"
				defaultValue={valueOf('validUntil', validUntil)}
			/>
			<TextArea
				id="message"
				name="message"
				label="メッセージ"
				hint="進め方、含まれない作業、必要な書類など"
				rows={5}
				formState={formState}
				defaultValue={before?.message}
				optional
			/>
			<div aria-live="polite">{totals && <Sums totals={totals} />}</div>
			<div className={formStyles.buttons}>
				<button type="submit" name="calculate" value="1" className="button" data-kind="quiet">
					合計を計算する
				</button>
				<button type="submit" className="button">
					見積もりを送る
				</button>
			</div>
		</form>
	)
}

const fields = [
	{ name: 'name', label: '項目', mode: undefined, start: '' },
	{ name: 'quantity', label: '数量', mode: 'decimal', start: '1' },
	{ name: 'unit', label: '単位', mode: undefined, start: '式' },
	{ name: 'unitPrice', label: '単価（税抜）', mode: 'numeric', start: '' },
] as const

function Row({
	row,
	line,
	valueOf,
	errors,
}: {
	row: number
	line: QuoteView['lines'][number] | null
	valueOf: (name: string, fallback: string) => string
	errors: Readonly<Record<string, string>>
}) {
	return (
		<fieldset className={styles.row}>
			<legend>{`${row + 1}行目`}</legend>
			{fields.map(({ name, label, mode, start }) => {
				const id = `${name}-${row}`
				return (
					<InputField
						key={id}
						id={id}
						label={label}
						error={errors[id]}
						inputMode={mode}
						autoComplete="off"
						defaultValue={valueOf(id, line ? `${line[name]}` : start)}
					/>
				)
			})}
			<Field id={`taxRate-${row}`} label="税率" error={errors[`taxRate-${row}`]}>
				<select
					{...controlProps(`taxRate-${row}`, { error: errors[`taxRate-${row}`] })}
					name={`taxRate-${row}`}
					defaultValue={valueOf(`taxRate-${row}`, line ? `${line.taxRate}` : '10')}
				>
					{taxRates.map((rate) => (
						<option key={rate} value={rate}>
							{rate === 0 ? '対象外' : `${rate}%`}
						</option>
					))}
				</select>
			</Field>
		</fieldset>
	)
}
