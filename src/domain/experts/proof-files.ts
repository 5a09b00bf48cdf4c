import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../accounts/staff.ts'
import type { Ctx } from '../shared/context.ts'
import { requireMember } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { readPageDocument } from '../../platform/page-document.ts'
import { readStoredDocument } from '../../platform/storage-documents.ts'
import type { Storage } from '../../platform/storage.ts'
import { proofRules } from './registration-proofs.ts'
import { days } from '../shared/japan-time.ts'

/** Documents are kept until the decision, and this many days after it for questions. */
export const PURGE_AFTER_DAYS = 30
/** An application unchanged for this long counts as abandoned. */
const ABANDONED_AFTER_DAYS = 180
const AT_ONCE = 200

export type ProofFile = { content: Uint8Array; mediaType: 'application/pdf' | 'image/jpeg'; fileName: string }

/** A document for its owner. Throws `not-found` for anyone else and for a deleted one. */
export async function readProof(ctx: Ctx, proofId: string): Promise<ProofFile> {
	const viewer = requireMember(ctx)
	const proof = await findProof(ctx, proofId)
	if (proof.userId !== viewer.userId) throw notFound('proof')
	return {
		content: await readContent(ctx, proof),
		mediaType: proof.extension === 'pdf' ? 'application/pdf' : 'image/jpeg',
		fileName: `proof-${proof.id}.${proof.extension}`,
	}
}

/**
 * A page of a document as a JPEG that we have drawn, for a reviewer; each look is an audit event. Pages count from 1. Throws
 * `not-found` for a page that is not there.
 */
export async function readProofPage(ctx: RecentStaffCtx, proofId: string, page: number): Promise<Uint8Array> {
	const staff = requireRecentStaff(ctx, 'reviewer')
	const proof = await findProof(ctx, proofId)
	const content = await readContent(ctx, proof)
	const picture = proof.extension === 'jpg' ? [content][page - 1] : readPageDocument(content)?.[page - 1]?.jpeg
	if (!picture) throw notFound('proof')
	await recordAuditEvent(staff, { action: 'proof.read', subject: `expert:${proof.expertId}`, detail: { proof: proof.id, page } })
	return picture
}

type FoundProof = { id: string; name: string; extension: string; userId: string; expertId: number }

async function findProof(ctx: Ctx, proofId: string): Promise<FoundProof> {
	if (!/^[1-9]\d{0,17}$/.test(proofId)) throw notFound('proof')
	const row = await ctx.db
		.selectFrom('proof_files as f')
		.leftJoin('expert_credentials as c', 'c.id', 'f.credential_id')
		.leftJoin('credential_changes as n', 'n.id', 'f.change_id')
		.innerJoin('experts as e', (join) => join.on((eb) => eb('e.id', '=', eb.fn.coalesce('c.expert_id', 'n.expert_id'))))
		.select(['f.id', 'f.name', 'f.extension', 'e.user_id as userId', 'e.id as expertId'])
		.where('f.id', '=', proofId)
		.executeTakeFirst()
	if (!row) throw notFound('proof')
	return row
}

async function readContent(ctx: Ctx, { name, extension }: FoundProof): Promise<Uint8Array> {
	const content = await readStoredDocument(ctx.storage, `proofs/${name}`, extension === 'pdf' ? proofRules : null)
	if (!content) throw notFound('proof')
	return content
}

/**
 * Deletes documents that are no longer needed, files first: a row without its file is tried again, a file without its row
 * would never be deleted. Returns the number.
 */
export async function purgeProofs(ctx: Pick<Ctx, 'db' | 'now'>, storage: Storage): Promise<number> {
	const abandoned = new Date(ctx.now().getTime() - days(ABANDONED_AFTER_DAYS))
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
