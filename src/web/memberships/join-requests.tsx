import type { Moment as MomentText } from '../format/moment.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { Moment } from '../ui/day.tsx'
import textButton from '../ui/text-button.module.css'
import styles from './join-requests.module.css'

export type ShownJoinRequest = { id: number; expertName: string; professions: string; officeName: string; requested: MomentText }

/** Requests to join the viewer's offices, each to accept or decline (`answerJoinRequest`). */
export function JoinRequests({ requests, csrfToken }: { requests: readonly ShownJoinRequest[]; csrfToken: string }) {
	return (
		<ul className={styles.requests}>
			{requests.map(({ id, expertName, professions, officeName, requested }) => (
				<li key={id}>
					<span>
						{`${expertName}（${professions}）`}
						<small>
							{`「${officeName}」へ・`}
							<Moment moment={requested} />
						</small>
					</span>
					<form method="post">
						<HiddenFields csrfToken={csrfToken} />
						<input type="hidden" name="id" value={id} />
						<button type="submit" name="intent" value="accept" className="button" aria-label={`${expertName}を承認する`}>
							承認する
						</button>
						<button type="submit" name="intent" value="decline" className={textButton.button} aria-label={`${expertName}を承認しない`}>
							承認しない
						</button>
					</form>
				</li>
			))}
		</ul>
	)
}
