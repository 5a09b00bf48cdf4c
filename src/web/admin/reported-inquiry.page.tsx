import { readReportedInquiry } from '../../domain/moderation/inquiry-admin.ts'
import { deskPath, officePath, staffReportPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { Head } from '../layout/head.tsx'
import { parseId } from '../../domain/shared/ids.ts'
import { Link } from '../ui/link.tsx'
import { FactList } from '../ui/fact-list.tsx'
import type { Route } from './+types/reported-inquiry.page'
import { ThreadMessages } from './message-access/thread-messages.tsx'
import styles from './admin.module.css'
import { staffLoader } from '../session/staff-page.server.ts'

/** The messages of a thread submitted with a report: staff read nothing else of it, and every reading is recorded. */
export const loader = staffLoader(['moderator'], 'personal-data', async (ctx, { params }: Route.LoaderArgs) => {
	const id = parseId(params.id)
	const { messages, ...thread } = await readReportedInquiry(ctx, id)
	return { id, ...thread, messages: messages.map(({ at, ...message }) => ({ ...message, at: momentText(at.getTime()) })) }
})

export default function ReportedInquiryPage({ loaderData }: Route.ComponentProps) {
	const { id, office, contactName, messages } = loaderData
	return (
		<>
			<Head title="報告されたやり取り" description="報告されたやり取りを確認します。" path={staffReportPath(id)} noindex />
			<p>
				<Link to={deskPath('reports', { item: `${id}` })}>報告の一覧へ戻って判断する</Link>
			</p>
			<h1>報告されたやり取り</h1>
			<p className={styles.warn}>
				報告した方が選んだ発言だけを表示しています。ほかの発言は通信の秘密として、担当者には表示しません。この閲覧は操作の記録に残りました。
			</p>
			<FactList
				rows={[
					{ label: '事務所', value: <Link to={officePath(office.id)}>{office.name}</Link> },
					{ label: '差出人', value: contactName },
				]}
			/>
			<ThreadMessages
				title={`報告に添えられた発言（${messages.length}通）`}
				none="この報告には、発言が添えられていません。理由と説明だけで判断してください。"
				messages={messages}
			/>
		</>
	)
}
