import { expect } from '@playwright/test'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase, type OpenedDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { createPasswordHasher } from '../src/platform/password.ts'
import { insertMember as insertMemberRow, insertSession } from '../test/sessions.ts'

/** The database of the site that global-setup.ts started: for what a journey needs but is not about. */
let opened: Promise<OpenedDatabase<Database>> | undefined
const database = () => {
	opened ??= openDatabase<Database>({ url: process.env['E2E_DATABASE_URL'] ?? '', poolSize: 2, log: createLog('error') })
	return opened
}

/** Runs a statement that must change exactly one row. */
export async function changeOneRow(statement: string, values: readonly unknown[]): Promise<void> {
	const { pool } = await database()
	const { rowCount } = await pool.query(statement, [...values])
	expect(rowCount).toBe(1)
}

/** The id under which an office has a request. */
export async function deliveryOf(requestId: string, officeId: string): Promise<number> {
	const { db } = await database()
	const { id } = await db
		.selectFrom('estimate_deliveries')
		.select('id')
		.where('request_id', '=', Number(requestId))
		.where('office_id', '=', Number(officeId))
		.executeTakeFirstOrThrow()
	return id
}

/** Opens a session as a login in this moment would. Returns the value of its cookie. */
export const openSession = async (email: string): Promise<string> => insertSession((await database()).db, email)

const passwords = createPasswordHasher(1)

/** Creates a member who has been welcomed, as the pages of registration do. */
export async function insertMember(email: string, { password, isVerified }: { password: string; isVerified: boolean }): Promise<void> {
	const { db } = await database()
	await insertMemberRow(db, email, { passwordHash: await passwords.hash(password), isVerified })
}
