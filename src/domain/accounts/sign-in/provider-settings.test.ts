import { afterAll, beforeAll, expect, test } from 'vitest'
import { withCtx } from '../../../../test/database.ts'
import { createFacebookSignIn } from '../../../platform/facebook-sign-in.ts'
import { createGoogleSignIn } from '../../../platform/google-sign-in.ts'
import { codeOf, type TestSite, testSite } from '../accounts-for-test.ts'
import { finishPopup } from './provider-popup.ts'
import { BINDING, openPopup, popup, redirectUri, sayingProvider, startFacebookLike, startGoogleLike } from './providers-for-test.ts'

const people = [{ id: 'p-1', name: '渡辺 太郎', email: 'taro@example.com' }]
const google = { clientId: 'client', clientSecret: 'a secret of the client' }
const facebook = { appId: 'app', appSecret: 'a secret of the app' }
const quick = sayingProvider({ subject: 'p-1', email: 'taro@example.com', emailIsVerified: true, displayName: '渡辺 太郎' })

let googlePeer: Awaited<ReturnType<typeof startGoogleLike>>
let facebookPeer: Awaited<ReturnType<typeof startFacebookLike>>

beforeAll(async () => {
	googlePeer = await startGoogleLike({ ...google, redirectUri: redirectUri('google'), people })
	facebookPeer = await startFacebookLike({ ...facebook, redirectUri: redirectUri('facebook'), people })
})
afterAll(async () => {
	await googlePeer.close()
	await facebookPeer.close()
})

const start = (site: TestSite, origin: string | null = null) => openPopup(site.browser(), { origin })

test('reports keys that the provider does not know', () =>
	withCtx(async (ctx) => {
		const faults: unknown[] = []
		const site = testSite(ctx, {
			providers: {
				google: createGoogleSignIn({ ...google, clientSecret: 'another secret', issuer: googlePeer.origin }),
				facebook: createFacebookSignIn({
					...facebook,
					appSecret: 'another secret',
					dialogOrigin: facebookPeer.origin,
					graphOrigin: facebookPeer.origin,
				}),
			},
		})
		site.accounts.reportFault = (error) => void faults.push(error)
		for (const provider of ['google', 'facebook'] as const)
			expect(await popup(site.browser(), provider, 'p-1')).toEqual({ attempt: 'attempt-1', provider, error: 'auth/invalid-api-key' })
		expect(faults).toHaveLength(2)
	}))

test('an address that is no issuer asks for the missing setting before anything opens', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { providers: { google: createGoogleSignIn({ ...google, issuer: facebookPeer.origin }) } })
		await expect(start(site)).rejects.toMatchObject({
			code: 'auth/auth-domain-config-required',
			detail: 'Unexpected error occurred. (auth/auth-domain-config-required)',
		})
	}))

test('a return address that the provider does not know asks for the missing setting', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { providers: quick })
		const state = (await start(site)).searchParams.get('state')
		const back = { provider: 'google', search: `?state=${state}&error=redirect_uri_mismatch`, binding: BINDING }
		expect(await finishPopup(await site.browser().ctx(), back)).toMatchObject({
			attempt: 'attempt-1',
			error: 'auth/auth-domain-config-required',
		})
	}))

test('a page at another address than the site’s own is refused before a provider is asked', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { providers: quick })
		expect(await codeOf(start(site, 'https://www.shirube.example'))).toBe('auth/unauthorized-domain')
		expect((await start(site, 'https://shirube.example')).hostname).toBe('provider.example')
	}))
