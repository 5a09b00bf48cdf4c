import type { Moment as MomentText } from '../format/moment.ts'
import { IdentityForm, FormMessage, SubmitButton } from '../forms/identity-form.tsx'
import { failureOf, type IdentityFormState } from '../forms/identity-form-state.ts'
import { providerNames } from '../session/provider-names.ts'
import { Reauthentication, type WaysToProve } from '../session/reauthentication.tsx'
import { Moment } from '../ui/day.tsx'
import styles from './mypage.module.css'

export type ShownSession = {
	id: string
	current: boolean
	device: string
	provider: 'password' | 'passkey' | keyof typeof providerNames
	createdAt: MomentText
	lastSeenAt: MomentText
}

const methodNames = { ...providerNames, password: 'パスワード', passkey: 'パスキー' }

/** The sessions of the viewer, each with a button to end it. */
export function SessionList({
	sessions,
	asksAgain,
	again,
	csrfToken,
	formState,
}: {
	sessions: readonly ShownSession[]
	asksAgain: boolean
	again: WaysToProve
	csrfToken: string
	formState: IdentityFormState | undefined
}) {
	const failed = failureOf(formState)
	const ending = { asksAgain, again, csrfToken }
	return (
		<section className={styles.section} aria-labelledby="account-sessions">
			<h2 id="account-sessions">ログイン中の端末</h2>
			<FormMessage formState={formState} />
			<ul className={styles.rows}>
				{sessions.map((session, index) => (
					<li key={session.id}>
						<div>
							{session.device}
							{session.current && <span className={styles.here}>　この端末</span>}
							<small>
								{'最後の利用　'}
								<Moment moment={session.lastSeenAt} />
							</small>
							<small>
								{'ログイン　'}
								<Moment moment={session.createdAt} />
								{`（${methodNames[session.provider]}）`}
							</small>
						</div>
						{!session.current && (
							<EndForm
								{...ending}
								id={session.id}
								label="ログアウトさせる"
								// Two devices of one kind may have been used in the same minute.
								about={`${session.device}（上から${index + 1}番目）`}
								failed={failed?.values['id'] === session.id ? failed : undefined}
							/>
						)}
					</li>
				))}
			</ul>
			{sessions.length > 1 && (
				<EndForm {...ending} label="ほかのすべての端末からログアウト" failed={failed?.values['id'] === undefined ? failed : undefined} />
			)}
		</section>
	)
}

/** Ends one session, or all others without `id`. Folded if it must ask for the password again. */
function EndForm({
	id,
	label,
	about,
	failed,
	asksAgain,
	again,
	csrfToken,
}: {
	id?: string
	label: string
	about?: string
	failed: IdentityFormState | undefined
	asksAgain: boolean
	again: WaysToProve
	csrfToken: string
}) {
	const name = about === undefined ? label : `${label}：${about}`
	const form = (
		<IdentityForm formState={undefined} csrfToken={csrfToken} intent={id === undefined ? 'revokeOthers' : 'revoke'} label={name}>
			{id !== undefined && <input type="hidden" name="id" value={id} />}
			{asksAgain && <Reauthentication id={`end-${id ?? 'others'}`} formState={failed} {...again} />}
			<SubmitButton kind="quiet">{label}</SubmitButton>
		</IdentityForm>
	)
	if (!asksAgain) return form
	return (
		<details open={failed !== undefined}>
			<summary>{name}</summary>
			{form}
		</details>
	)
}
