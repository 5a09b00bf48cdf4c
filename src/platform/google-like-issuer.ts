import { generateKeyPair, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { interactionPolicy, Provider } from 'oidc-provider'

export type IssuerPerson = { id: string; name: string; email?: string; emailVerified?: boolean }

export type IssuerOptions = {
	/** Its origin, with a path if it is not the only one there. */
	issuer: string
	clientId: string
	clientSecret: string
	redirectUri: string
	people: readonly IssuerPerson[]
	title: string
	/** Heading above the list of accounts. */
	explanation?: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')

/**
 * An OpenID issuer that looks like Google to the site: it always shows its account picker when asked to, and its ID
 * token holds the address. For tests and local demos: anybody may sign in as anybody.
 */
export async function createGoogleLikeIssuer(options: IssuerOptions): Promise<(req: IncomingMessage, res: ServerResponse) => void> {
	const base = new URL(options.issuer).pathname.replace(/\/$/, '')
	const provider = await createProvider(options, base)
	const answer = provider.callback()
	const picker = pickerPage(options)
	return (req, res) => {
		const url = new URL(req.url ?? '/', options.issuer)
		const path = url.pathname.slice(base.length)
		if (!path.startsWith('/pick/')) {
			// The library learns its mount path the way Express passes it.
			Object.assign(req, { originalUrl: req.url, url: `${path}${url.search}` })
			return void answer(req, res)
		}
		const id = url.searchParams.get('account')
		const finish = (result: Parameters<typeof provider.interactionFinished>[2]) =>
			void provider.interactionFinished(req, res, result).catch(() => {
				// An interaction that is over, or another browser's.
				if (!res.headersSent) res.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
				res.end('このログインの手続きは終わっています。')
			})
		if (url.searchParams.has('cancel')) return finish({ error: 'access_denied', error_description: 'cancelled' })
		if (id !== null) return finish({ select_account: {}, login: { accountId: id } })
		res.writeHead(200, {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
			'referrer-policy': 'no-referrer',
		})
		res.end(picker)
	}
}

async function createProvider({ issuer, people, ...client }: IssuerOptions, base: string): Promise<Provider> {
	const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
	const policy = interactionPolicy.base()
	policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
	return new Provider(issuer, {
		clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [client.redirectUri] }],
		jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
		ttl: { Interaction: 600, Grant: 600, Session: 600, AuthorizationCode: 60, AccessToken: 600, IdToken: 600 },
		conformIdTokenClaims: false,
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
		cookies: { keys: [randomBytes(16).toString('hex')] },
		pkce: { required: () => true },
		features: { devInteractions: { enabled: false } },
		interactions: { policy, url: (_, { uid }) => `${base}/pick/${uid}` },
		findAccount: (_, id) => {
			const person = people.find((one) => one.id === id)
			return person && { accountId: id, claims: () => claimsOf(person) }
		},
		async loadExistingGrant({ oidc }) {
			const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
			grant.addOIDCScope('openid email profile')
			await grant.save()
			return grant
		},
	})
}

const claimsOf = ({ id, name, email, emailVerified = true }: IssuerPerson) => ({
	sub: id,
	name,
	...(email === undefined ? {} : { email, email_verified: emailVerified }),
})

function pickerPage(options: IssuerOptions): string {
	const list = options.people
		.map(({ id, name, email = '' }) => `<p><a href="?account=${encodeURIComponent(id)}">${escapeHtml(name)}</a> ${escapeHtml(email)}</p>`)
		.join('')
	const title = escapeHtml(options.title)
	const explanation = options.explanation ? `<p>${escapeHtml(options.explanation)}</p>` : ''
	return `<!DOCTYPE html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${explanation}${list}<p><a href="?cancel=1">キャンセル</a></p></html>`
}
