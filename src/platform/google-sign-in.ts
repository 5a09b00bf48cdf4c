import { createHash } from 'node:crypto'
import type { Configuration } from 'openid-client'

export type ProviderStart = { redirectUri: string; state: string; nonce: string; codeVerifier: string }
export type ProviderAnswer = ProviderStart & { callback: URL }
export type ProviderIdentity = { subject: string; email: string | null; emailIsVerified: boolean; displayName: string }
export type SignInProvider = {
	authorizeUrl: (start: ProviderStart) => Promise<URL>
	readProfile: (answer: ProviderAnswer) => Promise<ProviderIdentity>
}

export const codeChallenge = (codeVerifier: string): string => createHash('sha256').update(codeVerifier).digest('base64url')

/** With the first who signs in so. */
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
	/** Asked for at the first use and kept; a failure is asked again. */
	const configuration = () => {
		known ??= discover().catch((error: unknown) => {
			known = undefined
			throw error
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
