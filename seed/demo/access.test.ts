import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/domain/shared/context.ts'
import { PUBLIC_DEMO_PASSWORD } from '../../src/demo-access.ts'
import { createPasswordHasher } from '../../src/platform/password.ts'
import { createEncryptor } from '../../src/platform/token.ts'
import { freshDatabase } from '../../test/database.ts'
import { writeMark } from '../marks.ts'
import { switchDemoAccess } from './access.ts'
import { demoAddresses, insertDemoAccounts, insertDemoAuthenticator } from './accounts.ts'

const BEFORE = new Date('2026-06-01T00:00:00Z')
const BEGIN = new Date('2026-06-10T00:00:00Z')
const DURING = new Date('2026-06-12T00:00:00Z')
const password = 'suzume no oyado 7'
const passwords = createPasswordHasher(1)

async function openDatabase() {
	const { db, close } = await freshDatabase()
	onTestFinished(close)
	return db
}

async function signIn(db: Kysely<Database>, uid: string, at: Date): Promise<void> {
	await db
		.insertInto('sessions')
		.values({
			token_hash: randomBytes(32),
			uid,
			provider: 'password',
			auth_time: at,
			created_at: at,
			last_seen_at: at,
			expires_at: at,
			second_factor_at: at,
			user_agent: '',
		})
		.execute()
}

/** An account with an admin's role and every means of getting in, all of one time. */
async function makeStaff(db: Kysely<Database>, email: string, at: Date): Promise<string> {
	const uid = `staff-${randomBytes(6).toString('hex')}`
	await db.insertInto('identities').values({ uid, email, email_verified_at: at, created_at: at }).execute()
	const { id } = await db.insertInto('users').values({ uid, email, created_at: at }).returning('id').executeTakeFirstOrThrow()
	await db.insertInto('staff_roles').values({ user_id: id, role: 'admin', granted_at: at }).execute()
	await signIn(db, uid, at)
	await db.insertInto('second_factors').values({ uid, sealed_secret: 'sealed', created_at: at, confirmed_at: at }).execute()
	await db
		.insertInto('recovery_codes')
		.values({ uid, code_hash: randomBytes(32) })
		.execute()
	await db
		.insertInto('passkeys')
		.values({ uid, credential_id: uid, public_key: randomBytes(8), counter: '0', transports: [], name: 'key', created_at: at })
		.execute()
	await db.insertInto('identity_links').values({ uid, provider: 'google', subject: uid, created_at: at }).execute()
	await db
		.insertInto('action_codes')
		.values({ code_hash: randomBytes(32), uid, kind: 'resetPassword', email, created_at: at, expires_at: at })
		.execute()
	return uid
}

const WAYS_IN = ['sessions', 'second_factors', 'recovery_codes', 'passkeys', 'identity_links', 'action_codes'] as const

/** The tables in which this account still has a means of getting in, and its roles. */
async function remaining(db: Kysely<Database>, uid: string): Promise<string[]> {
	const found: string[] = []
	for (const table of WAYS_IN) if (await db.selectFrom(table).select('uid').where('uid', '=', uid).executeTakeFirst()) found.push(table)
	const role = await db
		.selectFrom('staff_roles as r')
		.innerJoin('users as u', 'u.id', 'r.user_id')
		.select('r.role')
		.where('u.uid', '=', uid)
		.executeTakeFirst()
	const identity = await db.selectFrom('identities').select('email_verified_at').where('uid', '=', uid).executeTakeFirst()
	return [...found, ...(role ? ['staff_roles'] : []), ...(identity?.email_verified_at ? ['email_verified_at'] : [])]
}

const everything = [...WAYS_IN, 'staff_roles', 'email_verified_at']

async function openDemo(db: Kysely<Database>): Promise<void> {
	await switchDemoAccess(db, 'open', () => BEGIN)
	await insertDemoAccounts(db, null)
	await insertDemoAuthenticator(db, createEncryptor('a secret for tests, long enough'))
}

const demoIdentities = (db: Kysely<Database>) =>
	db.selectFrom('identities').select(['email', 'password_hash']).where('email', 'in', demoAddresses).orderBy('email').execute()

