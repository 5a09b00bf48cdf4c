import { useRevalidator } from 'react-router'
import type { ProviderName } from '../../api/account-calls.ts'
import { AccountForm, SubmitButton } from './account-form.tsx'
import type { FormAnswer } from './form-answer.ts'
import { identity } from './identity-client.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { providerNames } from './provider-names.ts'
import { Reauthentication } from './reauthentication.tsx'
import styles from './mypage.module.css'

type Link = { provider: ProviderName; email: string | null; linkedAt: string }

/** The outside accounts one may sign in with. Linking goes through the provider's popup. */
export function LinkedProviders({
	links,
	offered,
	asksAgain,
	again,
	csrfToken,
	answer,
}: {
	links: readonly Link[]
	offered: readonly ProviderName[]
	asksAgain: boolean
	again: { hasPassword: boolean; secondFactor: boolean; email: string; providers: readonly ProviderName[] }
	csrfToken: string
	answer: FormAnswer | undefined
}) {
	const revalidator = useRevalidator()
	const free = offered.filter((provider) => !links.some((link) => link.provider === provider))
	return (
		<section className={styles.section} aria-labelledby="account-links">
			<h2 id="account-links">外部アカウントとの連携</h2>
			{links.length === 0 && <p>連携しているアカウントはありません。</p>}
			{links.map(({ provider, email, linkedAt }) => (
				<details key={provider} open={answer !== undefined}>
					<summary>{`${providerNames[provider]}（${email ?? '連携中'}、${linkedAt}から）`}</summary>
					<div className={styles.narrow}>
						<AccountForm answer={answer} csrfToken={csrfToken} intent="unlink" label={`${providerNames[provider]}との連携`}>
							<input type="hidden" name="provider" value={provider} />
							{asksAgain && <Reauthentication id={`unlink-${provider}`} answer={answer} {...again} />}
							<SubmitButton kind="quiet">連携を解除する</SubmitButton>
						</AccountForm>
					</div>
				</details>
			))}
			<div className={styles.narrow}>
				<ProviderButtons
					providers={free}
					verb="と連携する"
					run={async (provider) => {
						await identity.link(provider)
						await revalidator.revalidate()
						return { kind: 'done', intent: 'link', sentence: `${providerNames[provider]}と連携しました。` }
					}}
				/>
			</div>
		</section>
	)
}
