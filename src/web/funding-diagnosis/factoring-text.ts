import {
	businessTypes,
	debtors,
	type DiagnosisInput,
	industries,
	receivables,
	taxStates,
} from '../../domain/funding-diagnosis/diagnosis-input.ts'

export const yenText = (yen: number) => `${yen.toLocaleString('ja-JP')}円`

export const rangeText = (low: number, high: number) => (low === high ? yenText(low) : `${yenText(low)}〜${yenText(high)}`)

/** 7.5%, 68%, 1,234%: one decimal where it says something. */
export function percentText(percent: number | null): string {
	if (percent === null) return '—'
	return `${percent < 10 ? percent.toFixed(1) : Math.round(percent).toLocaleString('ja-JP')}%`
}

/** '2026-12-05' → 2026年12月5日 */
export function dayText(iso: string): string {
	const [year, month, day] = iso.split('-').map(Number)
	return `${year}年${month}月${day}日`
}

const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
	options.find((option) => option.value === value)?.label ?? ''

/** What was entered, for the head of the result. */
export function conditionsOf(input: DiagnosisInput): { label: string; value: string }[] {
	return [
		{ label: '事業の形・業種', value: `${labelOf(businessTypes, input.business)}／${labelOf(industries, input.industry)}` },
		{ label: '売掛金', value: `${labelOf(receivables, input.receivable)}・${yenText(input.face)}` },
		{ label: '支払う相手', value: labelOf(debtors, input.debtor) },
		{ label: input.receivable === 'overdue' ? '過ぎた支払期日' : '入金予定日', value: dayText(input.dueOn) },
		{ label: '必要な額と日', value: `${yenText(input.wanted)}を${dayText(input.wantedOn)}まで` },
		{ label: '税金・社会保険料', value: labelOf(taxStates, input.tax) },
		...(input.quotedRate === null ? [] : [{ label: '見積もりの手数料', value: `${input.quotedRate}%` }]),
	]
}
