import { type Kysely, sql } from 'kysely'

/** Payment by card: what is charged at Stripe, what Stripe reported, and where the two differ. The ledger stays the only truth about money. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of statements) await statement.execute(db)
}

const statements = [
	sql`create table card_customers (
		user_id bigint primary key references users on delete restrict,
		customer_id text not null constraint card_customers_customer unique,
		payment_method_id text,
		brand text not null default '',
		last4 text not null default '' check (char_length(last4) <= 4),
		exp_month smallint not null default 0,
		exp_year smallint not null default 0,
		stopped_at timestamptz,
		created_at timestamptz not null,
		updated_at timestamptz not null
	)`,
	sql`comment on table card_customers is 'Who pays by card: the customer at Stripe and what a page may show of the card. Its number is never here.'`,
	sql`comment on column card_customers.stopped_at is 'When charging without the customer stopped: by their wish, or for a dispute.'`,
	sql`create table card_sessions (
		id text primary key,
		user_id bigint not null references users on delete restrict,
		url text not null,
		created_at timestamptz not null,
		done_at timestamptz
	)`,
	sql`comment on table card_sessions is 'Visits to the page of Stripe that saves a card.'`,
	sql`create index card_sessions_open on card_sessions (created_at) where done_at is null`,
	sql`create table card_charges (
		id integer generated always as identity primary key,
		invoice_id integer not null references invoices on delete restrict,
		user_id bigint not null references users on delete restrict,
		kind text not null check (kind in ('automatic', 'checkout')),
		amount integer not null check (amount > 0),
		payment_method_id text,
		state text not null default 'waiting' check (state in ('waiting', 'succeeded', 'failed', 'cancelled')),
		session_id text constraint card_charges_session unique,
		session_url text,
		intent_id text constraint card_charges_intent unique,
		failure_code text,
		payment_id integer constraint card_charges_payment unique references payments on delete restrict,
		attempt_count smallint not null default 0,
		sent_at timestamptz,
		try_after timestamptz not null,
		created_at timestamptz not null,
		settled_at timestamptz,
		constraint card_charges_settled check ((state = 'waiting') = (settled_at is null)),
		constraint card_charges_paid check ((state = 'succeeded') = (payment_id is not null))
	)`,
	sql`comment on column card_charges.sent_at is 'When Stripe was first asked. From then on only Stripe knows whether the card was charged.'`,
	sql`create unique index card_charges_one_at_a_time on card_charges (invoice_id) where state = 'waiting'`,
	sql`create index card_charges_invoice on card_charges (invoice_id, id)`,
	sql`create index card_charges_due on card_charges (try_after) where state = 'waiting'`,
	sql`create table stripe_events (
		id text primary key,
		type text not null,
		object_id text not null,
		created_at timestamptz not null,
		received_at timestamptz not null,
		handled_at timestamptz,
		attempt_count smallint not null default 0,
		try_after timestamptz not null,
		last_error text
	)`,
	sql`comment on table stripe_events is 'What Stripe reported. Only a hint at what to look at: what is true is asked for, so that order and repetition do not matter.'`,
	sql`create index stripe_events_due on stripe_events (try_after) where handled_at is null`,
	sql`create table card_refunds (
		refund_id integer primary key references refunds on delete restrict,
		charge_id integer not null references card_charges on delete restrict,
		amount integer not null check (amount > 0),
		state text not null default 'waiting' check (state in ('waiting', 'succeeded', 'failed')),
		stripe_id text constraint card_refunds_stripe unique,
		attempt_count smallint not null default 0,
		try_after timestamptz not null,
		settled_at timestamptz
	)`,
	sql`create index card_refunds_due on card_refunds (try_after) where state = 'waiting'`,
	sql`create index card_refunds_charge on card_refunds (charge_id)`,
	sql`create table card_disputes (
		id text primary key,
		charge_id integer not null references card_charges on delete restrict,
		amount integer not null check (amount > 0),
		reason text not null,
		status text not null,
		answer_by timestamptz,
		funds text not null check (funds in ('kept', 'withdrawn', 'returned', 'lost')),
		opened_at timestamptz not null,
		updated_at timestamptz not null
	)`,
	sql`create table card_differences (
		id integer generated always as identity primary key,
		kind text not null check (kind in ('not-booked', 'not-charged', 'amount', 'refund', 'card')),
		subject text not null,
		detail text not null,
		found_at timestamptz not null,
		resolved_at timestamptz,
		resolved_by bigint references users on delete set null
	)`,
	sql`create unique index card_differences_open on card_differences (kind, subject) where resolved_at is null`,
	sql`alter table ledger_postings drop constraint ledger_postings_account_check`,
	sql`alter table ledger_postings add constraint ledger_postings_account_check
		check (account in ('bank', 'card', 'receivable', 'revenue', 'tax', 'customer_credit', 'refunds_payable', 'disputed', 'bad_debt'))`,
	sql`alter table ledger_entries drop constraint ledger_entries_kind_check`,
	sql`alter table ledger_entries add constraint ledger_entries_kind_check
		check (kind in ('invoice', 'credit-note', 'payment', 'apply-credit', 'refund', 'refund-paid', 'dispute', 'dispute-won', 'dispute-lost'))`,
]
