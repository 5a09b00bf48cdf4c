import { sql } from 'kysely'
import { z } from 'zod'
import { checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import type { Storage } from '../../platform/storage.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { notifyOtherSide, notifySidesOfInquiry, openInquiry } from '../inquiries/inquiry-access.ts'
import type { Side } from '../inquiries/inquiry-input.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { dayText } from '../shared/japan-time.ts'
import { documentsPath } from '../shared/links.ts'
import { ABANDONED_MS, DEFAULT_KEEP_DAYS, GRACE_DAYS, IDLE_DAYS, keepChoices, keepLabel, WARN_MS } from './document-input.ts'
import { removeParts } from './document-parts.ts'
import { documentTexts } from './document-words.ts'

const AT_ONCE = 100

export const ruleSchema = z.object({
	keepDays: z.coerce.number().refine((given) => keepChoices.some(({ days }) => days === given), '残しておく期間を選んでください。'),
})

export type KeepRule = {
	keepDays: number
	changedBy: Side | null
	changedAt: Date | null
	/** When the documents are deleted as things are now; null while the case is neither over nor idle for long, or has none. */
	until: Date | null
	isEnded: boolean
}

/** When the work of a thread `i` was done, or the thread was over without it; null while it goes on. Joins `d` and `r`. */
const endedAt = sql`(case
	when i.delivery_id is null then coalesce(i.done_at, i.closed_at)
	when r.accepted_delivery_id = d.id then r.done_at
	when d.state = 'declined' then coalesce(d.answered_at, r.ended_at)
	else r.ended_at
end)`

/**
 * The day on which the documents of each thread are deleted: so many days after it is done or over, or a year after the last sign
 * of life of one that never ended; never within two weeks after a file came or the rule was changed.
 */
const retentions = sql`
	select i.id as inquiry_id, coalesce(u.keep_days, ${DEFAULT_KEEP_DAYS}::smallint)::integer as keep_days, u.changed_by, u.changed_at, u.warned_until,
		${endedAt} as ended_at,
		greatest(
			case when ${endedAt} is null then greatest(i.last_message_at, n.newest) + make_interval(days => ${IDLE_DAYS}::integer)
				else ${endedAt} + make_interval(days => coalesce(u.keep_days, ${DEFAULT_KEEP_DAYS}::smallint)::integer) end,
			u.changed_at + make_interval(days => ${GRACE_DAYS}::integer), n.newest + make_interval(days => ${GRACE_DAYS}::integer)
		) as keep_until
	from (
		select c.inquiry_id, max(c.ready_at) as newest from case_documents c
		where c.removed_at is null and c.ready_at is not null group by c.inquiry_id
	) n
	join inquiries i on i.id = n.inquiry_id
	left join estimate_deliveries d on d.id = i.delivery_id
	left join estimate_requests r on r.id = d.request_id
	left join document_rules u on u.inquiry_id = i.id
	where true
`

const selectRule = checkedSql({
	keep_days: int4,
	changed_by: text.as<Side>().nullable,
	changed_at: timestamptz.nullable,
	ended_at: timestamptz.nullable,
	keep_until: timestamptz,
})

/** How long the documents of a case stay. The caller has checked the permission. */
export async function readRule(ctx: Pick<Ctx, 'db'>, inquiryId: number): Promise<KeepRule> {
	const { rows } = await selectRule`
		select t.keep_days, t.changed_by, t.changed_at, t.ended_at, t.keep_until from (${retentions} and i.id = ${inquiryId}::integer) t
	`.execute(ctx.db)
	const [row] = rows
	if (row)
		return {
			keepDays: row.keep_days,
			changedBy: row.changed_by,
			changedAt: row.changed_at,
			until: row.keep_until,
			isEnded: row.ended_at !== null,
		}
	const rule = await ctx.db.selectFrom('document_rules').selectAll().where('inquiry_id', '=', inquiryId).executeTakeFirst()
	return {
		keepDays: rule?.keep_days ?? DEFAULT_KEEP_DAYS,
		changedBy: rule?.changed_by ?? null,
		changedAt: rule?.changed_at ?? null,
		until: null,
		isEnded: false,
	}
}

/** Either side changes how long documents stay; the other is notified and has two weeks before anything is deleted sooner. */
export async function changeRule(ctx: Ctx, inquiryId: number, keepDays: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const access = await openInquiry(trx, inquiryId, { lock: true })
		const before = await readRule(trx, access.id)
		if (before.keepDays === keepDays) return
		const change = { keep_days: keepDays, changed_by: access.side, changed_at: trx.now() }
		await trx.db
			.insertInto('document_rules')
			.values({ inquiry_id: access.id, ...change, warned_until: null })
			.onConflict((conflict) => conflict.column('inquiry_id').doUpdateSet(change))
			.execute()
		await notifyOtherSide(
			trx,
			access,
			`document-rule:${trx.now().toISOString()}`,
			writeText(trx.site, documentTexts.ruleChanged, { 件名: access.subject, 期間: keepLabel(keepDays) }),
			documentsPath(access.id, {}, 'rule'),
		)
	})
}

