import { Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { ProviderName } from '../../domain/accounts/sign-in/popup-channel.ts'
import { getMyIdentity } from '../../domain/accounts/my-identity.ts'
import { listPasskeys } from '../../domain/accounts/sign-in/passkeys.ts'
import { countRecoveryCodes } from '../../domain/accounts/sign-in/recovery-codes.ts'
import { listSessions } from '../../domain/accounts/sessions.ts'
import { findMyUser } from '../../domain/accounts/users.ts'
import { withCtx } from '../context.ts'
import { momentOf } from '../format/moment.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { dayText, momentText } from '../../domain/shared/japan-time.ts'
import type { Route } from './+types/mypage-account.page'
import { accountForms } from './account-actions.server.ts'
import { actOnAccountByClient } from './account-client-actions.ts'
import { FormMessage, IdentityForm, SubmitButton } from '../forms/identity-form.tsx'
import { identityFormStateFor, clientForm, type IdentityFormState } from '../forms/identity-form-state.ts'
import { identityForms } from '../forms/identity-action.server.ts'
import { EmailAddress } from './email-address.tsx'
import { FreezeNotice } from './freeze-notice.tsx'
import { LinkedProviders } from './linked-providers.tsx'
import { parseNotice } from './login-notices.ts'
import { Passkeys } from './passkeys.tsx'
import { waysToProve } from '../session/proof.server.ts'
import { CurrentPasswordField, NewPasswordField } from '../session/password-field.tsx'
import { CodeField, Reauthentication } from '../session/reauthentication.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'
import styles from './mypage.module.css'

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const [me, sessions, passkeys, found, codesLeft] = await Promise.all([
		getMyIdentity(ctx),
		listSessions(ctx),
		listPasskeys(ctx),
		findMyUser(ctx),
		countRecoveryCodes(ctx),
	])
	return {
		csrfToken: formToken(context, request),
		again: waysToProve(ctx, me),
		codesLeft,
		imageUrl: found?.user.imageUrl ?? null,
		me: {
			...me,
			frozenUntil: me.changesFrozenUntil === null ? null : momentText(me.changesFrozenUntil),
			providers: me.providers.map((link) => ({ ...link, linkedAt: dayText(link.linkedAt) })),
		},
		/** Those that can be used here, and those that are linked already. */
		offered: Object.keys(ctx.accounts.providers) as ProviderName[],
		sessions: sessions.map(({ id, current, device, provider, createdAt, lastSeenAt }) => ({
			id,
			current,
			device,
			provider,
			createdAt: momentOf(createdAt, ctx.now()),
			lastSeenAt: momentOf(lastSeenAt, ctx.now()),
		})),
		passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
			id,
			name,
			createdAt: dayText(createdAt),
			lastUsedAt: lastUsedAt === null ? null : momentOf(lastUsedAt, ctx.now()),
		})),
		isVerifiedNow: parseNotice(new URL(request.url).searchParams.get('notice')) === 'verified',
	}
})

export const action = identityForms('account', accountForms)

export const clientAction = clientForm('account', actOnAccountByClient)

