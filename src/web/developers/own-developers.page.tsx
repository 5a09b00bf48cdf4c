import { redirect } from 'react-router'
import { scopeLabels } from '../../domain/developers/scopes.ts'
import { type ApiToken, listTokens, revokeToken } from '../../domain/developers/tokens.ts'
import { webhookKindLabels } from '../../domain/developers/webhook-kinds.ts'
import { listEndpoints, type WebhookEndpoint } from '../../domain/developers/webhooks.ts'
import { dayText } from '../../domain/shared/japan-time.ts'
import { developersPath, newTokenPath, newWebhookPath, ownDevelopersPath, plansPath, webhookPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { type Moment as MomentText, momentOf } from '../format/moment.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { targetFields } from '../forms/form-fields.server.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Moment } from '../ui/day.tsx'
import { Link } from '../ui/link.tsx'
import notice from '../ui/notice.module.css'
import stack from '../ui/stack.module.css'
import { Tag } from '../ui/tag.tsx'
import text from '../ui/text-button.module.css'
import type { Route } from './+types/own-developers.page'
import styles from './developers.module.css'

type TokenRow = ApiToken & { isOver: boolean; lastUsed: MomentText | null; revoked: MomentText | null }

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const now = ctx.now()
	const [{ mayUse, tokens }, endpoints] = await Promise.all([listTokens(ctx), listEndpoints(ctx)])
	return {
		mayUse,
		tokens: tokens.map((token): TokenRow => ({
			...token,
			isOver: token.revokedAt !== null || token.expiresAt <= now,
			lastUsed: token.lastUsedAt && momentOf(token.lastUsedAt, now),
			revoked: token.revokedAt && momentOf(token.revokedAt, now),
		})),
		endpoints,
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction({
	revoke: {
		input: targetFields,
		async run(ctx, { targetId }) {
			await revokeToken(ctx, targetId)
			return redirect(`${ownDevelopersPath()}?done=revoked`, 303)
		},
	},
})

const doneSentences: Readonly<Record<string, string>> = {
	revoked: 'トークンを無効にしました。このトークンを使うプログラムは、もう動きません。',
	removed: 'Webhookの送信先を削除しました。',
}

type Data = Route.ComponentProps['loaderData']

export default function OwnDevelopersPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { mayUse, tokens, endpoints, done } = loaderData
	const sentence = done === null || formState ? undefined : doneSentences[done]
	const hasAny = tokens.length > 0 || endpoints.length > 0
	return (
		<div className={stack.column}>
			<Head title="API・Webhook" description="APIトークンとWebhookを管理します。" path={ownDevelopersPath()} noindex />
			<h2>API・Webhook</h2>
			{sentence !== undefined && <output className={notice.saved}>{sentence}</output>}
			<ErrorSummary formState={formState} />
			<p>
				届いた見積もり依頼や問い合わせを、お使いの顧客管理や会計のソフトとつなぐための機能です。使い方は
				<Link to={developersPath()}>APIの説明</Link>にあります。
			</p>
			{!mayUse && (
				<p role="note">
					{hasAny
						? 'いまのプランでは、APIトークンとWebhookは休眠しています。プロプランに戻すと、そのまま使えます。'
						: 'APIトークンとWebhookは、プロプランの事務所の代表者が使えます。'}
					<Link to={plansPath()}>プランの内容と料金を見る</Link>
				</p>
			)}
			<Tokens {...loaderData} />
			<Webhooks {...loaderData} />
		</div>
	)
}

function Tokens({ tokens, mayUse, csrfToken }: Data) {
	return (
		<section className={stack.close} aria-labelledby="tokens">
			<h3 id="tokens">APIトークン</h3>
			{tokens.length === 0 && mayUse && <p className={styles.quiet}>まだありません。</p>}
			{tokens.length > 0 && (
				<ul className={styles.rows}>
					{tokens.map((token) => (
						<TokenItem key={token.id} token={token} isAsleep={!mayUse} csrfToken={csrfToken} />
					))}
				</ul>
			)}
			{mayUse && (
				<p>
					<Link className="button" to={newTokenPath()}>
						トークンを作る
					</Link>
				</p>
			)}
		</section>
	)
}

function Webhooks({ endpoints, mayUse }: Data) {
	return (
		<section className={stack.close} aria-labelledby="webhooks">
			<h3 id="webhooks">Webhook</h3>
			<p className={styles.quiet}>依頼が届いたときなどに、指定のURLへ知らせます。</p>
			{endpoints.length === 0 && mayUse && <p className={styles.quiet}>まだありません。</p>}
			{endpoints.length > 0 && (
				<ul className={styles.rows}>
					{endpoints.map((endpoint) => (
						<EndpointItem key={endpoint.id} endpoint={endpoint} isAsleep={!mayUse} />
					))}
				</ul>
			)}
			{mayUse && (
				<p>
					<Link className="button" data-kind="quiet" to={newWebhookPath()}>
						送信先を追加する
					</Link>
				</p>
			)}
		</section>
	)
}

function TokenItem({ token, isAsleep, csrfToken }: { token: TokenRow; isAsleep: boolean; csrfToken: string }) {
	const { id, name, hint, scopes, expiresAt, lastUsed, revoked, isOver } = token
	return (
		<li className={styles.row}>
			<p className={stack.line}>
				<strong>{name}</strong>
				{revoked !== null ? (
					<Tag>無効</Tag>
				) : isOver ? (
					<Tag>期限切れ</Tag>
				) : isAsleep ? (
					<Tag tone="warn">休眠中</Tag>
				) : (
					<Tag tone="good">有効</Tag>
				)}
			</p>
			<p>
				<code>{`${hint}…`}</code>
			</p>
			<p className={styles.quiet}>{scopes.map((scope) => `${scope}：${scopeLabels[scope]}`).join('、')}</p>
			<p className={stack.quietLine}>
				{revoked === null ? (
					<span>{`${dayText(expiresAt)}まで有効`}</span>
				) : (
					<span>
						<Moment moment={revoked} />
						に無効にしました
					</span>
				)}
				{lastUsed === null ? (
					<span>未使用</span>
				) : (
					<span>
						{'最後の使用 '}
						<Moment moment={lastUsed} />
					</span>
				)}
			</p>
			{!isOver && (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent={`revoke:${id}`} />
					<button type="submit" className={text.button} aria-label={`トークン「${name}」を無効にする`}>
						無効にする
					</button>
				</form>
			)}
		</li>
	)
}

function EndpointItem({ endpoint, isAsleep }: { endpoint: WebhookEndpoint; isAsleep: boolean }) {
	const { id, url, kinds, disabledAt, failingSince } = endpoint
	return (
		<li className={styles.row}>
			<p className={stack.line}>
				<Link to={webhookPath(id)}>{url}</Link>
				{disabledAt !== null ? (
					<Tag tone="warn">停止中</Tag>
				) : isAsleep ? (
					<Tag tone="warn">休眠中</Tag>
				) : failingSince !== null ? (
					<Tag tone="warn">届いていません</Tag>
				) : (
					<Tag tone="good">有効</Tag>
				)}
			</p>
			<p className={styles.quiet}>{kinds.map((kind) => webhookKindLabels[kind]).join('、')}</p>
		</li>
	)
}
