import { yen } from '../../domain/shared/yen.ts'
import { lineAmount } from '../../domain/estimates/estimate-quote.ts'
import { quotePath } from '../../domain/shared/links.ts'
import { Moment } from '../ui/day.tsx'
import { WideTable } from '../ui/wide-table.tsx'
import type { DeliveryView, QuoteView } from './estimate-view.server.ts'
import stack from '../ui/stack.module.css'
import styles from './estimate.module.css'

const rateName = (rate: number) => (rate === 0 ? '対象外・非課税' : `${rate}%`)

/** Where the choice of an office begins, which the comparison above leads to. */
export const acceptId = (deliveryId: number) => `accept-${deliveryId}`

/** The newest quotes side by side, with the way to the choice of each that may be chosen. */
export function QuoteComparison({
	deliveries,
	mayAccept,
}: {
	deliveries: readonly DeliveryView[]
	mayAccept: (delivery: DeliveryView) => boolean
}) {
	const quoted = deliveries.flatMap((delivery) => {
		const { office, quotes } = delivery
		return quotes[0] ? [{ id: delivery.id, office, quote: quotes[0], isChoosable: mayAccept(delivery) }] : []
	})
	if (quoted.length === 0) return null
	const row = (label: string, cell: (quote: QuoteView) => React.ReactNode) => (
		<tr>
			<th scope="row">{label}</th>
			{quoted.map(({ office, quote }) => (
				<td key={office.id}>{cell(quote)}</td>
			))}
		</tr>
	)
	return (
		<WideTable label="見積もりの比較">
			<thead>
				<tr>
					<th scope="col">項目</th>
					{quoted.map(({ office }) => (
						<th key={office.id} scope="col">
							{office.name}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{row('合計（税込・実費込み）', ({ totals }) => (
					<span className={styles.total}>{yen(totals.total)}</span>
				))}
				{quoted.some(({ isChoosable }) => isChoosable) && (
					<tr>
						<th scope="row">依頼先</th>
						{quoted.map(({ id, office, isChoosable }) => (
							<td key={id}>
								{isChoosable && (
									<a className="tap" href={`#${acceptId(id)}`}>
										ここに決める<span className="visually-hidden">{`（${office.name}）`}</span>
									</a>
								)}
							</td>
						))}
					</tr>
				)}
				{row('小計（税抜）', ({ totals }) => yen(totals.subtotal))}
				{row('消費税', ({ totals }) => yen(totals.tax))}
				{row('実費', ({ totals }) => yen(totals.expenses))}
				{row('内訳', ({ lines }) => (
					<ul className={styles.items}>
						{lines.map((line, place) => (
							// oxlint-disable-next-line react/no-array-index-key -- the lines of a kept quote never change
							<li key={place}>{`${line.name} ${yen(lineAmount(line))}`}</li>
						))}
					</ul>
				))}
				{row('有効期限', ({ validUntil, isValid }) => (isValid ? validUntil : `${validUntil}（期限切れ）`))}
			</tbody>
		</WideTable>
	)
}

/** The newest quote of an office, given first, and the earlier ones folded away. */
export function QuoteVersions({ officeName, quotes: [newest, ...older] }: { officeName: string; quotes: readonly QuoteView[] }) {
	if (!newest) return null
	return (
		<>
			<QuoteDetail officeName={officeName} quote={newest} />
			{older.length > 0 && (
				<details>
					<summary>{`以前の版（${older.length}）`}</summary>
					{older.map((quote) => (
						<QuoteDetail key={quote.id} officeName={officeName} quote={quote} />
					))}
				</details>
			)}
		</>
	)
}

/** The lines of a quote with their sums and its message, as its client reads them: a card for each line, which no screen cuts. */
export function QuoteBody({
	label,
	quote: { lines, totals, message },
}: {
	label: string
	quote: Pick<QuoteView, 'lines' | 'totals' | 'message'>
}) {
	return (
		<>
			<ul className={styles.quoteLines} aria-label={label}>
				{lines.map((line, place) => (
					// oxlint-disable-next-line react/no-array-index-key -- the lines of a kept quote never change
					<li key={place}>
						<strong>{line.name}</strong>
						<span>{`${line.quantity.toLocaleString('ja-JP')}${line.unit} × ${yen(line.unitPrice)}`}</span>
						<span className={styles.amount}>{yen(lineAmount(line))}</span>
						<small>{line.taxRate === 0 ? rateName(0) : `税抜・消費税${rateName(line.taxRate)}`}</small>
					</li>
				))}
			</ul>
			<Sums totals={totals} />
			{message !== '' && <p className={styles.message}>{message}</p>}
		</>
	)
}

/** One quote with its lines, sums and file. */
function QuoteDetail({ officeName, quote }: { officeName: string; quote: QuoteView }) {
	return (
		<>
			<QuoteBody label={`${officeName}の見積もりの明細（第${quote.version}版）`} quote={quote} />
			<p className={`${stack.line} ${styles.line}`}>
				<span>{`有効期限 ${quote.validUntil}${quote.isValid ? '' : '（期限切れ）'}`}</span>
				<span className={styles.quiet}>
					{`第${quote.version}版 `}
					<Moment moment={quote.created} />
				</span>
				<a href={quotePath(quote.id)} download>
					見積書（PDF）
				</a>
			</p>
		</>
	)
}

function Sums({ totals }: { totals: QuoteView['totals'] }) {
	return (
		<dl className={styles.sums}>
			{totals.byRate.map(({ taxRate, subtotal, tax }) => (
				<div key={taxRate}>
					<dt>{taxRate === 0 ? '小計（対象外・非課税）' : `小計（${taxRate}%対象、税抜）`}</dt>
					<dd>{taxRate === 0 ? yen(subtotal) : `${yen(subtotal)} ＋ 消費税 ${yen(tax)}`}</dd>
				</div>
			))}
			{totals.expenses > 0 && (
				<div>
					<dt>実費</dt>
					<dd>{yen(totals.expenses)}</dd>
				</div>
			)}
			<div>
				<dt>合計（税込）</dt>
				<dd>{yen(totals.total)}</dd>
			</div>
		</dl>
	)
}
