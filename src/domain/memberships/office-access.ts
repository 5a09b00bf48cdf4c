import type { Transaction } from 'kysely'
import { publishTags } from '../../platform/page-tags.ts'
import { type Ctx, type Database, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { reindexOffice } from '../listings/listings.ts'
import { mayOffice, type OfficeAction, type OfficeRole, type OfficeState } from './office-policy.ts'

export type OfficeAccess = {
	id: number
	name: string
	state: OfficeState
	version: number
	expertId: number
	userId: string
	role: OfficeRole
	isVerified: boolean
	/** Whether it was ever published: name, kind, representative and address then change only with the approval of staff. */
	wasPublic: boolean
}

export const forbiddenBecause = (sentence: string) => new DomainError('forbidden', 'not allowed', { fields: { form: sentence } })

const sentences: Partial<Record<OfficeAction, string>> = {
	publish: '公開できるのは、事務所の代表者です。運営が公開を停止している場合は、運営へお問い合わせください。',
	unlist: '非公開にできるのは、公開中の事務所の代表者です。',
	members: 'メンバーを管理できるのは、事務所の代表者です。',
	delete: '事務所を削除できるのは、事務所の代表者です。',
	restore: '元に戻せるのは、削除した事務所の代表者です。',
}

/**
 * The viewer's own office for an action. Throws not-found for an office of others, and `forbidden` for what a member may not do, with a
 * sentence. With `lock`, its row is held until the transaction ends, and the viewer's expert cannot be deleted before.
 */
export async function openOffice(ctx: Ctx, officeId: number, action: OfficeAction, lock = false): Promise<OfficeAccess> {
	const { userId } = requireMember(ctx)
	if (!isOfficeId(officeId)) throw notFound('office')
	const reading = ctx.db
		.selectFrom('offices as o')
		.innerJoin('office_members as m', 'm.office_id', 'o.id')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select([
			'o.id',
			'o.name',
			'o.state',
			'o.version',
			'o.published_at',
			'm.role',
			'm.asleep_at',
			'e.id as expert_id',
			'e.state as expert_state',
		])
		.where('o.id', '=', officeId)
		.where('e.user_id', '=', userId)
	const row = await (lock ? reading.forUpdate('o').forKeyShare('e') : reading).executeTakeFirst()
	if (!row) throw notFound('office')
	const access: OfficeAccess = {
		id: row.id,
		name: row.name,
		state: row.state,
		version: row.version,
		expertId: row.expert_id,
		userId,
		role: row.role,
		isVerified: row.expert_state === 'verified',
		wasPublic: row.published_at !== null,
	}
	if (row.asleep_at !== null && action !== 'read' && action !== 'leave')
		throw forbiddenBecause(
			'この事務所のプランで編集できる人数を超えているため、いまは編集できません。代表者がプランを変えるか、人数を減らすと、また編集できます。',
		)
	if (!mayOffice(action, access, access.state)) {
		if (row.state === 'deleted' && action !== 'restore') throw notFound('office')
		throw forbiddenBecause(sentences[action] ?? 'この操作は、資格の確認が済んだメンバーだけができます。')
	}
	return access
}

/** Whether the viewer belongs to the office, in any role: it is then shown without what only others ask of it. */
export async function isMemberOfOffice({ db, viewer }: Ctx, officeId: number): Promise<boolean> {
	if (viewer.kind !== 'member') return false
	const row = await db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select('m.office_id')
		.where('m.office_id', '=', officeId)
		.where('e.user_id', '=', viewer.userId)
		.executeTakeFirst()
	return row !== undefined
}

/** Runs `handler` in a transaction on the viewer's own office and updates lists, suggestions and cached pages afterwards. */
export async function changeOffice<C extends Ctx, T>(
	ctx: C,
	officeId: number,
	action: OfficeAction,
	handler: (trx: C, office: OfficeAccess) => Promise<T>,
): Promise<T> {
	return inTransaction(ctx, async (trx) => {
		const office = await openOffice(trx, officeId, action, true)
		return withListings(trx, officeId, () => handler(trx, office))
	})
}

/** The same without the permission check, for staff and jobs. `ctx` is in a transaction that holds the office's row. */
export async function withListings<T>(ctx: Ctx, officeId: number, handler: () => Promise<T>): Promise<T> {
	const trx = ctx.db as Transaction<Database>
	const result = await handler()
	await reindexOffice(trx, officeId)
	const members = await trx.selectFrom('office_members').select('expert_id').where('office_id', '=', officeId).execute()
	await publishTags(
		trx,
		members.map((row) => `expert:${row.expert_id}`),
	)
	return result
}

/** Ids come from URLs: an id outside the range of the column does not exist. */
export const isOfficeId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= 0x7fffffff
