import type { OwnCard } from '../../domain/billing/cards/card-customers.ts'
import styles from './billing.module.css'
import { Act } from './plan-acts.tsx'

/** The saved card and what can be done with it. Everything that asks for a card number is a page of Stripe's. */
export function CardPart({ card, clientKey, csrfToken }: { card: OwnCard | null; clientKey: string; csrfToken: string }) {
	if (card === null)
		return (
			<Act
				intent="card-add"
				label="カードを登録して自動で支払う"
				note="Stripe（決済サービス）の画面に移ります。登録すると、まだお支払いのない請求書と、これから発行する請求書を、カードで自動的にお支払いします。カードの番号は、このサイトには届きません。"
				csrfToken={csrfToken}
				clientKey={clientKey}
			/>
		)
	return (
		<>
			<p>{`${card.brand}（末尾${card.last4}・有効期限${card.expires}）`}</p>
			{card.isStopped ? (
				<Act
					intent="card-use"
					label="このカードで自動的に支払う"
					note="まだお支払いのない請求書と、これから発行する請求書を、カードで自動的にお支払いします。"
					csrfToken={csrfToken}
				/>
			) : (
				<p className={styles.quiet}>請求書を発行すると、数分のうちに、このカードで自動的にお支払いします。</p>
			)}
			<Act intent="card-change" label="カードを変更する" csrfToken={csrfToken} />
			{!card.isStopped && <Act intent="card-stop" label="カードでの支払いをやめて、振り込みにする" csrfToken={csrfToken} />}
		</>
	)
}
