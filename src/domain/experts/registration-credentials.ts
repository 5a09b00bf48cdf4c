import { type Ctx, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { MAX_CREDENTIALS } from './registration-input.ts'
import type { CredentialInput } from './registration-schemas.ts'
import { keepProof } from './registration-proofs.ts'
import { changeRegistration } from './registration.ts'

const refused = (field: string, sentence: string) => new DomainError('invalid', 'refused', { fields: { [field]: sentence } })

/** Saves a credential, one for each profession; the same profession again replaces its number. */
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

/** Removes a credential from the application; the next purge deletes its documents. */
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

/** Stores a document that proves a credential of the viewer's application. */
export async function addProof(ctx: Ctx, credentialId: number, content: Uint8Array): Promise<void> {
	const { userId } = requireMember(ctx)
	const own = await ctx.db
		.selectFrom('expert_credentials as c')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.select('c.id')
		.where('c.id', '=', credentialId)
		.where('e.user_id', '=', userId)
		.executeTakeFirst()
	if (!own) throw notFound('credential')
	await keepProof(ctx, content, {
		owner: { credential_id: credentialId },
		within: (write) => changeRegistration(ctx, write),
	})
}

/** Deletes a document: its row now, its file with the next purge. */
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
