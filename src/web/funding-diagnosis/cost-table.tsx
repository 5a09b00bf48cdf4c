import type { DiagnosisInput } from '../../domain/funding-diagnosis/diagnosis-input.ts'
import { type Comparison, costOf, loanInterest, termsOf, type Way } from '../../domain/funding-diagnosis/diagnosis.ts'
import type { FundingFigures } from '../../domain/funding-diagnosis/figures.ts'
import { percentText, rangeText, yenText } from './factoring-text.ts'
import { WideTable } from '../ui/wide-table.tsx'
import styles from './factoring-result.module.css'

/** The chart in figures: what the same sum costs by each way, and its yearly rate, for some usual numbers of days and the one at hand. */
export function CostTable({
	comparison: { amount, ceiling, two, three },
	ways,
	days,
	business,
	figures,
}: {
	comparison: Comparison
	ways: { two: Way; three: Way }
	days: number
	business: DiagnosisInput['business']
	figures: FundingFigures
}) {
	const rows = [...new Set([15, 30, 60, 90, days])].sort((a, b) => a - b)
	const annual = ({ kind, band }: Way, day: number) => {
		const { low, high } = termsOf(kind, band, business, figures)
		const at = (terms: typeof low) => percentText(costOf({ face: Number.MAX_SAFE_INTEGER, wanted: amount, terms, days: day }).annualPercent)
		return `${at(low)}〜${at(high)}`
	}
	const total = ({ low, high }: Comparison['two']) => rangeText(low.fee + low.expenses, high.fee + high.expenses)
	return (
		<WideTable label="日数ごとの費用と年率">
			<thead>
				<tr>
					<th scope="col">入金まで</th>
					<th scope="col">2社間の費用と年率</th>
					<th scope="col">3社間の費用と年率</th>
					<th scope="col">{`年${figures.loanRate}%の借入の利息`}</th>
					<th scope="col">{`年${ceiling}%の借入の利息（上限）`}</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((day) => (
					<tr key={day} className={day === days ? styles.current : undefined}>
						<th scope="row">{day === days ? `${day}日（今回）` : `${day}日`}</th>
						<td>
							{total(two)}
							<br />
							{`（年${annual(ways.two, day)}）`}
						</td>
						<td>
							{total(three)}
							<br />
							{`（年${annual(ways.three, day)}）`}
						</td>
						<td>{yenText(loanInterest(amount, figures.loanRate, day))}</td>
						<td>{yenText(loanInterest(amount, ceiling, day))}</td>
					</tr>
				))}
			</tbody>
		</WideTable>
	)
}
