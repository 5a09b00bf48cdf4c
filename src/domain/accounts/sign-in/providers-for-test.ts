import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Accounts, ProviderProfile } from '../accounts-context.ts'
import type { TestBrowser } from '../accounts-for-test.ts'
import type { Provider } from '../tables.ts'
import { finishPopup, type PopupResult, type PopupStart, startPopup } from './provider-popup.ts'
import { createGoogleLikeIssuer, type IssuerPerson } from '../../../platform/google-like-issuer.ts'

export type ProviderPerson = IssuerPerson

type Peer = { origin: string; close: () => Promise<void> }

type Handler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>

async function listen(makeHandler: (origin: string) => Handler | Promise<Handler>): Promise<Peer> {
	let handler: Handler = (_, res) => void res.writeHead(503).end()
	const server = createServer((req, res) => void handler(req, res))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	handler = await makeHandler(origin)
	return {
		origin,
		close: async () => {
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}

const page = (title: string, body: string) =>
	`<!DOCTYPE html><html lang="ja"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`

/** A real OpenID issuer on a separate port that behaves like Google. */
export async function startGoogleLike(options: {
	clientId: string
	clientSecret: string
	redirectUri: string
	people: readonly ProviderPerson[]
}): Promise<Peer> {
	return listen((issuer) => createGoogleLikeIssuer({ ...options, issuer, title: 'アカウントの選択' }))
}

/** LINE Login v2.1: its codes, PKCE, and ID tokens signed with the channel's secret. */
export async function startLineLike(options: {
	channelId: string
	channelSecret: string
	redirectUri: string
	people: readonly ProviderPerson[]
	/** Claims that differ from those of an honest token. */
	claims?: Readonly<Record<string, unknown>>
	/** The secret that tokens are signed with, where it is not the channel's. */
	signedWith?: string
}): Promise<Peer> {
	const codes = new Map<string, { person: ProviderPerson; challenge: string; nonce: string }>()
	return listen((origin) => async (req, res) => {
		const url = new URL(req.url ?? '/', origin)
		const query = url.searchParams
		const json = (status: number, body: unknown) => {
			res.writeHead(status, { 'content-type': 'application/json' })
			res.end(JSON.stringify(body))
		}
		if (url.pathname === '/oauth2/v2.1/authorize') {
			const person = options.people.find(({ id }) => id === query.get('account'))
			const back = new URL(options.redirectUri)
			back.searchParams.set('state', query.get('state') ?? '')
			const isKnown = query.get('client_id') === options.channelId && query.get('redirect_uri') === options.redirectUri
			if (!isKnown || !query.get('scope')?.split(' ').includes('openid')) return json(400, { error: 'invalid_request' })
			if (query.has('cancel')) back.searchParams.set('error', 'access_denied')
			else if (!person) {
				const list = options.people.map(
					({ id, name }) => `<p><a href="${`${url.href}&account=${id}`.replaceAll('&', '&amp;')}">${name}</a></p>`,
				)
				res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
				res.end(page('LINEログイン', list.join('')))
				return
			} else {
				const code = randomBytes(16).toString('hex')
				codes.set(code, { person, challenge: query.get('code_challenge') ?? '', nonce: query.get('nonce') ?? '' })
				back.searchParams.set('code', code)
			}
			res.writeHead(302, { location: back.href }).end()
			return
		}
		if (url.pathname !== '/oauth2/v2.1/token' || req.method !== 'POST') return json(404, {})
		let body = ''
		for await (const chunk of req) body += String(chunk)
		const form = new URLSearchParams(body)
		const given = codes.get(form.get('code') ?? '')
		codes.delete(form.get('code') ?? '')
		if (form.get('client_id') !== options.channelId || form.get('client_secret') !== options.channelSecret)
			return json(400, { error: 'invalid_client', error_description: 'client_secret mismatch' })
		const challenge = createHash('sha256')
			.update(form.get('code_verifier') ?? '')
			.digest('base64url')
		if (!given || given.challenge !== challenge || form.get('redirect_uri') !== options.redirectUri)
			return json(400, { error: 'invalid_grant' })
		const now = Math.floor(Date.now() / 1_000)
		const { person, nonce } = given
		const claims = {
			iss: 'https://access.line.me',
			sub: person.id,
			aud: options.channelId,
			exp: now + 600,
			iat: now,
			nonce,
			name: person.name,
		}
		const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
		const content = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode({ ...claims, ...(person.email === undefined ? {} : { email: person.email }), ...options.claims })}`
		const signature = createHmac('sha256', options.signedWith ?? options.channelSecret)
			.update(content)
			.digest('base64url')
		return json(200, {
			access_token: randomBytes(16).toString('hex'),
			token_type: 'Bearer',
			expires_in: 2_592_000,
			id_token: `${content}.${signature}`,
		})
	})
}

/** OAuth 2 and Graph as Facebook has them: its codes and tokens, debug_token, and the proof that /me requires. */
export async function startFacebookLike(options: {
	appId: string
	appSecret: string
	redirectUri: string
	people: readonly ProviderPerson[]
	/** The app that tokens are made for; another one than `appId` for a stolen token. */
	tokensOf?: string
	/** For whom the exchange of the code goes wrong, and how. */
	tokenAnswers?: Readonly<Record<string, 'nothing' | 'no token'>>
}): Promise<Peer> {
	const codes = new Map<string, { person: ProviderPerson; challenge: string }>()
	const tokens = new Map<string, ProviderPerson>()
	return listen((origin) => (req, res) => {
		const url = new URL(req.url ?? '/', origin)
		const query = url.searchParams
		const json = (status: number, body: unknown) => {
			res.writeHead(status, { 'content-type': 'application/json' })
			res.end(JSON.stringify(body))
		}
		const refuse = () => json(400, { error: { message: 'Invalid request', type: 'OAuthException', code: 100 } })
		if (url.pathname.endsWith('/dialog/oauth')) {
			if (query.get('client_id') !== options.appId || query.get('redirect_uri') !== options.redirectUri) return refuse()
			if (query.get('auth_type') !== 'reauthenticate') return refuse()
			const back = new URL(options.redirectUri)
			back.searchParams.set('state', query.get('state') ?? '')
			if (query.has('cancel')) {
				back.searchParams.set('error', 'access_denied')
				res.writeHead(302, { location: back.href }).end()
				return
			}
			const person = options.people.find(({ id }) => id === query.get('account'))
			if (!person) {
				const again = (name: string, value: string) => {
					const link = new URL(url)
					link.searchParams.set(name, value)
					return link.href.replaceAll('&', '&amp;')
				}
				const list = options.people.map(({ id, name }) => `<p><a href="${again('account', id)}">${name}</a></p>`).join('')
				res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
				res.end(page('Facebookにログイン', `${list}<p><a href="${again('cancel', '1')}">キャンセル</a></p>`))
				return
			}
			const code = randomBytes(16).toString('hex')
			codes.set(code, { person, challenge: query.get('code_challenge') ?? '' })
			back.searchParams.set('code', code)
			res.writeHead(302, { location: back.href }).end()
			return
		}
		if (url.pathname.endsWith('/oauth/access_token')) {
			const given = codes.get(query.get('code') ?? '')
			codes.delete(query.get('code') ?? '')
			if (query.get('client_secret') !== options.appSecret)
				return json(400, { error: { message: 'Error validating client secret.', type: 'OAuthException', code: 1 } })
			if (!given || query.get('redirect_uri') !== options.redirectUri) return refuse()
			const wrong = options.tokenAnswers?.[given.person.id]
			if (wrong === 'nothing') return void res.writeHead(200).end()
			if (wrong === 'no token') return json(200, { token_type: 'bearer' })
			const token = randomBytes(16).toString('hex')
			tokens.set(token, given.person)
			return json(200, { access_token: token, token_type: 'bearer', expires_in: 5_000 })
		}
		if (url.pathname === '/debug_token') {
			const person = tokens.get(query.get('input_token') ?? '')
			if (!person || query.get('access_token') !== `${options.appId}|${options.appSecret}`) return refuse()
			return json(200, { data: { app_id: options.tokensOf ?? options.appId, type: 'USER', is_valid: true, user_id: person.id } })
		}
		if (url.pathname.endsWith('/me')) {
			const token = query.get('access_token') ?? ''
			const person = tokens.get(token)
			const proof = createHmac('sha256', options.appSecret).update(token).digest('hex')
			if (!person || query.get('appsecret_proof') !== proof) return refuse()
			return json(200, { id: person.id, name: person.name, ...(person.email === undefined ? {} : { email: person.email }) })
		}
		return json(404, {})
	})
}

/** Walks through a provider's pages as a browser would, picks an account, and gives the address it sends back to. */
export async function pickAccount(start: URL, account: string | null, redirectUri: string): Promise<URL> {
	const cookies = new Map<string, string>()
	let address = start
	for (let step = 0; step < 10; step++) {
		if (address.href.startsWith(redirectUri)) return address
		const response = await fetch(address, {
			redirect: 'manual',
			headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
		})
		for (const cookie of response.headers.getSetCookie()) {
			const [name = '', ...value] = cookie.split(';')[0]?.split('=') ?? []
			cookies.set(name, value.join('='))
		}
		const location = response.headers.get('location')
		if (location !== null) address = new URL(location, address)
		else if (response.ok && /account=|cancel=/.test(await response.text())) {
			address = new URL(address)
			if (account === null) address.searchParams.set('cancel', '1')
			else address.searchParams.set('account', account)
		} else throw new Error(`the provider answered ${response.status}`)
	}
	throw new Error('the provider sent the browser in circles')
}

export const redirectUri = (provider: Provider) => `https://shirube.example/api/identity/callback/${provider}`

export const BINDING = 'the cookie of this browser'

/** Begins a sign-in with Google in the attempt `attempt-1`, or what `values` say; the provider's address. */
export const openPopup = async (browser: TestBrowser, values: Partial<PopupStart> = {}): Promise<URL> =>
	startPopup(await browser.ctx(), { provider: 'google', attempt: 'attempt-1', intent: null, origin: null, binding: BINDING, ...values })

/** Goes all the way through a popup; returns the ticket, or the code of the error. */
export async function popup(
	browser: TestBrowser,
	provider: Provider,
	account: string | null,
	options: { intent?: string; binding?: string } = {},
): Promise<PopupResult> {
	const binding = options.binding ?? BINDING
	const address = await openPopup(browser, { provider, intent: options.intent ?? null, binding })
	const back = await pickAccount(address, account, redirectUri(provider))
	return finishPopup(await browser.ctx(), { provider, search: back.search, binding })
}

/** A provider with fixed answers, for rules that do not depend on a protocol. */
export function sayingProvider(profile: ProviderProfile): Accounts['providers'] {
	const client = {
		authorizeUrl: async ({ state }: { state: string }) => new URL(`https://provider.example/?state=${state}`),
		readProfile: async () => profile,
	}
	return { google: client, facebook: client, line: client }
}
