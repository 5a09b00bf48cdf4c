import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { codeChallenge, settingError, type SignInProvider } from './google-sign-in.ts'

const VERSION = 'v23.0'
const WITHIN_MS = 10_000

const tokenAnswer = z.object({ access_token: z.string().optional() })
const inspected = z.object({
	data: z.object({ app_id: z.string(), is_valid: z.literal(true), user_id: z.string(), type: z.literal('USER') }),
})
const person = z.object({ id: z.string(), name: z.string().optional(), email: z.string().optional() })

const refusal = z.object({ error: z.object({ code: z.number(), message: z.string() }) })

/** 101: the app's number is wrong. 1 means one of several errors, of which the message names the secret. */
const isAboutOurKeys = ({ code, message }: z.output<typeof refusal>['error']): boolean =>
	code === 101 || (code === 1 && message.includes('client secret'))

/**
 * Signing in with Facebook's OAuth 2 and Graph. The token is shown to Facebook once more, since one that was given to
 * another app would look the same; the address counts as unverified, as Facebook does not vouch for it.
 */
export function createFacebookSignIn(settings: {
	appId: string
	appSecret: string
	dialogOrigin: string
	graphOrigin: string
}): SignInProvider {
	const { appId, appSecret, dialogOrigin, graphOrigin } = settings

	async function ask<Schema extends z.ZodType>(path: string, query: Record<string, string>, schema: Schema): Promise<z.output<Schema>> {
		const address = new URL(path, graphOrigin)
		address.search = new URLSearchParams(query).toString()
		const response = await fetch(address, { signal: AbortSignal.timeout(WITHIN_MS), redirect: 'error' })
		// The body may repeat the token, so it is not logged.
		if (!response.ok) {
			const failure = new Error(`Facebook answered ${response.status} to ${path}`)
			const refused = refusal.safeParse(await response.json().catch(() => null))
			throw refused.success && isAboutOurKeys(refused.data.error) ? settingError('auth/invalid-api-key', failure) : failure
		}
		return schema.parse(await response.json())
	}

	return {
		async authorizeUrl({ redirectUri, state, codeVerifier }) {
			const address = new URL(`/${VERSION}/dialog/oauth`, dialogOrigin)
			address.search = new URLSearchParams({
				client_id: appId,
				redirect_uri: redirectUri,
				state,
				response_type: 'code',
				scope: 'public_profile,email',
				auth_type: 'reauthenticate',
				code_challenge: codeChallenge(codeVerifier),
				code_challenge_method: 'S256',
			}).toString()
			return address
		},
		async readProfile({ callback, redirectUri, codeVerifier }) {
			const { access_token: token } = await ask(
				`/${VERSION}/oauth/access_token`,
				{
					client_id: appId,
					client_secret: appSecret,
					redirect_uri: redirectUri,
					code: callback.searchParams.get('code') ?? '',
					code_verifier: codeVerifier,
				},
				tokenAnswer,
			)
			if (!token) throw Object.assign(new Error('Facebook gave no token'), { code: 'auth/missing-id-token' })
			const { data } = await ask('/debug_token', { input_token: token, access_token: `${appId}|${appSecret}` }, inspected)
			if (data.app_id !== appId) throw new Error('Facebook’s token is another app’s')
			const proof = createHmac('sha256', appSecret).update(token).digest('hex')
			const me = await ask(`/${VERSION}/me`, { fields: 'id,name,email', access_token: token, appsecret_proof: proof }, person)
			if (me.id !== data.user_id) throw new Error('Facebook’s token is another person’s')
			return { subject: me.id, email: me.email ?? null, emailIsVerified: false, displayName: me.name ?? '' }
		},
	}
}
