import { z } from 'zod'
import { claimProofLabels } from '../../../domain/experts/claims/claim-input.ts'
import { findClaimForStaff, type StaffClaim } from '../../../domain/experts/claims/claim-decisions.ts'
import { reasonSchema } from '../../../domain/experts/registration-schemas.ts'
import { stateLabels } from '../../../domain/memberships/office-policy.ts'
import { deskVerdicts } from '../../../domain/operations/desk-input.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffExpertPath, staffOfficePath } from '../../../domain/shared/links.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { expertStateLabel } from '../experts/expert-states.ts'
import type { Route } from './+types/claims-desk.page'
import { deskForms } from './desk-action.server.ts'
import { openDesk } from './desk-data.server.ts'
import { PlainDesk } from './plain-desk.tsx'
import adminStyles from '../admin.module.css'

/** Claims to offices that no owner acts for: codes to give, and what members have not settled. The look is recorded. */
export const loader = staffLoader(['reviewer'], 'personal-data', async (ctx, args: Route.LoaderArgs) => {
	const data = await openDesk(ctx, 'claims', args)
	const claim = data.openId > 0 ? await findClaimForStaff(ctx, data.openId) : null
	return { ...data, item: claim && viewClaim(claim) }
})

export const action = staffAction(['reviewer'], 'verdict', deskForms('claims', z.object({ reason: reasonSchema })))

const viewClaim = ({ createdAt, provedAt, ...claim }: StaffClaim) => ({
	...claim,
	made: momentText(createdAt),
	proved: provedAt && momentText(provedAt),
})

const filters = [
	{ value: 'code', label: 'コードを伝える' },
	{ value: 'proved', label: '認めるか判断する' },
]

export default function ClaimsDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { item } = loaderData
	const verdicts = deskVerdicts.claims.filter(({ verdict }) => verdict !== 'given' || item?.code != null)
	return (
		<PlainDesk
			queue="claims"
			title="代表者の申し出"
			data={loaderData}
			filters={filters}
			lead={<Link to="/admin/offices?filter=all">すべての事務所</Link>}
			formState={formState}
			decision={{
				facts: item ? { 氏名: item.claimant.name } : {},
				verdicts,
				hint: '見送るときは、そのまま本人に届きます。認めるときは、確かめた名簿や書類を書きます（スタッフだけが読みます）。',
				refusal: item?.claimant.isOwn ? 'ご自身の申し出です。ほかの審査担当者が判断します。' : undefined,
			}}
		>
			{item && <Claim claim={item} />}
		</PlainDesk>
	)
}

function Claim({
	claim: { office, claimant, number, proof, made, proved, code, members, objector },
}: {
	claim: ReturnType<typeof viewClaim>
}) {
	return (
		<>
			<h2>
				<Link to={staffOfficePath(office.id)}>{office.name}</Link>
			</h2>
			<p className={adminStyles.line}>
				<strong>{stateLabels[office.state]}</strong>
				<span className={adminStyles.quiet}>{`${made}に申し出`}</span>
			</p>
			{code !== null && (
				<p className={adminStyles.warn}>
					確認コード：<strong>{code}</strong>
					<br />
					申し出た方ではなく、下の所在地への郵便か、下の電話番号へのお電話で、事務所に伝えてください。
				</p>
			)}
			{objector !== null && <p className={adminStyles.warn}>{`メンバーの${objector}さんから異議がありました。`}</p>}
			<FactList
				rows={[
					{
						label: '申し出た方',
						value: (
							<>
								{claimant.state === 'draft' ? claimant.name : <Link to={staffExpertPath(claimant.expertId)}>{claimant.name}</Link>}
								{`（${expertStateLabel(claimant.state)}）`}
							</>
						),
					},
					{ label: '確認の方法', value: `${claimProofLabels[proof]}${proved === null ? '' : `（${proved}に確認済み）`}` },
					{ label: '入力した番号', value: number },
					{ label: '所在地', value: office.place },
					{ label: '電話番号', value: office.phone ?? '（なし）' },
					{ label: 'ホームページ', value: office.website ?? '（なし）' },
					{
						label: 'いまのメンバー',
						value: members.length === 0 ? '（なし）' : members.map(({ name, state }) => `${name}（${expertStateLabel(state)}）`).join('、'),
					},
				]}
			/>
		</>
	)
}
