import type { StoredSubscription } from '../../domain/billing/subscription-store.ts'
import { isLive } from '../../domain/billing/subscription.ts'
import { planCancelPath, plansPath } from '../../domain/shared/links.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { Link } from '../ui/link.tsx'
import styles from './billing.module.css'

/** A form of one button, with what pressing it means. */
export function Act({
	intent,
	label,
	note,
	csrfToken,
	clientKey,
	isQuiet = true,
}: {
	intent: string
	label: string
	note?: string
	csrfToken: string
	clientKey?: string
	isQuiet?: boolean
}) {
	return (
		<form method="post">
			<HiddenFields csrfToken={csrfToken} intent={intent} {...(clientKey === undefined ? {} : { clientKey })} />
			<button type="submit" className="button" data-kind={isQuiet ? 'quiet' : undefined}>
				{label}
			</button>
			{note !== undefined && <p className={styles.quiet}>{note}</p>}
		</form>
	)
}

/** What can be done with a contract in its state. */
export function PlanActs({ subscription, csrfToken }: { subscription: StoredSubscription; csrfToken: string }) {
	const { state, isCancelled, isPausing, next } = subscription
	if (state === 'ended')
		return (
			<p>
				<Link className="button" to={plansPath()}>
					もう一度始める
				</Link>
			</p>
		)
	const waits = isCancelled || isPausing || next !== null
	return (
		<section className={styles.part} aria-labelledby="acts">
			<h2 id="acts">契約の変更</h2>
			{waits && <Act intent="keep" label="予定を取り消して、いまの契約を続ける" csrfToken={csrfToken} isQuiet={false} />}
			{state === 'trial' && !isCancelled && (
				<Act
					intent="convert"
					label="お試しを終えて、今日から契約する"
					note="最初の請求書を今日発行します。お試しのままでも、終わりの日に自動で契約に切り替わります。"
					csrfToken={csrfToken}
				/>
			)}
			{state === 'paused' && (
				<Act
					intent="resume"
					label="今日から再開する"
					note="新しい期間が今日から始まり、請求書を発行します。"
					csrfToken={csrfToken}
					isQuiet={false}
				/>
			)}
			{isLive(subscription) && (
				<p>
					<Link to={plansPath()}>プランや支払いの間隔を変える</Link>
				</p>
			)}
			{state === 'active' && !waits && (
				<Act
					intent="pause"
					label="期間の終わりから休止する"
					note="休止の間は料金がかからず、フリープランと同じになります。いつでも再開でき、180日で終了します。"
					csrfToken={csrfToken}
				/>
			)}
			{!isCancelled && (
				<p>
					<Link to={planCancelPath()}>解約する</Link>
				</p>
			)}
		</section>
	)
}
