import { checkedSql, int8 } from '../../platform/checked-sql.ts'
import { type Ctx, inTransaction } from './context.ts'
import { dateText } from './japan-time.ts'
import { rulesPath } from './links.ts'
import { publishEvent } from './outbox.ts'
import { comingVersion, isForEverybody, isRuleRoom, ruleRooms, type RuleRoom, ruleVersion, versionsToNotify } from './rule-versions.ts'

/**
 * Records that a person agreed to the general rules and to those of these rooms, in the transaction of what they did: to the version in force and, where
 * the next one is announced, to that one too, since forms name both (`AgreementNote`). The first agreement to a version counts.
 */
export async function recordAgreements(ctx: Pick<Ctx, 'db' | 'now'>, userId: string, rooms: readonly RuleRoom[]): Promise<void> {
	const now = ctx.now()
	const agreed = [...new Set<RuleRoom>(['general', ...rooms])].flatMap((room) => {
		const coming = comingVersion(room, now)
		return [ruleVersion(room, now), ...(coming === null ? [] : [coming])].map((version) => ({ room, version }))
	})
	await ctx.db
		.insertInto('rule_agreements')
		.values(agreed.map(({ room, version }) => ({ user_id: userId, room, version, agreed_at: now })))
		.onConflict((conflict) => conflict.doNothing())
		.execute()
}

const AT_ONCE = 500

/**
 * Notifies members of new versions: everybody of the general rules and the privacy policy, and of a room's rules those who agreed to an earlier version.
 * Whoever has agreed to the new version already, because a form named it, is left out.
 * Handles a bounded number of people and returns how many; repeat until it returns 0. Safe to repeat.
 */
export async function notifyOfRules(ctx: Ctx, versions = versionsToNotify()): Promise<number> {
	for (const { room, version } of versions) {
		const count = await inTransaction(ctx, (trx) => notifySome(trx, room, version))
		if (count > 0) return count
	}
	return 0
}

async function notifySome(trx: Ctx, room: string, version: string): Promise<number> {
	await trx.db
		.insertInto('rule_notices')
		.values({ room, version })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	const notice = await trx.db
		.selectFrom('rule_notices')
		.select(['last_user_id', 'finished_at'])
		.where('room', '=', room)
		.where('version', '=', version)
		.forUpdate()
		.executeTakeFirstOrThrow()
	if (notice.finished_at !== null) return 0
	const { rows } = await checkedSql({ id: int8 })`
		select u.id from users u
		where u.id > ${notice.last_user_id}::bigint and u.deleted_at is null
			and (${isForEverybody(room)} or exists (select from rule_agreements a where a.user_id = u.id and a.room = ${room} and a.version < ${version}::date))
			and not exists (select from rule_agreements a where a.user_id = u.id and a.room = ${room} and a.version >= ${version}::date)
		order by u.id limit ${AT_ONCE}
	`.execute(trx.db)
	const label = isRuleRoom(room) ? ruleRooms[room].label : '規約'
	for (const { id: userId } of rows)
		await publishEvent(trx, {
			event: 'notice',
			kind: 'rules',
			userId,
			subject: `rules:${room}:${version}`,
			text: `${label}が${dateText(version)}から変わります。前の版との違いを確かめられます。`,
			path: rulesPath(room, version),
		})
	await trx.db
		.updateTable('rule_notices')
		.set(rows.length < AT_ONCE ? { finished_at: trx.now() } : { last_user_id: rows.at(-1)?.id ?? '0' })
		.where('room', '=', room)
		.where('version', '=', version)
		.execute()
	return rows.length
}
