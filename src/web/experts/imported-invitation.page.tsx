import { redirect } from 'react-router'
import {
	acceptImport,
	findImportInvitation,
	type ImportInvitation,
	isImportRefusalKey,
	refuseImport,
} from '../../domain/experts/imports/import-invitations.ts'
import { INVITATION_DAYS } from '../../domain/experts/imports/import-input.ts'
import { dayText } from '../../domain/shared/japan-time.ts'
import { importInvitationPath, registrationPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { noFields } from '../forms/form-fields.server.ts'
import type { FormState } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { loginPath } from '../session/redirect-target.ts'
import { FactList } from '../ui/fact-list.tsx'
import formPage from '../ui/form-page.module.css'
import { Link } from '../ui/link.tsx'
import notice from '../ui/notice.module.css'
import type { Route } from './+types/imported-invitation.page'
import styles from './registration.module.css'

export const handle = { plain: true }

/** Opening the page does nothing, because mail programs prefetch links. */
export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => ({
	token: params.token,
	invitation: await findImportInvitation(ctx, params.token),
	mayRefuse: isImportRefusalKey(ctx, params.token),
	csrfToken: formToken(context, request),
}))

export const action = pageAction({
	accept: {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			await acceptImport(ctx, params.token)
			return redirect(registrationPath(), 303)
		},
	},
	refuse: {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			await refuseImport(ctx, params.token)
			return { hasRefused: true as const }
		},
	},
})

export default function ImportedInvitationPage({
	loaderData: { token, invitation, mayRefuse, csrfToken },
	actionData,
}: Route.ComponentProps) {
	const hasRefused = actionData !== undefined && 'hasRefused' in actionData
	const formState = hasRefused ? undefined : actionData
	return (
		<div className={formPage.page}>
			<Head title="掲載のご案内" description="事務所の掲載のご案内です。" path={importInvitationPath(token)} noindex />
			{hasRefused ? (
				<>
					<h1>承りました</h1>
					<output className={notice.done}>用意していた情報を消去しました。今後、このご案内はお送りしません。</output>
				</>
			) : invitation === null && mayRefuse ? (
				<>
					<h1>掲載のご案内の停止</h1>
					<ErrorSummary formState={formState} />
					<Refuse csrfToken={csrfToken} title="今後の案内を受け取らない" />
				</>
			) : invitation === null ? (
				<>
					<h1>このリンクは使えません</h1>
					<ErrorSummary formState={formState} />
					<p>
						{`リンクは${INVITATION_DAYS}日間有効で、お返事のあとは使えません。ご案内が2通届いている場合は、新しいメールのリンクをお使いください。`}
					</p>
					<p>
						<Link className="button" data-kind="quiet" to={registrationPath()}>
							専門家の登録のページを見る
						</Link>
					</p>
				</>
			) : (
				<Invitation token={token} invitation={invitation} csrfToken={csrfToken} formState={formState} />
			)}
		</div>
	)
}

type Parts = { token: string; invitation: ImportInvitation; csrfToken: string; formState: FormState | undefined }

function Invitation({ token, invitation, csrfToken, formState }: Parts) {
	return (
		<>
			<h1>{`「${invitation.officeName}」の掲載のご案内`}</h1>
			<ErrorSummary formState={formState} />
			<p className={styles.lead}>
				掲載の下書きとして、次の情報を用意しました。まだ公開していません。同意して登録を始めると、ご自身で直し、資格の書類を添えて申請できます。公開されるのは、資格の確認が終わったあとです。
			</p>
			<FactList rows={invitation.rows} />
			<p>{`この情報は、${invitation.source}で拝見しました。お返事がない場合は、${dayText(invitation.expiresAt.getTime())}に消去します。`}</p>
			<section className={styles.section} aria-labelledby="accept">
				<h2 id="accept">同意して登録を始める</h2>
				<Accept token={token} viewer={invitation.viewer} csrfToken={csrfToken} />
			</section>
			<Refuse csrfToken={csrfToken} title="登録しない" />
		</>
	)
}

function Refuse({ csrfToken, title }: { csrfToken: string; title: string }) {
	return (
		<section className={styles.section} aria-labelledby="refuse">
			<h2 id="refuse">{title}</h2>
			<p>用意した情報をすぐに消去し、今後このご案内をお送りしません。ログインはいりません。</p>
			<form method="post" className={styles.buttons}>
				<HiddenFields csrfToken={csrfToken} intent="refuse" />
				<button type="submit" className="button" data-kind="quiet">
					登録しない・今後の案内を受け取らない
				</button>
			</form>
		</section>
	)
}

function Accept({ token, viewer, csrfToken }: { token: string; viewer: ImportInvitation['viewer']; csrfToken: string }) {
	const back = importInvitationPath(token)
	if (viewer === 'closed')
		return (
			<p>
				ログイン中のアカウントでは、すでに専門家の申請か登録をしているため、この案内からは始められません。状態は、専門家の登録のページで確認できます。
			</p>
		)
	if (viewer === 'visitor')
		return (
			<>
				<p>登録にはアカウントが必要です。会員登録またはログインをすると、この画面に戻ります。登録と掲載は無料です。</p>
				<p className={styles.buttons}>
					<Link className="button" to={`/register?redirect=${encodeURIComponent(back)}`}>
						会員登録して始める
					</Link>
					<Link className="button" data-kind="quiet" to={loginPath(back)}>
						ログインして始める
					</Link>
				</p>
			</>
		)
	return (
		<form method="post">
			<p>この情報から、ログイン中のアカウントで専門家の申請を始めます。すでに入力した内容は変わりません。</p>
			<p className={styles.buttons}>
				<HiddenFields csrfToken={csrfToken} intent="accept" />
				<button type="submit" className="button">
					同意して登録を始める
				</button>
			</p>
		</form>
	)
}
