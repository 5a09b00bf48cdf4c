import { requireRecentStaff, type RecentStaffCtx } from '../../accounts/staff.ts'
import { inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { decideOnExpert } from '../expert-verification.ts'
import {
	decideSuspensionRequest,
	findSuspensionRequest,
	openSuspensionRequest,
	type SuspensionRequest,
	type SuspensionVerdict,
	withdrawSuspensionRequest,
} from './consent.ts'
import { CONSENT_ABOVE_FOLLOWERS } from './consent-input.ts'

/** Asks a colleague to consent to the suspension of an expert with many followers. Throws `conflict` where the expert has changed. */
export async function requestExpertSuspension(
	ctx: RecentStaffCtx,
	expertId: number,
	{ reason, version }: { reason: string; version: number },
): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, async (trx) => {
		const expert = await lockExpert(trx, expertId)
		if (expert.state !== 'verified' || expert.version !== version) throw changed()
		await openSuspensionRequest(trx, expert.target, reason)
	})
}

/** Suspends the expert with the colleague's reason, or refuses. Throws `forbidden` for the requester, `conflict` where none waits. */
export async function decideExpertSuspension(
	ctx: RecentStaffCtx,
	expertId: number,
	{ version, ...verdict }: SuspensionVerdict & { version: number },
): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, async (trx) => {
		const { target } = await lockExpert(trx, expertId)
		await decideSuspensionRequest(trx, target, verdict, (reason) => decideOnExpert(trx, expertId, { state: 'suspended', reason, version }))
	})
}

/** Takes back the viewer's own request. */
export async function withdrawExpertSuspension(ctx: RecentStaffCtx, expertId: number): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, async (trx) => withdrawSuspensionRequest(trx, (await lockExpert(trx, expertId)).target))
}

/** What the page of a verified expert has to know of the second person; `followers` as the suspension counts them. */
export async function readExpertConsent(
	ctx: RecentStaffCtx,
	userId: string,
	followers: number,
): Promise<{ isNeeded: boolean; request: SuspensionRequest | null }> {
	const request = await findSuspensionRequest(ctx, { userId, scope: 'expert' })
	return { isNeeded: followers > CONSENT_ABOVE_FOLLOWERS, request }
}

async function lockExpert(ctx: RecentStaffCtx, expertId: number) {
	const expert = await ctx.db
		.selectFrom('experts')
		.select(['user_id', 'state', 'version'])
		.where('id', '=', expertId)
		.forUpdate()
		.executeTakeFirst()
	if (!expert) throw notFound('application')
	if (expert.user_id === ctx.viewer.userId)
		throw new DomainError('forbidden', 'not by oneself', { fields: { form: 'ご自身のことは、ほかの審査担当者が判断します。' } })
	return { ...expert, target: { userId: expert.user_id, scope: 'expert' as const, subject: `expert:${expertId}` } }
}

const changed = () =>
	new DomainError('conflict', 'the expert has changed', {
		fields: { form: 'ページを開いたあとに状態が変わりました。開き直して、いまの内容を確認してください。' },
	})
