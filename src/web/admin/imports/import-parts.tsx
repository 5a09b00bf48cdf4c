import type { ReactNode } from 'react'
import { momentText } from '../../../domain/shared/japan-time.ts'
import type { Page } from '../../../domain/shared/paging.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormState } from '../../forms/form-state.ts'
import formStyles from '../../forms/form.module.css'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import stack from '../../ui/stack.module.css'
import { Tag } from '../../ui/tag.tsx'
import styles from '../admin.module.css'

/** What the imports of offices and of articles have in common: a file is checked, its rows are read, then it is confirmed or discarded. */

/** The form that checks a file; `children` are its fields, `note` says what checking does not do yet. */
export function CheckForm({
	csrfToken,
	formState,
	help,
	note,
	children,
}: {
	csrfToken: string
	formState: FormState | undefined
	help?: ReactNode
	note: string
	children: ReactNode
}) {
	return (
		<section className={styles.section} aria-labelledby="check">
			<h2 id="check">ファイルを確かめる</h2>
			{help}
			<form method="post" encType="multipart/form-data" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="check" />
				{children}
				<div className={formStyles.buttons}>
					<button type="submit" className="button">
						確かめる
					</button>
				</div>
				<p className={styles.quiet}>{note}</p>
			</form>
		</section>
	)
}

export type PastImport = {
	id: number
	to: string
	fileName: string
	checkedAt: Date
	/** Says that nothing has been made of it yet; null once something has. */
	open: string | null
	summary: string
}

/** The files that were checked before, newest first. */
export function PastImports({
	items,
	page,
	at,
}: {
	items: readonly PastImport[]
	page: Page
	at: (query: { page: string | null }) => string
}) {
	return (
		<>
			<h2>これまでの取り込み</h2>
			{items.length === 0 ? (
				<p className={styles.empty}>取り込んだファイルは、まだありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map(({ id, to, fileName, checkedAt, open, summary }) => (
						<li key={id}>
							<div className={styles.line}>
								<Link to={to}>{fileName}</Link>
								<span className={styles.quiet}>{momentText(checkedAt)}</span>
								{open !== null && <Tag tone="warn">{open}</Tag>}
							</div>
							<p className={styles.quiet}>{summary}</p>
						</li>
					))}
				</ul>
			)}
			<ImportPager label="取り込みのページ" page={page} at={at} />
		</>
	)
}

/** What may be done with a file that is only checked. */
export function OpenImport({ csrfToken, confirm, empty }: { csrfToken: string; confirm: string | null; empty: string }) {
	return (
		<div className={styles.line}>
			{confirm !== null && (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="confirm" />
					<button type="submit" className="button">
						{confirm}
					</button>
				</form>
			)}
			<form method="post">
				<HiddenFields csrfToken={csrfToken} intent="discard" />
				<button type="submit" className="button" data-kind="quiet">
					取り込みをやめて、内容を消す
				</button>
			</form>
			{confirm === null && <p>{empty}</p>}
		</div>
	)
}

/** The rows of a file by what becomes of them; results without a row have no tab. */
export function ImportedRows<Result extends string>({
	labels,
	results,
	current,
	counts,
	labelOf,
	page,
	at,
	children,
}: {
	labels: { tabs: string; empty: string; pager: string }
	results: readonly Result[]
	/** Null shows all. */
	current: Result | null
	counts: Readonly<Record<Result, number>>
	labelOf: (result: Result) => string
	page: Page
	at: (query: { result?: Result | null; page?: string | null }) => string
	children: readonly ReactNode[]
}) {
	return (
		<>
			<FilterTabs
				label={labels.tabs}
				tabs={[
					{ to: at({ result: null }), label: 'すべて', isCurrent: current === null },
					...results
						.filter((one) => counts[one] > 0 || one === current)
						.map((one) => ({ to: at({ result: one }), label: labelOf(one), isCurrent: one === current, count: counts[one] })),
				]}
			/>
			{children.length === 0 ? (
				<p className={styles.empty}>{labels.empty}</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>{children}</ul>
			)}
			<ImportPager label={labels.pager} page={page} at={at} />
		</>
	)
}

function ImportPager({ label, page, at }: { label: string; page: Page; at: (query: { page: string | null }) => string }) {
	return (
		<Pager
			label={label}
			number={page.number}
			previous={page.previous && at({ page: page.previous.cursor })}
			next={page.next && at({ page: page.next.cursor })}
		/>
	)
}