/** Warns both sides once of the day on which documents will be deleted. Returns the number of cases. */
export async function warnOfDeletion(ctx: Ctx): Promise<number> {
	const now = ctx.now()
	const { rows } = await checkedSql({ inquiry_id: int4, keep_until: timestamptz, subject: text })`
		select t.inquiry_id, t.keep_until, i.subject from (${retentions}) t join inquiries i on i.id = t.inquiry_id
		where t.keep_until > ${now} and t.keep_until <= ${new Date(now.getTime() + WARN_MS)}
			and t.warned_until is distinct from t.keep_until
		order by t.inquiry_id limit ${sql.lit(AT_ONCE)}
	`.execute(ctx.db)
	for (const row of rows)
		await inTransaction(ctx, async (trx) => {
			await trx.db
				.insertInto('document_rules')
				.values({ inquiry_id: row.inquiry_id, keep_days: DEFAULT_KEEP_DAYS, warned_until: row.keep_until })
				.onConflict((conflict) => conflict.column('inquiry_id').doUpdateSet({ warned_until: row.keep_until }))
				.execute()
			await notifySidesOfInquiry(
				trx,
				row.inquiry_id,
				`document-deletion:${row.keep_until.toISOString()}`,
				writeText(trx.site, documentTexts.deletionAhead, { 件名: row.subject, 削除日: dayText(row.keep_until) }),
				documentsPath(row.inquiry_id),
			)
		})
	return rows.length
}

/**
 * Deletes what nobody may open any more: documents past their day or removed by their sender, of threads that are gone, and uploads
 * that were not completed. Parts first. Returns the number.
 */
export async function purgeDocuments(ctx: Pick<Ctx, 'db' | 'now'>, storage: Storage): Promise<number> {
	const now = ctx.now()
	const { rows } = await checkedSql({ id: int4 })`
		select c.id from case_documents c
		left join (${retentions}) t on t.inquiry_id = c.inquiry_id
		where c.removed_at is not null or c.inquiry_id is null or t.keep_until <= ${now}
			or (c.ready_at is null and c.created_at < ${new Date(now.getTime() - ABANDONED_MS)})
		order by c.id limit ${sql.lit(AT_ONCE)}
	`.execute(ctx.db)
	for (const { id } of rows) {
		// Nobody opens it from now on, whatever happens on the way.
		await ctx.db.updateTable('case_documents').set({ removed_at: now }).where('id', '=', id).where('removed_at', 'is', null).execute()
		await removeParts({ db: ctx.db, storage }, id, ['upload', 'content', 'preview'])
		await ctx.db.deleteFrom('case_documents').where('id', '=', id).execute()
	}
	return rows.length
}
