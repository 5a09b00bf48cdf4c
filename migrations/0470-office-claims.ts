import { type Kysely, sql } from 'kysely'

const QUEUES = `('experts', 'credentials', 'offices', 'claims', 'articles', 'reports', 'appeals', 'contacts', 'leads', 'mail')`

/** Claims of experts to offices that no verified owner acts for. At most one claim to an office is granted at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table office_claims (
			id integer generated always as identity primary key,
			office_id integer not null references offices on delete cascade,
			expert_id integer not null references experts on delete cascade,
			number text not null check (number ~ '^T?[1-9][0-9]{12}$'),
			proof text not null check (proof in ('mail', 'code')),
			state text not null check (state in ('open', 'proved', 'granted', 'declined', 'withdrawn', 'expired', 'ended')),
			mail_to text check (length(mail_to) <= 320),
			token_hash bytea unique,
			sealed_code text,
			code_given_at timestamptz,
			code_tries smallint not null default 0 check (code_tries between 0 and 5),
			proved_at timestamptz,
			member_answer text check (member_answer in ('agreed', 'objected')),
			answered_by integer references experts on delete set null,
			answered_at timestamptz,
			approved_at timestamptz,
			staff_since timestamptz,
			reason text not null default '' check (char_length(reason) <= 2000),
			created_at timestamptz not null,
			expires_at timestamptz not null,
			decided_at timestamptz,
			check ((member_answer is null) = (answered_at is null)),
			check (state in ('open', 'proved') or (staff_since is null and decided_at is not null)),
			constraint office_claims_erased check (state = 'open' or (mail_to is null and token_hash is null and sealed_code is null)),
			check (state not in ('proved', 'granted') or proved_at is not null)
		)`,
		sql`comment on column office_claims.number is 'The corporate number or, with a T, the invoice number by which the claimant named the office.'`,
		sql`comment on column office_claims.sealed_code is 'The encrypted code that staff give by letter or telephone; the claimant types it.'`,
		sql`comment on column office_claims.staff_since is 'Since when staff have something to do; null while somebody else has.'`,
		sql`comment on column office_claims.approved_at is 'When staff granted it in place of the other members; it takes effect once the claimant is verified.'`,
		sql`create unique index office_claims_granted on office_claims (office_id) where state = 'granted'`,
		sql`create unique index office_claims_waiting on office_claims (office_id, expert_id) where state in ('open', 'proved')`,
		sql`create index office_claims_expert on office_claims (expert_id, id desc)`,
		sql`create index office_claims_answerer on office_claims (answered_by) where answered_by is not null`,
		sql`create index office_claims_staff on office_claims (staff_since, id) where staff_since is not null`,
		sql`create index office_claims_expiry on office_claims (expires_at) where state in ('open', 'proved')`,
		sql`create index offices_invoice_number on offices (invoice_number) where invoice_number is not null and state <> 'deleted'`,
		sql`create index import_rows_corporate_number on import_rows ((facts ->> 'corporateNumber')) where state in ('waiting', 'invited')`,
		sql`create index import_rows_invoice_number on import_rows ((facts ->> 'invoiceNumber')) where state in ('waiting', 'invited')`,
		...['delayed_verdicts', 'queue_claims', 'queue_skips'].flatMap((table) => [
			sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_queue_check`)}`,
			sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_queue_check`)} check (queue in ${sql.raw(QUEUES)})`,
		]),
	])
		await statement.execute(db)
}
