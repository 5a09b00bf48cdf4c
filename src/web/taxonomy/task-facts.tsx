import type { TaskSummary } from '../../domain/taxonomy/types.ts'
import { feeText } from '../format/fee-text.ts'
import { Link } from '../ui/link.tsx'
import styles from './task-facts.module.css'

type Facts = Pick<TaskSummary, 'exclusiveLaw' | 'fee'> & { professions: string[] }

/** What a task usually costs and who may do it, in a strip. */
export function TaskFacts({
	task: { exclusiveLaw, fee, professions },
	feesPath,
	detailPath,
}: {
	task: Facts
	/** Where measured fees are; null where there are many strips. */
	feesPath: string | null
	detailPath: string | null
}) {
	return (
		<dl className={styles.facts}>
			<div>
				<dt>料金の目安</dt>
				<dd>
					<strong>{feeText(fee)}</strong>
				</dd>
			</div>
			{feesPath && (
				<div>
					<dt className="visually-hidden">料金相場</dt>
					<dd>
						<Link to={feesPath}>料金相場（中央値）を見る</Link>
					</dd>
				</div>
			)}
			<div>
				<dt>頼める専門家</dt>
				<dd>
					{professions.join('・')}
					{exclusiveLaw && <span className={styles.law}>{`のみ（${exclusiveLaw}）`}</span>}
				</dd>
			</div>
			{detailPath && (
				<div>
					<dt className="visually-hidden">詳しい説明</dt>
					<dd>
						<Link to={detailPath}>業務の内容・必要書類を見る</Link>
					</dd>
				</div>
			)}
		</dl>
	)
}
