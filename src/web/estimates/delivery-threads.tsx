import { HiddenFields } from '../forms/hidden-fields.tsx'
import { StageBar } from '../layout/work/stage-bar.tsx'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import stack from '../ui/stack.module.css'
import type { Threads } from './delivery-threads.server.ts'

type Props = { data: Threads; side: 'client' | 'office'; csrfToken: string }

/** How far a request is, and the ways to its conversations. */
export function DeliveryThreads({ data: { stage, threads }, side, csrfToken }: Props) {
	return (
		<>
			<StageBar stage={stage} side={side} />
			{threads.length > 0 && (
				<ul className={stack.close} aria-label="やり取り">
					{threads.map(({ deliveryId, office, path, isUnread }) => (
						<li key={deliveryId} className={stack.line}>
							{path === null ? (
								<form method="post">
									<HiddenFields csrfToken={csrfToken} intent="thread" targetId={deliveryId} />
									<button type="submit" className="button" data-kind="quiet">
										{side === 'client' ? `${office}に質問・相談する` : '依頼した方に質問する'}
									</button>
								</form>
							) : (
								<Link className="button" data-kind="quiet" to={path}>
									{side === 'client' ? `${office}とのやり取りを開く` : '依頼した方とのやり取りを開く'}
								</Link>
							)}
							{isUnread && <Tag tone="warn">未読あり</Tag>}
						</li>
					))}
				</ul>
			)}
		</>
	)
}
