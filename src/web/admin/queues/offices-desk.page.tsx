import { z } from 'zod'
import { findOpenChange, getOfficeForStaff } from '../../../domain/offices/office-changes.ts'
import { reasonSchema } from '../../../domain/experts/registration-schemas.ts'
import { roleLabels, stateLabels } from '../../../domain/memberships/office-policy.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { expertPath, officePath, staffOfficePath } from '../../../domain/shared/links.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { ChangeTable } from '../../ui/change-table.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/offices-desk.page'
import { deskForms } from './desk-action.server.ts'
import { openDesk } from './desk-data.server.ts'
import { PlainDesk } from './plain-desk.tsx'
import adminStyles from '../admin.module.css'

/** Changes of offices that do not show before a reviewer has approved them. */
export const loader = staffLoader(['reviewer'], 'routine', async (ctx, args: Route.LoaderArgs) => {
	const data = await openDesk(ctx, 'offices', args)
	const found = data.openId > 0 ? await findOpenChange(ctx, data.openId) : null
	const office = found && (await getOfficeForStaff(ctx, found.officeId))
	return {
		...data,
		item: office?.change
			? {
					...office,
					change: {
						fields: office.change.fields,
						asked: momentText(office.change.askedAt),
						askedAt: office.change.askedAt.getTime(),
					},
				}
			: null,
	}
})

export const action = staffAction(['reviewer'], 'verdict', deskForms('offices', z.object({ reason: reasonSchema })))

export default function OfficesDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { item } = loaderData
	return (
		<PlainDesk
			queue="offices"
			title="事務所の変更"
			data={loaderData}
			filters={[]}
			lead={<Link to="/admin/offices?filter=all">すべての事務所</Link>}
			formState={formState}
			decision={{
				version: item?.change.askedAt,
				hint: '差し戻すときは、そのまま事務所に届きます。承認するときは要りません。',
				refusal: item?.isOwn ? 'ご自身の事務所です。ほかの審査担当者が確認します。' : undefined,
			}}
		>
			{item && (
				<>
					<h2>
						<Link to={staffOfficePath(item.id)}>{item.name}</Link>
					</h2>
					<p className={adminStyles.line}>
						<strong>{stateLabels[item.state]}</strong>
						{item.state === 'published' && <Link to={officePath(item.id)}>公開ページ</Link>}
						<span className={adminStyles.quiet}>{`${item.change.asked}に申請。承認するまで、公開ページは元のまま表示されています。`}</span>
					</p>
					<ChangeTable fields={item.change.fields} />
					<p className={adminStyles.line}>
						<span>メンバー：</span>
						{item.members.map((member) => (
							<Link key={member.expertId} to={expertPath(member.expertId)}>
								{`${member.name}（${roleLabels[member.role]}）`}
							</Link>
						))}
					</p>
				</>
			)}
		</PlainDesk>
	)
}
