import { createHash } from 'node:crypto'
import type { Configuration } from 'openid-client'

export type ProviderStart = { redirectUri: string; state: string; nonce: string; codeVerifier: string }
export type ProviderAnswer = ProviderStart & { callback: URL }
export type ProviderIdentity = { subject: string; email: string | null; emailIsVerified: boolean; displayName: string }
/** Codes of the identity catalogue for wrong settings. Other failures have no code. */
export type SettingFault = 'auth/invalid-api-key' | 'auth/auth-domain-config-required'

/** An error that names the setting at fault; finishing and starting a popup pass its code on to the page. */
export const settingError = (code: SettingFault, cause: unknown): Error =>
	Object.assign(new Error(`the provider refused our settings (${code})`, { cause }), { code })

/** Which setting an OAuth error (RFC 6749, section 5.2) of the provider is about, or null. */
export function settingFaultOf(error: unknown): SettingFault | null {
	if (error === 'invalid_client' || error === 'unauthorized_client') return 'auth/invalid-api-key'
	// Our return address is not registered there.
	return error === 'redirect_uri_mismatch' || error === 'invalid_redirect_uri' ? 'auth/auth-domain-config-required' : null
}

export type SignInProvider = {
	authorizeUrl: (start: ProviderStart) => Promise<URL>
	readProfile: (answer: ProviderAnswer) => Promise<ProviderIdentity>
}

export const codeChallenge = (codeVerifier: string): string => createHash('sha256').update(codeVerifier).digest('base64url')

/** Imported with the first such sign-in. */
const loadLibrary = () => import('openid-client')

/** Signing in with Google, or with any OpenID issuer that puts the address into its ID token as Google does. */
export function createGoogleSignIn(settings: { issuer: string; clientId: string; clientSecret: string }): SignInProvider {
	let known: Promise<Configuration> | undefined
	const discover = async () => {
		const { allowInsecureRequests, discovery } = await loadLibrary()
		return discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
			timeout: 10,
			// Only an issuer on this machine is reached without TLS: the one of tests.
			execute: settings.issuer.startsWith('http:') ? [allowInsecureRequests] : [],
		})
	}
	/** Discovered at the first use and cached; a failure is retried. */
	const configuration = () => {
		known ??= discover().catch((error: unknown) => {
			known = undefined
			// The address answers, but not as an issuer does: it is not the provider's.
			const isAnswer = error instanceof Error && 'code' in error && /^OAUTH_(?!TIMEOUT)/u.test(String(error.code))
			throw isAnswer ? settingError('auth/auth-domain-config-required', error) : error
		})
		return known
	}
	return {
		async authorizeUrl({ redirectUri, state, nonce, codeVerifier }) {
			const { buildAuthorizationUrl } = await loadLibrary()
			return buildAuthorizationUrl(await configuration(), {
				redirect_uri: redirectUri,
				scope: 'openid email profile',
				state,
				nonce,
				code_challenge: codeChallenge(codeVerifier),
				code_challenge_method: 'S256',
				prompt: 'select_account',
			})
		},
		async readProfile({ callback, state, nonce, codeVerifier }) {
			const { authorizationCodeGrant } = await loadLibrary()
			const tokens = await authorizationCodeGrant(await configuration(), callback, {
				expectedState: state,
				expectedNonce: nonce,
				pkceCodeVerifier: codeVerifier,
				idTokenExpected: true,
			}).catch((error: unknown) => {
				throw tokenError(error)
			})
			const claims = tokens.claims()
			if (!claims) throw new Error('the issuer gave no ID token')
			return {
				subject: claims.sub,
				email: typeof claims['email'] === 'string' ? claims['email'] : null,
				emailIsVerified: claims['email_verified'] === true,
				displayName: typeof claims['name'] === 'string' ? claims['name'] : '',
			}
		},
	}
}

/** An error of the token endpoint, with the setting that it concerns if any. */
function tokenError(error: unknown): unknown {
	if (!(error instanceof Error)) return error
	// A 401 with a challenge is about the client; the body is not read then.
	const refused =
		'code' in error && error.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ? 'invalid_client' : 'error' in error ? error.error : null
	const fault = settingFaultOf(refused)
	return fault === null ? error : settingError(fault, error)
}
