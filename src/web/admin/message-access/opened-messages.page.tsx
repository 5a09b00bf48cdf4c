import { threadLabel } from '../../../domain/moderation/message-access-input.ts'
import { readMessagesByAccess } from '../../../domain/moderation/message-access.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { openedMessagesPath, staffAccessPath } from '../../../domain/shared/links.ts'
import { viewDelivery, viewFacts } from '../../estimates/estimate-view.server.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/opened-messages.page'
import { ThreadMessages } from './thread-messages.tsx'
import styles from '../admin.module.css'

/** A whole thread on a legal ground: the two who asked and approved read it, and every reading is recorded. */
export const loader = staffLoader(['moderator'], 'personal-data', async (ctx, { params }: Route.LoaderArgs) => {
	const { access, inquiry, lead } = await readMessagesByAccess(ctx, parseId(params.id))
	return {
		id: access.id,
		thread: threadLabel(access.kind, access.subjectId),
		inquiry: inquiry && { ...inquiry, messages: inquiry.messages.map(({ at, ...message }) => ({ ...message, at: momentText(at) })) },
		lead: lead && {
			rows: [
				...viewFacts(lead.facts, ctx.now()).rows,
				{ label: 'お名前', value: lead.contact.name ?? '消去済み' },
				{ label: 'メールアドレス', value: lead.contact.email ?? '消去済み' },
				{ label: '電話番号', value: lead.contact.phone ?? '入力なし' },
			],
			deliveries: lead.deliveries.map((delivery) => viewDelivery(delivery, ctx.now())),
		},
	}
})

export default function OpenedMessagesPage({ loaderData: { id, thread, inquiry, lead } }: Route.ComponentProps) {
	return (
		<>
			<Head
				title={`開示したやり取り 申請${id}`}
				description="法律の根拠にもとづいて開いたやり取りです。"
				path={openedMessagesPath(id)}
				noindex
			/>
			<p>
				<Link to={staffAccessPath(id)}>申請へ戻る</Link>
			</p>
			<h1>{thread}</h1>
			<p className={styles.warn}>通信の秘密に当たる内容です。申請した範囲のほかに使わないでください。この閲覧は操作の記録に残りました。</p>
			{inquiry && (
				<>
					<FactList
						rows={[
							{ label: '件名', value: inquiry.subject },
							{ label: '事務所', value: inquiry.office.name },
							{ label: '差出人', value: inquiry.contactName },
						]}
					/>
					<ThreadMessages messages={inquiry.messages} title={`やり取り（${inquiry.messages.length}通）`} />
				</>
			)}
			{lead && (
				<>
					<FactList rows={lead.rows} />
					{lead.deliveries.map((delivery) => (
						<section key={delivery.id} className={styles.section} aria-labelledby={`office-${delivery.id}`}>
							<h2 id={`office-${delivery.id}`}>{delivery.office.name}</h2>
							<p className={styles.quiet}>{`${delivery.stateLabel} ／ ${delivery.delivered.exact}に到着`}</p>
							{delivery.quotes.map(({ id: quoteId, version, totals, message }) => (
								<p key={quoteId} className={styles.text}>
									{`第${version}版 合計${totals.total.toLocaleString('ja-JP')}円（税込）${message === '' ? '' : `：${message}`}`}
								</p>
							))}
							{delivery.declineReason !== null && <p className={styles.text}>{`辞退の理由：${delivery.declineReason}`}</p>}
							{delivery.change !== null && <p className={styles.text}>{`変更の希望：${delivery.change}`}</p>}
						</section>
					))}
				</>
			)}
		</>
	)
}
