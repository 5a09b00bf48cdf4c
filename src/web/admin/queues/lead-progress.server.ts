import { redirect } from 'react-router'
import type { z } from 'zod'
import type { StaffCtx } from '../../../domain/accounts/staff.ts'
import { readLeadAsStaff } from '../../../domain/estimates/estimate-admin.ts'
import { listLeadCares, noteLead } from '../../../domain/estimates/estimate-care.ts'
import { deliveryStateLabels, leadCareLabels, proposalStateLabels, requestStateLabels } from '../../../domain/estimates/estimate-input.ts'
import { proposeToClient, readLeadProposals } from '../../../domain/estimates/proposals/lead-proposals.ts'
import { leadNoteSchema, proposalSchema } from '../../../domain/estimates/estimate-schemas.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { idField } from '../../forms/form-fields.server.ts'
import { withDone } from '../done-note.tsx'

/** How far a request for estimates is and what support did about it; nothing of who asked or of what either side wrote. */
export async function loadLead(ctx: StaffCtx, id: number) {
	const [{ offices, state, sentAt, expiresAt, endedAt, ...lead }, cares, proposals] = await Promise.all([
		readLeadAsStaff(ctx, id),
		listLeadCares(ctx, id),
		readLeadProposals(ctx, id),
	])
	return {
		...lead,
		isWaiting: state === 'sent',
		stateLabel: requestStateLabels[state],
		facts: [
			`${momentText(sentAt)}に依頼`,
			endedAt === null ? `${momentText(expiresAt)}まで有効` : `${momentText(endedAt)}に終了`,
			lead.areaName,
		],
		offices: offices.map((office) => ({
			id: office.id,
			name: office.name,
			state: office.isAccepted ? '依頼先に決定' : deliveryStateLabels[office.state],
			facts: [
				`${momentText(office.deliveredAt)}に到着`,
				`期限 ${momentText(office.dueAt)}`,
				...(office.answeredAt === null ? [] : [`${momentText(office.answeredAt)}に回答`]),
				...(office.quoteCount === 0 ? [] : [`見積もり${office.quoteCount}版`]),
			].join(' ／ '),
		})),
		proposals: {
			places: proposals.places,
			proposed: proposals.proposed.map((office) => ({ ...office, stateLabel: proposalStateLabels[office.state] })),
			offices: proposals.offices.map((office) => ({
				value: `${office.id}`,
				label: [office.name, office.place, office.professions.join('・'), ...office.reasons].filter((part) => part !== '').join(' ／ '),
			})),
		},
		cares: cares.map(({ at, kind, ...care }) => ({ ...care, label: leadCareLabels[kind], at: momentText(at) })),
	}
}

export type LoadedLead = Awaited<ReturnType<typeof loadLead>>

const note = leadNoteSchema.extend({ targetId: idField })

/** The form of a note on a request; the page opens again with it. */
export const noteForm = {
	input: note,
	async run(this: void, ctx: StaffCtx, { targetId, note: body }: z.output<typeof note>, { request }: { request: Request }) {
		await noteLead(ctx, targetId, body)
		return redirect(`${new URL(request.url).pathname}${withDone(request.url, 'lead-note')}`, 303)
	},
}

const proposal = proposalSchema.extend({ targetId: idField })

/** The form that proposes offices to the client. */
export const proposeForm = {
	input: proposal,
	async run(this: void, ctx: StaffCtx, { targetId, officeId }: z.output<typeof proposal>, { request }: { request: Request }) {
		await proposeToClient(ctx, targetId, officeId)
		return redirect(`${new URL(request.url).pathname}${withDone(request.url, 'lead-propose')}`, 303)
	},
}
