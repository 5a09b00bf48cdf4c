import { expect, test } from 'vitest'
import type { Analytics } from '../config.ts'
import { outsideTransmissions } from './outside.ts'
import { createSecurityHeaders } from './security-headers.ts'

const ga4: Analytics = { kind: 'ga4', measurementId: 'G-ABCDE12345' }
const plausible: Analytics = { kind: 'plausible', src: 'https://stats.example/js/script.js', domain: 'a.example' }

test('the policy allows our scripts by hash and nothing unsafe', () => {
	for (const analytics of [{ kind: 'none' } as const, ga4, plausible]) {
		const security = createSecurityHeaders({ publicUrl: 'https://a.example', analytics })
		const policy = security.policyFor(["'sha256-abc='"])
		expect(policy).not.toContain('unsafe')
		expect(policy).toContain(`script-src 'self'`)
		expect(policy).toMatch(/script-src [^;]*'sha256-abc='/)
		expect(policy).toContain(`require-trusted-types-for 'script'`)
		expect(policy).toContain(`default-src 'none'`)
		expect(policy).toContain(`frame-ancestors 'none'`)
		expect(policy).toContain('upgrade-insecure-requests')
	}
})

test('the external origins of the policy and of the table in /privacy are the same', () => {
	for (const analytics of [{ kind: 'none' } as const, ga4, plausible]) {
		const config = { publicUrl: 'https://a.example', analytics }
		const listed = outsideTransmissions(config).flatMap(({ origins }) => origins)
		const allowed =
			createSecurityHeaders(config)
				.policyFor([])
				.match(/https?:\/\/[^\s;]+/g) ?? []
		expect(new Set(allowed)).toEqual(new Set(listed))
	}
	expect(outsideTransmissions({ analytics: { kind: 'none' } })).toEqual([])
})

test('the referrer policy sends the next page the origin only', () => {
	for (const analytics of [{ kind: 'none' } as const, ga4, plausible])
		expect(createSecurityHeaders({ publicUrl: 'https://a.example', analytics }).common).toContainEqual(['referrer-policy', 'strict-origin'])
})

test('transport security is asked for on https only', () => {
	const names = (publicUrl: string) => createSecurityHeaders({ publicUrl, analytics: { kind: 'none' } }).common.map(([name]) => name)
	expect(names('https://a.example')).toContain('strict-transport-security')
	expect(names('http://localhost:3000')).not.toContain('strict-transport-security')
	expect(names('http://localhost:3000')).toEqual(
		expect.arrayContaining([
			'x-content-type-options',
			'referrer-policy',
			'permissions-policy',
			'cross-origin-opener-policy',
			'x-frame-options',
			'cross-origin-resource-policy',
		]),
	)
})

test('only the named Trusted Types policies may be created, those of Google with Google alone', () => {
	const policies = (analytics: Analytics) =>
		/trusted-types (default[^;]*)/.exec(createSecurityHeaders({ publicUrl: 'https://a.example', analytics }).policyFor([]))?.[1]
	expect(policies({ kind: 'none' })).toBe('default')
	expect(policies(plausible)).toBe('default')
	expect(policies(ga4)).toBe('default analytics goog#html')
})
