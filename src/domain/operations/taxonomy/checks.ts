import { sql } from 'kysely'
import { checkedSql, date, int4, text, timestamptz } from '../../../platform/checked-sql.ts'
import { requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { suggest } from '../../listings/suggestions.ts'
import { search } from '../../listings/search.ts'
import type { ReadResult } from '../../../platform/webhook-sender.ts'
import type { Ctx } from '../../shared/context.ts'
import { addDays, days, isoDay } from '../../shared/japan-time.ts'

/** So long before a task's texts end they are in the list. */
const WARNING_DAYS = 60
/** After so long without a look, what a tool says of its price may be wrong. */
const TOOL_DAYS = 365
/** How often a link is checked, and how many in one run. */
const CHECK_DAYS = 7
const CHECKS_AT_ONCE = 10
/** Only the status counts: what is longer than this is not read. */
const REQUEST = { headers: { 'user-agent': 'Mozilla/5.0 (compatible; link check)', accept: 'text/html,*/*' }, maxBytes: 1_024 }

export type Expiring = { kind: 'task' | 'tool'; key: string; name: string; day: string; isOver: boolean }

/** Tasks whose texts end soon or have ended, and tools that nobody has looked at for a year, those due first. */
export async function listExpiring(ctx: StaffCtx): Promise<Expiring[]> {
	requireStaff(ctx, 'editor')
	const today = isoDay(ctx.now())
	const { rows } = await checkedSql({ kind: text.as<'task' | 'tool'>(), key: text, name: text, day: date })`
		select 'task' as kind, id::text as key, name, valid_until as day from tasks
		where published_at is not null and valid_until < ${addDays(today, WARNING_DAYS)}::date
		union all
		select 'tool', slug, name, checked_on + ${TOOL_DAYS}::integer from tools
		where checked_on + ${TOOL_DAYS}::integer < ${addDays(today, WARNING_DAYS)}::date
		order by day, name
	`.execute(ctx.db)
	return rows.map((row) => ({ ...row, isOver: row.day < today }))
}

export type DeadLink = { slug: string; name: string; url: string; failure: string; failingSince: Date; checkedAt: Date }

/** Tools whose page did not answer at the last check, longest first, and how far the checks are. */
export async function listDeadLinks(ctx: StaffCtx): Promise<{ dead: DeadLink[]; checked: number; links: number; latest: Date | null }> {
	requireStaff(ctx, 'editor')
	const [{ rows: dead }, { rows: totals }] = await Promise.all([
		checkedSql({ slug: text, name: text, url: text, failure: text, failingSince: timestamptz, checkedAt: timestamptz })`
			select t.slug, t.name, c.url, c.failure, c.failing_since as "failingSince", c.checked_at as "checkedAt"
			from tool_link_checks c join tools t on t.slug = c.slug and t.url = c.url
			where c.failure is not null order by c.failing_since, t.slug
		`.execute(ctx.db),
		checkedSql({ checked: int4, links: int4, latest: timestamptz.nullable })`
			select count(c.slug)::integer as checked, count(*)::integer as links, max(c.checked_at) as latest
			from tools t left join tool_link_checks c on c.slug = t.slug and c.url = t.url where t.url is not null
		`.execute(ctx.db),
	])
	const { checked = 0, links = 0, latest = null } = totals[0] ?? {}
	return { dead, checked, links, latest }
}

const failures: Readonly<Record<string, string>> = {
	'forbidden-address': 'つなげないアドレスです',
	name: 'サーバーの名前が見つかりません',
	connection: '接続できません',
	tls: '証明書に問題があります',
	timeout: '10秒以内に応答がありません',
}

/** Failures that say more of our own connection than of a page where every page has one. */
const isOurs = (answer: ReadResult) => 'failure' in answer && ['name', 'connection', 'timeout'].includes(answer.failure)

/**
 * Checks the links of tools that were not checked for a week. Where none can be reached at all the site itself has no way out, and
 * nothing is noted. Returns how many were checked.
 */
export async function checkToolLinks(ctx: Ctx): Promise<number> {
	const { rows } = await checkedSql({ slug: text, url: text })`
		select t.slug, t.url from tools t left join tool_link_checks c on c.slug = t.slug
		where t.url is not null and (c.slug is null or c.url <> t.url or c.checked_at < ${new Date(ctx.now().getTime() - days(CHECK_DAYS))}::timestamptz)
		order by c.checked_at nulls first, t.slug limit ${CHECKS_AT_ONCE}
	`.execute(ctx.db)
	const answers = await Promise.all(rows.map(({ url }) => ctx.webhooks.read(url, REQUEST)))
	if (answers.every(isOurs)) return 0
	for (const [place, { slug, url }] of rows.entries()) {
		const answer = answers[place] ?? { failure: 'connection' }
		// A page that asks programs to stay away is there.
		const isThere = 'status' in answer && (answer.status < 400 || [401, 403, 405, 429].includes(answer.status))
		const failure = isThere ? null : 'status' in answer ? `HTTP ${answer.status}` : (failures[answer.failure] ?? answer.failure)
		const at = ctx.now()
		await sql`
			insert into tool_link_checks as c (slug, url, checked_at, failure, failing_since)
			values (${slug}, ${url}, ${at}, ${failure}, ${failure === null ? null : at})
			on conflict (slug) do update set url = excluded.url, checked_at = excluded.checked_at, failure = excluded.failure,
				failing_since = case when excluded.failure is not null
					then coalesce(case when c.url = excluded.url then c.failing_since end, excluded.failing_since) end
		`.execute(ctx.db)
	}
	return rows.length
}

export type WordTest = {
	suggestions: { label: string; detail: string; path: string }[]
	topics: { label: string; detail: string; path: string }[]
}

/** What the search box offers and what the search finds for words, as visitors see it. */
export async function testWords(ctx: StaffCtx, words: string): Promise<WordTest> {
	requireStaff(ctx, 'editor')
	const [suggestions, found] = await Promise.all([suggest(ctx, words, { limit: 10 }), search(ctx, words)])
	return {
		suggestions: suggestions.map(({ label, detail, path }) => ({ label, detail, path })),
		topics: found.tasks.map(({ label, detail, path }) => ({ label, detail, path })),
	}
}
