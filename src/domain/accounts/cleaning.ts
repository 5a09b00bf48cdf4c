import type { Ctx } from '../shared/context.ts'
import { days } from '../shared/japan-time.ts'
import { cleanMailLog } from './mailing/mail-log.ts'

/** How long used codes still say "used" instead of "invalid". */
const CODES_KEPT_MS = days(30)
/** How long the owner and an investigation can look back. */
const EVENTS_KEPT_MS = days(180)
/** A browser unused for this long is treated as unknown. */
const DEVICES_KEPT_MS = days(400)
/** Failed logins are the most frequent event and soon useless. */
const FAILURES_KEPT_MS = days(30)

/** Deletes expired sessions, tickets, codes, counted attempts and old events. Run it about once an hour. */
export async function cleanAccounts(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	const { db } = ctx
	const now = ctx.now()
	const before = (ms: number) => new Date(now.getTime() - ms)
	await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
	await db.deleteFrom('login_tickets').where('expires_at', '<=', now).execute()
	await db.deleteFrom('oauth_transactions').where('expires_at', '<=', now).execute()
	await db.deleteFrom('throttles').where('expires_at', '<=', now).execute()
	await db.deleteFrom('action_codes').where('expires_at', '<=', before(CODES_KEPT_MS)).execute()
	await db.deleteFrom('known_devices').where('last_used_at', '<=', before(DEVICES_KEPT_MS)).execute()
	await cleanMailLog(ctx)
	await db.deleteFrom('auth_events').where('at', '<=', before(EVENTS_KEPT_MS)).execute()
	await db.deleteFrom('auth_events').where('kind', '=', 'sign-in-failed').where('at', '<=', before(FAILURES_KEPT_MS)).execute()
}
