import { redirect } from 'react-router'
import { type ImportState, importStateLabels, MAILS_PER_RUN, RESEND_AFTER_DAYS } from '../../../domain/experts/imports/import-input.ts'
import {
	confirmImport,
	discardImport,
	getImport,
	type ImportBatch,
	type ImportRow,
	resendFrom,
	resendImport,
} from '../../../domain/experts/imports/office-imports.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { dayText, momentText } from '../../../domain/shared/japan-time.ts'
import { staffImportPath, staffImportsPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { noFields } from '../../forms/form-fields.server.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/import.page'
import { ImportedRows, OpenImport } from './checked-import.tsx'

const states = Object.keys(importStateLabels) as ImportState[]

/** One imported file, row by row: what is wrong before it is sent, and the answers after it. */
export const loader = staffLoader(['admin'], 'personal-data', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const state = states.find((one) => one === search.get('state')) ?? null
	const found = await getImport(ctx, parseId(params.id), { state, cursor: search.get('page') })
	const from = resendFrom(found.batch)
	return {
		...found,
		state,
		done: search.get('done'),
		resend: from === null ? null : { day: dayText(from.getTime()), isOpen: from <= ctx.now() },
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['admin'], 'verdict', {
	confirm: {
		input: noFields,
		async run(ctx, _input, { params }) {
			await confirmImport(ctx, parseId(params['id']))
			return redirect(staffImportPath(parseId(params['id']), { done: 'import-confirmed' }), 303)
		},
	},
	resend: {
		input: noFields,
		async run(ctx, _input, { params }) {
			await resendImport(ctx, parseId(params['id']))
			return redirect(staffImportPath(parseId(params['id']), { done: 'import-resent' }), 303)
		},
	},
	discard: {
		input: noFields,
		async run(ctx, _input, { params }) {
			await discardImport(ctx, parseId(params['id']))
			return redirect(staffImportsPath({ done: 'import-discarded' }), 303)
		},
	},
})

export default function ImportPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { batch, rows, page, state, done } = loaderData
	return (
		<>
			<Head title={`取り込み：${batch.fileName}`} description="取り込んだファイルの結果です。" path={staffImportPath(batch.id)} noindex />
			<p>
				<Link to={staffImportsPath()}>事務所の取り込み</Link>
			</p>
			<h1>{batch.fileName}</h1>
			<DoneNote done={done} />
			<ErrorSummary formState={formState} />
			<p className={styles.quiet}>{`入手元：${batch.source}。${momentText(batch.createdAt)}に確かめました。`}</p>
			<Steps batch={batch} resend={loaderData.resend} csrfToken={loaderData.csrfToken} />
			<ImportedRows
				labels={{ tabs: '行の状態', empty: 'この状態の行はありません。', pager: '行のページ' }}
				results={states}
				current={state}
				counts={batch.counts}
				labelOf={(one) => importStateLabels[one]}
				page={page}
				at={({ result = state, page: cursor }) => staffImportPath(batch.id, { state: result, page: cursor ?? null })}
			>
				{rows.map((row) => (
					<Row key={row.id} row={row} />
				))}
			</ImportedRows>
		</>
	)
}

type Resend = Route.ComponentProps['loaderData']['resend']

/** What may be done with the file now. */
function Steps({ batch, resend, csrfToken }: { batch: ImportBatch; resend: Resend; csrfToken: string }) {
	const { ready, waiting, invited } = batch.counts
	if (batch.confirmedAt === null)
		return (
			<OpenImport
				csrfToken={csrfToken}
				confirm={ready > 0 ? `${ready.toLocaleString('ja-JP')}件の案内を送る` : null}
				empty="案内を送れる行がありません。下の行を直したファイルで、もう一度確かめてください。"
			/>
		)
	return (
		<>
			<p>
				{`${momentText(batch.confirmedAt)}に送り始めました。`}
				{waiting > 0 && `残り${waiting.toLocaleString('ja-JP')}件を、1分に${MAILS_PER_RUN}件ずつ送ります。`}
				{batch.resentAt !== null && `返事のない方には、${dayText(batch.resentAt.getTime())}にもう一度送りました。`}
			</p>
			{resend !== null && invited > 0 && !resend.isOpen && (
				<p
					className={styles.quiet}
				>{`返事のない方には、${resend.day}から1回だけ、もう一度送れます（送り始めてから${RESEND_AFTER_DAYS}日後）。`}</p>
			)}
			{resend?.isOpen && invited > 0 && (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="resend" />
					<button type="submit" className="button">{`返事のない${invited.toLocaleString('ja-JP')}件に、もう一度送る`}</button>
				</form>
			)}
		</>
	)
}

function Row({ row }: { row: ImportRow }) {
	return (
		<li>
			<div className={styles.line}>
				<span className={styles.quiet}>{`${row.line}行目`}</span>
				<Tag tone={row.state === 'faulty' ? 'warn' : row.state === 'consented' ? 'good' : 'plain'}>{importStateLabels[row.state]}</Tag>
				{row.officeName !== '' && <span>{row.officeName}</span>}
				{row.email !== '' && <span className={styles.quiet}>{row.email}</span>}
			</div>
			{row.faults.map(({ column, sentence }) => (
				<p key={`${column} ${sentence}`}>{`${column === '' ? '' : `${column}：`}${sentence}`}</p>
			))}
		</li>
	)
}
