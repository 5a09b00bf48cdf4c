import { later, spanText } from '../../domain/appointments/appointment-input.ts'
import { getArrangement, type OpenProposal } from '../../domain/appointments/proposals.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { addDays, isoDay } from '../../domain/shared/japan-time.ts'

const viewProposal = ({ kind, message, appointmentId, minutes, starts }: OpenProposal) => ({
	kind,
	message,
	isMove: appointmentId !== null,
	starts: starts.map(({ at, isTaken }) => ({ iso: at.toISOString(), when: spanText(at, later(at, minutes)), isTaken })),
})

/** What the page shows on which a thread's two sides agree on a time; `moved` is the appointment that is to get another. */
export async function readArrangement(ctx: Ctx, inquiryId: number, moved: number | null) {
	const { access, closed, calendar, appointments, proposal } = await getArrangement(ctx, inquiryId)
	const ahead = appointments.filter(({ endsAt }) => endsAt > ctx.now())
	return {
		thread: {
			id: access.id,
			side: access.side,
			officeId: access.officeId,
			officeName: access.officeName,
			contactName: access.contactName,
		},
		closed,
		canBook: calendar?.isOpen ?? false,
		defaults: {
			kind: calendar?.kinds[0] ?? 'in_person',
			minutes: calendar?.availability.minutes ?? 60,
			onlineUrl: calendar?.onlineUrl ?? '',
		},
		ahead: ahead.map(({ id, beginsAt, endsAt, kind }) => ({ id, when: spanText(beginsAt, endsAt), kind })),
		moved: ahead.some(({ id }) => id === moved) ? moved : null,
		proposal: proposal === null ? null : viewProposal(proposal),
		firstDay: addDays(isoDay(ctx.now()), 1),
	}
}
