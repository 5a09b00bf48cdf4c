import { estimateLengths } from '../../../domain/estimates/estimate-input.ts'
import { leadCancelSchema } from '../../../domain/estimates/estimate-schemas.ts'
import { LEAD_REST_HOURS } from '../../../domain/operations/desk-input.ts'
import { staffLeadPath } from '../../../domain/shared/links.ts'
import { formStateFor } from '../../forms/form-state.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/leads-desk.page'
import { deskForms } from './desk-action.server.ts'
import { openDesk } from './desk-data.server.ts'
import { LeadCares, LeadOffices } from './lead-progress.tsx'
import { LeadProposals } from './lead-proposals.tsx'
import { loadLead, noteForm, proposeForm } from './lead-progress.server.ts'
import { PlainDesk } from './plain-desk.tsx'
import adminStyles from '../admin.module.css'

/** Requests for estimates that no office has answered with a quote. */
export const loader = staffLoader(['support'], 'routine', async (ctx, args: Route.LoaderArgs) => {
	const data = await openDesk(ctx, 'leads', args)
	return { ...data, lead: data.openId > 0 ? await loadLead(ctx, data.openId) : null }
})

export const action = staffAction(['support'], 'verdict', { ...deskForms('leads', leadCancelSchema), note: noteForm, propose: proposeForm })

const filters = [
	{ value: 'stalled', label: '回答前の事務所がない' },
	{ value: 'waiting', label: '回答前の事務所がある' },
]

export default function LeadsDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { lead, csrfToken } = loaderData
	return (
		<PlainDesk
			queue="leads"
			title="見積もりがまだない依頼"
			data={loaderData}
			filters={filters}
			lead={<Link to="/admin/leads">すべての見積もり依頼</Link>}
			formState={formState}
			decision={{
				reasonLabel: '取り消す理由',
				hint: `${estimateLengths.staffReason.min}〜${estimateLengths.staffReason.max}文字。取り消すときだけ要ります。依頼者と事務所に届きます。`,
			}}
		>
			{lead && (
				<>
					<h2>
						<Link to={staffLeadPath(lead.id)}>{`依頼${lead.id} ${lead.taskName}`}</Link>
					</h2>
					<p className={adminStyles.line}>
						<strong>{lead.stateLabel}</strong>
						{lead.facts.map((fact) => (
							<span key={fact} className={adminStyles.quiet}>
								{fact}
							</span>
						))}
					</p>
					<p className={adminStyles.quiet}>
						{`催促・延長・案内のあと${LEAD_REST_HOURS}時間は、この一覧に出ません。事務所を案内しても、頼むかどうかを決めるのは依頼者だけです。`}
					</p>
					<LeadOffices offices={lead.offices} />
					<LeadProposals lead={lead} csrfToken={csrfToken} formState={formStateFor(formState, 'propose', lead.id)} />
					<LeadCares lead={lead} csrfToken={csrfToken} formState={formStateFor(formState, 'note', lead.id)} />
				</>
			)}
		</PlainDesk>
	)
}
