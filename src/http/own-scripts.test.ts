import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { scriptMarkAttribute as mark, takeOwnScripts } from './own-scripts.ts'

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`

test.each([
	[`<script${mark}>a()</script>`, ['a()']],
	[`<script type="module"${mark}>import "/x.js"</script>`, ['import "/x.js"']],
	[`<script${mark} type="speculationrules">{}</script>`, ['{}']],
	[`<script${mark} data-x="a>b">c()</script>`, ['c()']],
	[`<script${mark}>a()</script><p>x</p><script${mark}>b()</script>`, ['a()', 'b()']],
	[`<script${mark}>a()</script><script${mark}>a()</script>`, ['a()']],
	[`<script${mark}>日本語()</script>`, ['日本語()']],
	[`<p>日本語</p><script${mark}>if (a<b && c>d) "<script>"</script>`, ['if (a<b && c>d) "<script>"']],
	[`<script${mark}>a\r\nb</script>`, ['a\nb']],
	[`<script async src="/a.js"${mark}>x</script>`, []],
	[`<link rel="stylesheet"${mark} href="/a.css"><script>a()</script>`, []],
	['<p>none</p>', []],
])('hashes marked inline scripts as a browser reads them, and removes the marks: %j', (html, sources) => {
	const { html: sent, hashes } = takeOwnScripts(Buffer.from(html))
	expect(hashes).toEqual(sources.map(hash))
	expect(sent.toString()).toBe(html.replaceAll(mark, ''))
})

test.each([
	'<script>a()</script>',
	'<script nonce="">a()</script>',
	'<script nonce="guessed-guessed-guessed-guessed-">a()</script>',
	'<script type="module">a()</script>',
	'<img src=x onerror="a()">',
])('gives an injected script no hash, wherever it is: %j', (injected) => {
	const own = `<script${mark}>own()</script>`
	for (const html of [`${injected}${own}`, `${own}${injected}`, `<div>${injected}</div>${own}`])
		expect(takeOwnScripts(Buffer.from(html)).hashes).toEqual([hash('own()')])
})

test.each(['<script>steal();//', '<script data-x="', "<script src=data:,steal() data-x='"])(
	'hashes only its own source after an injected tag that swallows the next script: %j',
	(injected) => {
		const { hashes } = takeOwnScripts(Buffer.from(`${injected}<script${mark}>own()</script>`))
		expect(hashes).toEqual([hash('own()')])
	},
)