/** Tells people that their session has ended before any redirect. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
	const isEnded = (actionResult as IdentityFormState | undefined)?.kind === 'failure' && actionResult.code === 'auth/no-current-user'
	return isEnded ? false : defaultShouldRevalidate
}

export default function MypageAccount({ loaderData, actionData }: Route.ComponentProps) {
	const { csrfToken, again, codesLeft, imageUrl, me, offered, sessions, passkeys, isVerifiedNow } = loaderData
	const toEmail = identityFormStateFor(actionData, 'email')
	const toPassword = identityFormStateFor(actionData, 'password')
	const asksForPassword = me.hasPassword && (!me.recentLogin || codeOf(toEmail) === 'auth/wrong-password')
	const asksAgain = asksForPassword || !me.recentLogin
	return (
		<div className={styles.body}>
			<Head title="アカウント" description="メールアドレス、パスワード、ログイン中の端末を管理します。" path="/mypage/account" noindex />
			<FormMessage formState={identityFormStateFor(actionData, '')} />
			<FreezeNotice until={me.frozenUntil} />
			<EmailAddress
				me={me}
				asksAgain={asksAgain}
				again={again}
				csrfToken={csrfToken}
				formState={actionData}
				isVerifiedNow={isVerifiedNow}
			/>
			<Password me={me} asksAgain={asksAgain} again={again} csrfToken={csrfToken} formState={toPassword} />
			{(offered.length > 0 || me.providers.length > 0) && (
				<LinkedProviders
					links={me.providers}
					offered={offered}
					asksAgain={asksAgain}
					again={again}
					csrfToken={csrfToken}
					formState={identityFormStateFor(actionData, 'unlink')}
				/>
			)}
			<Passkeys passkeys={passkeys} asksAgain={asksAgain} again={again} csrfToken={csrfToken} formState={actionData} />
			<SecondFactor
				isOn={me.secondFactor}
				codesLeft={codesLeft}
				asksAgain={asksAgain}
				again={again}
				csrfToken={csrfToken}
				formState={actionData}
			/>
			<SessionList
				sessions={sessions}
				asksAgain={asksAgain}
				again={again}
				csrfToken={csrfToken}
				formState={identityFormStateFor(actionData, 'revoke') ?? identityFormStateFor(actionData, 'revokeOthers')}
			/>
			<DataExport imageUrl={imageUrl} />
			<section className={styles.section} aria-labelledby="account-leave">
				<h2 id="account-leave">退会</h2>
				<p>
					アカウントと登録した情報を削除します。<Link to="/leave">退会の手続きへ進む</Link>
				</p>
			</section>
		</div>
	)
}

type Account = Route.ComponentProps['loaderData']

function Password({
	me,
	asksAgain,
	again,
	csrfToken,
	formState,
}: Pick<Account, 'me' | 'again' | 'csrfToken'> & { asksAgain: boolean; formState: IdentityFormState | undefined }) {
	return (
		<section className={styles.section} aria-labelledby="account-password">
			<h2 id="account-password">パスワード</h2>
			{!me.hasPassword && <p>まだ設定されていません。設定すると、メールアドレスとパスワードでもログインできます。</p>}
			<details open={formState !== undefined}>
				<summary>{me.hasPassword ? 'パスワードを変更する' : 'パスワードを設定する'}</summary>
				<div className={styles.narrow}>
					<IdentityForm formState={formState} csrfToken={csrfToken} intent="password" label="パスワードの変更">
						<input
							type="text"
							className="visually-hidden"
							autoComplete="username"
							value={me.email}
							readOnly
							tabIndex={-1}
							aria-hidden="true"
						/>
						{me.hasPassword ? (
							<>
								<CurrentPasswordField id="old-password" name="currentPassword" label="現在のパスワード" formState={formState} />
								{me.secondFactor && asksAgain && <CodeField id="old-password-code" formState={formState} />}
							</>
						) : (
							!me.recentLogin && <Reauthentication id="password-again" formState={formState} {...again} />
						)}
						<NewPasswordField id="new-password" label="新しいパスワード" formState={formState} />
						<p>変更すると、ほかの端末からはログアウトします。</p>
						<SubmitButton>{me.hasPassword ? '変更する' : '設定する'}</SubmitButton>
					</IdentityForm>
				</div>
			</details>
		</section>
	)
}

function DataExport({ imageUrl }: Pick<Account, 'imageUrl'>) {
	return (
		<section className={styles.section} aria-labelledby="account-export">
			<h2 id="account-export">データの書き出し</h2>
			<p>
				このサイトが持っているあなたの情報を受け取れます。JSON形式のファイルには、プロフィールと設定、ログインの方法（パスワードと鍵そのものは除きます）、パスキーの名前と日付、ログイン中の端末と記録、専門家としての登録と事務所、投稿した質問・回答・コメントとその編集履歴、下書き、「参考になった」とお礼、記事、口コミ、見積もりの依頼、問い合わせのやり取り、面談の予約、資金の相談の申し込み、報告と異議の申し立て、フォロー、お気に入り、届いたお知らせとその設定、手続きの期限のお知らせの設定が入っています。
			</p>
			<p>{imageUrl ? 'プロフィールの画像は、画像のファイルとして受け取れます。' : 'プロフィールの画像は登録されていません。'}</p>
			<p>
				<a className="button" data-kind="quiet" href="/api/identity/export" download>
					データを書き出す
				</a>
			</p>
			{imageUrl && (
				<p>
					<a className="button" data-kind="quiet" href={imageUrl} download="avatar.webp">
						画像を書き出す
					</a>
				</p>
			)}
		</section>
	)
}

const codeOf = (formState: ReturnType<typeof identityFormStateFor>): string | null =>
	formState?.kind === 'failure' ? formState.code : null
