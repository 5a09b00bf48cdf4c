import { type Kysely, sql } from 'kysely'

/** Plans, subscriptions, invoices, payments, refunds and the ledger that holds all of their money. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [...plans, ...subscriptions, ...documents, ...money, ...appendOnly, ...seeds]) await statement.execute(db)
}

const plans = [
	sql`create table account_plans (
		user_id bigint primary key references users on delete cascade,
		plan text not null check (plan in ('standard', 'pro')),
		until timestamptz
	)`,
	sql`comment on table account_plans is 'Which paid plan an account has. No row, or one whose time is over, means the free plan.'`,
	sql`comment on column account_plans.until is 'When it ends if nothing else happens; null while it goes on.'`,
	sql`alter table office_photos add column asleep_at timestamptz`,
	sql`comment on column office_photos.asleep_at is 'More than the plan holds: kept, and shown again once it does.'`,
	sql`alter table office_members add column asleep_at timestamptz`,
	sql`comment on column office_members.asleep_at is 'A seat more than the plan holds: still a member in public, but may not edit.'`,
	sql`alter table staff_roles drop constraint staff_roles_role_check`,
	sql`alter table staff_roles add constraint staff_roles_role_check check (role in ('admin', 'moderator', 'reviewer', 'editor', 'support', 'accounting'))`,
	sql`create table plan_prices (
		id integer generated always as identity primary key,
		plan text not null check (plan in ('standard', 'pro')),
		payment_interval text not null check (payment_interval in ('month', 'year')),
		effective_on date not null,
		amount integer not null check (amount between 1 and 10000000),
		announced_at timestamptz,
		constraint plan_prices_version unique (plan, payment_interval, effective_on)
	)`,
	sql`comment on column plan_prices.amount is 'Yen with tax.'`,
	sql`comment on column plan_prices.announced_at is 'When subscribers were mailed about it.'`,
	sql`create table coupons (
		code text primary key check (code ~ '^[A-Z0-9]{4,20}$'),
		percent_off smallint not null check (percent_off between 1 and 100),
		period_count smallint not null check (period_count between 1 and 24),
		valid_until date not null,
		use_limit integer not null check (use_limit between 1 and 100000),
		use_count integer not null default 0,
		note text not null default '' check (char_length(note) <= 100),
		created_at timestamptz not null,
		constraint coupons_uses check (use_count between 0 and use_limit)
	)`,
]

const subscriptions = [
	sql`create table billing_profiles (
		user_id bigint primary key references users on delete restrict,
		addressee text not null check (char_length(addressee) between 1 and 80),
		payer_kana text not null check (char_length(payer_kana) between 1 and 60),
		updated_at timestamptz not null
	)`,
	sql`comment on table billing_profiles is 'Whom invoices name. Its row is locked by whatever moves money of the account.'`,
	sql`create table subscriptions (
		id integer generated always as identity primary key,
		user_id bigint not null constraint subscriptions_user unique references users on delete restrict,
		plan text not null check (plan in ('standard', 'pro')),
		payment_interval text not null check (payment_interval in ('month', 'year')),
		state text not null check (state in ('trial', 'active', 'past_due', 'paused', 'ended')),
		trial_ends_on date,
		trial_used_on date,
		period_from date,
		period_to date,
		anchor_day smallint not null default 1 check (anchor_day between 1 and 31),
		charge_from date,
		charge_amount integer not null default 0 check (charge_amount >= 0),
		agreed_amount integer not null check (agreed_amount > 0),
		next_plan text check (next_plan in ('standard', 'pro')),
		next_interval text check (next_interval in ('month', 'year')),
		next_amount integer,
		cancel_asked_at timestamptz,
		cancel_reason text not null default '' check (char_length(cancel_reason) <= 500),
		pause_asked_at timestamptz,
		paused_on date,
		past_due_on date,
		ended_on date,
		coupon_code text references coupons,
		coupon_percent smallint not null default 0,
		coupon_left smallint not null default 0 check (coupon_left >= 0),
		reminded_on date,
		client_key text not null,
		created_at timestamptz not null,
		updated_at timestamptz not null,
		constraint subscriptions_period check ((state in ('active', 'past_due')) <= (period_from is not null and period_to > period_from)),
		constraint subscriptions_trial check ((state = 'trial') <= (trial_ends_on is not null)),
		constraint subscriptions_past_due check ((state = 'past_due') = (past_due_on is not null)),
		constraint subscriptions_ended check ((state = 'ended') = (ended_on is not null)),
		constraint subscriptions_next check ((next_plan is null) = (next_interval is null) and (next_plan is null) = (next_amount is null))
	)`,
	sql`comment on column subscriptions.charge_amount is 'Yen with tax that were charged for the days from charge_from to period_to.'`,
	sql`comment on column subscriptions.agreed_amount is 'The highest price of a period that the subscriber has agreed to, in yen with tax.'`,
	sql`comment on column subscriptions.reminded_on is 'When the end of the trial or the renewal of a year was announced by mail.'`,
	sql`create index subscriptions_due on subscriptions (state, coalesce(period_to, trial_ends_on))`,
	sql`create table subscription_events (
		id integer generated always as identity primary key,
		subscription_id integer not null references subscriptions on delete restrict,
		at timestamptz not null,
		kind text not null check (kind in ('start', 'convert', 'renew', 'change', 'schedule', 'cancel', 'keep', 'pause', 'resume', 'past-due', 'recover', 'end', 'accept-price')),
		plan text not null,
		payment_interval text not null,
		state text not null
	)`,
	sql`create index subscription_events_subscription on subscription_events (subscription_id, id)`,
	sql`create index subscription_events_kind on subscription_events (kind, at)`,
]

const documents = [
	sql`create table invoice_series (
		kind text not null check (kind in ('invoice', 'credit_note')),
		year smallint not null,
		last_number integer not null check (last_number > 0),
		primary key (kind, year)
	)`,
	sql`create table invoices (
		id integer generated always as identity primary key,
		kind text not null check (kind in ('invoice', 'credit_note')),
		year smallint not null,
		number integer not null check (number > 0),
		event_key text not null constraint invoices_event_key unique,
		user_id bigint not null references users on delete restrict,
		subscription_id integer references subscriptions on delete restrict,
		credits_id integer references invoices on delete restrict,
		issued_on date not null,
		issued_at timestamptz not null,
		due_on date,
		addressee text not null,
		issuer jsonb not null,
		lines jsonb not null,
		by_rate jsonb not null,
		total integer not null check (total > 0),
		tax integer not null check (tax >= 0 and tax <= total),
		paid_amount integer not null default 0 check (paid_amount >= 0),
		credited_amount integer not null default 0 check (credited_amount >= 0),
		constraint invoices_number unique (kind, year, number),
		constraint invoices_settled check (kind = 'credit_note' or paid_amount + credited_amount <= total),
		constraint invoices_kind check ((kind = 'invoice') = (due_on is not null) and (kind = 'credit_note' or credits_id is null))
	)`,
	sql`comment on column invoices.event_key is 'What it was issued for: the same event never makes a second document.'`,
	sql`comment on column invoices.issuer is 'Name, address, registration number and bank account of the day of issue.'`,
	sql`create index invoices_user on invoices (user_id, id)`,
	sql`create index invoices_issued on invoices (issued_on, id)`,
	sql`create index invoices_open on invoices (due_on, id) where kind = 'invoice' and paid_amount + credited_amount < total`,
	sql`create table dunning_steps (
		id integer generated always as identity primary key,
		days_after_due smallint not null constraint dunning_steps_day unique check (days_after_due between -10 and 13),
		subject text not null check (char_length(subject) between 1 and 80),
		body text not null check (char_length(body) between 1 and 2000),
		updated_at timestamptz not null default now()
	)`,
	sql`create table dunning_mails (
		invoice_id integer not null references invoices on delete restrict,
		step_id integer not null references dunning_steps on delete cascade,
		sent_at timestamptz not null,
		primary key (invoice_id, step_id)
	)`,
]

const money = [
	sql`create table payments (
		id integer generated always as identity primary key,
		user_id bigint not null references users on delete restrict,
		method text not null check (method in ('transfer', 'card')),
		received_on date not null,
		amount integer not null check (amount > 0),
		payer text not null default '',
		client_key text not null constraint payments_client_key unique,
		recorded_by bigint references users on delete set null,
		recorded_at timestamptz not null
	)`,
	sql`create index payments_user on payments (user_id, id)`,
	sql`create table payment_allocations (
		id integer generated always as identity primary key,
		payment_id integer references payments on delete restrict,
		invoice_id integer not null references invoices on delete restrict,
		amount integer not null check (amount > 0),
		at timestamptz not null
	)`,
	sql`comment on column payment_allocations.payment_id is 'Null where a credit of the customer was used.'`,
	sql`create index payment_allocations_invoice on payment_allocations (invoice_id)`,
	sql`create index payment_allocations_payment on payment_allocations (payment_id) where payment_id is not null`,
	sql`create table bank_lines (
		id integer generated always as identity primary key,
		line_hash text not null constraint bank_lines_hash unique,
		booked_on date not null,
		amount integer not null check (amount > 0),
		payer text not null,
		payment_id integer constraint bank_lines_payment unique references payments on delete restrict,
		ignored_reason text check (char_length(ignored_reason) between 1 and 200),
		imported_at timestamptz not null,
		imported_by bigint references users on delete set null,
		constraint bank_lines_state check (payment_id is null or ignored_reason is null)
	)`,
	sql`create index bank_lines_open on bank_lines (booked_on, id) where payment_id is null and ignored_reason is null`,
	sql`create table refunds (
		id integer generated always as identity primary key,
		user_id bigint not null references users on delete restrict,
		invoice_id integer references invoices on delete restrict,
		credit_note_id integer references invoices on delete restrict,
		amount integer not null check (amount > 0),
		reason text not null check (char_length(reason) between 5 and 500),
		client_key text not null constraint refunds_client_key unique,
		requested_by bigint not null references users on delete restrict,
		requested_at timestamptz not null,
		decided_by bigint references users on delete restrict,
		decided_at timestamptz,
		state text not null default 'requested' check (state in ('requested', 'approved', 'rejected', 'paid')),
		paid_on date,
		constraint refunds_two_people check (state = 'requested' or state = 'rejected' or amount <= 50000 or decided_by <> requested_by),
		constraint refunds_decided check ((state = 'requested') = (decided_by is null)),
		constraint refunds_paid check ((state = 'paid') = (paid_on is not null))
	)`,
	sql`create index refunds_state on refunds (state, id)`,
	sql`create table ledger_entries (
		id integer generated always as identity primary key,
		at timestamptz not null,
		day date not null,
		kind text not null check (kind in ('invoice', 'credit-note', 'payment', 'apply-credit', 'refund', 'refund-paid')),
		event_key text not null constraint ledger_entries_event_key unique,
		user_id bigint not null references users on delete restrict,
		invoice_id integer references invoices on delete restrict,
		payment_id integer references payments on delete restrict,
		refund_id integer references refunds on delete restrict
	)`,
	sql`create index ledger_entries_day on ledger_entries (day, id)`,
	sql`create index ledger_entries_user on ledger_entries (user_id, id)`,
	sql`create index ledger_entries_invoice on ledger_entries (invoice_id) where invoice_id is not null`,
	sql`create table ledger_postings (
		entry_id integer not null references ledger_entries on delete restrict,
		account text not null check (account in ('bank', 'card', 'receivable', 'revenue', 'tax', 'customer_credit', 'refunds_payable')),
		amount integer not null check (amount <> 0),
		primary key (entry_id, account)
	)`,
	sql`comment on column ledger_postings.amount is 'Yen: debits are positive, credits negative. Those of an entry add up to 0.'`,
]

/** The ledger and what was issued are evidence: no statement changes or deletes them. */
const appendOnly = [
	sql`create function refuse_change() returns trigger language plpgsql as $$
		begin
			raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
		end $$`,
	sql`create function refuse_change_of_issued() returns trigger language plpgsql as $$
		begin
			if (to_jsonb(old) - array['paid_amount', 'credited_amount']) is distinct from (to_jsonb(new) - array['paid_amount', 'credited_amount']) then
				raise exception 'an issued document does not change' using errcode = 'restrict_violation';
			end if;
			return new;
		end $$`,
	sql`create function require_balance() returns trigger language plpgsql as $$
		begin
			if (select sum(amount) from ledger_postings where entry_id = new.entry_id) <> 0 then
				raise exception 'ledger entry % does not balance', new.entry_id using errcode = 'check_violation';
			end if;
			return null;
		end $$`,
	sql`create trigger ledger_entries_kept before update or delete on ledger_entries for each row execute function refuse_change()`,
	sql`create trigger ledger_postings_kept before update or delete on ledger_postings for each row execute function refuse_change()`,
	sql`create trigger subscription_events_kept before update or delete on subscription_events for each row execute function refuse_change()`,
	sql`create trigger payments_kept before update or delete on payments for each row execute function refuse_change()`,
	sql`create trigger payment_allocations_kept before update or delete on payment_allocations for each row execute function refuse_change()`,
	sql`create trigger invoices_kept before delete on invoices for each row execute function refuse_change()`,
	sql`create trigger invoices_fixed before update on invoices for each row execute function refuse_change_of_issued()`,
	sql`create constraint trigger ledger_postings_balance after insert on ledger_postings deferrable initially deferred
		for each row execute function require_balance()`,
]

