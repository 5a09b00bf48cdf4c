import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ProviderName } from '../../domain/accounts/sign-in/popup-channel.ts'
import { IdentityForm, SubmitButton } from '../forms/identity-form.tsx'
import { proveFrom } from './account-client-actions.ts'
import type { IdentityFormState } from '../forms/identity-form-state.ts'
import { identity } from '../session/identity-client.ts'
import { formFailure, IdentityError } from '../session/identity-error.ts'
import { ProviderButtons } from '../session/provider-buttons.tsx'
import { providerNames } from '../session/provider-names.ts'
import { Reauthentication, type WaysToProve } from '../session/reauthentication.tsx'
import styles from './mypage.module.css'

type Link = { provider: ProviderName; email: string | null; linkedAt: string }

/** The outside accounts one may sign in with. Linking goes through the provider's popup. */
export function LinkedProviders({
	links,
	offered,
	asksAgain,
	again,
	csrfToken,
	formState,
}: {
	links: readonly Link[]
	offered: readonly ProviderName[]
	asksAgain: boolean
	again: WaysToProve
	csrfToken: string
	formState: IdentityFormState | undefined
}) {
	const revalidator = useRevalidator()
	const form = useRef<HTMLFormElement>(null)
	const [linked, setLinked] = useState<IdentityFormState | undefined>(undefined)
	const link = async (provider: ProviderName): Promise<IdentityFormState> => {
		setLinked(undefined)
		try {
			// Read before the popup takes the focus; the password may be asked for again.
			const typed = new FormData(form.current ?? undefined)
			await identity.link(provider, () => proveFrom(typed))
		} catch (error) {
			if (!(error instanceof IdentityError)) throw error
			const failure = formFailure(error, error.flow)
			setLinked(failure)
			// The form asks again where it did not, once it knows that the login has grown old.
			await revalidator.revalidate()
			return failure
		}
		await revalidator.revalidate()
		return { kind: 'done', intent: 'link', sentence: `${providerNames[provider]}と連携しました。` }
	}
	const free = offered.filter((provider) => !links.some((link) => link.provider === provider))
	return (
		<section className={styles.section} aria-labelledby="account-links">
			<h2 id="account-links">外部アカウントとの連携</h2>
			{links.length === 0 && <p>連携しているアカウントはありません。</p>}
			{links.map(({ provider, email, linkedAt }) => (
				<details key={provider} open={formState !== undefined}>
					<summary>{`${providerNames[provider]}（${email ?? '連携中'}、${linkedAt}から）`}</summary>
					<div className={styles.narrow}>
						<IdentityForm formState={formState} csrfToken={csrfToken} intent="unlink" label={`${providerNames[provider]}との連携`}>
							<input type="hidden" name="provider" value={provider} />
							{asksAgain && <Reauthentication id={`unlink-${provider}`} formState={formState} {...again} />}
							<SubmitButton kind="quiet">連携を解除する</SubmitButton>
						</IdentityForm>
					</div>
				</details>
			))}
			<form ref={form} className={styles.narrow} aria-label="連携の追加" onSubmit={(event) => event.preventDefault()}>
				{asksAgain && free.length > 0 && <Reauthentication id="link-again" formState={linked} {...again} />}
				<ProviderButtons providers={free} verb="と連携する" run={link} />
			</form>
		</section>
	)
}
