import { Hono } from 'hono'
import type { Config } from '../config.ts'
import { days } from '../domain/shared/japan-time.ts'

export const SECURITY_TXT_PATH = '/.well-known/security.txt'

const EXPIRES_DAYS = 180

/**
 * `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. It does not exist while SECURITY_CONTACT is
 * unset. The settings are as old as the running site, so the expiry is always half a year away.
 */
export function securityTxtRoutes(deps: Pick<Config, 'security' | 'publicUrl'> & { now: () => Date }): Hono {
	const routes = new Hono()
	const { contact, policy, encryption } = deps.security
	if (contact === undefined) return routes
	const canonical = deps.publicUrl.startsWith('https:') ? `${deps.publicUrl}${SECURITY_TXT_PATH}` : undefined
	routes.get(SECURITY_TXT_PATH, (c) => {
		const expires = new Date(deps.now().getTime() - (deps.now().getTime() % days(1)) + days(EXPIRES_DAYS))
		const fields: [string, string | undefined][] = [
			['Contact', contact],
			['Expires', expires.toISOString()],
			['Encryption', encryption],
			['Preferred-Languages', 'ja, en'],
			['Canonical', canonical],
			['Policy', policy],
		]
		const body = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\n`])).join('')
		return c.body(body, 200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
	})
	return routes
}