test('leaving an open demo removes the demo accounts and every way in that was made in it, for every account', async () => {
	const db = await openDatabase()
	const owner = await makeStaff(db, 'owner@shirube.example', BEFORE)
	await openDemo(db)
	const intruder = await makeStaff(db, 'intruder@shirube.example', DURING)
	await switchDemoAccess(db, 'none')
	expect(await demoIdentities(db)).toEqual([])
	expect(await remaining(db, intruder)).toEqual([])
	expect(await remaining(db, owner)).toEqual(everything)
	const { roles } = await db
		.selectFrom('staff_roles')
		.select((eb) => eb.fn.countAll<string>().as('roles'))
		.executeTakeFirstOrThrow()
	expect(Number(roles)).toBe(1)
	const actions = await db.selectFrom('audit_log').select(['action', 'user_id']).execute()
	expect(actions).toEqual(Array.from({ length: 6 }, () => ({ action: 'staff.revoke', user_id: null })))
})

test('an ID token of the demo is invalid after it', async () => {
	const db = await openDatabase()
	await openDemo(db)
	const uid = await makeStaff(db, 'intruder@shirube.example', DURING)
	await switchDemoAccess(db, 'none')
	expect(await db.selectFrom('identities').select('epoch').where('uid', '=', uid).executeTakeFirst()).toEqual({ epoch: 1 })
})

test('data from after the demo survives the next start, as does everything within one demo', async () => {
	const db = await openDatabase()
	await openDemo(db)
	const during = await makeStaff(db, 'during@shirube.example', DURING)
	await openDemo(db)
	expect(await remaining(db, during)).toEqual(everything)
	await switchDemoAccess(db, 'none', () => DURING)
	const after = await makeStaff(db, 'after@shirube.example', new Date('2026-07-01T00:00:00Z'))
	await switchDemoAccess(db, 'none')
	expect(await remaining(db, after)).toEqual(everything)
})

test('a site that never was a demo keeps an account with a demo address, and its staff', async () => {
	const db = await openDatabase()
	const staff = await makeStaff(db, 'owner@shirube.example', DURING)
	await makeStaff(db, 'member@example.com', DURING)
	await switchDemoAccess(db, 'none')
	expect(await demoIdentities(db)).toHaveLength(1)
	expect(await remaining(db, staff)).toEqual(everything)
})

test('an open demo from before access was recorded is left like any other', async () => {
	const db = await openDatabase()
	await insertDemoAccounts(db, null)
	const intruder = await makeStaff(db, 'intruder@shirube.example', DURING)
	await writeMark(db, 'sources', '0123 with demo, open')
	await switchDemoAccess(db, 'none')
	expect(await demoIdentities(db)).toEqual([])
	expect(await remaining(db, intruder)).toEqual([])
})

test('a demo with a password is not opened by the public one, nor by what was made while it was open', async () => {
	const db = await openDatabase()
	await openDemo(db)
	await switchDemoAccess(db, 'password')
	await insertDemoAccounts(db, password)
	const identities = await demoIdentities(db)
	expect(identities.map(({ email }) => email)).toEqual(['member@example.com', 'staff@example.com'])
	for (const { password_hash } of identities) {
		expect(await passwords.verify(PUBLIC_DEMO_PASSWORD, password_hash)).toBe(false)
		expect(await passwords.verify(password, password_hash)).toBe(true)
	}
	// Its authenticator's secret is public: the operator sets up another one.
	expect(await db.selectFrom('second_factors').selectAll().execute()).toEqual([])
})

test('another DEMO_PASSWORD replaces the earlier one and ends its sessions', async () => {
	const db = await openDatabase()
	await switchDemoAccess(db, 'password')
	await insertDemoAccounts(db, 'an earlier password 1')
	const { uid } = await db.selectFrom('identities').select('uid').where('email', '=', 'member@example.com').executeTakeFirstOrThrow()
	await signIn(db, uid, DURING)
	await insertDemoAccounts(db, 'an earlier password 1')
	expect(await db.selectFrom('sessions').select('uid').execute()).toHaveLength(1)
	await insertDemoAccounts(db, password)
	expect(await db.selectFrom('sessions').select('uid').execute()).toEqual([])
	for (const { password_hash } of await demoIdentities(db)) expect(await passwords.verify(password, password_hash)).toBe(true)
})
