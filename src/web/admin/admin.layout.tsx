import { isRouteErrorResponse, Outlet } from 'react-router'
import { isStaffWith, SECOND_FACTOR_REQUIRED } from '../../domain/accounts/staff.ts'
import { configContext, errorPageHeaders } from '../context.ts'
import { ErrorPage } from '../layout/error-page.tsx'
import { isStepUp } from '../session/step-up.ts'
import { Room } from '../ui/room.tsx'
import type { Route } from './+types/admin.layout'
import styles from './admin.module.css'
import { sections } from './sections.ts'
import { staffLoader } from '../session/staff-page.server.ts'
import { StepUpForm } from './step-up-form.tsx'

export const headers = errorPageHeaders

export const loader = staffLoader([], 'routine', async ({ viewer }, { context }: Route.LoaderArgs) => ({
	/** Settings without which the site does not name its operator; told to those who can do something about it. */
	missing: isStaffWith(viewer, 'admin') ? context.get(configContext).missingOfOperator : [],
	nav: sections.filter(({ roles }) => isStaffWith(viewer, ...roles)).map(({ path, label }) => ({ to: path, label })),
}))

export default function AdminLayout({ loaderData: { nav, missing } }: Route.ComponentProps) {
	return (
		<div className={`content ${styles.layout}`}>
			<meta name="robots" content="noindex" />
			<Room label="管理" links={[{ to: '/admin', label: '管理トップ', end: true }, ...nav]}>
				{missing.length > 0 && (
					<p className={styles.warn} role="note">
						運営者の表示（特定商取引法・個人情報保護法など）に必要な設定が足りません：{missing.join('、')}
						。設定すると、運営会社と特定商取引法に基づく表記のページが公開されます。公開前に要ることの一覧は、コマンド npm run check:launch
						で確かめられます。
					</p>
				)}
				<Outlet />
			</Room>
		</div>
	)
}

/**
 * Explains to staff without a second factor how to set it up, and asks those whose login is too old for a form to log in
 * again; everything else is the site's error page.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
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
