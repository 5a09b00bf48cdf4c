import { webhookKindLabels, WEBHOOK_LOG_DAYS } from '../../domain/developers/webhook-kinds.ts'
import type { WebhookDelivery } from '../../domain/developers/webhooks.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { momentOf } from '../format/moment.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { Moment } from '../ui/day.tsx'
import { Pager } from '../ui/pager.tsx'
import stack from '../ui/stack.module.css'
import { Tag } from '../ui/tag.tsx'
import text from '../ui/text-button.module.css'
import styles from './developers.module.css'

type Given = { mayReplay: boolean; now: Date; csrfToken: string }
type LogPage = { number: number; previous: string | null; next: string | null }

/** What was sent to one webhook, with what became of it. */
export function DeliveryLog({ items, page, ...given }: Given & { items: readonly WebhookDelivery[]; page: LogPage }) {
	return (
		<section className={stack.close} aria-labelledby="log">
			<h3 id="log">送信の記録</h3>
			<p className={styles.quiet}>{`${WEBHOOK_LOG_DAYS}日分を残します。`}</p>
			{items.length === 0 ? (
				<p>まだ何も送っていません。</p>
			) : (
				<ul className={styles.rows}>
					{items.map((delivery) => (
						<DeliveryItem key={delivery.id} delivery={delivery} {...given} />
					))}
				</ul>
			)}
			<Pager label="送信の記録のページ" {...page} />
		</section>
	)
}

const errorTexts: Readonly<Record<string, string>> = {
	'forbidden-address': 'このURLのアドレスには送れません',
	name: 'サーバーの名前が見つかりません',
	connection: '接続できません',
	tls: '証明書を確かめられません',
	timeout: '10秒以内に応答がありません',
	disabled: '送信を止めていました',
	asleep: 'プランにより休眠していました',
	secret: '鍵を読み出せません。鍵を更新してください',
}

function DeliveryItem({ delivery, mayReplay, now, csrfToken }: Given & { delivery: WebhookDelivery }) {
	const { id, kind, messageId, body, state, attemptCount, createdAt, nextTryAt, lastStatus, lastError } = delivery
	const result = lastStatus !== null ? `応答 ${lastStatus}` : lastError !== null ? (errorTexts[lastError] ?? lastError) : null
	return (
		<li className={styles.row}>
			<p className={stack.line}>
				<strong>{webhookKindLabels[kind]}</strong>
				{state === 'delivered' ? (
					<Tag tone="good">届きました</Tag>
				) : state === 'failed' ? (
					<Tag tone="warn">届きませんでした</Tag>
				) : (
					<Tag>送信待ち</Tag>
				)}
			</p>
			<p className={stack.quietLine}>
				<Moment moment={momentOf(createdAt, now)} />
				{result !== null && <span>{result}</span>}
				{attemptCount > 0 && <span>{`${attemptCount}回送信`}</span>}
				{state === 'waiting' && attemptCount > 0 && nextTryAt !== null && (
					<span>
						{'次は '}
						<Moment moment={momentOf(nextTryAt, now)} />
					</span>
				)}
			</p>
			<details>
				<summary>送った内容</summary>
				<p className={styles.quiet}>{`webhook-id: ${messageId}`}</p>
				{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll what has the focus */}
				<pre className={styles.body} tabIndex={0}>
					<code>{JSON.stringify(JSON.parse(body), null, 2)}</code>
				</pre>
			</details>
			{mayReplay && (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent={`replay:${id}`} />
					<button
						type="submit"
						className={text.button}
						aria-label={`${momentText(createdAt)}の「${webhookKindLabels[kind]}」をもう一度送る`}
					>
						もう一度送る
					</button>
				</form>
			)}
		</li>
	)
}
