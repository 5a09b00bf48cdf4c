import type { ReactNode } from 'react'
import type { Page } from '../../../domain/shared/paging.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { ImportPager } from './import-pager.tsx'

/** The page of one import, of offices or of articles: its rows by what becomes of them, and what may be done with it. */

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
