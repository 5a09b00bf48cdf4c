import type { RecoveryCodesLeft } from '../../domain/accounts/sign-in/recovery-codes.ts'
import { textIn } from '../forms/form-state.ts'
import { IdentityForm, FormMessage, SubmitButton, TextField } from '../forms/identity-form.tsx'
import { identityFormStateFor, failureOf, type IdentityFormState } from '../forms/identity-form-state.ts'
import { QrCode } from '../ui/qr-code.tsx'
import { Reauthentication, type WaysToProve } from '../session/reauthentication.tsx'
import styles from './mypage.module.css'

const FEW_CODES = 2

const codesText = ({ left, areShort }: RecoveryCodesLeft): string =>
	areShort
		? `回復用コードは残り${left}個です。以前の短い形式のため、作り直してください。`
		: `回復用コードは残り${left}個です。${left <= FEW_CODES ? '残りが少ないため、作り直してください。' : ''}`

type Given = { formState: IdentityFormState | undefined; csrfToken: string }

/** The second step of signing in: the app's code, or one of the recovery codes. */
export function CodeForm({ formState, csrfToken }: Given) {
	return (
		<IdentityForm formState={formState} csrfToken={csrfToken}>
			<TextField
				name="code"
				label="コード"
				hint="認証アプリに表示されている6桁のコード、または回復用コードを入力してください。"
				inputMode="text"
				autoComplete="one-time-code"
				maxLength={40}
				spellCheck={false}
				required
				formState={formState}
			/>
			<SubmitButton>確認する</SubmitButton>
		</IdentityForm>
	)
}

type FactorProps = Given & { asksAgain: boolean; again: WaysToProve }

/** Setting up, and taking away, codes of an authenticator app. */
export function SecondFactor({ isOn, codesLeft, ...props }: FactorProps & { isOn: boolean; codesLeft: RecoveryCodesLeft }) {
	const { formState } = props
	const removed = identityFormStateFor(formState, 'factorRemove')
	const shown = [identityFormStateFor(formState, 'factorConfirm'), identityFormStateFor(formState, 'factorCodes')].find(
		(one) => one?.kind === 'done',
	)
	const codes = shown?.kind === 'done' ? shown.shown?.codes : undefined
	return (
		<section className={styles.section} aria-labelledby="account-factor">
			<h2 id="account-factor">二段階認証</h2>
			<p>
				{isOn
					? '✓ 設定済みです。ログインのとき、パスワードに加えて認証アプリのコードをお聞きします。'
					: '認証アプリのコードを加えると、パスワードを知られてもログインされません。'}
			</p>
			{codes ? (
				<NewCodes formState={shown} codes={codes} />
			) : isOn ? (
				<FactorChanges codesLeft={codesLeft} removed={removed} {...props} />
			) : (
				<FactorSetUp {...props} />
			)}
			{!isOn && removed?.kind === 'done' && <FormMessage formState={removed} />}
		</section>
	)
}

/** Recovery codes, which are shown this once. */
function NewCodes({ formState, codes }: { formState: IdentityFormState | undefined; codes: readonly string[] }) {
	return (
		<>
			<FormMessage formState={formState} />
			<p>認証アプリを使えないとき、1つにつき1回だけ使えます。</p>
			<ul className={styles.codes}>
				{codes.map((code) => (
					<li key={code}>
						<code>{code}</code>
					</li>
				))}
			</ul>
		</>
	)
}

/** First the button, then the key and the field for the first code. */
function FactorSetUp({ formState, csrfToken, asksAgain, again }: FactorProps) {
	const started = identityFormStateFor(formState, 'factorStart')
	const confirmed = identityFormStateFor(formState, 'factorConfirm')
	const made = started?.kind === 'done' ? started.shown : undefined
	const typed = failureOf(confirmed)?.values
	const secret = made?.secret ?? textIn(typed, 'secret')
	const uri = made?.uri ?? textIn(typed, 'uri')
	if (!secret || !uri)
		return (
			<details open={started !== undefined}>
				<summary>二段階認証を設定する</summary>
				<div className={styles.narrow}>
					<IdentityForm formState={started} csrfToken={csrfToken} intent="factorStart" label="二段階認証の設定">
						{asksAgain && <Reauthentication id="factor-start" formState={started} {...again} />}
						<SubmitButton>QRコードを表示する</SubmitButton>
					</IdentityForm>
				</div>
			</details>
		)
	return (
		<div className={styles.narrow}>
			<IdentityForm formState={confirmed} csrfToken={csrfToken} intent="factorConfirm" label="二段階認証の確認">
				<input type="hidden" name="secret" value={secret} />
				<input type="hidden" name="uri" value={uri} />
				<p>
					認証アプリで次のQRコードを読み取るか、下の鍵（セットアップキー）を入力してください。この端末のアプリなら
					<a href={uri}>ここから登録</a>できます。
				</p>
				<QrCode text={uri} label="認証アプリに登録する鍵のQRコード" />
				<p>
					<code className={styles.secret}>{secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
				</p>
				<TextField
					id="first-code"
					name="firstCode"
					label="アプリに表示された6桁のコード"
					inputMode="numeric"
					autoComplete="one-time-code"
					maxLength={10}
					formState={confirmed}
				/>
				{asksAgain && <Reauthentication id="factor-confirm" formState={confirmed} {...again} />}
				<SubmitButton>有効にする</SubmitButton>
			</IdentityForm>
		</div>
	)
}

function FactorChanges({
	codesLeft,
	removed,
	formState,
	csrfToken,
	asksAgain,
	again,
}: FactorProps & { codesLeft: RecoveryCodesLeft; removed: IdentityFormState | undefined }) {
	const renewed = identityFormStateFor(formState, 'factorCodes')
	return (
		<>
			<p className={codesLeft.left <= FEW_CODES || codesLeft.areShort ? styles.warn : undefined}>{codesText(codesLeft)}</p>
			<details open={renewed !== undefined}>
				<summary>回復用コードを作り直す</summary>
				<div className={styles.narrow}>
					<IdentityForm formState={renewed} csrfToken={csrfToken} intent="factorCodes" label="回復用コードの作り直し">
						<p>新しいコードを10個作ります。前のコードは使えなくなります。</p>
						{asksAgain && <Reauthentication id="factor-codes" formState={renewed} {...again} />}
						<SubmitButton kind="quiet">作り直す</SubmitButton>
					</IdentityForm>
				</div>
			</details>
			<details open={removed !== undefined}>
				<summary>二段階認証を解除する</summary>
				<div className={styles.narrow}>
					<IdentityForm formState={removed} csrfToken={csrfToken} intent="factorRemove" label="二段階認証の解除">
						{asksAgain && <Reauthentication id="factor-remove" formState={removed} {...again} />}
						<SubmitButton kind="quiet">解除する</SubmitButton>
					</IdentityForm>
				</div>
			</details>
		</>
	)
}
