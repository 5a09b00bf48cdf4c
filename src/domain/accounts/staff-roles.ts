import { type Ctx, inTransaction, type StaffRole } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { type AuditEvent, recordAuditEvent, recordCommand } from './audit.ts'
import { LAST_ADMIN, LAST_ADMIN_SENTENCE } from './staff-role-names.ts'
import { requireRecentStaff, type RecentStaffCtx } from './staff.ts'

type CommandCtx = Pick<Ctx, 'db' | 'now'>
type Note = (action: AuditEvent) => Promise<void>
export type RoleChange = { email: string; role: StaffRole }

export type StaffMember = {
	userId: string
	name: string
	email: string | null
	roles: StaffRole[]
	/** Without one the roles cannot be used. */
	hasSecondFactor: boolean
	/** Of the last two years; null for never. */
	lastLoginAt: Date | null
}

/** Everybody with a role, by address. */
export async function listStaff(ctx: RecentStaffCtx): Promise<StaffMember[]> {
	requireRecentStaff(ctx, 'admin')
	return readStaff(ctx)
}

/** The same for the staff command. */
export async function readStaff({ db }: Pick<Ctx, 'db'>): Promise<StaffMember[]> {
	const rows = await db
		.selectFrom('staff_roles as r')
		.innerJoin('users as u', 'u.id', 'r.user_id')
		.leftJoin('identities as i', 'i.uid', 'u.uid')
		.select(['u.id', 'i.email', 'u.first_name', 'u.last_name', 'r.role'])
		.select((eb) =>
			eb
				.selectFrom('auth_events as a')
				.select(({ fn }) => fn.max('a.at').as('at'))
				.whereRef('a.uid', '=', 'u.uid')
				.where('a.kind', '=', 'signed-in')
				.as('last_login_at'),
		)
		.select((eb) =>
			eb
				.or([
					eb.exists(
						eb.selectFrom('second_factors as f').select('f.uid').whereRef('f.uid', '=', 'u.uid').where('f.confirmed_at', 'is not', null),
					),
					eb.exists(eb.selectFrom('passkeys as p').select('p.id').whereRef('p.uid', '=', 'u.uid')),
				])
				.as('has_second_factor'),
		)
		.orderBy('i.email')
		.orderBy('u.id')
		.orderBy('r.role')
		.execute()
	const staff = new Map<string, StaffMember>()
	for (const row of rows) {
		const member = staff.get(row.id)
		if (member) member.roles.push(row.role)
		else
			staff.set(row.id, {
				userId: row.id,
				name: `${row.last_name} ${row.first_name}`.trim(),
				email: row.email,
				roles: [row.role],
				hasSecondFactor: Boolean(row.has_second_factor),
				lastLoginAt: row.last_login_at,
			})
	}
	return [...staff.values()]
}

/** Grants a role to an account. Idempotent. */
export async function grantRole(ctx: RecentStaffCtx, change: RoleChange): Promise<void> {
	requireRecentStaff(ctx, 'admin')
	await inTransaction(ctx, (trx) => grant(trx, change, (event) => recordAuditEvent(trx, event)))
}

/** Revokes a role; never the last admin's. */
export async function revokeRole(ctx: RecentStaffCtx, change: RoleChange): Promise<void> {
	requireRecentStaff(ctx, 'admin')
	await inTransaction(ctx, (trx) => revoke(trx, change, (event) => recordAuditEvent(trx, event)))
}

/** For the staff command, the only way to make the first admin: a person who can run it owns the database anyway. */
export async function grantRoleByCommand(ctx: CommandCtx, change: RoleChange): Promise<void> {
	await ctx.db.transaction().execute((db) => grant({ ...ctx, db }, change, (event) => recordCommand({ ...ctx, db }, event)))
}

export async function revokeRoleByCommand(ctx: CommandCtx, change: RoleChange): Promise<void> {
	await ctx.db.transaction().execute((db) => revoke({ ...ctx, db }, change, (event) => recordCommand({ ...ctx, db }, event)))
}

async function findUser({ db }: CommandCtx, email: string): Promise<{ id: string }> {
	const user = await db
		.selectFrom('users as u')
		.innerJoin('identities as i', 'i.uid', 'u.uid')
		.select('u.id')
		.where('i.email', '=', email.trim().toLowerCase())
		.where('u.deleted_at', 'is', null)
		.where('i.email_verified_at', 'is not', null)
		.executeTakeFirst()
	if (user) return user
	throw new DomainError('invalid', 'no account with this verified address', {
		fields: { email: 'このメールアドレスの（確認の済んだ）アカウントがありません。先に会員登録をしてもらってください。' },
	})
}

async function grant(ctx: CommandCtx, { email, role }: RoleChange, note: Note): Promise<void> {
	const { id } = await findUser(ctx, email)
	const { numInsertedOrUpdatedRows } = await ctx.db
		.insertInto('staff_roles')
		.values({ user_id: id, role, granted_at: ctx.now() })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows === 1n) await note({ action: 'staff.grant', subject: `user:${id}`, detail: { role } })
}

async function revoke(ctx: CommandCtx, { email, role }: RoleChange, note: Note): Promise<void> {
	const user = await ctx.db
		.selectFrom('users as u')
		.innerJoin('identities as i', 'i.uid', 'u.uid')
		.select('u.id')
		.where('i.email', '=', email.trim().toLowerCase())
		.executeTakeFirst()
	if (!user)
		throw new DomainError('invalid', 'no account with this address', { fields: { email: 'このメールアドレスのスタッフはいません。' } })
	if (role === 'admin') await requireOtherAdmin(ctx, user.id)
	const { numDeletedRows } = await ctx.db
		.deleteFrom('staff_roles')
		.where('user_id', '=', user.id)
		.where('role', '=', role)
		.executeTakeFirst()
	if (numDeletedRows === 1n) await note({ action: 'staff.revoke', subject: `user:${user.id}`, detail: { role } })
}

/**
 * Throws where no admin would be left to appoint staff. Locks the admins' rows until the end of the transaction, so that two
 * who revoke each other's role, or leave, at the same time cannot both succeed.
 */
export async function requireOtherAdmin({ db }: Pick<Ctx, 'db'>, userId: string): Promise<void> {
	const admins = await db.selectFrom('staff_roles').select('user_id').where('role', '=', 'admin').orderBy('user_id').forUpdate().execute()
	if (admins.length === 1 && admins[0]?.user_id === userId)
		throw new DomainError('conflict', 'the last admin stays', { code: LAST_ADMIN, fields: { form: LAST_ADMIN_SENTENCE } })
}
