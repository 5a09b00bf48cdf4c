import { redirect } from 'react-router'
import { yen } from '../../domain/shared/yen.ts'
import { invoiceStatusLabels } from '../../domain/billing/billing-labels.ts'
import { beginCardPayment, findLastCharge } from '../../domain/billing/cards/card-charges.ts'
import { refusalText } from '../../domain/billing/cards/card-labels.ts'
import { readOwnCard } from '../../domain/billing/cards/card-customers.ts'
import { readInvoice } from '../../domain/billing/invoice-reading.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { invoiceFilePath, invoicePath, invoicesPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { noFields } from '../forms/form-fields.server.ts'
import { pageAction } from '../forms/page-action.server.ts'
import { formToken } from '../session/form-token.server.ts'
import formStyles from '../forms/form.module.css'
import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { Tag } from '../ui/tag.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/invoice.page'
import { Act } from './plan-acts.tsx'
import { InvoiceContents } from './invoice-document.tsx'
import styles from './billing.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const { issuedAt: _moment, userId: owner, ...document } = await readInvoice(ctx, parseId(params.id))
	const isOwn = ctx.viewer.kind === 'member' && ctx.viewer.userId === owner
	const takesCards = isOwn && document.open > 0 && (await readOwnCard(ctx)).isOffered
	return {
		document,
		takesCards,
		lastCharge: takesCards ? await findLastCharge(ctx, document.id) : null,
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction({
	pay: {
		input: noFields,
		run: async (ctx, _input, { params }) => redirect(await beginCardPayment(ctx, parseId(params['id'])), 303),
	},
})

export default function InvoicePage({
	loaderData: { document, takesCards, lastCharge, csrfToken },
	actionData: formState,
}: Route.ComponentProps) {
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
				<ErrorSummary formState={formState} />
				{takesCards && <CardPayment lastCharge={lastCharge} csrfToken={csrfToken} />}
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

type CardPaymentProps = Pick<Route.ComponentProps['loaderData'], 'lastCharge' | 'csrfToken'>

/** How to pay by card; nothing to press while the saved card is being charged. */
function CardPayment({ lastCharge, csrfToken }: CardPaymentProps) {
	return (
		<section className={styles.promise} aria-labelledby="card">
			<h2 id="card">カードで支払う</h2>
			{lastCharge?.state === 'failed' && (
				<p>{`登録されているカードでは、お支払いできませんでした。${refusalText(lastCharge.failureCode)}`}</p>
			)}
			{lastCharge?.state === 'waiting' ? (
				<p>登録されているカードで、お支払いの手続きをしています。1〜2分で終わります。</p>
			) : (
				<Act
					intent="pay"
					label="カードで支払う"
					note="Stripe（決済サービス）の画面に移ります。お支払いのあと、この画面の状態が変わるまで、1分ほどかかることがあります。"
					csrfToken={csrfToken}
					isQuiet={false}
				/>
			)}
		</section>
	)
}
