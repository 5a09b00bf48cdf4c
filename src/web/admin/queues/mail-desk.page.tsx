import { findUndelivered } from '../../../domain/operations/mail-admin.ts'
import { MAIL_PATIENCE_HOURS } from '../../../domain/operations/desk-input.ts'
import { mailReasonSchema } from '../../../domain/operations/mail-schemas.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffMailPath, staffPersonPath } from '../../../domain/shared/links.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { mailStateLabels } from '../mail/mail-states.ts'
import type { Route } from './+types/mail-desk.page'
import { deskForms } from './desk-action.server.ts'
import { openDesk } from './desk-data.server.ts'
import { PlainDesk } from './plain-desk.tsx'
import adminStyles from '../admin.module.css'

/** Mails that did not arrive. What they say is not shown. */
export const loader = staffLoader(['support'], 'routine', async (ctx, args: Route.LoaderArgs) => {
	const data = await openDesk(ctx, 'mail', args)
	const mail = data.openId > 0 ? await findUndelivered(ctx, data.openId) : null
	return { ...data, item: mail && { ...mail, at: momentText(mail.at) } }
})

export const action = staffAction(['support'], 'verdict', deskForms('mail', mailReasonSchema))

const filters = [
	{ value: 'bounced', label: '宛先がない' },
	{ value: 'failed', label: '送れない' },
]

export default function MailDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { item } = loaderData
	return (
		<PlainDesk
			queue="mail"
			title="届かないメール"
			data={loaderData}
			filters={filters}
			lead={<Link to={staffMailPath()}>メールの記録</Link>}
			formState={formState}
			decision={{ reasonLabel: '送信を止める理由', hint: '5〜500文字。送信を止めるときだけ要ります。スタッフだけが読みます。' }}
		>
			{item && (
				<>
					<h2>{item.subject}</h2>
					<FactList
						rows={[
							{ label: '宛先', value: item.maskedEmail },
							{ label: '状態', value: mailStateLabels[item.state] },
							{ label: '送ろうとした回数', value: `${item.tries}回（最後は${item.at}）` },
							{ label: 'サーバーの返事', value: item.reason ?? '（なし）' },
							{ label: '内容', value: item.canResend ? '送り直せます' : '保存の期間が過ぎたため、送り直せません' },
						]}
					/>
					{item.isSuppressed && <p className={adminStyles.warn}>この宛先への送信は止まっています。もう一度送ると、送信を再開します。</p>}
					{item.uid !== null && (
						<p>
							<Link to={staffPersonPath(item.uid)}>この会員の情報</Link>
						</p>
					)}
					<p className={adminStyles.quiet}>
						{item.state === 'bounced'
							? '宛先のサーバーが、このメールアドレスはないと答えました。自動では送り直しません。'
							: `約1日のあいだ自動で送り直します。${MAIL_PATIENCE_HOURS}時間たっても送れないものが、ここに出ます。`}
					</p>
				</>
			)}
		</PlainDesk>
	)
}
