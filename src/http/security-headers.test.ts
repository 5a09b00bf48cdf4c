import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Analytics } from '../config.ts'
import { outsideTransmissions } from './outside.ts'
import { createSecurityHeaders, inlineScriptHashes } from './security-headers.ts'

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`
const hashes = (html: string) => inlineScriptHashes(Buffer.from(html))
const ga4: Analytics = { kind: 'ga4', measurementId: 'G-ABCDE12345' }
const plausible: Analytics = { kind: 'plausible', src: 'https://stats.example/js/script.js', domain: 'a.example' }

test.each([
	['<script>a()</script>', ['a()']],
	['<SCRIPT\nasync>a()</SCRIPT >', ['a()']],
	['<script type="module">import "/x.js"</script>', ['import "/x.js"']],
	['<script type=text/javascript>a()</script>', ['a()']],
	['<script type="importmap">{}</script>', ['{}']],
	['<script type="application/ld+json">{"a":1}</script>', []],
	['<script src="/a.js"></script><script>b()</script>', ['b()']],
	['<script async src=/a.js>x</script>', []],
	['<script data-x="a>b">c()</script>', ['c()']],
	['<script>a()</script><script>a()</script>', ['a()']],
	['<script>日本語()</script>', ['日本語()']],
	['<script>if (a<b && c>d) "<script>"</script>', ['if (a<b && c>d) "<script>"']],
	['<scripty>a</scripty>', []],
	['<script>a\r\nb</script>', ['a\nb']],
	['<p>none</p>', []],
])('of %j the inline scripts are hashed as a browser reads them', (html, sources) => {
	expect(hashes(html)).toEqual(sources.map(hash))
})

test('the policy allows our scripts by hash and nothing unsafe', () => {
	for (const analytics of [{ kind: 'none' } as const, ga4, plausible]) {
		const security = createSecurityHeaders({ publicUrl: 'https://a.example', analytics })
		const policy = security.policyFor(Buffer.from('<script>a()</script>'))
		expect(policy).not.toContain('unsafe')
		expect(policy).toContain(`script-src 'self'`)
		expect(policy).toContain(hash('a()'))
		expect(policy).toContain(`default-src 'none'`)
		expect(policy).toContain(`frame-ancestors 'none'`)
		expect(policy).toContain('upgrade-insecure-requests')
	}
})

test('every outside origin of the policy stands in the table of /privacy, and the other way round', () => {
	for (const analytics of [{ kind: 'none' } as const, ga4, plausible]) {
		const config = { publicUrl: 'https://a.example', analytics }
		const listed = outsideTransmissions(config).flatMap(({ origins }) => origins)
		const allowed =
			createSecurityHeaders(config)
				.policyFor(Buffer.from(''))
				.match(/https?:\/\/[^\s;]+/g) ?? []
		expect(new Set(allowed)).toEqual(new Set(listed))
	}
	expect(outsideTransmissions({ analytics: { kind: 'none' } })).toEqual([])
})

test('no page tells the next one more of its address than the origin', () => {
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
