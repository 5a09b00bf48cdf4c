import { data } from 'react-router'
import { isDomainError } from '../../domain/shared/errors.ts'
import { notificationSettingsPath } from '../../domain/shared/links.ts'
import { channelLabels, notificationKinds } from '../../domain/social/notification-kinds.ts'
import { readUnsubscribeToken, unsubscribe, type UnsubscribeScope } from '../../domain/social/notification-settings.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, withCtx } from '../context.ts'
import formStyles from '../forms/form.module.css'
import { UNKNOWN_FORM } from '../forms/form-texts.ts'
import { intentOf } from '../forms/read-form.ts'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/unsubscribe.page'
import notice from '../ui/notice.module.css'
import styles from './notifications.module.css'
import social from './social.module.css'

const nameOf = (scope: UnsubscribeScope): string =>
	scope === 'all' ? 'すべてのお知らせ' : scope === 'digest' ? `${channelLabels.digest}のまとめ` : notificationKinds[scope].label

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token') ?? ''

export const handle = { plain: true }

/** A link truncated by a mail program gets a page that says so. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	try {
		const { scope } = readUnsubscribeToken(ctx.encryptor, tokenOf(request))
		return { scope, name: nameOf(scope) }
	} catch (error) {
		if (!isDomainError(error)) throw error
		return data({ scope: null, name: '' }, { status: 404 })
	}
})

/**
 * The one click of RFC 8058: mail programs post here without cookies, and the token is the proof. The page's own buttons
 * come the same way. A mail program follows no redirect, so the answer is this page.
 */
export const action = withCtx(async (ctx, { request, context }: Route.ActionArgs) => {
	const form = formOf(context.get(bodyContext))
	if (intentOf(form).intent !== '') return data({ stopped: null }, { status: 400 })
	const options = { all: form.get('all') === '1' }
	return { stopped: nameOf(await unsubscribe(ctx, tokenOf(request), options)) }
})

export default function UnsubscribePage({ loaderData: { scope, name }, actionData }: Route.ComponentProps) {
	return (
		<div className={`content ${social.page} ${styles.alone}`}>
			<Head title="お知らせメールの停止" description="お知らせのメールを停止できます。" path="/unsubscribe" noindex />
			<h1>お知らせメールの停止</h1>
			{actionData?.stopped === null && (
				<p className={formStyles.failure} role="alert">
					{UNKNOWN_FORM}
				</p>
			)}
			{actionData?.stopped ? (
				<>
					<output className={notice.done}>{`「${actionData.stopped}」のメールを停止しました。`}</output>
					<p>サイト内のお知らせは、これまでどおり届きます。ログインやパスワードなど、安全に関わるメールは停止されません。</p>
					<p>
						もう一度受け取るときは、<Link to={notificationSettingsPath()}>通知設定</Link>で選べます。
					</p>
				</>
			) : scope === null ? (
				<>
					<p>このリンクは使えません。メールのリンクが途中で切れていないか、ご確認ください。</p>
					<p>
						<Link to={notificationSettingsPath()}>通知設定</Link>
						からも、お知らせのメールを停止できます（ログインが必要です）。
					</p>
				</>
			) : (
				<>
					<p>{`「${name}」のメールを停止します。サイト内のお知らせは、これまでどおり届きます。`}</p>
					{scope === 'digest' && <p>「1日1回まとめて」でフォローしている専門家のお知らせも止まります。</p>}
					<form method="post" className={styles.stop}>
						<button type="submit" className="button">
							停止する
						</button>
						{scope !== 'all' && (
							<button type="submit" name="all" value="1" className="button" data-kind="quiet">
								お知らせのメールをすべて停止する
							</button>
						)}
					</form>
					<p>
						種類ごとに選ぶときは、<Link to={notificationSettingsPath()}>通知設定</Link>をご覧ください（ログインが必要です）。
					</p>
				</>
			)}
		</div>
	)
}
