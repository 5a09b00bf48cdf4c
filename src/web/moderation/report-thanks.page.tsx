import { notificationsPath, reportThanksPath } from '../../domain/shared/links.ts'
import { requireMember } from '../../domain/shared/context.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import styles from './moderation.module.css'

export const handle = { plain: true }

export const loader = withCtx((ctx) => {
	requireMember(ctx)
	return Promise.resolve(null)
})

export default function ReportThanksPage() {
	return (
		<>
			<Head title="報告を受け付けました" description="報告を受け付けました。" path={reportThanksPath()} noindex />
			<Breadcrumbs crumbs={[{ label: '報告', path: reportThanksPath() }]} />
			<div className={`content ${styles.page}`}>
				<h1>報告を受け付けました</h1>
				<p>お知らせいただき、ありがとうございます。運営が内容を確認し、結果をお知らせします。</p>
				<p className={styles.links}>
					<Link to={notificationsPath()}>お知らせを見る</Link>
					<Link to="/">トップへ戻る</Link>
				</p>
			</div>
		</>
	)
}
