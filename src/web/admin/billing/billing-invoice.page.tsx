import { yen } from '../../../domain/shared/yen.ts'
import { redirect } from 'react-router'
import { paymentSchema, refundRequestSchema } from '../../../domain/billing/billing-schemas.ts'
import { readInvoice } from '../../../domain/billing/invoice-reading.ts'
import { readCustomerCredit } from '../../../domain/billing/ledger.ts'
import { recordPayment } from '../../../domain/billing/payments.ts'
import { TWO_PEOPLE_ABOVE } from '../../../domain/billing/billing-labels.ts'
import { requestPayout, requestRefund } from '../../../domain/billing/refunds.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { isoDay } from '../../../domain/shared/japan-time.ts'
import { invoiceFilePath, staffInvoicePath, staffInvoicesPath } from '../../../domain/shared/links.ts'
import { newClientKey } from '../../forms/client-key.server.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { InputField } from '../../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import formStyles from '../../forms/form.module.css'
import { TextArea } from '../../forms/text-area.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/billing-invoice.page'
import { BillingTabs } from './billing-tabs.tsx'
import { StaffDocument } from './staff-document.tsx'

export const loader = staffLoader(['accounting'], 'personal-data', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const { issuedAt: _moment, userId, ...document } = await readInvoice(ctx, parseId(params.id))
	return {
		document,
		credit: await readCustomerCredit(ctx, userId),
		today: isoDay(ctx.now()),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

const done = (params: { id: string }, what: string) => redirect(staffInvoicePath(parseId(params.id), { done: what }), 303)

export const action = staffAction(['accounting'], 'verdict', {
	payment: {
		input: paymentSchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await recordPayment(ctx, parseId(params.id), input)
			return done(params, 'billing-payment')
		},
	},
	refund: {
		input: refundRequestSchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await requestRefund(ctx, parseId(params.id), input)
			return done(params, 'billing-refund')
		},
	},
	payout: {
		input: refundRequestSchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			const { userId } = await readInvoice(ctx, parseId(params.id))
			await requestPayout(ctx, userId, input)
			return done(params, 'billing-refund')
		},
	},
})

export default function BillingInvoicePage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { document, credit } = loaderData
	const title = `${document.kind === 'invoice' ? '請求書' : '返還の明細書'} ${document.number}`
	return (
		<>
			<Head title={title} description="請求書の内容です。" path={staffInvoicePath(document.id)} noindex />
			<p>
				<Link to={staffInvoicesPath()}>請求書の一覧へ</Link>
			</p>
			<h1>{title}</h1>
			<BillingTabs current={staffInvoicesPath()} />
			{!formState && <DoneNote done={loaderData.done} />}
			<p>
				<a className="button" data-kind="quiet" href={invoiceFilePath(document.id)} download>
					PDFをダウンロードする
				</a>
			</p>
			<StaffDocument document={document} />
			{document.kind === 'invoice' && document.open > 0 && <PaymentForm {...loaderData} formState={formStateFor(formState, 'payment')} />}
			{document.kind === 'invoice' && document.paid > 0 && (
				<RefundForm
					intent="refund"
					title="返金を依頼する"
					note={`入金済みの${yen(document.paid)}まで。承認すると、返還の明細書を発行します。`}
					{...loaderData}
					formState={formStateFor(formState, 'refund')}
				/>
			)}
			{credit > 0 && (
				<RefundForm
					intent="payout"
					title="前受金を返す"
					note={`このお客さまから多くいただいている${yen(credit)}まで。返さない分は、次の請求書に充てます。`}
					{...loaderData}
					formState={formStateFor(formState, 'payout')}
				/>
			)}
		</>
	)
}

type FormProps = Route.ComponentProps['loaderData'] & { formState: FormState | undefined }

function PaymentForm({ document, today, csrfToken, clientKey, formState }: FormProps) {
	return (
		<section className={styles.section} aria-labelledby="payment">
			<h2 id="payment">入金を記録する</h2>
			<p className={styles.quiet}>足りないときは残りが未入金のまま残り、多いときは前受金になります。</p>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="payment" clientKey={textIn(formState?.values, 'clientKey') ?? clientKey} />
				<div className={formStyles.row}>
					<InputField
						id="receivedOn"
						label="入金日"
						type="date"
						error={formState?.fields['receivedOn']}
						defaultValue={textIn(formState?.values, 'receivedOn') ?? today}
					/>
					<InputField
						id="amount"
						label="入金額（円）"
						inputMode="numeric"
						error={formState?.fields['amount']}
						defaultValue={textIn(formState?.values, 'amount') ?? `${document.open}`}
					/>
					<InputField
						id="payer"
						label="振込人"
						optional
						error={formState?.fields['payer']}
						defaultValue={textIn(formState?.values, 'payer')}
					/>
				</div>
				<div className={formStyles.buttons}>
					<button type="submit" className="button">
						入金を記録する
					</button>
				</div>
			</form>
		</section>
	)
}

function RefundForm({
	intent,
	title,
	note,
	csrfToken,
	clientKey,
	formState,
}: FormProps & { intent: 'refund' | 'payout'; title: string; note: string }) {
	return (
		<section className={styles.section} aria-labelledby={`${intent}-title`}>
			<h2 id={`${intent}-title`}>{title}</h2>
			<p className={styles.quiet}>{`${note}${yen(TWO_PEOPLE_ABOVE)}を超えるときは、別の担当者が承認します。`}</p>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields
					csrfToken={csrfToken}
					intent={intent}
					clientKey={textIn(formState?.values, 'clientKey') ?? `${clientKey}-${intent}`}
				/>
				<InputField
					id={`${intent}-amount`}
					name="amount"
					label="返金額（円）"
					inputMode="numeric"
					error={formState?.fields['amount']}
					defaultValue={textIn(formState?.values, 'amount')}
				/>
				<TextArea
					id={`${intent}-reason`}
					name="reason"
					label="理由"
					hint="5文字以上。操作の記録に残ります。"
					rows={2}
					formState={formState}
				/>
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						{title}
					</button>
				</div>
			</form>
		</section>
	)
}
