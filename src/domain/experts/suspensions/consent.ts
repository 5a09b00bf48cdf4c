import { sql } from 'kysely'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { isStaffWith, type RecentStaffCtx, requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import type { Ctx, StaffRole } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import { CONSENT_ABOVE_FOLLOWERS } from './consent-input.ts'

/** What is suspended: the pages of an expert, or the account with all its sessions. */
export type SuspensionScope = 'expert' | 'account'

/** Who may suspend, and who may decide what a colleague asked for. */
export const suspensionRoles: Readonly<Record<SuspensionScope, readonly StaffRole[]>> = {
	expert: ['reviewer'],
	account: ['support', 'moderator'],
}

type Target = { userId: string; scope: SuspensionScope }
/** The target as the audit log names it. */
type AuditedTarget = Target & { subject: string }

export type SuspensionRequest = { id: number; reason: string; followers: number; at: Date; by: string; isOwn: boolean }
export type SuspensionVerdict = { grants: boolean; reason: string }

/** Returns how many accounts follow the expert who has this account; 0 for other accounts. */
export async function countFollowersOf(ctx: Ctx, userId: string): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('follows as f')
		.innerJoin('experts as e', 'e.id', 'f.expert_id')
		.select(({ fn }) => fn.countAll<string>().as('count'))
		.where('e.user_id', '=', userId)
		.executeTakeFirstOrThrow()
	return Number(count)
}

/** The request that waits for a second person, or null. */
export async function findSuspensionRequest(ctx: StaffCtx, { userId, scope }: Target): Promise<SuspensionRequest | null> {
	requireStaff(ctx, ...suspensionRoles[scope])
	const row = await ctx.db
		.selectFrom('suspension_requests as s')
		.innerJoin('users as u', 'u.id', 's.requested_by')
		.select(['s.id', 's.reason', 's.followers', 's.requested_at', 's.requested_by', 'u.last_name', 'u.first_name'])
		.where('s.user_id', '=', userId)
		.where('s.scope', '=', scope)
		.where('s.state', '=', 'open')
		.executeTakeFirst()
	return row
		? {
				id: row.id,
				reason: row.reason,
				followers: row.followers,
				at: row.requested_at,
				by: `${row.last_name} ${row.first_name}`.trim(),
				isOwn: row.requested_by === ctx.viewer.userId,
			}
		: null
}

export type WaitingSuspension = { scope: SuspensionScope; uid: string; expertId: number | null; name: string; at: Date }

/** The requests that the viewer's roles may decide, the longest wait first; 50 at most. */
export async function listSuspensionRequests(ctx: StaffCtx): Promise<WaitingSuspension[]> {
	requireStaff(ctx, 'reviewer', 'support', 'moderator')
	const scopes = (['expert', 'account'] as const).filter((scope) => isStaffWith(ctx.viewer, ...suspensionRoles[scope]))
	const rows = await ctx.db
		.selectFrom('suspension_requests as s')
		.innerJoin('users as u', 'u.id', 's.user_id')
		.leftJoin('experts as e', 'e.user_id', 'u.id')
		.select(['s.scope', 's.requested_at', 'u.uid', 'u.last_name', 'u.first_name', 'e.id as expert_id', 'e.display_name'])
		.where('s.state', '=', 'open')
		.where('s.scope', 'in', scopes)
		.where('u.deleted_at', 'is', null)
		.orderBy('s.id')
		.limit(50)
		.execute()
	return rows.map((row) => ({
		scope: row.scope,
		uid: row.uid,
		expertId: row.expert_id,
		name: row.display_name ?? `${row.last_name} ${row.first_name}`.trim(),
		at: row.requested_at,
	}))
}

/**
 * Asks a colleague to consent to a suspension. The caller has locked the target and checked that it can be suspended. Throws `conflict`
 * while a request waits, and where no consent is needed.
 */
