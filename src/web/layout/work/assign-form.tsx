import type { Assignment } from '../../../domain/cases/assignment.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormState } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import styles from './assign-form.module.css'

type Props = { assignment: Assignment; formState: FormState | undefined; csrfToken: string }

/** Who of the office takes care of a case; nothing to choose for an office of one. */
export function AssignForm({ assignment: { assigneeId, members }, formState, csrfToken }: Props) {
	if (members.length < 2) return null
	return (
		<form method="post" className={styles.assign}>
			<HiddenFields csrfToken={csrfToken} intent="assign" />
			{formState && <ErrorSummary formState={formState} />}
			<label htmlFor="assignee">担当</label>
			<select id="assignee" name="expertId" defaultValue={assigneeId ?? ''} key={assigneeId}>
				<option value="">決めていない</option>
				{members.map(({ expertId, name, isOwn }) => (
					<option key={expertId} value={expertId}>
						{isOwn ? `${name}（自分）` : name}
					</option>
				))}
			</select>
			<button type="submit" className="button" data-kind="quiet">
				担当を決める
			</button>
		</form>
	)
}
