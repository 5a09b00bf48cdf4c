import { type Kysely, sql } from 'kysely'

/**
 * Facts that stay in force until a new value is set, facts that were compared with their source, and the numbers of calculations,
 * which had a table of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table fact_editions
			add column numbers jsonb not null default '{}',
			add column renewal_from date,
			add column compared_on date,
			add constraint fact_editions_renewal check (renewal_from is null or (valid_until is null and renewal_from > valid_from))`,
		sql`update fact_editions set numbers = jsonb_build_object('amount', amount) where amount is not null`,
		sql`alter table fact_editions drop column amount`,
		sql`comment on column fact_editions.numbers is 'What calculations use, by name: yen, percent or shares of one.'`,
		sql`comment on column fact_editions.renewal_from is 'From this day a new value is expected; this one stays in force until then.'`,
		sql`comment on column fact_editions.compared_on is 'When it was compared with the text of an official source.'`,
		sql`drop table calculator_rates`,
	])
		await statement.execute(db)
}
