import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TestCtx } from '../test/database.ts'
import type { FormsWorld } from '../test/permission-forms-world.ts'

/**
 * Adds what became of things over time: rows that were public and are hidden now, and decided or withdrawn ones. Their
 * texts are private, and the permission tests have only rows of the first day.
 */
export async function addHiddenRows(ctx: TestCtx, forms: FormsWorld, hiddenAnswerId: number): Promise<void> {
	const now = ctx.now().toISOString()
	const [member, other, staff] = [forms.people.member, forms.people.other, forms.people.staff]
	const decided = { decided_at: now, decided_by: Number(staff.docId), decision_reason: '規約に反する内容ではありませんでした。' }
	const hidden = { hidden_at: now, hidden_reason: '個人が分かる情報が書かれているため' }

	await copyRow(ctx, 'reports', forms.reportId, { ...decided, state: 'dismissed' })
	await copyRow(ctx, 'appeals', forms.appealId, { ...decided, state: 'rejected', author_id: Number(other.docId) })
	await copyRow(ctx, 'reviews', forms.reviewId, {
		...hidden,
		user_id: Number(other.docId),
		persona: '個人事業主',
		reply: '掲載前にお返事した内容です。',
		replied_at: now,
	})
	await copyRow(ctx, 'articles', forms.publishedArticleId, {
		slug: 'an-article-that-was-taken-off',
		unlisted_at: now,
		unlisted_reason: '根拠の法令が改正されたため',
		stage: 'returned',
		returned_reason: '出典の年度を直してください。',
	})
	await copyRow(ctx, 'office_photos', forms.photoId, { token: randomBytes(24).toString('base64url'), removed_at: now, position: 9 })
	await sql`update answers set thanks = 'とても助かりました。', thanked_at = ${now} where id = ${hiddenAnswerId}`.execute(ctx.db)
	await sql`
		insert into answer_comments (answer_id, position, author, body, client_key, hidden_at, hidden_reason)
		values (${hiddenAnswerId}, 1, 'asker', '隠されたコメントの本文です。', ${randomBytes(12).toString('hex')}, ${now}, ${hidden.hidden_reason})`.execute(
		ctx.db,
	)
	await sql`
		insert into question_addenda (question_id, position, body)
		values (${forms.questions.hidden}, 1, '隠された質問への追記です。')`.execute(ctx.db)
	await sql`
		insert into withheld_office_tasks (office_id, task_id, fee_basis, fee_min, includes)
		values (${forms.officeId}, 501, 'per_case', 30000, '資格の確認を待つ業務の内訳です。')`.execute(ctx.db)
	await addWaitingLogins(ctx, member.uid)
}

/** What an account waits for: a new address, an address that it may take back, a sign-in at a provider. */
async function addWaitingLogins(ctx: TestCtx, uid: string): Promise<void> {
	const soon = new Date(ctx.now().getTime() + 3_600_000)
	await sql`insert into address_claims (uid, email, claimed_at) values (${uid}, 'claimed@example.com', ${ctx.now()})`.execute(ctx.db)
	await sql`
		insert into action_codes (code_hash, uid, kind, email, previous_email, created_at, expires_at)
		values (${randomBytes(32)}, ${uid}, 'recoverEmail', 'claimed@example.com', 'before@example.com', ${ctx.now()}, ${soon})`.execute(ctx.db)
	await sql`update passkeys set credential_id = ${randomBytes(32).toString('base64url')} where uid = ${uid}`.execute(ctx.db)
	const [nonce, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
	await sql`
		insert into oauth_transactions (state_hash, binding_hash, provider, attempt, nonce, code_verifier, link_uid, created_at, expires_at)
		values (${randomBytes(32)}, ${randomBytes(32)}, 'google', 'attempt-1', ${nonce}, ${verifier}, ${uid}, ${ctx.now()}, ${soon})`.execute(
		ctx.db,
	)
}

/** Inserts the row once more with a new id and some columns changed. */
async function copyRow(ctx: TestCtx, table: string, id: number, changes: Record<string, unknown>): Promise<void> {
	const { numAffectedRows = 0n } = await sql`
		insert into ${sql.table(table)} overriding system value
		select (jsonb_populate_record(
			t, ${JSON.stringify(changes)}::jsonb || jsonb_build_object('id', nextval(pg_get_serial_sequence(${table}, 'id')))
		)).* from ${sql.table(table)} t where id = ${id}`.execute(ctx.db)
	if (numAffectedRows !== 1n) throw new Error(`${table} ${id} was not copied`)
}
