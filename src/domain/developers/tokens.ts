import { sql } from 'kysely'
import { bool, checkedSql, int4, int8, text, textArray, timestamptz } from '../../platform/checked-sql.ts'
import { hashToken, randomToken } from '../../platform/token.ts'
import type { AccountsCtx } from '../accounts/accounts-context.ts'
import { recordEvent } from '../accounts/events.ts'
import { requireRecentLogin } from '../accounts/sessions.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import { type Ctx, inTransaction, type Member, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { days, minutes } from '../shared/japan-time.ts'
import type { TableRow } from '../shared/tables.ts'
import { assertApiAccess, mayUseApi, mayViewerUseApi } from './api-access.ts'
import type { TokenInput } from './schemas.ts'
import { type Scope, TOKEN_PREFIX } from './scopes.ts'

const HINT_CHARACTERS = 6
/** How exactly the last use is known: a write for each call would cost more than the call. */
const USED_EVERY_MS = minutes(1)
/** Of the largest plan; operators have as many. */
const MAX_TOKENS = entitlementsOf('pro').apiTokens

export type ApiToken = {
	id: number
	name: string
	/** The first characters. */
	hint: string
	scopes: Scope[]
	createdAt: Date
	expiresAt: Date
	lastUsedAt: Date | null
	revokedAt: Date | null
}

type TokenRow = Pick<
	TableRow<'api_tokens'>,
	'id' | 'name' | 'hint' | 'scopes' | 'created_at' | 'expires_at' | 'last_used_at' | 'revoked_at'
>

/** A row of the outer join that found a token. */
const hasToken = <Row extends { id: number | null }>(row: Row): row is Row & TokenRow => row.id !== null

/**
 * The viewer's tokens, newest first: those that work, and those that ended within the last 90 days; and whether the viewer may
 * make tokens and webhooks now.
 */
export async function listTokens(ctx: Ctx): Promise<{ mayUse: boolean; tokens: ApiToken[] }> {
	const { userId } = requireMember(ctx)
	const since = new Date(ctx.now().getTime() - days(90))
	const rows = await ctx.db
		.selectFrom('users as u')
		.leftJoin('api_tokens as t', (join) =>
			join.onRef('t.user_id', '=', 'u.id').on((eb) => eb(eb.fn.coalesce('t.revoked_at', 't.expires_at'), '>', since)),
		)
		.select(['t.id', 't.name', 't.hint', 't.scopes', 't.created_at', 't.expires_at', 't.last_used_at', 't.revoked_at'])
		.select(mayViewerUseApi(ctx).as('may_use'))
		.where('u.id', '=', userId)
		.orderBy('t.id', 'desc')
		.execute()
	const tokens = rows.filter(hasToken).map((row) => ({
		id: row.id,
		name: row.name,
		hint: row.hint,
		scopes: row.scopes as Scope[],
		createdAt: row.created_at,
		expiresAt: row.expires_at,
		lastUsedAt: row.last_used_at,
		revokedAt: row.revoked_at,
	}))
	return { mayUse: rows.some((row) => row.may_use), tokens }
}

/**
 * Makes a token and returns it: the only time that it is readable. Takes a fresh login. Throws `forbidden` without a plan that
 * has tokens, `conflict` beyond their number or when the same form was sent before.
 */
