import { isStaffWith } from '../../domain/accounts/staff.ts'
import { staffRoleLabel } from '../../domain/accounts/staff-role-names.ts'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/dashboard.page'
import styles from './admin.module.css'
import { queues } from './queues.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'

export const loader = staffLoader([], 'routine', async (ctx) => {
	const own = queues.filter(({ roles }) => isStaffWith(ctx.viewer, ...roles))
	return {
		roles: ctx.viewer.roles.map(staffRoleLabel),
		waiting: await Promise.all(own.map(async ({ path, label, count }) => ({ path, label, count: await count(ctx) }))),
	}
})

export default function DashboardPage({ loaderData: { roles, waiting } }: Route.ComponentProps) {
	return (
		<>
			<Head title="管理" description="スタッフのための画面です。" path="/admin" noindex />
			<h1>管理トップ</h1>
			<p className={styles.quiet}>{`あなたの役割：${roles.join('、')}`}</p>
			<h2>対応を待っているもの</h2>
			{waiting.length === 0 ? (
				<p className={styles.empty}>あなたの役割で対応するものは、ここにはありません。</p>
			) : (
				<ul className={styles.queues}>
					{waiting.map(({ path, label, count }) => (
						<li key={path}>
							<Link to={path} data-empty={count === 0 || undefined}>
								<span>{label}</span>
								<strong>{`${count.toLocaleString('ja-JP')}件`}</strong>
							</Link>
						</li>
					))}
				</ul>
			)}
		</>
	)
}
