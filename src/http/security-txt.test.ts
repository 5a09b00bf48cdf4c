import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { securityTxtRoutes } from './security-txt.ts'

const NOW = new Date('2026-06-15T03:00:00Z')

const ask = (env: Record<string, string>) => {
	const { security, publicUrl } = loadConfig(env)
	return securityTxtRoutes({ security, publicUrl, now: () => NOW }).request('/.well-known/security.txt')
}

test('security.txt does not exist while no contact is set', async () => {
	expect((await ask({})).status).toBe(404)
	expect((await ask({ SECURITY_POLICY: 'https://shirube.example/security' })).status).toBe(404)
})

test('security.txt names the contact and an expiry within a year', async () => {
	const response = await ask({ SECURITY_CONTACT: 'mailto:security@shirube.example' })
	expect(response.status).toBe(200)
	expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
	expect(await response.text()).toBe(
		['Contact: mailto:security@shirube.example', 'Expires: 2026-12-12T00:00:00.000Z', 'Preferred-Languages: ja, en', ''].join('\n'),
	)
})

test('security.txt names its own address under https, and policy and key where they are set', async () => {
	const response = await ask({
		PUBLIC_URL: 'https://shirube.example',
		SECURITY_CONTACT: 'https://shirube.example/report',
		SECURITY_POLICY: 'https://shirube.example/security',
		SECURITY_ENCRYPTION: 'openpgp4fpr:5f2de5521c63a801ab59ccb603d49de44b29100f',
	})
	expect((await response.text()).split('\n')).toEqual([
		'Contact: https://shirube.example/report',
		'Expires: 2026-12-12T00:00:00.000Z',
		'Encryption: openpgp4fpr:5f2de5521c63a801ab59ccb603d49de44b29100f',
		'Preferred-Languages: ja, en',
		'Canonical: https://shirube.example/.well-known/security.txt',
		'Policy: https://shirube.example/security',
		'',
	])
})

test.each([
	{ SECURITY_CONTACT: 'security@shirube.example' },
	{ SECURITY_CONTACT: 'http://shirube.example/report' },
	{ SECURITY_CONTACT: 'mailto:a@shirube.example\nPolicy: https://evil.example' },
	{ SECURITY_POLICY: 'http://shirube.example/security' },
	{ SECURITY_ENCRYPTION: 'javascript:alert(1)' },
])('an address that RFC 9116 does not allow ends the start: %j', (env) => {
	expect(() => loadConfig(env)).toThrow(`The setting ${Object.keys(env)[0]} must be`)
})
