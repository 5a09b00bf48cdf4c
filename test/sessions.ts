import type { Kysely } from 'kysely'
import { newUid } from '../src/domain/accounts/sign-in/uid.ts'
import { recordAgreements } from '../src/domain/shared/agreements.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { days } from '../src/domain/shared/japan-time.ts'
import { hashToken, randomToken } from '../src/platform/token.ts'

/** Members and sessions as rows, for journeys and measurements that are not about signing in. */

/**
 * Opens a session as a login in this moment would, for staff with their second factor, whose codes work once each and
 * change every 30 seconds. Returns the value of its cookie.
 */
export async function insertSession(db: Kysely<Database>, email: string): Promise<string> {
	const { uid, staff } = await db
		.selectFrom('identities as i')
		.leftJoin('second_factors as f', 'f.uid', 'i.uid')
		.select(['i.uid', 'f.uid as staff'])
		.where('i.email', '=', email)
		.executeTakeFirstOrThrow()
	return insertSessionOf(db, uid, { hasSecondFactor: staff !== null })
}

/** Opens a session of an identity at `now`, by default of this moment. Returns the value of its cookie. */
export async function insertSessionOf(
	db: Kysely<Database>,
	uid: string,
	session: { now?: Date; seenAt?: Date; expiresAt?: Date; hasSecondFactor?: boolean } = {},
): Promise<string> {
	const { now = new Date(), hasSecondFactor = false } = session
	const { seenAt = now, expiresAt = new Date(now.getTime() + days(5)) } = session
	const token = randomToken()
	await db
		.insertInto('sessions')
		.values({
			token_hash: hashToken(token),
			uid,
			provider: 'password',
			auth_time: now,
			created_at: now,
			last_seen_at: seenAt,
			expires_at: expiresAt,
			user_agent: '',
			second_factor_at: hasSecondFactor ? now : null,
		})
		.execute()
	return token
}

/** Creates a member who has been welcomed, as the pages of registration do. */
export async function insertMember(
	db: Kysely<Database>,
	email: string,
	{ passwordHash, isVerified }: { passwordHash: string | null; isVerified: boolean },
): Promise<void> {
	const now = new Date()
	await db.transaction().execute(async (trx) => {
		const uid = newUid()
		await trx
			.insertInto('identities')
			.values({ uid, email, password_hash: passwordHash, email_verified_at: isVerified ? now : null, created_at: now })
			.execute()
		const { id } = await trx
			.insertInto('users')
			.values({ uid, email, first_name: '', last_name: '', has_logged_in: true, created_at: now })
			.returning('id')
			.executeTakeFirstOrThrow()
		await recordAgreements({ db: trx, now: () => now }, id, ['general', 'privacy'])
	})
}
