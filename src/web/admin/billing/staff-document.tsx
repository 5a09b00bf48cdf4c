import { yen } from '../../../domain/shared/yen.ts'
import { invoiceStatusLabels } from '../../../domain/billing/billing-labels.ts'
import type { InvoiceDocument } from '../../../domain/billing/invoice-reading.ts'
import { dateText } from '../../../domain/shared/japan-time.ts'
import { staffInvoicePath } from '../../../domain/shared/links.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { WideTable } from '../../ui/wide-table.tsx'

/** A document with what was paid and taken off, as accounting looks at it. */
export function StaffDocument({ document }: { document: Omit<InvoiceDocument, 'issuedAt' | 'userId'> }) {
	const { lines, byRate, credits, kind } = document
	return (
		<>
			<FactList
				rows={[
					{ label: '宛名', value: document.addressee },
					{ label: '状態', value: invoiceStatusLabels[document.status] },
					{ label: '発行日', value: dateText(document.issuedOn) },
					...(document.dueOn === null ? [] : [{ label: 'お支払期限', value: dateText(document.dueOn) }]),
					...(credits === null ? [] : [{ label: '対象の請求書', value: <Link to={staffInvoicePath(credits.id)}>{credits.number}</Link> }]),
					{ label: '合計（税込）', value: yen(document.total) },
					...byRate.map(({ percent, tax }) => ({ label: `うち消費税（${percent}%）`, value: yen(tax) })),
					...(kind === 'invoice'
						? [
								{ label: '入金', value: yen(document.paid) },
								{ label: '取り消し', value: yen(document.credited) },
								{ label: '残り', value: <strong>{yen(document.open)}</strong> },
							]
						: []),
				]}
			/>
			<WideTable label="内容">
				<thead>
					<tr>
						<th scope="col">内容</th>
						<th scope="col">金額（税込）</th>
					</tr>
				</thead>
				<tbody>
					{lines.map((line) => (
						<tr key={`${line.name} ${line.amount}`}>
							<td>{line.name}</td>
							<td>{yen(line.amount)}</td>
						</tr>
					))}
				</tbody>
			</WideTable>
		</>
	)
}
