import { Head } from '../../layout/head.tsx'
import { inboxPath } from '../../../domain/shared/links.ts'

/** No item is open: beside the list there is a word on how to open one, which a phone leaves out. */
export default function InboxPage() {
	return (
		<>
			<Head title="受信箱" description="事務所に届いた依頼・問い合わせなど、対応するものの一覧です。" path={inboxPath()} noindex />
			<p>一覧から選ぶと、ここに開きます。</p>
		</>
	)
}
