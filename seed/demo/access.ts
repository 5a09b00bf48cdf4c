import type { Kysely } from 'kysely'
import { recordCommand } from '../../src/domain/accounts/audit.ts'
import type { Database } from '../../src/domain/shared/context.ts'
import { readMark, writeMark } from '../marks.ts'
import { demoAddresses } from './accounts.ts'

/**
 * Who may use the demo accounts. `open`: everyone on this machine, with the password of the README and a mailbox for all.
 * `password`: those who know DEMO_PASSWORD. `none`: there are no demo accounts.
 */
export type DemoAccess = 'open' | 'password' | 'none'

type Period = { access: DemoAccess; since: Date }

/**
 * Records the access mode of the demo accounts. When it differs from the last start, everything that let a
 * person in during the earlier demo is removed first: see `endDemo`. Call it before the seed, which creates accounts.
 */
export async function switchDemoAccess(db: Kysely<Database>, access: DemoAccess, now: () => Date = () => new Date()): Promise<void> {
	const earlier = await findPeriod(db)
	if (earlier.access === access) return
	await db.transaction().execute(async (trx) => {
		if (earlier.access !== 'none') await endDemo(trx, earlier, now)
		await writeMark(trx, 'demo-access', `${access} since ${now().toISOString()}`)
	})
}

async function findPeriod(db: Kysely<Database>): Promise<Period> {
	const [, access, since] = /^(open|password|none) since (\S+)$/.exec((await readMark(db, 'demo-access')) ?? '') ?? []
	if (access !== undefined && since !== undefined) return { access: access as DemoAccess, since: new Date(since) }
	// From before access was recorded: an open demo shows in what the seed notes of its sources.
	const wasOpen = (await readMark(db, 'sources'))?.endsWith(', open') ?? false
	return { access: wasOpen ? 'open' : 'none', since: new Date(0) }
}

/**
 * Removes the demo accounts, and of every account the roles, sessions, second factors, passkeys, provider links and mailed
 * codes that were made since the demo began. In an open demo anyone could read the mail, so addresses that were confirmed
 * in it count as unconfirmed again. Content and accounts stay.
 */
async function endDemo(trx: Kysely<Database>, { access, since }: Period, now: () => Date): Promise<void> {
	await dropRoles(trx, since, now)
	await trx
		.updateTable('identities')
		.set((eb) => ({ epoch: eb('epoch', '+', 1) }))
		.execute()
	for (const table of ['sessions', 'second_factors', 'passkeys', 'identity_links', 'action_codes'] as const)
		await trx.deleteFrom(table).where('created_at', '>=', since).execute()
	await trx.deleteFrom('known_devices').where('last_used_at', '>=', since).execute()
	await trx.deleteFrom('login_tickets').execute()
	await trx.deleteFrom('oauth_transactions').execute()
	if (access === 'open')
		await trx.updateTable('identities').set({ email_verified_at: null }).where('email_verified_at', '>=', since).execute()
	await trx.deleteFrom('identities').where('email', 'in', demoAddresses).execute()
}

async function dropRoles(db: Kysely<Database>, since: Date, now: () => Date): Promise<void> {
	const dropped = await db
		.deleteFrom('staff_roles')
		.where((eb) =>
			eb.or([eb('granted_at', '>=', since), eb('user_id', 'in', eb.selectFrom('users').select('id').where('email', 'in', demoAddresses))]),
		)
		.returning(['user_id', 'role'])
		.execute()
	for (const { user_id, role } of dropped)
		await recordCommand({ db, now }, { action: 'staff.revoke', subject: `user:${user_id}`, detail: { role, because: 'the demo ended' } })
}
