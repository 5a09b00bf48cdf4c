import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { hashToken, randomToken } from '../../../platform/token.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { shownAddress } from '../addresses.ts'
import { authError } from '../auth-error.ts'
import type { AuthFlow } from '../catalogue.ts'
import { signingKey, verifyingKey } from './signing-keys.ts'
import type { SignInMethod } from '../session.ts'

export const ID_TOKEN_SECONDS = 300

/** The claims of a verified ID token; `authTime` is the moment of the login. */
export type Proof = {
	uid: string
	email: string
	emailVerified: boolean
	authTime: Date
	provider: SignInMethod
	epoch: number
	jti: string
	/** Whether a second factor was shown as well. */
	secondFactor: boolean
}

export type IdTokenAnswer = { idToken: string; uid: string; email: string; emailVerified: boolean; authTime: number; expiresIn: number }

const deviceClaim = (device: string) => hashToken(`id-token ${device}`).toString('base64url')

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/**
 * Issues an ID token valid for 5 minutes. It is invalid in another browser (`dev` is a hash of this one's secret cookie) and
 * after the identity's epoch has been raised.
 */
export async function issueIdToken(
	ctx: AccountsCtx,
	identity: { uid: string; email: string; email_verified_at: Date | null; epoch: number },
	{ authTime, provider, secondFactor = false }: { authTime: Date; provider: SignInMethod; secondFactor?: boolean },
): Promise<IdTokenAnswer> {
	const { kid, key } = await signingKey(ctx)
	const issuedAt = seconds(ctx.now())
	const answer = {
		uid: identity.uid,
		email: identity.email,
		emailVerified: identity.email_verified_at !== null,
		authTime: seconds(authTime),
		expiresIn: ID_TOKEN_SECONDS,
	}
	const idToken = await new SignJWT({
		email: answer.email,
		email_verified: answer.emailVerified,
		auth_time: answer.authTime,
		epoch: identity.epoch,
		provider,
		...(secondFactor ? { amr: ['mfa'] } : {}),
		dev: deviceClaim(ctx.caller.device),
	})
		.setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
		.setIssuer(ctx.accounts.issuer)
		.setAudience(ctx.accounts.audience)
		.setSubject(identity.uid)
		.setJti(randomToken(16))
		.setIssuedAt(issuedAt)
		.setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
		.sign(key)
	return { idToken, ...answer }
}

/** Returns the identity of an ID token. Throws the catalogue's code for one that is missing, forged, expired, revoked or used in another browser. */
export async function verifyIdToken(ctx: AccountsCtx, idToken: string | null, flow: AuthFlow): Promise<Proof> {
	if (!idToken) throw authError('auth/missing-id-token', flow)
	const payload = await readClaims(ctx, idToken, flow)
	const { sub, jti, auth_time: authTime, epoch, provider, dev } = payload
	if (
		typeof sub !== 'string' ||
		typeof jti !== 'string' ||
		typeof authTime !== 'number' ||
		typeof epoch !== 'number' ||
		!isMethod(provider)
	)
		throw authError('auth/invalid-id-token', flow)
	if (dev !== deviceClaim(ctx.caller.device)) throw authError('auth/invalid-id-token', flow)
	const identity = await ctx.db
		.selectFrom('identities as i')
		.select(['i.email_verified_at', 'i.epoch', shownAddress.as('email')])
		.where('i.uid', '=', sub)
		.executeTakeFirst()
	if (!identity || identity.epoch !== epoch) throw authError('auth/id-token-revoked', flow)
	return {
		uid: sub,
		email: identity.email,
		emailVerified: identity.email_verified_at !== null,
		authTime: new Date(authTime * 1000),
		provider,
		epoch,
		jti,
		secondFactor: Array.isArray(payload['amr']) && payload['amr'].includes('mfa'),
	}
}

async function readClaims(ctx: AccountsCtx, idToken: string, flow: AuthFlow): Promise<Record<string, unknown>> {
	try {
		const { kid } = decodeProtectedHeader(idToken)
		const key = await verifyingKey(ctx, kid)
		if (key === null) throw authError('auth/invalid-id-token', flow)
		const { payload } = await jwtVerify(idToken, key, {
			algorithms: ['EdDSA'],
			issuer: ctx.accounts.issuer,
			audience: ctx.accounts.audience,
			currentDate: ctx.now(),
			maxTokenAge: ID_TOKEN_SECONDS,
			requiredClaims: ['sub', 'jti', 'iat', 'exp'],
		})
		return payload
	} catch (error) {
		if (error instanceof errors.JWTExpired) throw authError('auth/id-token-expired', flow)
		if (error instanceof errors.JOSEError || error instanceof TypeError) throw authError('auth/invalid-id-token', flow)
		throw error
	}
}

const methods: readonly unknown[] = ['password', 'passkey', 'google', 'facebook', 'line'] satisfies SignInMethod[]
const isMethod = (value: unknown): value is SignInMethod => methods.includes(value)
