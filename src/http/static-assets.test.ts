import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from './serve-for-test.ts'
import { createStaticAssets } from './static-assets.ts'

const script = 'export const a = 1\n'.repeat(200)

async function site() {
	const directory = mkdtempSync(path.join(tmpdir(), 'shirube-assets-'))
	onTestFinished(() => rmSync(directory, { recursive: true }))
	mkdirSync(path.join(directory, 'assets'))
	mkdirSync(path.join(directory, '.vite'))
	writeFileSync(path.join(directory, 'assets', 'page-abc.js'), script)
	writeFileSync(path.join(directory, 'assets', 'page-abc.js.map'), '{}')
	writeFileSync(path.join(directory, 'assets', 'large-abc.js'), 'x'.repeat(1_100_000))
	writeFileSync(path.join(directory, '.vite', 'manifest.json'), '{}')
	writeFileSync(path.join(directory, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
	symlinkSync('/etc/hostname', path.join(directory, 'linked.txt'))
	const assets = createStaticAssets({
		directory,
		headers: [['x-content-type-options', 'nosniff']],
		policy: "default-src 'none'",
		answerMissing: (_req, res) => res.writeHead(404).end('missing'),
		onError: (error) => expect.fail(String(error)),
	})
	return serve((req, res) => {
		if (!assets.answer(req, res, req.url?.split('?')[0] ?? '')) res.writeHead(299).end('application')
	})
}

test('a hashed file is sent compressed and for ever', async () => {
	const { ask } = await site()
	const br = await ask('/assets/page-abc.js', { headers: { 'accept-encoding': 'gzip, br' } })
	expect(br.headers).toMatchObject({
		'content-type': 'text/javascript; charset=utf-8',
		'cache-control': 'public, max-age=31536000, immutable',
		'content-encoding': 'br',
		vary: 'Accept-Encoding',
		'x-content-type-options': 'nosniff',
	})
	expect(brotliDecompressSync(br.body).toString()).toBe(script)
	const gzip = await ask('/assets/page-abc.js?x=1', { headers: { 'accept-encoding': 'gzip' } })
	expect(gunzipSync(gzip.body).toString()).toBe(script)
	const plain = await ask('/assets/page-abc.js')
	expect(plain.text).toBe(script)
	expect(plain.headers['content-length']).toBe(String(script.length))
	expect((await ask('/assets/page-abc.js', { method: 'HEAD' })).body).toHaveLength(0)
})

test('an unchanged file answers 304', async () => {
	const { ask } = await site()
	const { headers } = await ask('/favicon.svg')
	expect(headers['cache-control']).toBe('public, max-age=3600')
	expect(headers['content-security-policy']).toContain('sandbox')
	expect((await ask('/favicon.svg', { headers: { 'if-none-match': headers.etag! } })).status).toBe(304)
})

test('a large file is read from the disk', async () => {
	const { ask } = await site()
	expect((await ask('/assets/large-abc.js', { headers: { 'accept-encoding': 'br' } })).body).toHaveLength(1_100_000)
})

test('an unknown asset is 404 without the application', async () => {
	const { ask } = await site()
	expect((await ask('/assets/gone-xyz.js')).text).toBe('missing')
})

test.each([
	'/.vite/manifest.json',
	'/linked.txt',
	'/../package.json',
	'/%2e%2e/package.json',
	'/assets',
	'/',
	'/__proto__',
	'/constructor',
])('%s is not a file of the build', async (target) => {
	const { ask } = await site()
	expect((await ask(target)).text).toBe('application')
})

test('source maps stay inside', async () => {
	const { ask } = await site()
	expect((await ask('/assets/page-abc.js.map')).status).toBe(404)
})
