import { PUBLIC_DEMO_PASSWORD } from '../src/demo-access.ts'

export const CSRF = 'AbCdEf12'

let requests = 0

/** What a browser does at the login page: the password becomes an ID token, and that a session. */
export function newBrowser(url: string, email: string) {
	const cookies = new Map([['csrfToken', CSRF]])
	let idToken = ''
	const post = async (path: string, body: object, authorization?: string): Promise<unknown> => {
		const place = ++requests
		const response = await fetch(url + path, {
			method: 'POST',
			headers: {
				origin: url,
				'content-type': 'application/json',
				'x-csrf-token': CSRF,
				'x-forwarded-for': `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`,
				cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
				...(authorization ? { authorization } : {}),
			},
			body: JSON.stringify(body),
		})
		for (const cookie of response.headers.getSetCookie()) {
			const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
			cookies.set(name, value)
		}
		if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
		return response.json()
	}
	return {
		async signIn() {
			const answer = (await post('/api/identity/signIn', { email, password: PUBLIC_DEMO_PASSWORD })) as { idToken: string }
			idToken = answer.idToken
		},
		/** Returns the session cookie's value. */
		async enter() {
			await post('/api/sessionLogin', {}, `Bearer ${idToken}`)
			return cookies.get('session') ?? ''
		},
	}
}

/** The value of the session cookie of one of the demo's people. */
export async function sessionOf(url: string, email: string): Promise<string> {
	const browser = newBrowser(url, email)
	await browser.signIn()
	return browser.enter()
}

/** So many sessions of one person, each as of another browser. */
export async function sessionsOf(url: string, email: string, count: number): Promise<string[]> {
	const sessions: string[] = []
	for (let made = 0; made < count; made++) sessions.push(await sessionOf(url, email))
	return sessions
}
