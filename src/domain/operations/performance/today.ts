import { listAppointments, type ListedAppointment } from '../../appointments/appointment-lists.ts'
import { listOwnOffices } from '../../memberships/office-membership.ts'
import { type Completeness, completenessOf } from '../../offices/office-completeness.ts'
import { readLiveSections } from '../../offices/office-live.ts'
import { listPhotos } from '../../offices/office-photos.ts'
import type { Ctx } from '../../shared/context.ts'
import { addDays, isoDay, startOfDay } from '../../shared/japan-time.ts'
import { readImpressionSums } from '../impressions.ts'
import { type Inbox, listInbox } from '../inbox/inbox.ts'
import { type CaseSums, readCaseFigures } from './case-figures.ts'
import { type ReplyTime, readReplyTimes } from './market.ts'
import { openOwnFigures } from './own-offices.ts'
import { readViewSums } from './views.ts'

const DUE_ITEMS = 8
const APPOINTMENTS = 3

export type FunnelSpan = { shown: number; views: number } & CaseSums

export type Today = {
	due: Pick<Inbox, 'items' | 'counts'>
	/** Of this month to now, and of as much of the month before. */
	funnel: { now: FunnelSpan; before: FunnelSpan }
	replyTimes: ReplyTime[]
	/** Of the first office that the viewer edits; null without one. */
	strength: { officeId: number; officeName: string; completeness: Completeness } | null
	appointments: ListedAppointment[]
}

/** What an expert's day begins with. Throws forbidden for who is no verified expert. */
export async function readToday(ctx: Ctx): Promise<Today> {
	const own = await openOwnFigures(ctx, null)
	const now = ctx.now()
	const today = isoDay(now)
	const first = `${today.slice(0, 7)}-01`
	const before = `${addDays(first, -1).slice(0, 7)}-01`
	// A month that was shorter ends before as many days have passed.
	const beforeTo = new Date(
		Math.min(startOfDay(before).getTime() + now.getTime() - startOfDay(first).getTime(), startOfDay(first).getTime()),
	)
	// Who only answers has nothing to add to the page.
	const office = (await listOwnOffices(ctx)).find(({ role }) => role !== 'responder')
	const span = { from: first, beforeFrom: before, beforeTo: isoDay(new Date(beforeTo.getTime() - 1)) }
	const [inbox, cases, shown, views, replyTimes, strength, appointments] = await Promise.all([
		listInbox(ctx, { tab: 'due', kind: null, officeId: null, assigned: null, search: '', cursor: null }),
		readCaseFigures(ctx, own.officeIds, {
			from: startOfDay(first),
			to: startOfDay(addDays(today, 1)),
			beforeFrom: startOfDay(before),
			beforeTo,
		}),
		readImpressionSums(ctx, own.officeIds, span),
		readViewSums(ctx, own, span),
		readReplyTimes(ctx, own.officeIds),
		office ? readStrength(ctx, office) : null,
		listAppointments(ctx, { past: false, cursor: null }),
	])
	return {
		due: { items: inbox.items.slice(0, DUE_ITEMS), counts: inbox.counts },
		funnel: {
			now: { shown: shown.now, views: views.now, ...cases.now },
			before: { shown: shown.before, views: views.before, ...cases.before },
		},
		replyTimes,
		strength,
		appointments: appointments.items.slice(0, APPOINTMENTS),
	}
}

async function readStrength(ctx: Ctx, office: { id: number; name: string }): Promise<Today['strength']> {
	const [values, photos] = await Promise.all([readLiveSections(ctx, office.id), listPhotos(ctx, office.id)])
	return { officeId: office.id, officeName: office.name, completeness: completenessOf({ values, photos: photos.length }) }
}
