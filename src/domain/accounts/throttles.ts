import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '../../platform/token.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import type { AuthFlow } from './catalogue.ts'

type Limit = { limit: number; minutes: number }

/**
 * How often something may be tried, in any window of so many minutes.
 *
 * Guesses at one password: all browsers in which the owner has never signed in share `signInStranger`, wherever they
 * are, so that ten thousand addresses get no further than one. A browser in which the owner has signed in before has
 * `signInDevice` for itself, so strangers cannot lock the owner out; an owner without such a browser can still come in
 * by a provider or by a new password through their mail, both of which make the browser a known one.
 * `signInBlock` bounds one network's guesses at many accounts.
 */
const limits = {
	signInStranger: { limit: 10, minutes: 60 },
	signInDevice: { limit: 10, minutes: 60 },
	signInBlock: { limit: 100, minutes: 60 },
	signUpBlock: { limit: 100, minutes: 60 },
	passkeyBlock: { limit: 100, minutes: 60 },
	secondFactor: { limit: 10, minutes: 60 },
	passwordAgain: { limit: 10, minutes: 60 },
	verificationAccount: { limit: 5, minutes: 60 },
	mailBlock: { limit: 100, minutes: 60 },
	resetAddress: { limit: 5, minutes: 60 },
	changeEmailAccount: { limit: 5, minutes: 60 },
	refreshSession: { limit: 60, minutes: 60 },
	proofAccount: { limit: 40, minutes: 60 },
	avatarAccount: { limit: 30, minutes: 60 },
	popupBlock: { limit: 100, minutes: 60 },
	estimateBlock: { limit: 60, minutes: 60 },
	lookUpAccount: { limit: 60, minutes: 60 },
} as const satisfies Record<string, Limit>

export type ThrottleName = keyof typeof limits

/** A counted attempt; `forgive` takes it back, for those who turned out to be right. */
export type Attempt = { forgive: () => Promise<void> }

/**
 * Counts one attempt before anything is tried, or throws `auth/too-many-requests`. Refused attempts are not counted, so
 * that the next one is free as soon as the oldest counted leaves the window. To be called outside a transaction: what
 * is rolled back would not count.
 */
export async function countAttempt(ctx: AccountsCtx, name: ThrottleName, subject: string, flow: AuthFlow): Promise<Attempt> {
	const { limit, minutes } = limits[name]
	const key = `${name}:${hashToken(subject).toString('base64url')}`
	const now = ctx.now()
	const since = new Date(now.getTime() - minutes * 60_000)
	const expires = new Date(now.getTime() + minutes * 60_000)
	const nonce = randomUUID()
	const { rows } = await sql<{ granted: boolean; oldest: Date }>`
		insert into throttles as t (key, hits, granted, expires_at)
		values (${key}, array[${now}::timestamptz], ${nonce}::uuid, ${expires})
		on conflict (key) do update set (hits, granted, expires_at) = (
			select
				case when cardinality(recent) < ${limit}::int then recent || ${now}::timestamptz else recent end,
				case when cardinality(recent) < ${limit}::int then ${nonce}::uuid end,
				${expires}::timestamptz
			from (select array(select hit from unnest(t.hits) hit where hit > ${since}::timestamptz order by hit) as recent) w
		)
		returning granted is not distinct from ${nonce}::uuid as granted, hits[1] as oldest
	`.execute(ctx.db)
	const [row] = rows
	if (!row?.granted) {
		const wait = row ? (row.oldest.getTime() - since.getTime()) / 1000 : 60
		throw authError('auth/too-many-requests', flow, { retryAfterSeconds: Math.max(1, Math.ceil(wait)) })
	}
	return {
		async forgive() {
			// One hit of this moment, not all of them: others may have failed at the same time.
			await sql`
				update throttles
				set hits = hits[:array_position(hits, ${now}::timestamptz) - 1] || hits[array_position(hits, ${now}::timestamptz) + 1:]
				where key = ${key} and array_position(hits, ${now}::timestamptz) is not null
			`.execute(ctx.db)
		},
	}
}
