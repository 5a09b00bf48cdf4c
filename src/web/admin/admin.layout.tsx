import { isRouteErrorResponse, Outlet } from 'react-router'
import { isStaffWith, SECOND_FACTOR_REQUIRED } from '../../domain/accounts/staff.ts'
import { countColleagues } from '../../domain/operations/desk.ts'
import { countQueues } from '../../domain/operations/queue-counts.ts'
import { ageText } from '../format/age-text.ts'
import { configContext, errorPageHeaders } from '../context.ts'
import { ErrorPage } from '../layout/error-page.tsx'
import { useFrame, useSite } from '../layout/site.ts'
import { SiteFrame } from '../layout/site-frame.tsx'
import { isStepUp } from '../session/step-up.ts'
import type { Route } from './+types/admin.layout'
import styles from './admin.module.css'
import { WorkFrame } from '../layout/work/work-frame.tsx'
import { StaffHeader } from './frame/staff-header.tsx'
import { sectionGroups } from './sections.ts'
import { staffLoader } from '../session/staff-page.server.ts'
import { StepUpForm } from './step-up-form.tsx'

export const headers = errorPageHeaders

export const loader = staffLoader([], 'routine', async (ctx, { context }: Route.LoaderArgs) => {
	const [counts, colleagues] = await Promise.all([countQueues(ctx), countColleagues(ctx)])
	const now = ctx.now()
	const groups = sectionGroups.map(({ label, sections }) => ({
		label,
		items: sections
			.filter(({ roles }) => isStaffWith(ctx.viewer, ...roles))
			.map(({ path, also, label: name, queue }) => {
				const count = counts.find((one) => one.queue === queue?.name)
				const waiting = count && {
					count: count.count,
					age: count.oldestAt === null ? '' : ageText(count.oldestAt, now),
					isLate: count.isLate,
				}
				return { to: path, also, label: name, waiting: waiting ?? null }
			}),
	}))
	return {
		/** Settings without which the site does not name its operator; told to those who can do something about it. */
		missing: isStaffWith(ctx.viewer, 'admin') ? context.get(configContext).missingOfOperator : [],
		maySearch: isStaffWith(ctx.viewer, 'reviewer', 'support', 'moderator'),
		/** Of the viewer's queues. */
		own: { count: counts.reduce((sum, one) => sum + one.count, 0), isLate: counts.some((one) => one.isLate) },
		colleagues,
		groups: groups.filter(({ items }) => items.length > 0),
	}
})

const home = { label: 'はじめに', items: [{ to: '/admin', label: '管理トップ', end: true, waiting: null }] }

export default function AdminLayout({ loaderData: { groups, missing, maySearch, own, colleagues } }: Route.ComponentProps) {
	const { version } = useFrame()
	const { name } = useSite()
	return (
		<WorkFrame
			header={<StaffHeader maySearch={maySearch} own={own} colleagues={colleagues} />}
			label="管理"
			groups={[home, ...groups]}
			note={
				<p>
					{name}（バージョン {version}）
				</p>
			}
		>
			<meta name="robots" content="noindex" />
			{missing.length > 0 && (
				<p className={styles.warn} role="note">
					運営者の表示（特定商取引法・個人情報保護法など）に必要な設定が足りません：{missing.join('、')}
					。設定すると、運営会社と特定商取引法に基づく表記のページが公開されます。公開前に要ることの一覧は、コマンド npm run check:launch
					で確かめられます。
				</p>
			)}
			<Outlet />
		</WorkFrame>
	)
}

/**
 * Explains to staff without a second factor how to set it up, and asks those whose login is too old for a form to log in
 * again; everything else is the site's error page.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return (
		<SiteFrame>
			<StaffError error={error} />
		</SiteFrame>
	)
}

function StaffError({ error }: { error: unknown }) {
	if (!isRouteErrorResponse(error)) return <ErrorPage status={500} detail={null} />
	if (isStepUp(error.data))
		return (
			<div className={`content ${styles.locked}`}>
				<title>ログインの確認</title>
				<meta name="robots" content="noindex" />
				<StepUpForm {...error.data} />
			</div>
		)
	const { code, message } = (typeof error.data === 'object' && error.data !== null ? error.data : {}) as { code?: string; message?: string }
	if (code !== SECOND_FACTOR_REQUIRED) return <ErrorPage status={error.status} detail={message ?? null} />
	return (
		<div className={`content ${styles.locked}`}>
			<title>二段階認証が必要です</title>
			<meta name="robots" content="noindex" />
			<h1>管理画面には二段階認証が必要です</h1>
			<p>
				利用者の情報を守るため、管理画面は、認証アプリのコードかパスキーでログインした方だけが使えます。まだ設定していない場合は、マイページの「アカウント」で設定すると、そのまま管理画面を開けます。
			</p>
			<p>設定が済んでいる場合は、いったんログアウトし、コードかパスキーを使ってログインし直してください。</p>
			<p>
				<a className="button" href="/mypage/account">
					二段階認証を設定する
				</a>
			</p>
		</div>
	)
}
