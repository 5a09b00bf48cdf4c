import type {
	AuthenticationResponseJSON,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { hashToken } from '../../../platform/token.ts'
import { inTransaction } from '../../shared/context.ts'
import { notFound } from '../../shared/errors.ts'
import { sendNotice } from '../account-mails.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { shownAddress } from '../addresses.ts'
import { authError } from '../auth-error.ts'
import { assertChangesAllowed } from '../change-freeze.ts'
import { deviceName } from './device-name.ts'
import { recordEvent } from '../events.ts'
import { type IdTokenAnswer, issueIdToken } from './id-tokens.ts'
import { deviceHash, rememberDevice } from './known-devices.ts'
import { passkeyMail } from '../mails.ts'
import { requireRecentLogin, requireSession } from '../sessions.ts'
import { countAttempt } from '../throttles.ts'
import { isLastWayIn, lockWaysIn } from './ways-in.ts'

/** Imported with the first passkey: few people use them, and the certificate parsers are large. */
const loadLibrary = () => import('@simplewebauthn/server')

const CHALLENGE_MS = 5 * 60_000
const MOST = 20

/** Passkeys are bound to the site's host; browser and server both reject signatures made for another site. */
const partyOf = (ctx: AccountsCtx) => ({ expectedOrigin: ctx.site.publicUrl, expectedRPID: new URL(ctx.site.publicUrl).hostname })

const challengeHash = (challenge: string) => hashToken(`passkey ${challenge}`)

async function keepChallenge(ctx: AccountsCtx, kind: 'passkey' | 'new-passkey', challenge: string, uid: string | null): Promise<void> {
	await ctx.db
		.insertInto('login_tickets')
		.values({
			ticket_hash: challengeHash(challenge),
			kind,
			uid,
			binding_hash: deviceHash(ctx),
			expires_at: new Date(ctx.now().getTime() + CHALLENGE_MS),
		})
		.execute()
}

/** Each challenge is valid once, in the browser that requested it and for its purpose. */
async function spendChallenge(ctx: AccountsCtx, kind: 'passkey' | 'new-passkey', challenge: string, uid: string | null): Promise<boolean> {
	const { numDeletedRows } = await ctx.db
		.deleteFrom('login_tickets')
		.where('ticket_hash', '=', challengeHash(challenge))
		.where('kind', '=', kind)
		.where('binding_hash', '=', deviceHash(ctx))
		.where('uid', uid === null ? 'is' : '=', uid)
		.where('expires_at', '>', ctx.now())
		.executeTakeFirst()
	return numDeletedRows === 1n
}

/** What the browser needs to make a passkey for the caller, who has signed in within 5 minutes. */
export async function startPasskey(ctx: AccountsCtx, idToken: string | null): Promise<PublicKeyCredentialCreationOptionsJSON> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	await assertChangesAllowed(ctx)
	const { email } = await ctx.db
		.selectFrom('identities as i')
		.select(shownAddress.as('email'))
		.where('i.uid', '=', uid)
		.executeTakeFirstOrThrow()
	const known = await ctx.db.selectFrom('passkeys').select(['credential_id', 'transports']).where('uid', '=', uid).execute()
	if (known.length >= MOST) throw authError('auth/too-many-passkeys', 'account')
	const { generateRegistrationOptions } = await loadLibrary()
	const options = await generateRegistrationOptions({
		rpName: ctx.site.name,
		rpID: partyOf(ctx).expectedRPID,
		userName: email,
		userDisplayName: email,
		userID: new TextEncoder().encode(uid),
		attestationType: 'none',
		excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
	})
	await keepChallenge(ctx, 'new-passkey', options.challenge, uid)
	return options
}

/** Stores the passkey that the browser has made and notifies the owner by mail. */
export async function addPasskey(
	ctx: AccountsCtx,
	{ response, idToken }: { response: RegistrationResponseJSON; idToken: string | null },
): Promise<void> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	const { verifyRegistrationResponse } = await loadLibrary()
	const { registrationInfo } = await verifyRegistrationResponse({
		response,
		...partyOf(ctx),
		expectedChallenge: (challenge) => spendChallenge(ctx, 'new-passkey', challenge, uid),
		requireUserVerification: true,
	}).catch((cause: unknown) => {
		throw authError('auth/invalid-passkey', 'account', { cause })
	})
	if (!registrationInfo) throw authError('auth/invalid-passkey', 'account')
	const { id, publicKey, counter, transports = [] } = registrationInfo.credential
	await inTransaction(ctx, async (trx) => {
		await assertChangesAllowed(trx)
		const { numInsertedOrUpdatedRows } = await trx.db
			.insertInto('passkeys')
			.values({
				uid,
				credential_id: id,
				public_key: Buffer.from(publicKey),
				counter: String(counter),
				transports,
				name: deviceName(ctx.caller.userAgent),
				created_at: trx.now(),
				last_used_at: null,
			})
			.onConflict((conflict) => conflict.doNothing())
			.executeTakeFirst()
		if (numInsertedOrUpdatedRows !== 1n) throw authError('auth/invalid-passkey', 'account')
		await noteChange(trx, uid, true)
	})
}

