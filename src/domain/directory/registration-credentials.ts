import { checkProof, type ProofFault, UnusableProof } from '../../platform/storage-proofs.ts'
import { randomToken } from '../../platform/token.ts'
import type { AccountsCtx } from '../accounts/accounts-context.ts'
import { countAttempt } from '../accounts/throttles.ts'
import { type Ctx, requireMember } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import { MAX_CREDENTIALS, MAX_PROOFS } from './registration-input.ts'
import type { CredentialInput } from './registration-input.server.ts'
import { changeRegistration } from './registration.ts'

const refused = (field: string, sentence: string) => new DomainError('invalid', 'refused', { fields: { [field]: sentence } })

/** Writes down a credential, one of each profession; the same profession again replaces its number. */
export async function saveCredential(ctx: Ctx, input: CredentialInput): Promise<void> {
	await changeRegistration(ctx, async (trx, expertId) => {
		const values = {
			registration_number: input.registrationNumber,
			association: input.association,
			registered_on: input.registeredOn,
			claimed_at: null,
		}
		const there = await trx.db.selectFrom('expert_credentials').select('profession_id').where('expert_id', '=', expertId).execute()
		if (there.length >= MAX_CREDENTIALS && !there.some((row) => row.profession_id === input.professionId))
			throw refused('form', `資格は${MAX_CREDENTIALS}つまで登録できます。`)
		await trx.db
			.insertInto('expert_credentials')
			.values({ expert_id: expertId, profession_id: input.professionId, ...values })
			.onConflict((conflict) => conflict.columns(['expert_id', 'profession_id']).doUpdateSet(values))
			.execute()
	})
}

/** Takes a credential out of the application; its documents go with the next purge. */
export async function removeCredential(ctx: Ctx, credentialId: number): Promise<void> {
	await changeRegistration(ctx, async (trx, expertId) => {
		const { numDeletedRows } = await trx.db
			.deleteFrom('expert_credentials')
			.where('id', '=', credentialId)
			.where('expert_id', '=', expertId)
			.executeTakeFirst()
		if (numDeletedRows === 0n) throw notFound('credential')
	})
}

const sentences: Record<ProofFault, string> = {
	empty: 'ファイルを選んでください。',
	size: 'ファイルは10MBまでにしてください。',
	kind: 'PDF、JPEG、PNGのファイルを選んでください。',
	pixels: '画像が大きすぎます。4,000万画素までの画像にしてください。',
	pages: 'PDFは20ページまでにしてください。',
	locked: 'パスワードのかかったPDFは受け取れません。パスワードを外して保存し直してください。',
	active: 'スクリプトや添付ファイルを含むPDFは受け取れません。印刷の機能でPDFに保存し直してください。',
	broken: 'このファイルは読み込めません。壊れていないか確認して、保存し直してください。',
}

/**
 * Keeps a document that proves a credential of the viewer's, under a name that nobody can guess. What it is, is decided
 * by its content (`checkProof`).
 */
export async function addProof(ctx: AccountsCtx, credentialId: number, content: Uint8Array): Promise<void> {
	const { userId } = requireMember(ctx)
	const own = await ctx.db
		.selectFrom('expert_credentials as c')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.select('c.id')
		.where('c.id', '=', credentialId)
		.where('e.user_id', '=', userId)
		.executeTakeFirst()
	if (!own) throw notFound('credential')
	await countAttempt(ctx, 'proofAccount', userId, 'account')
	const proof = await checkProof(content).catch((error: unknown) => {
		if (error instanceof UnusableProof) throw refused('proof', sentences[error.fault])
		throw error
	})
	const name = `${randomToken(24)}.${proof.extension}`
	await changeRegistration(ctx, async (trx) => {
		const there = await trx.db.selectFrom('proof_files').select('id').where('credential_id', '=', credentialId).execute()
		if (there.length >= MAX_PROOFS) throw refused('proof', `書類は1つの資格につき${MAX_PROOFS}点までです。`)
		await trx.db
			.insertInto('proof_files')
			.values({
				credential_id: credentialId,
				name,
				extension: proof.extension,
				byte_count: proof.content.length,
				page_count: proof.pages,
				uploaded_at: ctx.now(),
				purge_at: null,
			})
			.execute()
		await ctx.accounts.storage.write(`proofs/${name}`, proof.content)
	}).catch(async (error: unknown) => {
		await ctx.accounts.storage.remove(`proofs/${name}`)
		throw error
	})
}

/** Takes a document back: its row now, its file with the next purge. */
export async function removeProof(ctx: Ctx, proofId: string): Promise<void> {
	await changeRegistration(ctx, async (trx, expertId) => {
		const { numUpdatedRows } = await trx.db
			.updateTable('proof_files')
			.set({ credential_id: null })
			.where('id', '=', proofId)
			.where('credential_id', 'in', (eb) => eb.selectFrom('expert_credentials as c').select('c.id').where('c.expert_id', '=', expertId))
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw notFound('proof')
	})
}
