import { createHash } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { finishWhole } from '../../http/finish-response.ts'
import { scriptMark } from '../../http/own-scripts.ts'
import { createSecurityHeaders } from '../../http/security-headers.ts'
import { pages } from '../routes.ts'
import { NOT_AHEAD } from './page-scripts.tsx'

const options = {
	security: createSecurityHeaders({ publicUrl: 'https://shirube.example', analytics: { kind: 'none' } }),
	cookiesFor: () => [],
	acceptEncoding: undefined,
	keepTags: false,
	isDevelopment: false,
}
const own = 'window.own=1'

/** A page whose content lets HTML through, as a fault in a component would. */
async function sendPage(content: string) {
	const Page = createRoutesStub([
		{
			path: '/',
			Component: () => (
				<main>
					<script nonce={scriptMark} dangerouslySetInnerHTML={{ __html: own }} />
					<p dangerouslySetInnerHTML={{ __html: content }} />
				</main>
			),
		},
	])
	const html = `<!DOCTYPE html>${renderToString(<Page />)}`
	const { headers, body } = await finishWhole(new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } }), options)
	return { policy: headers.get('content-security-policy') ?? '', html: body.toString() }
}

const hash = (source: string) => createHash('sha256').update(source).digest('base64')

test.each(['<script>evil()</script>', '<script nonce>evil()</script>', `<script nonce="${'a'.repeat(32)}">evil()</script>`])(
	'an inline script that content brings into a page gets no hash: %j',
	async (content) => {
		const { policy, html } = await sendPage(content)
		expect(html).toContain(content)
		expect(policy).toContain(hash(own))
		expect(policy).not.toContain(hash('evil()'))
		expect(policy.match(/'sha256-/g)).toHaveLength(1)
	},
)

test('the mark of our scripts is in nothing that is sent, so content can never copy it', async () => {
	const first = await sendPage('')
	expect(first.html + first.policy).not.toContain(scriptMark)
	// A look at the page teaches the look of our script, but not what makes it ours.
	const seen = /<script[^>]*>/.exec(first.html)?.[0] ?? ''
	const { policy } = await sendPage(`${seen}evil()</script>`)
	expect(policy).not.toContain(hash('evil()'))
})

test('no room, and no page behind a secret of its address, is fetched before the click', () => {
	const patterns = NOT_AHEAD.map((pathname) => new URLPattern({ pathname }))
	const isPrivate = ({ pattern }: { pattern: string }) =>
		/^\/(?:mypage|admin|notifications|favorite|follow|office\/edit)/.test(pattern) || /:(?:token|key)\b/.test(pattern)
	const found = pages.filter(isPrivate).map(({ pattern }) => pattern.replaceAll(/:\w+/g, '1'))
	expect(found.length).toBeGreaterThan(100)
	expect(found.filter((pathname) => !patterns.some((one) => one.test({ pathname })))).toEqual([])
	expect(patterns.some((one) => one.test({ pathname: '/office/1' }) || one.test({ pathname: '/qa/1' }))).toBe(false)
})
