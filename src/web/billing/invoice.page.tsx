import { yen } from '../../domain/shared/yen.ts'
import { invoiceStatusLabels } from '../../domain/billing/billing-labels.ts'
import { readInvoice } from '../../domain/billing/invoice-reading.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { invoiceFilePath, invoicePath, invoicesPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import formStyles from '../forms/form.module.css'
import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { Tag } from '../ui/tag.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/invoice.page'
import { InvoiceContents } from './invoice-document.tsx'
import styles from './billing.module.css'

export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const { issuedAt: _moment, userId: _owner, ...document } = await readInvoice(ctx, parseId(params.id))
	return { document }
})

export default function InvoicePage({ loaderData: { document } }: Route.ComponentProps) {
	const title = `${document.kind === 'invoice' ? '請求書' : '返還の明細書'} ${document.number}`
	const { bankAccount } = document.issuer
	return (
		<>
			<Head title={title} description="請求書の内容です。" path={invoicePath(document.id)} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '請求書', path: invoicesPath() },
					{ label: document.number, path: invoicePath(document.id) },
				]}
			/>
			<div className={formStyles.page}>
				<div className={stack.line}>
					<h1>{title}</h1>
					<Tag tone={document.status === 'overdue' ? 'warn' : document.status === 'paid' ? 'good' : 'plain'}>
						{invoiceStatusLabels[document.status]}
					</Tag>
				</div>
				<p>
					<a className="button" href={invoiceFilePath(document.id)} download>
						PDFをダウンロードする
					</a>
				</p>
				{document.open > 0 && bankAccount !== null && (
					<section className={styles.promise} aria-labelledby="transfer">
						<h2 id="transfer">お振込先</h2>
						<FactList
							rows={[
								{ label: '銀行', value: `${bankAccount.bank} ${bankAccount.branch}` },
								{ label: '口座', value: `${bankAccount.kind} ${bankAccount.number}` },
								{ label: '名義', value: bankAccount.holder },
								{ label: '金額', value: <strong>{yen(document.open)}</strong> },
								{
									label: '振込人のお名前',
									value: `${document.number.replace('-', '')} のあとに、お名前（例：${document.number.replace('-', '')} ミチノシルベ）`,
								},
							]}
						/>
						<p className={styles.quiet}>入金は、1〜2営業日で確認します。確認すると、この画面の状態が変わります。</p>
					</section>
				)}
				<InvoiceContents document={document} />
			</div>
		</>
	)
}
