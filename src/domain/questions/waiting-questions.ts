import { sql } from 'kysely'
import { bool, checkedSql, int4 } from '../../platform/checked-sql.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { indexQuestions } from './search/search-index.ts'
import { dropQuestionPages } from './thread.ts'

/** The reason stored for a waiting question; hidden rows must have one. */
const WAITING_REASON = 'メールアドレスの確認を待っています。'

/**
 * Whether what the viewer posts waits for the confirmation of their address. In a transaction the account's identity is
 * share-locked, so that a concurrent confirmation either comes first or publishes the question afterwards.
 */
export async function awaitsAddress(ctx: Ctx): Promise<boolean> {
	const { uid } = requireMember(ctx)
	const { rows } = await checkedSql({ waits: bool })`
		select email_verified_at is null as waits from identities where uid = ${uid} ${ctx.db.isTransaction ? sql`for share` : sql``}
	`.execute(ctx.db)
	return rows[0]?.waits ?? false
}

/** Columns of a question that waits: hidden, so that every list, count and search that leaves hidden ones out leaves it out too. */
export const waitingColumns = (now: Date) => ({ awaits_address_since: now, hidden_at: now, hidden_reason: WAITING_REASON })

/** Publishes what an account posted before its address was confirmed. Idempotent; an unconfirmed account publishes nothing. */
export async function publishWaitingQuestions(ctx: Ctx, uid: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const { rows } = await checkedSql({ id: int4 })`
			update questions q
			set awaits_address_since = null, hidden_at = null, hidden_reason = null, created_at = ${trx.now()}, updated_at = ${trx.now()}
			from users u join identities i on i.uid = u.uid
			where u.uid = ${uid} and i.email_verified_at is not null
				and q.asker_id = u.id and q.awaits_address_since is not null and q.deleted_at is null
			returning q.id
		`.execute(trx.db)
		if (rows.length === 0) return
		const ids = rows.map(({ id }) => id)
		await indexQuestions(trx, ids)
		await dropQuestionPages(trx, ids)
	})
}
