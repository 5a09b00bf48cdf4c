import { sql } from 'kysely'
import { checkedSql, int4, int8 } from '../../platform/checked-sql.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { type EnqueueMails, deliverNotification } from './notification-delivery.ts'
import { DIGEST_AFTER_MIDNIGHT_MS, digestMoment } from './notification-mails.ts'
import { days, isoDay } from '../shared/japan-time.ts'

/** Askers are reminded a week after the first answer, even after a downtime of up to a week. */
const REMIND_AFTER_MS = days(7)
const REMIND_WITHIN_MS = days(7)
const KEPT_MS = days(180)
const DIGESTS_KEPT_MS = days(30)
const AT_ONCE = 200

/** Reminds the askers of unresolved questions to choose a best answer, seven days after the first answer. Each once. */
export async function remindToChoose(ctx: Ctx, enqueueMails: EnqueueMails): Promise<void> {
	const until = new Date(ctx.now().getTime() - REMIND_AFTER_MS)
	const from = new Date(until.getTime() - REMIND_WITHIN_MS)
	for (let last = 0; ;) {
		const { rows } = await checkedSql({ id: int4, asker_id: int8 })`
			select q.id, q.asker_id from questions q
			where q.id > ${last}::integer and q.id in (
				select a.question_id from answers a where a.hidden_at is null and a.created_at > ${from} and a.created_at <= ${until}
			)
				and q.state = 'answered' and q.hidden_at is null and q.deleted_at is null and q.asker_id is not null
				and not exists (
					select from answers b where b.question_id = q.id and b.hidden_at is null and b.created_at <= ${from}
				)
				and not exists (
					select from notifications n
					where n.user_id = q.asker_id and n.kind = 'choose-best' and n.subject = 'question:' || q.id
				)
			order by q.id limit ${sql.lit(AT_ONCE)}
		`.execute(ctx.db)
		for (const { id, asker_id: userId } of rows)
			await deliverNotification(ctx, { kind: 'choose-best', subject: `question:${id}`, question_id: id }, [{ userId }], enqueueMails)
		last = rows.at(-1)?.id ?? last
		if (rows.length < AT_ONCE) return
	}
}

/** The day in Japan, 'YYYY-MM-DD', whose digest is the last that is due. */
export function dueDigest(now: Date): string {
	return isoDay(now.getTime() - DIGEST_AFTER_MIDNIGHT_MS)
}

/** Puts the digest of the day on the queue for everybody who has something waiting. One a day for each person; idempotent. */
export async function planDigests(ctx: Ctx, enqueue: (ctx: Ctx, digests: readonly Digest[]) => Promise<void>): Promise<void> {
	const day = dueDigest(ctx.now())
	for (;;) {
		const planned = await inTransaction(ctx, async (trx) => {
			const { rows } = await checkedSql({ user_id: int8 })`
				insert into notification_digests (user_id, day)
				select w.user_id, ${day}::date from (
					select distinct n.user_id from notifications n
					where n.mail = 'digest' and n.mailed_at is null and n.read_at is null and n.created_at < ${digestMoment(day)}
						and n.created_at >= ${new Date(ctx.now().getTime() - DIGESTS_KEPT_MS)}
						and not exists (select from notification_digests d where d.user_id = n.user_id and d.day = ${day}::date)
					limit ${sql.lit(AT_ONCE)}
				) w
				on conflict do nothing
				returning user_id
			`.execute(trx.db)
			if (rows.length > 0)
				await enqueue(
					trx,
					rows.map((row) => ({ userId: row.user_id, day })),
				)
			return rows.length
		})
		if (planned < AT_ONCE) return
	}
}

export type Digest = { userId: string; day: string }

/** Deletes notifications after 180 days. */
export async function purgeNotifications(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	const now = ctx.now().getTime()
	await ctx.db
		.deleteFrom('notifications')
		.where('created_at', '<', new Date(now - KEPT_MS))
		.execute()
	await ctx.db
		.deleteFrom('notification_digests')
		.where('day', '<', dueDigest(new Date(now - DIGESTS_KEPT_MS)))
		.execute()
}