/** Returns what the browser needs to ask for a passkey. It names no account: the passkey identifies its owner. */
export async function startPasskeySignIn(ctx: AccountsCtx): Promise<PublicKeyCredentialRequestOptionsJSON> {
	await countAttempt(ctx, 'passkeyBlock', ctx.caller.block, 'signIn')
	const { generateAuthenticationOptions } = await loadLibrary()
	const options = await generateAuthenticationOptions({ rpID: partyOf(ctx).expectedRPID, userVerification: 'required' })
	await keepChallenge(ctx, 'passkey', options.challenge, null)
	return options
}

/**
 * An ID token for the owner of the passkey that signed the challenge. The authenticator has verified a fingerprint, a face
 * or a PIN, so no second factor is needed.
 */
export async function signInByPasskey(ctx: AccountsCtx, response: AuthenticationResponseJSON): Promise<IdTokenAnswer> {
	const passkey = await ctx.db
		.selectFrom('passkeys as p')
		.innerJoin('identities as i', 'i.uid', 'p.uid')
		.select(['p.id', 'p.credential_id', 'p.public_key', 'p.counter', 'i.uid', shownAddress.as('email'), 'i.email_verified_at', 'i.epoch'])
		.where('p.credential_id', '=', response.id)
		.executeTakeFirst()
	if (!passkey) throw authError('auth/invalid-passkey', 'signIn')
	const { verifyAuthenticationResponse } = await loadLibrary()
	const { verified, authenticationInfo } = await verifyAuthenticationResponse({
		response,
		...partyOf(ctx),
		expectedChallenge: (challenge) => spendChallenge(ctx, 'passkey', challenge, null),
		credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
		requireUserVerification: true,
	}).catch((cause: unknown) => {
		throw authError('auth/invalid-passkey', 'signIn', { cause })
	})
	if (!verified) throw authError('auth/invalid-passkey', 'signIn')
	await ctx.db
		.updateTable('passkeys')
		.set({ counter: String(authenticationInfo.newCounter), last_used_at: ctx.now() })
		.where('id', '=', passkey.id)
		.execute()
	await rememberDevice(ctx, passkey.uid)
	return issueIdToken(ctx, passkey, { authTime: ctx.now(), provider: 'passkey', secondFactor: true })
}

export type PasskeyEntry = { id: string; name: string; createdAt: number; lastUsedAt: number | null }

/** The caller's passkeys, oldest first. */
export const listPasskeys = (ctx: AccountsCtx): Promise<PasskeyEntry[]> => listPasskeysOf(ctx, requireSession(ctx).uid)

/** The passkeys of an account. */
export async function listPasskeysOf(ctx: AccountsCtx, uid: string): Promise<PasskeyEntry[]> {
	const rows = await ctx.db
		.selectFrom('passkeys')
		.select(['id', 'name', 'created_at', 'last_used_at'])
		.where('uid', '=', uid)
		.orderBy('id')
		.execute()
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		createdAt: row.created_at.getTime(),
		lastUsedAt: row.last_used_at?.getTime() ?? null,
	}))
}

/** Deletes one of the caller's passkeys, unless it is the last way to sign in. Another person's is not found. */
export async function removePasskey(ctx: AccountsCtx, { id, idToken }: { id: string; idToken: string | null }): Promise<void> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	await inTransaction(ctx, async (trx) => {
		await assertChangesAllowed(trx)
		const ways = await lockWaysIn(trx, uid)
		if (!ways?.passkeyIds.includes(id)) throw notFound('passkey')
		if (isLastWayIn(ways)) throw authError('auth/last-sign-in-method', 'account')
		await trx.db.deleteFrom('passkeys').where('id', '=', id).where('uid', '=', uid).execute()
		await noteChange(trx, uid, false)
	})
}

async function noteChange(ctx: AccountsCtx, uid: string, isAdded: boolean): Promise<void> {
	await recordEvent(ctx, isAdded ? 'passkey-added' : 'passkey-removed', uid)
	await sendNotice(ctx, uid, passkeyMail(ctx.site, isAdded))
}
