import { redirect } from 'react-router'
import { type ArticleOutcome, articleOutcomes } from '../../../domain/articles/imports/import-outcomes.ts'
import {
	type ArticleImport,
	type ArticleImportRow,
	confirmArticles,
	discardArticles,
	getArticleImport,
} from '../../../domain/articles/imports/import-runs.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { articleImportPath, articleImportsPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { noFields } from '../../forms/form-fields.server.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/article-import.page'
import { articleCountsText, outcomeLabels } from './article-import-counts.ts'
import { ImportedRows, OpenImport } from './checked-import.tsx'

/** One checked export, article by article: what becomes of each, and why one is refused. */
export const loader = staffLoader(['editor'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const outcome = articleOutcomes.find((one) => one === search.get('outcome')) ?? null
	const found = await getArticleImport(ctx, parseId(params.id), { outcome, cursor: search.get('page') })
	return { ...found, outcome, done: search.get('done'), csrfToken: formToken(context, request) }
})

export const action = staffAction(['editor'], 'verdict', {
	confirm: {
		input: noFields,
		async run(ctx, _input, { params }) {
			await confirmArticles(ctx, parseId(params['id']))
			return redirect(articleImportPath(parseId(params['id']), { done: 'articles-imported' }), 303)
		},
	},
	discard: {
		input: noFields,
		async run(ctx, _input, { params }) {
			await discardArticles(ctx, parseId(params['id']))
			return redirect(articleImportsPath({ done: 'articles-discarded' }), 303)
		},
	},
})

export default function ArticleImportPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { run, rows, page, outcome, done } = loaderData
	return (
		<>
			<Head title={`取り込み：${run.fileName}`} description="確かめたファイルの結果です。" path={articleImportPath(run.id)} noindex />
			<p>
				<Link to={articleImportsPath()}>記事の取り込み</Link>
			</p>
			<h1>{run.fileName}</h1>
			<DoneNote done={done} />
			<ErrorSummary formState={formState} />
			<p className={styles.quiet}>{`書き出し元：${run.source}。${momentText(run.checkedAt)}に確かめました。`}</p>
			<Steps run={run} csrfToken={loaderData.csrfToken} />
			<ImportedRows
				labels={{ tabs: '記事の結果', empty: 'この結果の記事はありません。', pager: '記事のページ' }}
				results={articleOutcomes}
				current={outcome}
				counts={run.counts}
				labelOf={(one) => labelOf(run, one)}
				page={page}
				at={({ result = outcome, page: cursor }) => articleImportPath(run.id, { outcome: result, page: cursor ?? null })}
			>
				{rows.map((row) => (
					<Row key={row.position} row={row} label={labelOf(run, row.outcome)} />
				))}
			</ImportedRows>
		</>
	)
}

const labelOf = ({ importedAt }: ArticleImport, outcome: ArticleOutcome): string =>
	importedAt !== null && outcome === 'new' ? '下書きにした' : outcomeLabels[outcome]

/** What may be done with the file now. */
function Steps({ run, csrfToken }: { run: ArticleImport; csrfToken: string }) {
	if (run.importedAt !== null) return <p>{`${momentText(run.importedAt)}に取り込みました：${articleCountsText(run)}。`}</p>
	const count = run.counts.new
	return (
		<OpenImport
			csrfToken={csrfToken}
			confirm={count > 0 ? `${count.toLocaleString('ja-JP')}件の下書きを作る` : null}
			empty="下書きにできる記事がありません。下の理由を見て書き出し直し、もう一度確かめてください。"
		/>
	)
}

function Row({ row, label }: { row: ArticleImportRow; label: string }) {
	return (
		<li>
			<div className={styles.line}>
				<Tag tone={row.outcome === 'refused' ? 'warn' : row.outcome === 'new' ? 'good' : 'plain'}>{label}</Tag>
				<span>{row.title}</span>
				{row.outcome === 'new' && <span className={styles.quiet}>{row.authorName}</span>}
			</div>
			{row.notes.map((note) => (
				<p key={note}>{note}</p>
			))}
		</li>
	)
}
