import type { Colleague } from '../../../domain/operations/queue-work/assignments.ts'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import type { DeskData } from './desk-data.server.ts'
import adminStyles from '../admin.module.css'
import styles from './desk.module.css'

/** Who may be in charge, the viewer first. */
export function Assignees({ colleagues }: { colleagues: readonly Colleague[] }) {
	return (
		<>
			{colleagues.map(({ uid, name, isMe }) => (
				<option key={uid} value={uid}>
					{isMe ? `自分（${name}）` : name}
				</option>
			))}
			<option value="">担当を外す</option>
		</>
	)
}

/** Says who is in charge of the open item and gives it to somebody; without anybody the viewer is offered first. */
export function AssignForm({
	desk: { itemId, assignee, colleagues },
	csrfToken,
	formState,
}: {
	desk: DeskData
	csrfToken: string
	formState: FormState | undefined
}) {
	const current = colleagues.find(({ uid }) => uid === assignee)
	return (
		<form method="post" className={styles.assign} key={`${itemId}:${assignee}`}>
			<ErrorSummary formState={formStateFor(formState, 'assign', itemId)} />
			<HiddenFields csrfToken={csrfToken} intent="assign" targetId={itemId} />
			<label>
				<span>{current ? `担当：${current.isMe ? '自分' : current.name}` : '担当：まだいません'}</span>
				<select name="assignee" defaultValue={current?.uid ?? colleagues[0]?.uid}>
					<Assignees colleagues={colleagues} />
				</select>
			</label>
			<button type="submit" className={adminStyles.small} data-desk-key="m">
				担当を決める
			</button>
		</form>
	)
}
