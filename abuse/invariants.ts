import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../src/domain/shared/context.ts'
import type { OpenedDatabase } from '../src/platform/database.ts'
import { ownRows } from './snapshot.ts'

type Row = { fault: string }

/**
 * What must hold whatever was sent, as queries for what does not. Each compares the database with the copy that was taken
 * before the first request.
 */
const rules: Readonly<Record<string, RawBuilder<Row>>> = {
	'a role that no admin granted': sql`
		select s.user_id || ' is ' || s.role as fault from staff_roles s
		where not exists (select from abuse_snapshot.staff_roles b where (b.user_id, b.role) = (s.user_id, s.role))
			and not exists (
				select from audit_log a join abuse_snapshot.staff_roles b on b.user_id = a.user_id and b.role = 'admin'
				where a.action = 'staff.grant' and a.subject = 'user:' || s.user_id
			)`,
	'an expert whom no reviewer verified': sql`
		select u.id || ' is an expert' as fault from users u
		left join abuse_snapshot.users b on b.id = u.id
		where u.is_expert and not coalesce(b.is_expert, false)
			and not exists (
				select from experts e join expert_decisions d on d.expert_id = e.id
				where e.user_id = u.id and e.state = 'verified' and d.state = 'verified'
			)`,
	'a staff mark without a role': sql`
		select u.id || ' is marked as staff' as fault from users u
		where u.is_s and not exists (select from staff_roles s where s.user_id = u.id)`,
	'an address proved without a code': sql`
		select i.uid || ' is proved' as fault from identities i left join abuse_snapshot.identities b on b.uid = i.uid
		where i.email_verified_at is not null and b.email_verified_at is null
			and not exists (select from action_codes c where c.uid = i.uid and c.used_at is not null)
			and not exists (select from identity_links l where l.uid = i.uid)`,
	'a row of somebody who is gone': sql`
		select 'session of ' || s.uid as fault from sessions s where not exists (select from identities i where i.uid = s.uid)`,
	'a count that differs from its rows': sql`
		select 'question ' || q.id as fault from questions q
		where q.answer_count <> (select count(*) from answers a where a.question_id = q.id and a.hidden_at is null)
		union all
		select 'office ' || o.id from offices o
		where o.rating_count <> (select count(*) from reviews r where r.office_id = o.id and r.hidden_at is null)
			or o.rating_sum <> (select coalesce(sum(r.stars), 0) from reviews r where r.office_id = o.id and r.hidden_at is null)`,
	'an office without an owner': sql`
		select 'office ' || o.id as fault from offices o join abuse_snapshot.offices b on b.id = o.id
		where o.state <> 'deleted'
			and exists (select from abuse_snapshot.office_members m where m.office_id = o.id and m.role = 'owner')
			and not exists (select from office_members m where m.office_id = o.id and m.role = 'owner')`,
}

export type Invariants = { check: () => Promise<string[]> }

/** Remembers what the bystander has now. Checks throw only where a query itself fails. */
export async function watchInvariants(database: OpenedDatabase<Database>, bystanderId: number): Promise<Invariants> {
	const before = await ownRows(database, bystanderId)
	return {
		async check() {
			const faults: string[] = []
			for (const [rule, query] of Object.entries(rules)) {
				const { rows } = await query.execute(database.db)
				faults.push(...rows.map(({ fault }) => `${rule}: ${fault}`))
			}
			if ((await ownRows(database, bystanderId)) !== before) faults.push('the rows of the bystander have changed')
			return faults
		},
	}
}
