import { INBOX_SEARCH_LENGTH } from '../../../domain/operations/inbox/inbox-input.ts'
import { inboxPath } from '../../../domain/shared/links.ts'
import { Link } from '../../ui/link.tsx'
import type { InboxView } from './inbox-view.server.ts'
import styles from './inbox.module.css'

/** Words, kind and office: a form that sends its fields in the address; a phone folds all but the words. */
export function InboxFilter({ view: { kinds, offices, assigned, query, isNarrowed, allPath } }: { view: InboxView }) {
	return (
		<form method="get" action={inboxPath()} className={styles.filter} role="search" aria-label="受信箱の中を探す">
			{query.tab !== 'due' && <input type="hidden" name="tab" value={query.tab} />}
			<input
				type="search"
				name="q"
				aria-label="件名・お名前"
				placeholder="件名・お名前"
				maxLength={INBOX_SEARCH_LENGTH}
				defaultValue={query.search}
				autoComplete="off"
				data-desk-key="/"
				key={`q${query.search}`}
			/>
			<button type="submit" className="button" data-kind="quiet">
				絞り込む
			</button>
			<details>
				<summary>種類や担当で絞り込む</summary>
				<div className={styles.narrowing}>
					<select name="kind" aria-label="種類" defaultValue={query.kind} key={`kind${query.kind}`}>
						<option value="">すべての種類</option>
						{kinds.map(({ value, label }) => (
							<option key={value} value={value}>
								{label}
							</option>
						))}
					</select>
					<select name="who" aria-label="担当" defaultValue={query.who} key={`who${query.who}`}>
						<option value="">すべての担当</option>
						{assigned.map(({ value, label }) => (
							<option key={value} value={value}>
								{label}
							</option>
						))}
					</select>
					{offices.length > 1 && (
						<select name="office" aria-label="事務所" defaultValue={query.office} key={`office${query.office}`}>
							<option value="">すべての事務所</option>
							{offices.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
						</select>
					)}
				</div>
			</details>
			{isNarrowed && <Link to={allPath}>条件を外す</Link>}
		</form>
	)
}