export async function openSuspensionRequest(ctx: RecentStaffCtx, { userId, scope, subject }: AuditedTarget, reason: string): Promise<void> {
	const followers = await countFollowersOf(ctx, userId)
	if (followers <= CONSENT_ABOVE_FOLLOWERS)
		throw conflict(`フォローしている人が${CONSENT_ABOVE_FOLLOWERS}人以下になりました。承認なしで停止できます。`)
	const { numInsertedOrUpdatedRows } = await ctx.db
		.insertInto('suspension_requests')
		.values({ user_id: userId, scope, reason, followers, requested_by: ctx.viewer.userId, requested_at: ctx.now() })
		// A literal: the plan of a prepared statement finds a partial index by no parameter.
		.onConflict((on) => on.columns(['user_id', 'scope']).where('state', '=', sql.lit('open')).doNothing())
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows !== 1n) throw conflict('この停止は、すでに承認を依頼されています。')
	await recordAuditEvent(ctx, { action: actions[scope].request, subject, reason, detail: { followers } })
}

/**
 * Decides a colleague's request. Granted, `suspend` runs with the reason of the request, which goes to the person. The caller has locked
 * the target. Throws `forbidden` for the requester, `conflict` where no request waits.
 */
export async function decideSuspensionRequest(
	ctx: RecentStaffCtx,
	{ userId, scope, subject }: AuditedTarget,
	{ grants, reason }: SuspensionVerdict,
	suspend: (reasonOfRequest: string) => Promise<void>,
): Promise<void> {
	const open = await requireOpen(ctx, { userId, scope })
	if (open.isOwn)
		throw new DomainError('forbidden', 'the second person is another one', {
			fields: { form: 'ご自身の依頼は、別の担当者が判断します。' },
		})
	if (grants) {
		await recordAuditEvent(ctx, { action: actions[scope].consent, subject, reason, detail: { request: open.id } })
		// Closes the request as done: the consent belongs to the suspension itself, whichever form it comes from.
		return suspend(open.reason)
	}
	await close(ctx, open.id, 'refused')
	await recordAuditEvent(ctx, { action: actions[scope].refuse, subject, reason, detail: { request: open.id } })
}

/** Takes back the viewer's own request. Throws `forbidden` for a colleague's, `conflict` where none waits. */
export async function withdrawSuspensionRequest(ctx: RecentStaffCtx, { userId, scope, subject }: AuditedTarget): Promise<void> {
	const open = await requireOpen(ctx, { userId, scope })
	if (!open.isOwn)
		throw new DomainError('forbidden', 'a request of a colleague', { fields: { form: '取り下げられるのは、依頼した担当者だけです。' } })
	await close(ctx, open.id, 'withdrawn')
	await recordAuditEvent(ctx, { action: actions[scope].withdraw, subject, detail: { request: open.id } })
}

/**
 * Part of every suspension, in its transaction: with more than `CONSENT_ABOVE_FOLLOWERS` followers throws `experts/consent-needed`
 * unless a colleague of the viewer has asked for it. Closes the open request.
 */
export async function requireSuspensionConsent(ctx: RecentStaffCtx, target: Target): Promise<void> {
	const open = await findSuspensionRequest(ctx, target)
	if (open && !open.isOwn) return close(ctx, open.id, 'done')
	if ((await countFollowersOf(ctx, target.userId)) > CONSENT_ABOVE_FOLLOWERS)
		throw new DomainError('conflict', 'a second person has to consent', {
			code: 'experts/consent-needed',
			fields: {
				form: `フォローしている人が${CONSENT_ABOVE_FOLLOWERS}人を超えるため、停止には別の担当者の承認が必要です。ページを開き直して、承認を依頼してください。`,
			},
		})
	if (open) await close(ctx, open.id, 'withdrawn')
}

async function requireOpen(ctx: RecentStaffCtx, target: Target): Promise<SuspensionRequest> {
	const open = await findSuspensionRequest(ctx, target)
	if (!open) throw conflict('承認を待つ依頼はありません。')
	return open
}

async function close(ctx: RecentStaffCtx, id: number, state: 'done' | 'refused' | 'withdrawn'): Promise<void> {
	await ctx.db
		.updateTable('suspension_requests')
		.set({ state, decided_by: ctx.viewer.userId, decided_at: ctx.now() })
		.where('id', '=', id)
		.execute()
}

const actions = {
	expert: {
		request: 'expert.suspend-request',
		consent: 'expert.suspend-consent',
		refuse: 'expert.suspend-refuse',
		withdraw: 'expert.suspend-withdraw',
	},
	account: {
		request: 'user.suspend-request',
		consent: 'user.suspend-consent',
		refuse: 'user.suspend-refuse',
		withdraw: 'user.suspend-withdraw',
	},
} as const

const conflict = (form: string) => new DomainError('conflict', 'the request has changed', { fields: { form } })
