import type { InvoiceDocument } from '../../domain/billing/invoice-reading.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { FactList } from '../ui/fact-list.tsx'
import { WideTable } from '../ui/wide-table.tsx'
import { yen } from '../../domain/shared/yen.ts'
import styles from './billing.module.css'

/** What an invoice or a credit note says, for its customer and for staff. */
export function InvoiceContents({ document }: { document: Omit<InvoiceDocument, 'issuedAt' | 'userId'> }) {
	const { issuer, lines, byRate, kind, credits } = document
	return (
		<>
			<FactList
				rows={[
					{ label: '宛名', value: `${document.addressee} 様` },
					{ label: '発行日', value: dateText(document.issuedOn) },
					...(document.dueOn === null ? [] : [{ label: 'お支払期限', value: dateText(document.dueOn) }]),
					...(credits === null ? [] : [{ label: '対象の請求書', value: `${credits.number}（${dateText(credits.issuedOn)}）` }]),
					{ label: '発行者', value: [issuer.name, issuer.address].filter((part) => part !== '').join('　') },
					{ label: '登録番号', value: issuer.registrationNumber ?? '登録番号はありません（適格請求書ではありません）' },
				]}
			/>
			<WideTable label="内容">
				<thead>
					<tr>
						<th scope="col">内容</th>
						<th scope="col">税率</th>
						<th scope="col">金額（税込）</th>
					</tr>
				</thead>
				<tbody>
					{lines.map((line) => (
						<tr key={`${line.name} ${line.from} ${line.amount}`}>
							<td>{line.name}</td>
							<td>{`${line.percent}%`}</td>
							<td className={styles.amount}>{yen(line.amount)}</td>
						</tr>
					))}
				</tbody>
			</WideTable>
			<FactList
				rows={[
					...byRate.map(({ percent, total, tax }) => ({
						label: `${percent}%対象（税込）`,
						value: `${yen(total)}（うち消費税${yen(tax)}）`,
					})),
					{ label: '合計（税込）', value: <strong>{yen(document.total)}</strong> },
					...(kind === 'invoice' && document.paid > 0 ? [{ label: '入金済み', value: yen(document.paid) }] : []),
					...(kind === 'invoice' && document.credited > 0 ? [{ label: '取り消した金額', value: yen(document.credited) }] : []),
					...(kind === 'invoice' ? [{ label: '残りの金額', value: yen(document.open) }] : []),
				]}
			/>
		</>
	)
}