const seeds = [
	sql`insert into plan_prices (plan, payment_interval, effective_on, amount, announced_at) values
		('standard', 'month', '2026-01-01', 9800, now()), ('standard', 'year', '2026-01-01', 98000, now()),
		('pro', 'month', '2026-01-01', 29800, now()), ('pro', 'year', '2026-01-01', 298000, now())`,
	sql`insert into dunning_steps (days_after_due, subject, body) values
		(-3, 'お支払期限のご案内（請求書 {請求番号}）', E'{宛名} 様\\n\\nいつもご利用いただき、ありがとうございます。\\n請求書 {請求番号}（{金額}）のお支払期限は{期限}です。行き違いでお振り込みがお済みの場合は、ご容赦ください。'),
		(1, 'お支払いの確認をお願いします（請求書 {請求番号}）', E'{宛名} 様\\n\\n請求書 {請求番号}（{金額}）のお支払いを、まだ確認できていません。お支払期限は{期限}でした。\\nお手数ですが、お振り込みの状況をお確かめください。{終了日}までにお支払いを確認できれば、有料プランはそのまま続きます。'),
		(7, 'お支払いがまだ確認できていません（請求書 {請求番号}）', E'{宛名} 様\\n\\n請求書 {請求番号}（{金額}）のお支払いを、まだ確認できていません。\\n{終了日}までに確認できない場合、有料プランは終了し、無料のプランに戻ります。写真や統計などは消えず、お戻りのときにそのまま使えます。'),
		(12, '有料プランがまもなく終了します（請求書 {請求番号}）', E'{宛名} 様\\n\\n請求書 {請求番号}（{金額}）のお支払いを確認できないため、{終了日}に有料プランを終了します。使っていない日数の料金はいただきません。\\nご事情がある場合は、このメールのあとでもかまいませんので、お問い合わせください。')`,
]
