import { yen } from '../../../domain/shared/yen.ts'
import { z } from 'zod'
import { redirect } from 'react-router'
import { readBankFile } from '../../../domain/billing/bank-file.ts'
import { bankFormatLabels, bankFormats } from '../../../domain/billing/billing-labels.ts'
import {
	ignoreTransfer,
	importBankLines,
	listWaitingTransfers,
	matchTransfer,
	type WaitingTransfer,
} from '../../../domain/billing/bank-transfers.ts'
import { ignoreSchema, matchSchema } from '../../../domain/billing/billing-schemas.ts'
import { dateText } from '../../../domain/shared/japan-time.ts'
import { staffInvoicePath, staffTransfersPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { controlProps, Field, InputField } from '../../forms/field.tsx'
import { bytesOf, fileField, textField } from '../../forms/form-fields.server.ts'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import formStyles from '../../forms/form.module.css'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import type { Route } from './+types/transfers.page'
import { formKey, LateDecision } from '../done-note.tsx'
import { BillingTabs } from './billing-tabs.tsx'

export const loader = staffLoader(['accounting'], 'personal-data', async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	return { ...(await listWaitingTransfers(ctx, search.get('page'))), done: search.get('done'), csrfToken: formToken(context, request) }
})

const done = (what: string) => redirect(staffTransfersPath({ done: what }), 303)

export const action = staffAction(['accounting'], 'verdict', {
	import: {
		input: z.object({ file: fileField, format: z.enum(bankFormats).catch('auto'), day: textField, deposit: textField, payer: textField }),
		async run(ctx, { file, format, ...columns }) {
			const { added, known } = await importBankLines(ctx, readBankFile(await bytesOf(file), format, columns))
			return done(`imported-${added}-${known}`)
		},
	},
	match: {
		input: matchSchema,
		async run(ctx, { targetId, invoiceNumber }) {
			await matchTransfer(ctx, targetId, invoiceNumber)
			return done('matched')
		},
	},
	ignore: {
		input: ignoreSchema,
		async run(ctx, { targetId, reason }) {
			await ignoreTransfer(ctx, targetId, reason)
			return done('ignored')
		},
	},
})

function doneText(done: string | null): string | null {
	const [, added, known] = /^imported-(\d{1,6})-(\d{1,6})$/.exec(done ?? '') ?? []
	if (added !== undefined)
		return `${added}件の入金を取り込みました。${known === '0' ? '' : `${known}件は、取り込み済みのため飛ばしました。`}`
	return done === 'matched' ? '入金を請求書に充てました。' : done === 'ignored' ? '対象外にしました。' : null
}

