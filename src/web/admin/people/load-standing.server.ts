import { isStaffWith, type RecentStaffCtx } from '../../../domain/accounts/staff.ts'
import { reasonLabel, subjectLabels } from '../../../domain/moderation/input.ts'
import { mayActOn } from '../../../domain/operations/person-acts.ts'
import { readPersonConsent } from '../../../domain/operations/people/person-suspension.ts'
import { readStanding } from '../../../domain/operations/person-standing.ts'
import { MAX_LIMIT_DAYS } from '../../../domain/operations/restriction-input.ts'
import { addDays, dayText, isoDay, momentText } from '../../../domain/shared/japan-time.ts'

/** Everything that the page of an account's posts and restrictions shows; the look is recorded. */
export async function loadStanding(ctx: RecentStaffCtx, uid: string, url: string, csrfToken: string) {
	const search = new URL(url).searchParams
	const { restrictions, reports, reportsMade, posts, ...standing } = await readStanding(ctx, uid, search.get('page'))
	const consent = await readPersonConsent(ctx, standing.userId)
	const today = isoDay(ctx.now())
	return {
		...standing,
		done: search.get('done'),
		isSupport: isStaffWith(ctx.viewer, 'support'),
		canAct: mayActOn(ctx, { ...standing, isStaff: standing.roles.length > 0 }),
		/** Where a suspension takes two people, with the request that waits. */
		consent:
			consent.isNeeded || consent.request !== null
				? { followers: consent.followers, request: consent.request && { ...consent.request, at: momentText(consent.request.at) } }
				: null,
		inForce: restrictions.find(({ isInForce }) => isInForce)?.kind ?? null,
		days: { first: today, last: addDays(today, MAX_LIMIT_DAYS) },
		restrictions: restrictions.map(({ createdAt, endsAt, liftedAt, ...one }) => ({
			...one,
			at: momentText(createdAt),
			until: endsAt && dayText(endsAt.getTime() - 1),
			lifted: liftedAt && momentText(liftedAt),
		})),
		reports: reports.map(({ at, reason, ...one }) => ({ ...one, at: momentText(at), reason: reasonLabel(reason) })),
		reportsMade: reportsMade.map(({ at, reason, kind, ...one }) => ({
			...one,
			kind: subjectLabels[kind],
			at: momentText(at),
			reason: reasonLabel(reason),
		})),
		posts: { page: posts.page, items: posts.items.map(({ at, ...post }) => ({ ...post, at: momentText(at) })) },
		csrfToken,
	}
}

export type StandingData = Awaited<ReturnType<typeof loadStanding>>
