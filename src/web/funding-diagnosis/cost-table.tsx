import { costOf, LOAN_RATE, loanInterest, type Way } from '../../domain/funding-diagnosis/diagnosis.ts'
import { capRate } from './chart-scale.ts'
import { percentText, rangeText, yenText } from './factoring-text.ts'
import { WideTable } from '../ui/wide-table.tsx'
import styles from './factoring-result.module.css'

/** The chart in figures: what each way costs, and its yearly rate, for some usual numbers of days and the one at hand. */
export function CostTable({ wanted, days, two, three }: { wanted: number; days: number; two: Way; three: Way }) {
	const rows = [...new Set([15, 30, 60, 90, days])].sort((a, b) => a - b)
	const cap = capRate(wanted)
	const annual = (way: Way, day: number) => {
		const at = (ratePercent: number) => percentText(costOf({ face: Number.MAX_SAFE_INTEGER, wanted, ratePercent, days: day }).annualPercent)
		return `${at(way.band.min)}〜${at(way.band.max)}`
	}
	return (
		<WideTable label="日数ごとの費用と年率">
			<thead>
				<tr>
					<th scope="col">入金まで</th>
					<th scope="col">2社間の手数料と年率</th>
					<th scope="col">3社間の手数料と年率</th>
					<th scope="col">{`年${LOAN_RATE}%の借入の利息`}</th>
					<th scope="col">{`年${cap}%の借入の利息`}</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((day) => (
					<tr key={day} className={day === days ? styles.current : undefined}>
						<th scope="row">{day === days ? `${day}日（今回）` : `${day}日`}</th>
						<td>
							{rangeText(two.low.fee, two.high.fee)}
							<br />
							{`（年${annual(two, day)}）`}
						</td>
						<td>
							{rangeText(three.low.fee, three.high.fee)}
							<br />
							{`（年${annual(three, day)}）`}
						</td>
						<td>{yenText(loanInterest(wanted, LOAN_RATE, day))}</td>
						<td>{yenText(loanInterest(wanted, cap, day))}</td>
					</tr>
				))}
			</tbody>
		</WideTable>
	)
}