export async function createToken(ctx: AccountsCtx, input: TokenInput, idToken: string | null): Promise<string> {
	const { userId, uid } = requireMember(ctx)
	await assertApiAccess(ctx)
	await requireRecentLogin(ctx, idToken)
	return inTransaction(ctx, async (trx) => {
		// One form after the other, so that no two of them see the same number.
		await sql`select id from users where id = ${userId}::bigint for no key update`.execute(trx.db)
		const { count } = await trx.db
			.selectFrom('api_tokens')
			.select((eb) => eb.fn.countAll<string>().as('count'))
			.where('user_id', '=', userId)
			.where('revoked_at', 'is', null)
			.where('expires_at', '>', trx.now())
			.executeTakeFirstOrThrow()
		if (Number(count) >= MAX_TOKENS)
			throw refused(`トークンは${MAX_TOKENS}個まで作れます。使っていないものを無効にしてから、もう一度お試しください。`)
		const secret = randomToken()
		const made = await trx.db
			.insertInto('api_tokens')
			.values({
				user_id: userId,
				name: input.name,
				scopes: input.scopes,
				token_hash: hashToken(secret),
				hint: `${TOKEN_PREFIX}${secret.slice(0, HINT_CHARACTERS)}`,
				client_key: input.clientKey,
				created_at: trx.now(),
				expires_at: new Date(trx.now().getTime() + days(input.days)),
			})
			.onConflict((conflict) => conflict.constraint('api_tokens_client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) throw refused('このトークンは作成済みです。値はもう表示できません。控えていないときは、無効にして作り直してください。')
		await recordEvent(trx, 'api-token-created', uid)
		return `${TOKEN_PREFIX}${secret}`
	})
}

const refused = (sentence: string) => new DomainError('conflict', 'refused', { fields: { form: sentence } })

/** Ends a token of the viewer's at once. Said again it changes nothing. Throws not-found for a token of others. */
export async function revokeToken(ctx: AccountsCtx, tokenId: number): Promise<void> {
	const { userId, uid } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const row = await trx.db
			.selectFrom('api_tokens')
			.select('revoked_at')
			.where('id', '=', tokenId)
			.where('user_id', '=', userId)
			.forUpdate()
			.executeTakeFirst()
		if (!row) throw notFound('token')
		if (row.revoked_at !== null) return
		await trx.db.updateTable('api_tokens').set({ revoked_at: trx.now() }).where('id', '=', tokenId).execute()
		await recordEvent(trx, 'api-token-revoked', uid)
	})
}

export type TokenHolder = {
	token: { id: number; name: string; scopes: Scope[]; expiresAt: Date }
	/** The account, without any role of staff: a token never does what only staff may. */
	viewer: Member
	/** The plan has no tokens any more; they work again when it has. */
	isAsleep: boolean
}

const selectHolder = checkedSql({
	id: int4,
	name: text,
	scopes: textArray.as<Scope[]>(),
	expires_at: timestamptz,
	last_used_at: timestamptz.nullable,
	user_id: int8,
	uid: text,
	is_expert: bool,
	may_use: bool,
})

/** Whose token this is; null for one that never existed, was revoked or has expired, or whose account is gone or suspended. One statement. */
export async function findTokenHolder(ctx: Pick<Ctx, 'db' | 'now'>, token: string): Promise<TokenHolder | null> {
	if (!token.startsWith(TOKEN_PREFIX) || token.length > 100) return null
	const now = ctx.now()
	const { rows } = await selectHolder`
		select t.id, t.name, t.scopes, t.expires_at, t.last_used_at, u.id as user_id, u.uid, coalesce(u.is_expert, false) as is_expert,
			${mayUseApi(now, sql`u.id`)} as may_use
		from api_tokens t join users u on u.id = t.user_id
		where t.token_hash = ${hashToken(token.slice(TOKEN_PREFIX.length))} and t.revoked_at is null and t.expires_at > ${now}
			and u.deleted_at is null and not exists (
				select from account_restrictions b where b.user_id = u.id and b.kind = 'suspended' and b.lifted_at is null
			)
	`.execute(ctx.db)
	const [row] = rows
	if (!row) return null
	if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > USED_EVERY_MS)
		await ctx.db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', row.id).execute()
	return {
		token: { id: row.id, name: row.name, scopes: row.scopes, expiresAt: row.expires_at },
		viewer: { kind: 'member', userId: row.user_id, uid: row.uid, isExpert: row.is_expert, roles: [] },
		isAsleep: !row.may_use,
	}
}
