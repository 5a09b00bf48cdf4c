import { ErrorSummary } from '../forms/error-summary.tsx'
import type { FormState } from '../forms/form-state.ts'
import { HiddenOf } from './credential-fields.tsx'
import styles from './registration.module.css'

/** Gives a verified credential up, after listing the consequences. */
export function GiveUp({
	credential: { id, professionName },
	csrfToken,
	formState,
}: {
	credential: { id: number; professionName: string }
	csrfToken: string
	formState: FormState | undefined
}) {
	return (
		<details open={formState !== undefined}>
			<summary>{`${professionName}の資格を外す`}</summary>
			<form method="post" className={styles.inner}>
				<HiddenOf id={id} intent="giveUp" csrfToken={csrfToken} />
				<ErrorSummary formState={formState} />
				<p>
					{`登録を抹消したときなどに使います。公開ページから${professionName}の資格がすぐに消え、この資格だけが行える業務は、プロフィールと事務所からも外れます。戻すには、書類を添えた申請が必要です。`}
				</p>
				<div>
					<button type="submit" className="button" data-kind="quiet">
						{`${professionName}を外す`}
					</button>
				</div>
			</form>
		</details>
	)
}