export default function TransfersPage({ loaderData: { items, page, done, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const sentence = formState ? null : doneText(done)
	return (
		<>
			<Head title="入金の照合" description="銀行の明細を請求書と照らし合わせます。" path={staffTransfersPath()} noindex />
			<h1>入金の照合</h1>
			<BillingTabs current={staffTransfersPath()} />
			{sentence !== null && (
				<p className={styles.done} role="status">
					{sentence}
				</p>
			)}
			<ImportForm csrfToken={csrfToken} formState={formStateFor(formState, 'import')} />
			<LateDecision
				formState={formState}
				forms={[formKey('import', ''), ...items.flatMap(({ id }) => [formKey('match', id), formKey('ignore', id)])]}
			/>
			<h2>照合を待つ入金</h2>
			{items.length === 0 ? (
				<p className={styles.empty}>照合を待つ入金はありません。銀行の明細を取り込むと、ここに並びます。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map((item) => (
						<li key={item.id}>
							<Transfer item={item} csrfToken={csrfToken} formState={formState} />
						</li>
					))}
				</ul>
			)}
			<Pager
				label="入金のページ"
				number={page.number}
				previous={page.previous && staffTransfersPath({ page: page.previous.cursor })}
				next={page.next && staffTransfersPath({ page: page.next.cursor })}
			/>
		</>
	)
}

function ImportForm({ csrfToken, formState }: { csrfToken: string; formState: FormState | undefined }) {
	const typed = (name: string) => textIn(formState?.values, name)
	return (
		<section className={styles.section} aria-labelledby="import">
			<h2 id="import">銀行の明細を取り込む</h2>
			<p className={styles.quiet}>
				CSV（UTF-8・Shift_JIS）か、全銀の振込入金通知。期間が重なっていても、同じ入金は1回だけ取り込みます。出金の行は読み飛ばします。
			</p>
			<form method="post" encType="multipart/form-data" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="import" />
				<InputField
					id="file"
					label="明細のファイル"
					type="file"
					accept=".csv,.txt,.dat,text/csv,text/plain"
					error={formState?.fields['file']}
				/>
				<Field id="format" label="銀行の形式">
					<select {...controlProps('format', {})} name="format" defaultValue={typed('format') ?? 'auto'}>
						{bankFormats.map((format) => (
							<option key={format} value={format}>
								{bankFormatLabels[format]}
							</option>
						))}
					</select>
				</Field>
				<details open={typed('format') === 'custom'}>
					<summary>列の名前を指定する</summary>
					<div className={formStyles.row}>
						<InputField id="day" label="日付の列" optional defaultValue={typed('day')} />
						<InputField id="deposit" label="入金額の列" optional defaultValue={typed('deposit')} />
						<InputField id="payer" label="振込人の列" optional defaultValue={typed('payer')} />
					</div>
				</details>
				<div className={formStyles.buttons}>
					<button type="submit" className="button">
						取り込む
					</button>
				</div>
			</form>
		</section>
	)
}

function Transfer({ item, csrfToken, formState }: { item: WaitingTransfer; csrfToken: string; formState: FormState | undefined }) {
	return (
		<>
			<div className={styles.line}>
				<strong>{yen(item.amount)}</strong>
				<span>{item.payer === '' ? '（振込人なし）' : item.payer}</span>
				<span className={styles.quiet}>{dateText(item.bookedOn)}</span>
			</div>
			{item.proposals.length === 0 && <p className={styles.quiet}>近い請求書がありません。請求書の番号を入力して指定できます。</p>}
			{item.proposals.map((proposal) => (
				<form key={proposal.invoiceId} method="post" className={styles.line}>
					<HiddenFields csrfToken={csrfToken} intent="match" targetId={item.id} />
					<input type="hidden" name="invoiceNumber" value={proposal.number} />
					<button type="submit" className="button" data-kind="quiet" aria-label={`この請求書に充てる（${proposal.number}）`}>
						この請求書に充てる
					</button>
					<span>
						<Link to={staffInvoicePath(proposal.invoiceId)}>{proposal.number}</Link>
						{` ${proposal.addressee}・残り${yen(proposal.open)}`}
					</span>
					<span className={styles.quiet}>{proposal.why}</span>
				</form>
			))}
			<OtherActs id={item.id} csrfToken={csrfToken} formState={formState} />
		</>
	)
}

/** An invoice that was not proposed, or none at all. */
function OtherActs({ id, csrfToken, formState }: { id: number; csrfToken: string; formState: FormState | undefined }) {
	const matching = formStateFor(formState, 'match', id)
	const ignoring = formStateFor(formState, 'ignore', id)
	return (
		<details open={matching !== undefined || ignoring !== undefined}>
			<summary>ほかの請求書に充てる・対象外にする</summary>
			<div className={styles.body}>
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={matching} />
					<HiddenFields csrfToken={csrfToken} intent="match" targetId={id} />
					<InputField
						id={`number-${id}`}
						name="invoiceNumber"
						label="請求書の番号（例：2026-000012）"
						autoComplete="off"
						error={matching?.fields['invoiceNumber']}
						defaultValue={textIn(matching?.values, 'invoiceNumber')}
					/>
					<div className={formStyles.buttons}>
						<button type="submit" className="button" data-kind="quiet">
							充てる
						</button>
					</div>
				</form>
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={ignoring} />
					<HiddenFields csrfToken={csrfToken} intent="ignore" targetId={id} />
					<InputField
						id={`ignored-${id}`}
						name="reason"
						label="対象外にする理由"
						maxLength={200}
						error={ignoring?.fields['reason']}
						defaultValue={textIn(ignoring?.values, 'reason')}
					/>
					<div className={formStyles.buttons}>
						<button type="submit" className="button" data-kind="quiet">
							対象外にする
						</button>
					</div>
				</form>
			</div>
		</details>
	)
}
