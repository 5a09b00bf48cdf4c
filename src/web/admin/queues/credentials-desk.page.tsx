import { z } from 'zod'
import { findWaitingChange } from '../../../domain/experts/credential-verification.ts'
import { listFacts } from '../../../domain/experts/fact-checks.ts'
import { reasonSchema } from '../../../domain/experts/registration-schemas.ts'
import { staffExpertPath } from '../../../domain/shared/links.ts'
import { professions } from '../../../domain/taxonomy/attributes.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { ChangeFacts } from '../experts/credential-changes.tsx'
import { FactHistory } from '../experts/fact-history.tsx'
import { loadApplication } from '../experts/load-application.server.ts'
import type { Route } from './+types/credentials-desk.page'
import { deskForms } from './desk-action.server.ts'
import { openDesk } from './desk-data.server.ts'
import { PlainDesk } from './plain-desk.tsx'

/** What verified experts add to their credentials or renew. The look at the documents is recorded. */
export const loader = staffLoader(['reviewer'], 'personal-data', async (ctx, args: Route.LoaderArgs) => {
	const data = await openDesk(ctx, 'credentials', args)
	const found = data.openId > 0 ? await findWaitingChange(ctx, data.openId) : null
	const loaded = found && (await loadApplication(ctx, found.expertId))
	const change = loaded?.changes.find(({ id }) => id === data.openId)
	return {
		...data,
		item:
			loaded && change
				? {
						change,
						expertId: loaded.application.expertId,
						name: loaded.application.profile.displayName,
						isOwn: loaded.application.account.isOwn,
						marks: await listFacts(ctx, { changeId: change.id }),
						factChecks: loaded.application.factChecks,
					}
				: null,
	}
})

export const action = staffAction(
	['reviewer'],
	'verdict',
	deskForms('credentials', z.object({ reason: reasonSchema }), (changeId) => ({ changeId })),
)

const filters = professions.map(({ id, name }) => ({ value: `${id}`, label: name }))

export default function CredentialsDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { item } = loaderData
	return (
		<PlainDesk
			queue="credentials"
			title="資格の変更"
			data={loaderData}
			filters={filters}
			lead={<Link to="/admin/experts?state=changes">ページごとの一覧</Link>}
			formState={formState}
			decision={{
				version: item?.change.version,
				facts: item ? { 氏名: item.name, 番号: item.change.registrationNumber, 会: item.change.association } : {},
				marks: item?.marks ?? [],
				hint: '修正の依頼では、そのまま本人に届きます。確認済みにするときは要りません。',
				refusal: item?.isOwn ? 'ご自身の申請です。ほかの審査担当者が判断します。' : undefined,
			}}
		>
			{item && (
				<>
					<h2>
						<Link to={staffExpertPath(item.expertId)}>{item.name}</Link>
						{`の${item.change.professionName}の${item.change.before === null ? '追加' : '変更'}`}
					</h2>
					<ChangeFacts change={item.change} />
					<FactHistory checks={item.factChecks} />
				</>
			)}
		</PlainDesk>
	)
}
