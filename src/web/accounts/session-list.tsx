import { Form } from 'react-router'
import { FormMessage } from './account-form.tsx'
import type { FormAnswer } from './form-answer.ts'
import { providerNames } from './provider-names.ts'
import styles from './mypage.module.css'

export type ShownSession = {
	id: string
	current: boolean
	device: string
	provider: 'password' | 'passkey' | keyof typeof providerNames
	createdAt: string
	lastSeenAt: string
}

const methodNames = { ...providerNames, password: 'パスワード', passkey: 'パスキー' }

/** Where one is signed in, each place with its own way out. */
export function SessionList({
	sessions,
	csrfToken,
	answer,
}: {
	sessions: readonly ShownSession[]
	csrfToken: string
	answer: FormAnswer | undefined
}) {
	return (
		<section className={styles.section} aria-labelledby="account-sessions">
			<h2 id="account-sessions">ログイン中の端末</h2>
			<FormMessage answer={answer} />
			<ul className={styles.rows}>
				{sessions.map((session) => (
					<li key={session.id}>
						<div>
							{session.device}
							{session.current && <span className={styles.here}>　この端末</span>}
							<small>{`最後の利用　${session.lastSeenAt}`}</small>
							<small>{`ログイン　${session.createdAt}（${methodNames[session.provider]}）`}</small>
						</div>
						{!session.current && (
							<Form method="post">
								<input type="hidden" name="csrfToken" value={csrfToken} />
								<input type="hidden" name="intent" value="revoke" />
								<input type="hidden" name="id" value={session.id} />
								<button type="submit" className="button" data-kind="quiet" aria-label={`ログアウトさせる：${session.device}`}>
									ログアウトさせる
								</button>
							</Form>
						)}
					</li>
				))}
			</ul>
			{sessions.length > 1 && (
				<Form method="post">
					<input type="hidden" name="csrfToken" value={csrfToken} />
					<input type="hidden" name="intent" value="revokeOthers" />
					<button type="submit" className="button" data-kind="quiet">
						ほかのすべての端末からログアウト
					</button>
				</Form>
			)}
		</section>
	)
}
