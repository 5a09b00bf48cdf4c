import { z } from 'zod'
import { codeChallenge, settingError, settingFaultOf, type SignInProvider } from './google-sign-in.ts'

const WITHIN_MS = 10_000
const ISSUER = 'https://access.line.me'

const tokenAnswer = z.object({ id_token: z.string().optional() })
const refusal = z.object({ error: z.string() })
const claimsSchema = z.object({ sub: z.string().min(1), nonce: z.string(), name: z.string().optional(), email: z.string().optional() })

/**
 * Signing in with LINE Login v2.1 (OpenID Connect). Its ID tokens for sites are signed with the channel's secret (HS256), which
 * the library behind Google's button does not verify. LINE does not say whether it has proved an address, so that it counts as
 * unverified; it hands one out only to channels that were allowed to ask.
 */
export function createLineSignIn(settings: {
	channelId: string
	channelSecret: string
	dialogOrigin: string
	apiOrigin: string
	/** Offers to add the account that sends notices, which is linked to the channel in LINE's console. */
	offersFriend?: boolean
}): SignInProvider {
	const { channelId, channelSecret, dialogOrigin, apiOrigin, offersFriend = false } = settings

	async function exchange(code: string, redirectUri: string, codeVerifier: string): Promise<string> {
		const response = await fetch(new URL('/oauth2/v2.1/token', apiOrigin), {
			method: 'POST',
			signal: AbortSignal.timeout(WITHIN_MS),
			redirect: 'error',
			body: new URLSearchParams({
				grant_type: 'authorization_code',
				code,
				redirect_uri: redirectUri,
				client_id: channelId,
				client_secret: channelSecret,
				code_verifier: codeVerifier,
			}),
		})
		const answer: unknown = await response.json().catch(() => null)
		if (!response.ok) {
			// The body may repeat the code, so it is not logged.
			const failure = new Error(`LINE answered ${response.status} to the code`)
			const refused = refusal.safeParse(answer)
			const fault = refused.success ? settingFaultOf(refused.data.error) : null
			throw fault === null ? failure : settingError(fault, failure)
		}
		const { id_token: token } = tokenAnswer.parse(answer)
		if (!token) throw Object.assign(new Error('LINE gave no ID token'), { code: 'auth/missing-id-token' })
		return token
	}

	return {
		async authorizeUrl({ redirectUri, state, nonce, codeVerifier }) {
			const address = new URL('/oauth2/v2.1/authorize', dialogOrigin)
			address.search = new URLSearchParams({
				response_type: 'code',
				client_id: channelId,
				redirect_uri: redirectUri,
				state,
				nonce,
				scope: 'openid profile email',
				code_challenge: codeChallenge(codeVerifier),
				code_challenge_method: 'S256',
				// Shows whose account it is, instead of going on with the one of this browser.
				prompt: 'consent',
				ui_locales: 'ja-JP',
				...(offersFriend ? { bot_prompt: 'normal' } : {}),
			}).toString()
			return address
		},
		async readProfile({ callback, redirectUri, nonce, codeVerifier }) {
			const token = await exchange(callback.searchParams.get('code') ?? '', redirectUri, codeVerifier)
			const { jwtVerify } = await import('jose')
			const { payload } = await jwtVerify(token, new TextEncoder().encode(channelSecret), {
				algorithms: ['HS256'],
				issuer: ISSUER,
				audience: channelId,
				clockTolerance: 30,
				requiredClaims: ['exp', 'iat'],
			})
			const claims = claimsSchema.parse(payload)
			if (claims.nonce !== nonce) throw new Error('LINE’s token is of another sign-in')
			return { subject: claims.sub, email: claims.email ?? null, emailIsVerified: false, displayName: claims.name ?? '' }
		},
	}
}
