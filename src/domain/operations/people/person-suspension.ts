import { requireRecentStaff, type RecentStaffCtx } from '../../accounts/staff.ts'
import {
	countFollowersOf,
	decideSuspensionRequest,
	findSuspensionRequest,
	openSuspensionRequest,
	type SuspensionRequest,
	type SuspensionVerdict,
	suspensionRoles,
	withdrawSuspensionRequest,
} from '../../experts/suspensions/consent.ts'
import { CONSENT_ABOVE_FOLLOWERS } from '../../experts/suspensions/consent-input.ts'
import { inTransaction } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import type { ActCtx } from '../person-acts.ts'
import { lockPersonToRestrict, suspendPerson } from '../restrictions.ts'

/** Asks a colleague to consent to the suspension of an account with many followers. Throws `conflict` for a suspended one. */
export async function requestPersonSuspension(ctx: ActCtx, uid: string, reason: string): Promise<void> {
	requireRecentStaff(ctx, ...suspensionRoles.account)
	await inTransaction(ctx, async (trx) => {
		const { id, open } = await lockPersonToRestrict(trx, uid)
		if (open?.kind === 'suspended')
			throw new DomainError('conflict', 'suspended already', { fields: { form: 'このアカウントは、すでに利用を停止しています。' } })
		await openSuspensionRequest(trx, targetOf(id), reason)
	})
}

/** Suspends the account with the colleague's reason, or refuses. Throws `forbidden` for the requester, `conflict` where none waits. */
export async function decidePersonSuspension(ctx: ActCtx, uid: string, verdict: SuspensionVerdict): Promise<void> {
	requireRecentStaff(ctx, ...suspensionRoles.account)
	await inTransaction(ctx, async (trx) => {
		const { id } = await lockPersonToRestrict(trx, uid)
		await decideSuspensionRequest(trx, targetOf(id), verdict, (reason) => suspendPerson(trx, uid, reason))
	})
}

/** Takes back the viewer's own request. */
export async function withdrawPersonSuspension(ctx: ActCtx, uid: string): Promise<void> {
	requireRecentStaff(ctx, ...suspensionRoles.account)
	await inTransaction(ctx, async (trx) => withdrawSuspensionRequest(trx, targetOf((await lockPersonToRestrict(trx, uid)).id)))
}

/** Whether a suspension of the account takes two people, and the request that waits. */
export async function readPersonConsent(
	ctx: RecentStaffCtx,
	userId: string,
): Promise<{ isNeeded: boolean; followers: number; request: SuspensionRequest | null }> {
	const followers = await countFollowersOf(ctx, userId)
	return {
		isNeeded: followers > CONSENT_ABOVE_FOLLOWERS,
		followers,
		request: await findSuspensionRequest(ctx, { userId, scope: 'account' }),
	}
}

const targetOf = (userId: string) => ({ userId, scope: 'account' as const, subject: `user:${userId}` })
