import type { Ctx } from '../../../src/domain/shared/context.ts'
import { hours } from '../../../src/domain/shared/japan-time.ts'
import { readChanges, saveChange, submitChange } from '../../../src/domain/experts/credential-changes.ts'
import { credentialSchema, parseRegistration } from '../../../src/domain/experts/registration-schemas.ts'
import { proofRules } from '../../../src/domain/experts/registration-proofs.ts'
import { redrawDocument } from '../../../src/platform/storage-documents.ts'
import { drawProof } from './proof.ts'

const credential = { professionId: '3', registrationNumber: '第98711206号', association: '東京都行政書士会', registeredOn: '2026-04-15' }

/** A 税理士 of the demo, not the one that a visitor signs in as, has become 行政書士 too: it waits for a reviewer. */
export async function insertCredentialChange(ctx: Ctx, ownExpertId: number): Promise<void> {
	const colleague = await ctx.db
		.selectFrom('experts as e')
		.innerJoin('users as u', 'u.id', 'e.user_id')
		.innerJoin('expert_credentials as c', 'c.expert_id', 'e.id')
		.select(['e.id', 'e.display_name', 'u.id as user_id', 'u.uid'])
		.where('c.profession_id', '=', 1)
		.where('e.state', '=', 'verified')
		.where('e.id', '!=', ownExpertId)
		.where((eb) =>
			eb.not(
				eb.exists(
					eb.selectFrom('expert_credentials as o').select('o.id').whereRef('o.expert_id', '=', 'e.id').where('o.profession_id', '=', 3),
				),
			),
		)
		.orderBy('e.id')
		.executeTakeFirst()
	if (!colleague) return
	const at = new Date(ctx.now().getTime() - hours(5))
	const own: Ctx = {
		...ctx,
		now: () => at,
		viewer: { kind: 'member', userId: colleague.user_id, uid: colleague.uid, isExpert: true, roles: [] },
	}
	await saveChange(own, parseRegistration(credentialSchema(at), credential))
	const [change] = await readChanges(own, colleague.id)
	if (!change) return
	const drawn = await drawProof(
		{
			title: '行政書士証票',
			lines: [
				['氏名', colleague.display_name],
				['登録番号', credential.registrationNumber],
				['登録年月日', '2026年4月15日'],
				['所属会', credential.association],
			],
			foot: '上記の者は、名簿に登録されていることを証する。',
		},
		'pdf',
	)
	const proof = await redrawDocument(drawn, proofRules)
	// The same name at every attempt: one that was rolled back leaves nothing behind.
	const name = `demo-change-proof.${proof.extension}`
	await ctx.storage.write(`proofs/${name}`, proof.content)
	await ctx.db
		.insertInto('proof_files')
		.values({
			credential_id: null,
			change_id: change.id,
			name,
			extension: proof.extension,
			byte_count: proof.content.length,
			page_count: proof.pages,
			uploaded_at: at,
			purge_at: null,
		})
		.execute()
	await submitChange(own, change.id)
}
