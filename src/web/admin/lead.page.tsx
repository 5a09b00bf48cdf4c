import { staffAccessesPath, staffLeadPath } from '../../domain/shared/links.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { formStateFor } from '../forms/form-state.ts'
import { staffAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/lead.page'
import { DoneNote } from './done-note.tsx'
import { LeadCares, LeadOffices } from './queues/lead-progress.tsx'
import { LeadProposals } from './queues/lead-proposals.tsx'
import { loadLead, noteForm, proposeForm } from './queues/lead-progress.server.ts'
import styles from './admin.module.css'

/** How far a request is. What was written in it is private communication, and not here. */
export const loader = staffLoader(['support'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => ({
	lead: await loadLead(ctx, parseId(params.id)),
	done: new URL(request.url).searchParams.get('done'),
	csrfToken: formToken(context, request),
}))

export const action = staffAction(['support'], 'routine', { note: noteForm, propose: proposeForm })

export default function LeadPage({ loaderData: { lead, done, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const { id, taskName, stateLabel, facts, offices } = lead
	return (
		<>
			<Head title={`依頼${id}`} description="見積もり依頼の進み方です。" path={staffLeadPath(id)} noindex />
			<p>
				<Link to="/admin/leads">見積もり依頼の一覧へ</Link>
			</p>
			<h1>{`依頼${id} ${taskName}`}</h1>
			{!formState && <DoneNote done={done} />}
			<p className={styles.line}>
				<strong>{stateLabel}</strong>
				{facts.map((fact) => (
					<span key={fact} className={styles.quiet}>
						{fact}
					</span>
				))}
			</p>
			<p className={styles.quiet}>
				依頼した方のお名前と連絡先、書かれた内容、見積もりの金額は、通信の秘密のため表示しません。法律の根拠があるときは、
				<Link to={staffAccessesPath()}>やり取りの開示</Link>
				で申請します。
			</p>
			<LeadOffices offices={offices} />
			<LeadProposals lead={lead} csrfToken={csrfToken} formState={formStateFor(formState, 'propose', id)} />
			<LeadCares lead={lead} csrfToken={csrfToken} formState={formStateFor(formState, 'note', id)} />
		</>
	)
}
