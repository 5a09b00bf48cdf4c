import type { AccountsCtx } from '../accounts/accounts-context.ts'
import { requireRecentLogin } from '../accounts/sessions.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { changeOffice, openOffice, forbiddenBecause, withListings } from '../memberships/office-access.ts'
import { RESTORABLE_DAYS } from './office-sections.ts'
import { isUniqueViolation } from '../experts/registration.ts'
import { days } from '../shared/japan-time.ts'

/** A check of a later room: a Japanese sentence about open business of the office, or null. */
export type Hindrance = (ctx: Ctx, officeId: number) => Promise<string | null>

/** What keeps an office from being deleted now. */
export async function hindrancesOf(ctx: Ctx, officeId: number, parts: readonly Hindrance[]): Promise<string[]> {
	return (await Promise.all(parts.map((part) => part(ctx, officeId)))).filter((sentence) => sentence !== null)
}

/**
 * Deletes an office of the viewer's own after a fresh login: it is unpublished at once, can be restored for 30 days and is
 * then purged. Refused while `parts` name open business.
 */
export async function deleteOffice(
	ctx: AccountsCtx,
	officeId: number,
	{ idToken, parts }: { idToken: string | null; parts: readonly Hindrance[] },
): Promise<void> {
	await openOffice(ctx, officeId, 'delete')
	await requireRecentLogin(ctx, idToken)
	await changeOffice(ctx, officeId, 'delete', async (trx, office) => {
		const [hindrance] = await hindrancesOf(trx, officeId, parts)
		if (hindrance !== undefined) throw forbiddenBecause(hindrance)
		await trx.db
			.updateTable('offices')
			.set({
				state: 'deleted',
				state_before_deletion: office.state === 'deleted' ? 'draft' : office.state,
				deleted_at: trx.now(),
				updated_at: trx.now(),
			})
			.where('id', '=', officeId)
			.execute()
		await trx.db
			.updateTable('office_invitations')
			.set({ revoked_at: trx.now() })
			.where('office_id', '=', officeId)
			.where('accepted_at', 'is', null)
			.where('revoked_at', 'is', null)
			.execute()
	})
}

/** Restores a deleted office unchanged. */
export async function restoreOffice(ctx: Ctx, officeId: number): Promise<void> {
	await changeOffice(ctx, officeId, 'restore', async (trx) => {
		const office = await trx.db.selectFrom('offices').selectAll().where('id', '=', officeId).executeTakeFirstOrThrow()
		if (office.deleted_at === null || office.deleted_at.getTime() + days(RESTORABLE_DAYS) <= trx.now().getTime())
			throw forbiddenBecause(`削除から${RESTORABLE_DAYS}日が過ぎたため、元に戻せません。`)
		try {
			await trx.db
				.updateTable('offices')
				.set({ state: office.state_before_deletion ?? 'draft', state_before_deletion: null, deleted_at: null, updated_at: trx.now() })
				.where('id', '=', officeId)
				.execute()
		} catch (error) {
			if (isUniqueViolation(error, 'offices_corporate_number'))
				throw forbiddenBecause('同じ法人番号の事務所が、あとから登録されています。元に戻すには運営へお問い合わせください。')
			throw error
		}
	})
}

export type DeletedOffice = { id: number; name: string; restorableUntil: Date }

/** The viewer's deleted offices that can be restored. */
export async function listDeletedOffices(ctx: Ctx): Promise<DeletedOffice[]> {
	const { userId } = requireMember(ctx)
	const rows = await ctx.db
		.selectFrom('offices as o')
		.innerJoin('office_members as m', 'm.office_id', 'o.id')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select(['o.id', 'o.name', 'o.deleted_at'])
		.where('e.user_id', '=', userId)
		.where('m.role', '=', 'owner')
		.where('o.state', '=', 'deleted')
		.where('o.deleted_at', '>', new Date(ctx.now().getTime() - days(RESTORABLE_DAYS)))
		.orderBy('o.id')
		.execute()
	return rows.flatMap(({ id, name, deleted_at: deletedAt }) =>
		deletedAt === null ? [] : [{ id, name, restorableUntil: new Date(deletedAt.getTime() + days(RESTORABLE_DAYS)) }],
	)
}

/** Purges offices that were deleted 30 days ago; the next cleanup deletes their photograph files. Runs every hour. */
export async function purgeOffices(
	ctx: Ctx,
	/** Hooks of later rooms for rows that reference the office, in the same transaction. */
	parts: readonly ((ctx: Ctx, officeId: number) => Promise<void>)[] = [],
): Promise<number> {
	const due = await ctx.db
		.selectFrom('offices')
		.select('id')
		.where('state', '=', 'deleted')
		.where('deleted_at', '<=', new Date(ctx.now().getTime() - days(RESTORABLE_DAYS)))
		.orderBy('id')
		.limit(50)
		.execute()
	for (const { id } of due)
		await inTransaction(ctx, async (trx) => {
			const held = await trx.db.selectFrom('offices').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
			if (held?.state !== 'deleted') return
			for (const part of parts) await part(trx, id)
			await withListings(trx, id, async () => undefined)
			await trx.db.deleteFrom('offices').where('id', '=', id).execute()
		})
	return due.length
}
