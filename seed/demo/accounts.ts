import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { PUBLIC_DEMO_PASSWORD } from '../../src/demo-access.ts'
import type { Database } from '../../src/domain/shared/context.ts'
import { days } from '../../src/domain/shared/japan-time.ts'
import { DEMO_STAFF } from '../../src/domain/accounts/demo-staff.ts'
import { SECOND_FACTOR_PURPOSE } from '../../src/domain/accounts/sign-in/second-factor-purpose.ts'
import { newUid } from '../../src/domain/accounts/sign-in/uid.ts'
import { createPasswordHasher } from '../../src/platform/password.ts'
import type { Encryptor } from '../../src/platform/token.ts'
import { readYaml } from '../content-files.ts'

const YEAR = days(365)

const accounts = readYaml(
	'demo/accounts.yaml',
	z.array(
		z.strictObject({
			email: z.email(),
			label: z.string(),
			lastName: z.string().default(''),
			firstName: z.string().default(''),
			office: z.string().optional(),
		}),
	),
)

export const demoAddresses: readonly string[] = accounts.map(({ email }) => email)

/** The lines for the start's frame. */
export const demoAccountLines = (): string[] => [
	'Sign in with one of these accounts (demo only):',
	...accounts.map(({ email, label }) => `  ${email.padEnd(24)} ${label}`),
	`  password: ${PUBLIC_DEMO_PASSWORD}  (staff: the code stands at /demo/mailbox)`,
]

/**
 * Creates the accounts that are missing: a member, owners of demo offices, and staff with every role. With a
 * password, existing ones get it too, and sessions of an earlier password end. With null, new ones get the public password,
 * which is only for a demo that no other machine can reach.
 */
export async function insertDemoAccounts(db: Kysely<Database>, password: string | null): Promise<void> {
	const existing = await db.selectFrom('identities').select(['uid', 'email', 'password_hash']).where('email', 'in', demoAddresses).execute()
	const passwords = createPasswordHasher(1)
	if (password !== null)
		for (const { uid, password_hash } of existing)
			if (!(await passwords.verify(password, password_hash))) await replacePassword(db, uid, await passwords.hash(password))
	const missing = accounts.filter(({ email }) => !existing.some((identity) => identity.email === email))
	if (missing.length === 0) return
	const passwordHash = await passwords.hash(password ?? PUBLIC_DEMO_PASSWORD)
	for (const account of missing)
		await db.transaction().execute(async (trx) => {
			const now = new Date()
			const { office } = account
			const expert = office === undefined ? null : await findExpert(trx, account.email, office)
			if (office !== undefined && !expert) return
			const uid = expert?.uid ?? newUid()
			const identity = await trx
				.insertInto('identities')
				.values({ uid, email: account.email, password_hash: passwordHash, email_verified_at: now, created_at: now })
				.onConflict((conflict) => conflict.doNothing())
				.returning('uid')
				.executeTakeFirst()
			if (!identity) return
			if (expert) {
				await trx.updateTable('users').set({ email: account.email, receive_email: true }).where('id', '=', expert.id).execute()
				return
			}
			const { id } =
				(await adoptUser(trx, account.email, uid)) ??
				(await trx
					.insertInto('users')
					.values({
						uid,
						email: account.email,
						first_name: account.firstName,
						last_name: account.lastName,
						has_logged_in: true,
						// Before every event of the demo that involves them.
						created_at: new Date(now.getTime() - 3 * YEAR),
					})
					.returning('id')
					.executeTakeFirstOrThrow())
			if (account.email === DEMO_STAFF.email)
				await trx
					.insertInto('staff_roles')
					.values((['admin', 'moderator', 'reviewer', 'editor', 'support'] as const).map((role) => ({ user_id: id, role })))
					.onConflict((conflict) => conflict.doNothing())
					.execute()
		})
}

/** The record of a demo account whose identity was removed when the database left the demo. */
async function adoptUser(db: Kysely<Database>, email: string, uid: string): Promise<{ id: string } | undefined> {
	return db
		.updateTable('users as u')
		.set({ uid })
		.where('u.email', '=', email)
		.where((eb) => eb.not(eb.exists(eb.selectFrom('identities as i').select('i.uid').whereRef('i.uid', '=', 'u.uid'))))
		.returning('u.id')
		.executeTakeFirst()
}

/**
 * Adds an authenticator to the demo's staff account, as staff need one: `/demo/mailbox` shows its codes. One that the
 * owner has set up instead stays, as long as this machine's key can read it.
 */
export async function insertDemoAuthenticator(db: Kysely<Database>, encryptor: Encryptor): Promise<void> {
	const staff = await db
		.selectFrom('identities as i')
		.leftJoin('second_factors as f', 'f.uid', 'i.uid')
		.select(['i.uid', 'f.sealed_secret', 'f.confirmed_at'])
		.where('i.email', '=', DEMO_STAFF.email)
		.executeTakeFirst()
	if (!staff || (staff.confirmed_at && staff.sealed_secret && encryptor.decrypt(SECOND_FACTOR_PURPOSE, staff.sealed_secret) !== null))
		return
	const now = new Date()
	const values = { sealed_secret: encryptor.encrypt(SECOND_FACTOR_PURPOSE, DEMO_STAFF.totpSecret), confirmed_at: now }
	await db
		.insertInto('second_factors')
		.values({ uid: staff.uid, created_at: now, ...values })
		.onConflict((conflict) => conflict.column('uid').doUpdateSet(values))
		.execute()
}

async function replacePassword(db: Kysely<Database>, uid: string, passwordHash: string): Promise<void> {
	await db.transaction().execute(async (trx) => {
		await trx
			.updateTable('identities')
			.set((eb) => ({ password_hash: passwordHash, epoch: eb('epoch', '+', 1) }))
			.where('uid', '=', uid)
			.execute()
		await trx.deleteFrom('sessions').where('uid', '=', uid).execute()
	})
}

/** The expert whom an address signs in: the one who has it, or the owner of an office of the cast if nobody else's. */
async function findExpert(db: Kysely<Database>, email: string, officeName: string): Promise<{ id: string; uid: string } | undefined> {
	return db
		.selectFrom('experts as e')
		.innerJoin('users as u', 'u.id', 'e.user_id')
		.select(['u.id', 'u.uid'])
		.where('e.state', '=', 'verified')
		.where((eb) =>
			eb.or([
				eb('u.email', '=', email),
				eb.and([
					eb('u.email', 'is', null),
					eb.exists(
						eb
							.selectFrom('office_members as m')
							.innerJoin('offices as o', 'o.id', 'm.office_id')
							.select('m.office_id')
							.whereRef('m.expert_id', '=', 'e.id')
							.where('m.role', '=', 'owner')
							.where('o.name', '=', officeName),
					),
				]),
			]),
		)
		.orderBy(sql`u.email is null`)
		.orderBy('e.id')
		.executeTakeFirst()
}
