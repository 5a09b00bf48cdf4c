import type { ReactNode } from 'react'
import { momentText } from '../../../domain/shared/japan-time.ts'
import type { Page } from '../../../domain/shared/paging.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormState } from '../../forms/form-state.ts'
import formStyles from '../../forms/form.module.css'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import { Tag } from '../../ui/tag.tsx'
import styles from '../admin.module.css'
import { ImportPager } from './import-pager.tsx'

/** The pages of all imports, of offices and of articles: the form that checks a file, and the files checked before. */

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
