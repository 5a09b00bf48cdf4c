import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MAX_LINES, quoteTotals, taxRates } from '../../domain/estimates/estimate-quote.ts'
import { type FormState, textIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import formStyles from '../forms/form.module.css'
import { controlProps, Field, InputField } from '../forms/field.tsx'
import fieldStyles from '../forms/field.module.css'
import { useArrival } from '../ui/use-enhanced.ts'
import { QuoteBody } from './estimate-quotes.tsx'
import type { QuoteView } from './estimate-view.server.ts'
import { LiveTotal, totalOf, useLiveTotal } from './live-total.tsx'
import styles from './estimate.module.css'

/** A quote as it would be sent. */
export type QuotePreview = Pick<QuoteView, 'lines' | 'totals' | 'message' | 'validUntil'>

type Props = {
	/** The version before, which the new one begins with. */
	before: QuoteView | null
	/** What the first version begins with: the office's own fee for the task. */
	feeLine: QuoteView['lines'][number] | null
	/** The client's, in yen with tax. */
	budget: number | null
	validUntil: string
	/** The quote that was looked at before it is sent. */
	preview: QuotePreview | null
	/** What was typed, with its faults if it has any. */
	formState: FormState | undefined
	csrfToken: string
	clientKey: string
	/** Fields before the lines. */
	children?: ReactNode
}

/**
 * The form of a quote. Empty rows are left out. The total is reckoned while one types, and by the server before it is sent
 * and after; the client's view of it can be looked at first.
 */
export function QuoteForm({ before, feeLine, budget, validUntil, preview, formState, csrfToken, clientKey, children }: Props) {
	const errors = formState?.fields ?? {}
	const hasFaults = Object.keys(errors).length > 0
	const valueOf = (name: string, fallback: string) => textIn(formState?.values, name) ?? fallback
	const { total, onInput } = useLiveTotal()
	const lines = before?.lines ?? (feeLine ? [feeLine] : [])
	const shownTotal = total ?? preview?.totals.total ?? firstTotal(lines, before, formState)
	return (
		<form method="post" className={formStyles.form} noValidate onInput={onInput} data-desk-key="r">
			<HiddenFields csrfToken={csrfToken} intent="quote" clientKey={valueOf('clientKey', clientKey)} />
			{hasFaults && <ErrorSummary formState={formState} />}
			{preview && <Preview preview={preview} />}
			{children}
			<p className={fieldStyles.hint}>
				{feeLine && !before ? '料金表の金額から始めています。' : ''}
				単価は税抜の円で入力します。消費税は、税率ごとの合計に一度だけかけ、1円未満を切り捨てます。
			</p>
			<Rows lines={lines} valueOf={valueOf} errors={errors} />
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
			<div className={styles.closing}>
				<LiveTotal total={shownTotal} budget={budget} />
				<div className={formStyles.buttons}>
					<button type="submit" name="calculate" value="1" className="button" data-kind="quiet">
						確認する
					</button>
					<button type="submit" className="button">
						見積もりを送る
					</button>
				</div>
			</div>
		</form>
	)
}

/** The total that the form opens with: of what was typed and refused, or of what it begins with. */
const firstTotal = (lines: readonly QuoteView['lines'][number][], before: QuoteView | null, formState: FormState | undefined): number =>
	formState ? totalOf((field) => textIn(formState.values, field) ?? '') : quoteTotals(lines, before?.totals.expenses ?? 0).total

/** The rows with something in them and an empty one; further ones come one by one, without a script all at once. */
function Rows({
	lines,
	valueOf,
	errors,
}: {
	lines: readonly QuoteView['lines'][number][]
	valueOf: (name: string, fallback: string) => string
	errors: Readonly<Record<string, string>>
}) {
	const further = useRef<HTMLDetailsElement>(null)
	const [isOneByOne, setIsOneByOne] = useState(false)
	// Rows that were opened before scripts ran stay, with what was typed into them.
	useEffect(() => setIsOneByOne(further.current?.open !== true), [])
	const isFilled = (row: number) => valueOf(`name-${row}`, '') !== '' || valueOf(`unitPrice-${row}`, '') !== ''
	const all = Array.from({ length: MAX_LINES }, (_, row) => row)
	const filled = Math.max(1, lines.length, (all.findLast(isFilled) ?? -1) + 1)
	const [added, setAdded] = useState(0)
	const shown = Math.min(MAX_LINES, filled + added)
	const row = (number: number) => <Row key={number} row={number} line={lines[number] ?? null} valueOf={valueOf} errors={errors} />
	return (
		<div className={styles.rows}>
			{all.slice(0, shown).map(row)}
			{shown < MAX_LINES &&
				(isOneByOne ? (
					<p>
						<button type="button" className="button" data-kind="quiet" onClick={() => setAdded(added + 1)}>
							項目を追加する
						</button>
					</p>
				) : (
					<details ref={further}>
						<summary>項目を増やす</summary>
						<div className={styles.rows}>{all.slice(shown).map(row)}</div>
					</details>
				))}
		</div>
	)
}

/** What the client will read. Nothing has been sent yet, which it says first. */
function Preview({ preview }: { preview: QuotePreview }) {
	const heading = useRef<HTMLHeadingElement>(null)
	useArrival(preview, () => heading.current?.focus())
	return (
		<section className={styles.preview} aria-labelledby="preview">
			<h4 id="preview" ref={heading} tabIndex={-1}>
				依頼者にはこのように見えます（まだ送っていません）
			</h4>
			<QuoteBody label="見積もりの明細の確認" quote={preview} />
			<p>{`有効期限 ${preview.validUntil}`}</p>
		</section>
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
