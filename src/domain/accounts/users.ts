import { recordAgreements } from '../shared/agreements.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { recordAuditEvent } from './audit.ts'
import { authError } from './auth-error.ts'
import type { BusinessRole } from './business-roles.ts'
import type { SignInMethod } from './session.ts'
import { namesOf } from './names.ts'
import { isStaffWith, requireRecentStaff } from './staff.ts'
import { countAttempt } from './throttles.ts'
import type { TableRow } from '../shared/tables.ts'

/** A user as the spec's calls give it (section 3). Times in milliseconds. */
export type AccountUser = {
	uid: string
	email: string | null
	firstName: string
	lastName: string
	imageUrl: string | null
	taskIds: number[]
	categoryIds: number[]
	businessRole: BusinessRole | null
	hasLoggedIn: boolean
	receiveEmail: boolean
	isS: boolean
	anonymize: boolean
	isExpert: boolean
	isPhoneNumberAuthenticated: boolean
	createdAt: number
	updatedAt: number | null
}

/** What a stranger may see: an expert's public part only. */
export type PublicUser = Pick<AccountUser, 'uid' | 'firstName' | 'lastName' | 'imageUrl' | 'isExpert'>
export type FoundUser = { user: AccountUser; docId: string }

/** The fields of a user that the person may write. Anything else a client sends is ignored. */
export type UserChange = Partial<
	Pick<AccountUser, 'firstName' | 'lastName' | 'receiveEmail' | 'anonymize' | 'taskIds' | 'categoryIds' | 'businessRole'>
>

type Row = TableRow<'users'>

const toFound = (row: Row): FoundUser => ({
	docId: row.id,
	user: {
		uid: row.uid,
		email: row.email,
		firstName: row.first_name,
		lastName: row.last_name,
		imageUrl: row.image_url,
		taskIds: row.task_ids,
		categoryIds: row.category_ids,
		businessRole: row.business_role,
		hasLoggedIn: row.has_logged_in,
		receiveEmail: row.receive_email,
		isS: row.is_s,
		anonymize: row.anonymize,
		isExpert: row.is_expert,
		isPhoneNumberAuthenticated: row.is_phone_number_authenticated,
		createdAt: row.created_at.getTime(),
		updatedAt: row.updated_at?.getTime() ?? null,
	},
})

/** The viewer's own user, or null for visitors and identities without a record. */
export async function findMyUser(ctx: Ctx): Promise<FoundUser | null> {
	if (ctx.viewer.kind !== 'member') return null
	const row = await ctx.db.selectFrom('users').selectAll().where('id', '=', ctx.viewer.userId).executeTakeFirst()
	return row ? toFound(row) : null
}

/** The user record of an account; null for an identity without one. */
export async function findUserOf(ctx: Ctx, uid: string): Promise<FoundUser | null> {
	const row = await ctx.db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
	return row ? toFound(row) : null
}

/** The viewer's own user, or `unauthenticated`. */
export async function getMyUser(ctx: Ctx): Promise<FoundUser> {
	const found = await findMyUser(ctx)
	if (!found) throw authError('auth/session-required', 'account')
	return found
}

/**
 * Makes the user record of an identity with the spec's defaults (section 9), or gives the one that is there. Names come
 * from the provider's stored display name; for e-mail sign-ups from the form.
 */
export async function createUser(
	ctx: AccountsCtx,
	identity: { uid: string; email: string; provider: SignInMethod },
	form: Pick<UserChange, 'firstName' | 'lastName'>,
): Promise<FoundUser & { created: boolean }> {
	return inTransaction(ctx, async (trx) => {
		const links = await trx.db.selectFrom('identity_links').select(['provider', 'display_name']).where('uid', '=', identity.uid).execute()
		const link = links.find(({ provider }) => provider === identity.provider)
		const names = link ? namesOf(link.provider, link.display_name) : { firstName: form.firstName ?? '', lastName: form.lastName ?? '' }
		const made = await trx.db
			.insertInto('users')
			.values({ uid: identity.uid, email: identity.email, first_name: names.firstName, last_name: names.lastName, created_at: trx.now() })
			.onConflict((conflict) => conflict.column('uid').doNothing())
			.returningAll()
			.executeTakeFirst()
		if (made) {
			await recordAgreements(trx, made.id, ['general', 'privacy'])
			return { ...toFound(made), created: true }
		}
		const there = await trx.db.selectFrom('users').selectAll().where('uid', '=', identity.uid).executeTakeFirstOrThrow()
		return { ...toFound(there), created: false }
	})
}

