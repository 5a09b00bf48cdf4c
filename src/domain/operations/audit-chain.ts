import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { bytea, checkedSql, int4, int8, text } from '../../platform/checked-sql.ts'
import type { Database } from '../shared/context.ts'

/** The newest seal of the audit log. Kept elsewhere, it shows later that nothing before it was changed or removed. */
export type ChainHead = { count: number; hash: string }

export type ChainFault =
	| { kind: 'gap'; seq: number }
	| { kind: 'removed' | 'changed'; seq: number; auditId: string }
	| { kind: 'unsealed'; auditId: string }
	| { kind: 'other-head'; expected: ChainHead; found: string | null }

const BATCH = 5_000

const selectSeals = checkedSql({ seq: int4, audit_id: int8, hash: bytea, event: text.nullable })

/**
 * Recomputes the chain over the whole audit log and returns its head, or the first fault. The hashes are computed here and not
 * by the database's function, which whoever changes rows could change too. `expected` is a head that was noted before.
 */
export async function verifyAuditChain(
	db: Kysely<Database>,
	expected: ChainHead | null = null,
): Promise<{ head: ChainHead; fault: ChainFault | null }> {
	if (db.isTransaction) return verify(db, expected)
	return db
		.transaction()
		.setIsolationLevel('repeatable read')
		.setAccessMode('read only')
		.execute((trx) => verify(trx, expected))
}

async function verify(db: Kysely<Database>, expected: ChainHead | null): Promise<{ head: ChainHead; fault: ChainFault | null }> {
	let last: Uint8Array = new Uint8Array()
	let count = 0
	let atExpected: string | null = null
	const head = (): ChainHead => ({ count, hash: Buffer.from(last).toString('hex') })
	for (;;) {
		const { rows } = await selectSeals`
			select c.seq::integer as seq, c.audit_id, c.hash,
				case when a.id is not null then jsonb_build_array(
					a.id, extract(epoch from a.at), a.user_id, a.action, a.subject, a.reason, a.detail
				)::text end as event
			from audit_chain c left join audit_log a on a.id = c.audit_id
			where c.seq > ${count}::integer order by c.seq limit ${BATCH}
		`.execute(db)
		for (const { seq, audit_id: auditId, hash, event } of rows) {
			if (seq !== count + 1) return { head: head(), fault: { kind: 'gap', seq: count + 1 } }
			if (event === null) return { head: head(), fault: { kind: 'removed', seq, auditId } }
			const sealed = createHash('sha256').update(last).update(event).digest()
			if (!sealed.equals(hash)) return { head: head(), fault: { kind: 'changed', seq, auditId } }
			last = sealed
			count = seq
			if (expected?.count === count) atExpected = sealed.toString('hex')
		}
		if (rows.length < BATCH) break
	}
	if (expected && atExpected !== expected.hash) return { head: head(), fault: { kind: 'other-head', expected, found: atExpected } }
	const { rows: unsealed } = await checkedSql({ id: int8 })`
		select a.id from audit_log a where not exists (select from audit_chain c where c.audit_id = a.id) order by a.id limit 1
	`.execute(db)
	return { head: head(), fault: unsealed[0] ? { kind: 'unsealed', auditId: unsealed[0].id } : null }
}

/** Returns the newest seal without checking any; null for an empty log. */
export async function findChainHead(db: Kysely<Database>): Promise<ChainHead | null> {
	const row = await db.selectFrom('audit_chain').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
	return row ? { count: Number(row.seq), hash: row.hash.toString('hex') } : null
}

/** Seals what this transaction has recorded so far, before its commit would. */
export const sealNow = (db: Kysely<Database>) => sql`set constraints audit_log_sealed immediate`.execute(db)
