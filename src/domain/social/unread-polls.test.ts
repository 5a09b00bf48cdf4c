import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { makeUser } from '../../../test/factories.ts'
import { insertSessionOf } from '../../../test/sessions.ts'
import { randomToken } from '../../platform/token.ts'
import { days, minutes } from '../shared/japan-time.ts'
import { countUnreadBySession } from './unread-polls.ts'

/** A person with a session and so many notices that are not read. */
async function makeReader(ctx: TestCtx, { unread = 0, seenMs = 0, leftMs = days(1) } = {}) {
	const { id, uid } = await makeUser(ctx)
	await sql`insert into identities (uid, email, created_at) values (${uid}, ${`${uid}@example.com`}, ${TEST_NOW})`.execute(ctx.db)
	const token = await insertSessionOf(ctx.db, uid, {
		now: TEST_NOW,
		seenAt: new Date(TEST_NOW.getTime() - seenMs),
		expiresAt: new Date(TEST_NOW.getTime() + leftMs),
	})
	await sql`
		insert into notifications (user_id, kind, subject, in_site, mail, content, created_at, read_at)
		select ${id}, 'notice', 'test:' || n, true, 'none', '{"text":"お知らせです。","path":"/"}', ${TEST_NOW}, case when n = 0 then ${TEST_NOW}::timestamptz end
		from generate_series(0, ${unread}) n
	`.execute(ctx.db)
	return { id, token }
}

test('each session gets the number of its own person by one statement, read notices and unknown sessions left out', async () => {
	await withCtx(async (ctx) => {
		const [one, other, none] = [await makeReader(ctx, { unread: 2 }), await makeReader(ctx, { unread: 5 }), await makeReader(ctx)]
		const counts = await countUnreadBySession(ctx, [one.token, other.token, none.token, randomToken()])
		expect(counts).toEqual([2, 5, 0, undefined])
	})
})

test('whom the session check must look at is left out', async () => {
	await withCtx(async (ctx) => {
		const people = {
			idle: await makeReader(ctx, { seenMs: minutes(15) + 1 }),
			expired: await makeReader(ctx, { leftMs: 0 }),
			staff: await makeReader(ctx),
			limited: await makeReader(ctx),
			fine: await makeReader(ctx, { seenMs: minutes(15) }),
		}
		await sql`insert into staff_roles (user_id, role) values (${people.staff.id}, 'support')`.execute(ctx.db)
		await sql`
			insert into account_restrictions (user_id, kind, reason, created_at) values (${people.limited.id}, 'suspended', '理由', ${TEST_NOW})
		`.execute(ctx.db)
		const counts = await countUnreadBySession(
			ctx,
			Object.values(people).map(({ token }) => token),
		)
		expect(counts).toEqual([undefined, undefined, undefined, undefined, 0])
	})
})