/** The role that may read and write users. */
const isSupport = (ctx: Ctx): boolean => isStaffWith(ctx.viewer, 'support')
const isSelf = (ctx: Ctx, row: Pick<Row, 'id'>): boolean => ctx.viewer.kind === 'member' && ctx.viewer.userId === row.id

/**
 * Looks a user up by address in force or uid (spec: getUserWithParam). Returns everything to the user and to staff (recorded as an audit event);
 * to others only an expert's public part, by uid. Does not reveal whether an address is registered.
 */
export async function getUserWithParam(
	ctx: AccountsCtx,
	param: { email: string } | { uid: string },
): Promise<{ user: AccountUser | PublicUser; docId: string }> {
	await countAttempt(ctx, 'lookUpAccount', ctx.viewer.kind === 'member' ? ctx.viewer.userId : ctx.caller.block, 'user')
	const looking = ctx.db.selectFrom('users').selectAll().where('deleted_at', 'is', null)
	const row = await (
		'email' in param
			? looking.where('uid', 'in', (eb) => eb.selectFrom('identities').select('uid').where('email', '=', param.email))
			: looking.where('uid', '=', param.uid)
	).executeTakeFirst()
	if (!row) throw notFound('user')
	const found = toFound(row)
	if (isSelf(ctx, row)) return found
	if (isSupport(ctx)) {
		await recordAuditEvent(requireRecentStaff(ctx, 'support'), { action: 'user.read', subject: `user:${row.id}` })
		return found
	}
	if ('email' in param || !row.is_expert) throw notFound('user')
	const { uid, firstName, lastName, imageUrl, isExpert } = found.user
	return { docId: found.docId, user: { uid, firstName, lastName, imageUrl, isExpert } }
}

/** Writes the listed fields of oneself, or of anybody for staff, which is recorded; `updatedAt` is set. */
export async function updateUser(ctx: Ctx, docId: string, change: UserChange): Promise<FoundUser> {
	if (ctx.viewer.kind !== 'member') throw authError('auth/session-required', 'account')
	if (ctx.viewer.userId === docId) return writeUser(ctx, docId, change)
	if (!isSupport(ctx)) throw new DomainError('forbidden', 'not your own account')
	return inTransaction(requireRecentStaff(ctx, 'support'), async (trx) => {
		const found = await writeUser(trx, docId, change)
		await recordAuditEvent(trx, { action: 'user.update', subject: `user:${docId}`, detail: { fields: Object.keys(change) } })
		return found
	})
}

async function writeUser(ctx: Ctx, docId: string, change: UserChange): Promise<FoundUser> {
	const row = await ctx.db
		.updateTable('users')
		.set({
			...(change.firstName === undefined ? {} : { first_name: change.firstName }),
			...(change.lastName === undefined ? {} : { last_name: change.lastName }),
			...(change.receiveEmail === undefined ? {} : { receive_email: change.receiveEmail }),
			...(change.anonymize === undefined ? {} : { anonymize: change.anonymize }),
			...(change.taskIds === undefined ? {} : { task_ids: [...new Set(change.taskIds)] }),
			...(change.categoryIds === undefined ? {} : { category_ids: [...new Set(change.categoryIds)] }),
			...(change.businessRole === undefined ? {} : { business_role: change.businessRole }),
			updated_at: ctx.now(),
		})
		.where('id', '=', docId)
		.where('deleted_at', 'is', null)
		.returningAll()
		.executeTakeFirst()
	if (!row) throw notFound('user')
	return toFound(row)
}

/** Notes that the person has been welcomed (spec: recordLoggedIn). */
export async function recordLoggedIn(ctx: Ctx): Promise<FoundUser> {
	if (ctx.viewer.kind !== 'member') throw authError('auth/session-required', 'account')
	const row = await ctx.db
		.updateTable('users')
		.set({ has_logged_in: true, updated_at: ctx.now() })
		.where('id', '=', ctx.viewer.userId)
		.returningAll()
		.executeTakeFirst()
	if (!row) throw notFound('user')
	return toFound(row)
}
