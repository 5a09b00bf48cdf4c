import { exportFormats } from '../../../domain/billing/billing-labels.ts'
import { addDays, isoDay } from '../../../domain/shared/japan-time.ts'
import { journalFilePath, staffJournalPath } from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import styles from '../admin.module.css'
import type { Route } from './+types/journal.page'
import { BillingTabs } from './billing-tabs.tsx'

/** The month before this one, which accounting closes now. */
export const loader = staffLoader(['accounting'], 'routine', async ({ now }, _args: Route.LoaderArgs) => {
	const to = addDays(`${isoDay(now()).slice(0, 8)}01`, -1)
	return Promise.resolve({ from: `${to.slice(0, 8)}01`, to })
})

export default function JournalPage({ loaderData: { from, to } }: Route.ComponentProps) {
	return (
		<>
			<Head title="会計ソフトへの書き出し" description="仕訳を会計ソフトの形式で書き出します。" path={staffJournalPath()} noindex />
			<h1>会計ソフトへの書き出し</h1>
			<BillingTabs current={staffJournalPath()} />
			<p className={styles.quiet}>
				期間の仕訳を、会計ソフトの取り込みの形式で書き出します。帳簿の合計と一致することを、書き出すたびに確かめます。書き出しは操作の記録に残ります。
			</p>
			<form method="get" action={journalFilePath()} className={styles.filter}>
				<label>
					はじめの日
					<input type="date" name="from" defaultValue={from} required />
				</label>
				<label>
					おわりの日
					<input type="date" name="to" defaultValue={to} required />
				</label>
				<label>
					会計ソフト
					<select name="format">
						{Object.entries(exportFormats).map(([format, label]) => (
							<option key={format} value={format}>
								{label}
							</option>
						))}
					</select>
				</label>
				<label>
					文字コード
					<select name="encoding">
						<option value="sjis">Shift_JIS</option>
						<option value="utf8">UTF-8</option>
					</select>
				</label>
				<button type="submit" className="button">
					書き出す
				</button>
			</form>
		</>
	)
}
