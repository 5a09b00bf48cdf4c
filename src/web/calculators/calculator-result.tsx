import { japan } from '../../domain/geography/areas.ts'
import type { CalculatorResult } from '../../domain/calculators/calculator.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { calculatorPath, taskFeesPath } from '../../domain/shared/links.ts'
import { factCheckText } from '../format/fact-check.ts'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './calculator.module.css'

export function Result({ result: { headline, tables, notes } }: { result: CalculatorResult }) {
	return (
		<section aria-labelledby="result" className={styles.result}>
			<h2 id="result">計算の結果</h2>
			<p className={styles.headline}>
				{headline.label}
				<strong>{headline.amount}</strong>
			</p>
			{tables.map(({ title, lines }) => (
				<table key={title} className={styles.table}>
					<caption>{title}</caption>
					<tbody>
						{lines.map(({ label, amount, note, isTotal }) => (
							<tr key={label} data-total={isTotal ? '' : undefined}>
								<th scope="row">
									{label}
									{note && <small>{note}</small>}
								</th>
								<td>{amount}</td>
							</tr>
						))}
					</tbody>
				</table>
			))}
			{notes.map((note) => (
				<p key={note} className={styles.hint}>
					{note}
				</p>
			))}
			<p className={styles.hint}>この結果は概算で、税務や法律の個別の助言ではありません。申告や支払いの前に専門家に確かめてください。</p>
		</section>
	)
}

type Grounds = {
	limits: readonly string[]
	rates: readonly {
		key: string
		name: string
		value: string
		law: string
		source: { title: string; url: string }
		validFrom: string
		validUntil: string | null
		checkedOn: string
		comparedOn: string | null
		compareBy: string | null
		pending: string | null
		isOverdue: boolean
	}[]
}

/** The sources of the figures, and what they leave out. */
export function CalculatorGrounds({ limits, rates }: Grounds) {
	return (
		<section aria-labelledby="grounds" className="prose">
			<h2 id="grounds">計算の前提と根拠</h2>
			<ul>
				{limits.map((one) => (
					<li key={one}>{one}</li>
				))}
			</ul>
			{rates.length > 0 && (
				<ul>
					{rates.map(({ key, name, value, law, source, validFrom, validUntil, isOverdue, ...checked }) => (
						<li key={key}>
							{`${name}：${value}（${dateText(validFrom)}から${validUntil === null ? '' : `${dateText(validUntil)}まで`}。${law}）。`}
							<a href={source.url} rel="noopener" target="_blank">
								{source.title}
							</a>
							{`、${factCheckText(checked)}。${isOverdue ? '改定の時期を過ぎているため、新しい値を確かめてください。' : ''}`}
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

/** Links to experts who calculate it exactly. */
export function CalculatorTasks({ tasks }: { tasks: readonly { id: number; name: string }[] }) {
	return (
		<section aria-labelledby="tasks">
			<h2 id="tasks">専門家に頼む</h2>
			<ul className={stack.ruled}>
				{tasks.map(({ id, name }) => (
					<li key={id} className={stack.entry}>
						<Link to={listPath({ scopeId: id, area: japan })}>{`${name}を頼める事務所を探す`}</Link>
						<Link to={taskFeesPath(id)}>{`${name}の料金相場`}</Link>
					</li>
				))}
			</ul>
			<p>
				<Link className="tap" to={calculatorPath()}>
					ほかの計算ツール
				</Link>
			</p>
		</section>
	)
}
