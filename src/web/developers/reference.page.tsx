import { scopeLabels, scopes } from '../../domain/developers/scopes.ts'
import { PREVIOUS_SECRET_HOURS, RETRY_PAUSES, webhookKindLabels, webhookKinds } from '../../domain/developers/webhook-kinds.ts'
import { days } from '../../domain/shared/japan-time.ts'
import { developersPath, ownDevelopersPath, plansPath } from '../../domain/shared/links.ts'
import { cacheable, cacheHeaders } from '../context.ts'
import { DocumentPage, Section, Table } from '../ui/document.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/reference.page'
import { apiDocumentContext, callsOf } from './api-document.ts'
import styles from './developers.module.css'
import { CallReference, Identifier, SchemaReference } from './reference-parts.tsx'

export const handle = { plain: true }

export const headers = cacheHeaders

/** The same until the next release. */
export const loader = ({ context }: Route.LoaderArgs) => cacheable({ document: context.get(apiDocumentContext) }, ['developers'])

export default function ReferencePage({ loaderData: { document } }: Route.ComponentProps) {
	const origin = document.servers?.[0]?.url ?? ''
	const tags = document.tags ?? []
	const schemas = Object.entries(document.components?.schemas ?? {})
	return (
		<DocumentPage
			title="APIとWebhook"
			description="公開の情報と、ご自身の事務所に届いた依頼を、プログラムから扱うためのAPIとWebhookの説明です。"
			path={developersPath()}
		>
			<p>
				{`${document.info.title}（バージョン${document.info.version}）の説明です。定義は、OpenAPI 3.1の`}
				<a href="/api/v1/openapi.json">openapi.json</a>でも公開しています。
			</p>
			<Contents tags={tags.map(({ name }) => name)} />
			<Section id="use" title="使い方">
				{(document.info.description ?? '').split('\n\n').map((paragraph) => (
					<p key={paragraph}>{paragraph}</p>
				))}
				<p>
					APIトークンは、プロプランの事務所の代表者が、マイページの<Link to={ownDevelopersPath()}>API・Webhook</Link>で作れます。
					<Link to={plansPath()}>プランの内容と料金を見る</Link>
				</p>
				<Table
					label="トークンの権限"
					head={['権限', 'できること']}
					rows={scopes.map((scope) => [<Identifier key={scope} name={scope} />, scopeLabels[scope]])}
				/>
			</Section>
			<Webhooks />
			{tags.map((tag) => (
				<Section key={tag.name} id={`tag-${tag.name}`} title={tag.name}>
					{tag.description !== undefined && <p>{tag.description}</p>}
					{callsOf(document, tag.name).map((call) => (
						<CallReference key={call.id} call={call} origin={origin} />
					))}
				</Section>
			))}
			<Section id="schemas" title="データの形">
				{schemas.map(([name, schema]) => (
					<SchemaReference key={name} name={name} schema={schema} />
				))}
			</Section>
		</DocumentPage>
	)
}

function Contents({ tags }: { tags: readonly string[] }) {
	return (
		<nav aria-label="このページの内容">
			<ul>
				<li>
					<a className="tap" href="#use">
						使い方
					</a>
				</li>
				<li>
					<a className="tap" href="#webhooks">
						Webhook
					</a>
				</li>
				{tags.map((name) => (
					<li key={name}>
						<a className="tap" href={`#tag-${name}`}>
							{name}
						</a>
					</li>
				))}
				<li>
					<a className="tap" href="#schemas">
						データの形
					</a>
				</li>
			</ul>
		</nav>
	)
}

const exampleBody = `{
  "type": "lead.created",
  "timestamp": "2026-11-23T01:23:45.000Z",
  "data": { "kind": "estimate", "leadId": 120, "officeId": 34 }
}`

function Webhooks() {
	const [first] = RETRY_PAUSES
	const total = RETRY_PAUSES.reduce((sum, seconds) => sum + seconds, 0)
	return (
		<Section id="webhooks" title="Webhook">
			<p>
				依頼が届いたときなどに、登録したURLへJSONをPOSTします。本文には番号と金額だけを入れます。お名前や依頼の内容は、APIトークンで読んでください。
			</p>
			<Table
				label="イベント"
				head={['イベント', '送るとき']}
				rows={webhookKinds.map((kind) => [<Identifier key={kind} name={kind} />, webhookKindLabels[kind]])}
			/>
			{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll what has the focus */}
			<pre className={styles.body} tabIndex={0}>
				<code>{exampleBody}</code>
			</pre>
			<p>
				署名は<a href="https://www.standardwebhooks.com/">Standard Webhooks</a>の仕様です。<code>webhook-id</code>、
				<code>webhook-timestamp</code>、本文を <code>.</code> でつないだ文字列の HMAC-SHA256 を、鍵（<code>whsec_</code> のあとの
				base64）で計算し、<code>webhook-signature</code> の <code>v1,</code>{' '}
				のあとと比べてください。時刻が5分より離れたものは拒んでください。
			</p>
			<ul>
				<li>10秒以内に200番台を返してください。ほかの応答と転送は、失敗とみなします。410を返すと、送信を止めます。</li>
				<li>{`失敗すると、${first}秒後から間隔を延ばしながら、約${Math.round((total * 1000) / days(1))}日のあいだに${RETRY_PAUSES.length}回まで送り直します。`}</li>
				<li>同じイベントが二度届くことがあります。webhook-id が同じものは、一度だけ扱ってください。順番は保証しません。</li>
				<li>{`失敗が3日続くと送信を止め、お知らせします。鍵の更新から${PREVIOUS_SECRET_HOURS}時間は、前の鍵の署名も送ります。`}</li>
				<li>送信先は、インターネットから届く https のURLだけです。</li>
			</ul>
		</Section>
	)
}
