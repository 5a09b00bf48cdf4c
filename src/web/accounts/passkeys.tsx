import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Moment as MomentText } from '../format/moment.ts'
import { Moment } from '../ui/day.tsx'
import { useEnhanced } from '../ui/use-enhanced.ts'
import { IdentityForm, FormMessage, SubmitButton } from '../forms/identity-form.tsx'
import { identityFormStateFor, type IdentityFormState } from '../forms/identity-form-state.ts'
import { textOf } from '../forms/read-form.ts'
import { proveFrom } from './account-client-actions.ts'
import { identity } from '../session/identity-client.ts'
import { formFailure, IdentityError } from '../session/identity-error.ts'
import { Reauthentication, type WaysToProve } from '../session/reauthentication.tsx'
import styles from './mypage.module.css'

export type ShownPasskey = { id: string; name: string; createdAt: string; lastUsedAt: MomentText | null }

/** The viewer's passkeys. Adding one is the browser's own dialogue and needs the script; removing one is a form. */
export function Passkeys({
	passkeys,
	asksAgain,
	again,
	formState,
	csrfToken,
}: {
	passkeys: readonly ShownPasskey[]
	asksAgain: boolean
	again: WaysToProve
	formState: IdentityFormState | undefined
	csrfToken: string
}) {
	const removed = identityFormStateFor(formState, 'passkeyRemove')
	return (
		<section className={styles.section} aria-labelledby="account-passkeys">
			<h2 id="account-passkeys">パスキー</h2>
			<p>指紋や顔、端末の暗証番号でログインします。パスワードを入力しないため、偽のサイトに渡す心配がありません。</p>
			<FormMessage formState={removed} />
			{passkeys.length > 0 && (
				<ul className={styles.rows}>
					{passkeys.map((passkey) => (
						<PasskeyRow key={passkey.id} passkey={passkey} asksAgain={asksAgain} again={again} formState={removed} csrfToken={csrfToken} />
					))}
				</ul>
			)}
			<AddPasskey asksAgain={asksAgain} again={again} />
		</section>
	)
}

type Asks = { asksAgain: boolean; again: WaysToProve }

function PasskeyRow({
	passkey: { id, name, createdAt, lastUsedAt },
	asksAgain,
	again,
	formState,
	csrfToken,
}: Asks & { passkey: ShownPasskey; formState: IdentityFormState | undefined; csrfToken: string }) {
	return (
		<li>
			<div>
				{name}
				<small>{`登録　${createdAt}`}</small>
				{lastUsedAt && (
					<small>
						{'最後の利用　'}
						<Moment moment={lastUsedAt} />
					</small>
				)}
			</div>
			<IdentityForm formState={undefined} csrfToken={csrfToken} intent="passkeyRemove" label={`パスキーの削除：${name}`}>
				<input type="hidden" name="id" value={id} />
				{asksAgain && <Reauthentication id={`passkey-${id}`} formState={formState} {...again} />}
				<SubmitButton kind="quiet">削除する</SubmitButton>
			</IdentityForm>
		</li>
	)
}

function AddPasskey({ asksAgain, again }: Asks) {
	const enhanced = useEnhanced()
	const { revalidate } = useRevalidator()
	const [added, setAdded] = useState<IdentityFormState | undefined>(undefined)
	const add = async (form: FormData) => {
		setAdded(undefined)
		try {
			await proveFrom(form)
			await identity.addPasskey()
			setAdded({ kind: 'done', intent: 'passkeyAdd', sentence: 'パスキーを登録しました。次からはパスワードなしでログインできます。' })
			await revalidate()
		} catch (error) {
			const failure = error instanceof IdentityError ? error : new IdentityError('auth/internal-error', 'account')
			setAdded(formFailure(failure, failure.flow, { accountEmail: textOf(form, 'accountEmail') }))
		}
	}
	return (
		<form
			className={styles.narrow}
			aria-label="パスキーの登録"
			onSubmit={(event) => {
				event.preventDefault()
				void add(new FormData(event.currentTarget))
			}}
		>
			<FormMessage formState={added} />
			{asksAgain && <Reauthentication id="passkey-add" formState={added} {...again} />}
			<button type="submit" className="button" data-kind="quiet" disabled={!enhanced}>
				この端末のパスキーを登録する
			</button>
			<noscript>
				<p>パスキーの登録には、JavaScriptを有効にしてください。</p>
			</noscript>
		</form>
	)
}
