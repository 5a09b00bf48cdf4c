import type { AccountsCtx } from '../accounts/accounts-context.ts'
import { recordAct } from '../accounts/audit.ts'
import { isStaffWith, requireStaff } from '../accounts/staff.ts'
import type { Ctx } from '../context.ts'
import { requireMember } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Storage } from '../../platform/storage.ts'

/** Documents are needed until the decision, and so many days after it for questions. */
export const PURGE_AFTER_DAYS = 30
/** An application that nobody has touched for so long is given up. */
const ABANDONED_AFTER_DAYS = 180
const AT_ONCE = 200

export type ProofFile = { content: Buffer; mediaType: 'application/pdf' | 'image/jpeg'; fileName: string }

/**
 * A document for its owner or a reviewer, whose look is recorded; for everybody else it is not there, like one that has
 * been deleted.
 */
export async function readProof(ctx: AccountsCtx, proofId: string): Promise<ProofFile> {
	const viewer = requireMember(ctx)
	if (!/^[1-9]\d{0,17}$/.test(proofId)) throw notFound('proof')
	const row = await ctx.db
		.selectFrom('proof_files as f')
		.leftJoin('expert_credentials as c', 'c.id', 'f.credential_id')
		.leftJoin('credential_changes as n', 'n.id', 'f.change_id')
		.innerJoin('experts as e', (join) => join.on((eb) => eb('e.id', '=', eb.fn.coalesce('c.expert_id', 'n.expert_id'))))
		.select(['f.id', 'f.name', 'f.extension', 'e.user_id', 'e.id as expert_id'])
		.where('f.id', '=', proofId)
		.executeTakeFirst()
	if (!row) throw notFound('proof')
	if (row.user_id !== viewer.userId) {
		if (!isStaffWith(viewer, 'reviewer')) throw notFound('proof')
		await recordAct(requireStaff(ctx, 'reviewer'), { act: 'proof.read', subject: `expert:${row.expert_id}`, detail: { proof: row.id } })
	}
	const content = await ctx.accounts.storage.read(`proofs/${row.name}`)
	if (!content) throw notFound('proof')
	return {
		content,
		mediaType: row.extension === 'pdf' ? 'application/pdf' : 'image/jpeg',
		fileName: `proof-${row.id}.${row.extension}`,
	}
}

/**
 * Deletes documents that are no longer needed, files first: a row without its file is tried again, a file without its row
 * would be forgotten. Gives how many.
 */
export async function purgeProofs(ctx: Pick<Ctx, 'db' | 'now'>, storage: Storage): Promise<number> {
	const abandoned = new Date(ctx.now().getTime() - ABANDONED_AFTER_DAYS * 86_400_000)
	const due = await ctx.db
		.selectFrom('proof_files as f')
		.leftJoin('expert_credentials as c', 'c.id', 'f.credential_id')
		.leftJoin('experts as e', 'e.id', 'c.expert_id')
		.leftJoin('credential_changes as n', 'n.id', 'f.change_id')
		.select(['f.id', 'f.name'])
		.where((eb) =>
			eb.or([
				eb.and([eb('f.credential_id', 'is', null), eb('f.change_id', 'is', null)]),
				eb('f.purge_at', '<=', ctx.now()),
				eb.and([eb('e.state', 'in', ['draft', 'needs_fix']), eb('e.updated_at', '<', abandoned), eb('f.uploaded_at', '<', abandoned)]),
				eb.and([eb('n.state', 'in', ['draft', 'needs_fix']), eb('n.updated_at', '<', abandoned), eb('f.uploaded_at', '<', abandoned)]),
			]),
		)
		.orderBy('f.id')
		.limit(AT_ONCE)
		.execute()
	for (const { id, name } of due) {
		await storage.remove(`proofs/${name}`)
		await ctx.db.deleteFrom('proof_files').where('id', '=', id).execute()
	}
	return due.length
}
