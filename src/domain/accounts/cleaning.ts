import type { Ctx } from '../shared/context.ts'
import { days } from '../shared/japan-time.ts'

/** How long used codes still say "used" instead of "invalid". */
const CODES_KEPT_MS = days(30)
/** How long the owner and an investigation can look back. */
const EVENTS_KEPT_MS = days(180)
/** A browser that was not used for so long is a stranger again. */
const DEVICES_KEPT_MS = days(400)
/** Failed logins are the most, and soon of no use. */
const FAILURES_KEPT_MS = days(30)

/** Deletes what has ended: sessions, tickets, codes, counted attempts, old events. To be done every hour or so. */
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
	await db.deleteFrom('auth_events').where('at', '<=', before(EVENTS_KEPT_MS)).execute()
	await db.deleteFrom('auth_events').where('kind', '=', 'sign-in-failed').where('at', '<=', before(FAILURES_KEPT_MS)).execute()
}
