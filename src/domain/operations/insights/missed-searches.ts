import { sql } from 'kysely'
import type { Ctx } from '../../shared/context.ts'
import { addDays, isoDay } from '../../shared/japan-time.ts'

/** A flood of invented words must not fill the table. */
const TERMS_A_DAY = 5_000
const LONGEST = 40
/** What came up less often than `RARE` in a month is more likely a name than a gap in the site. */
const RARE = 3
const RARE_DAYS = 30
const KEPT_DAYS = 372

const identifies = /@|[0-9０-９][0-9０-９\s‐－ー-]{4,}/u

/**
 * Counts a search that found nothing, by its words and the day, without who searched. Words that may be an address or a number of
 * somebody are not kept.
 */
export async function recordMissedSearch(ctx: Pick<Ctx, 'db' | 'now'>, typed: string): Promise<void> {
	const term = typed.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
	if (term === '' || term.length > LONGEST || identifies.test(term)) return
	const day = isoDay(ctx.now())
	await sql`
		insert into missed_searches (day, term, search_count)
		select ${day}::date, ${term}::text, 1
		where (select count(*) from missed_searches where day = ${day}::date) < ${TERMS_A_DAY}
			or exists (select from missed_searches where day = ${day}::date and term = ${term}::text)
		on conflict (day, term) do update set search_count = missed_searches.search_count + 1
	`.execute(ctx.db)
}

/** Deletes rare words after a month, all after a year. */
export async function forgetRareSearches(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	const today = isoDay(ctx.now())
	await sql`
		delete from missed_searches where day < ${addDays(today, -KEPT_DAYS)}::date
			or (day < ${addDays(today, -RARE_DAYS)}::date and term in (
				select term from missed_searches group by term having sum(search_count) < ${RARE}
			))
	`.execute(ctx.db)
}
