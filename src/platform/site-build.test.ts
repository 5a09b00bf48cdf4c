import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildSite } from './site-build.ts'

let root: string

/** Replaces the bundler: empties its folder as that does, takes a while, and says on each run that it ran. */
const bundler = `
	const fs = require('node:fs')
	fs.rmSync('build', { recursive: true, force: true })
	fs.appendFileSync('runs', 'x')
	setTimeout(() => fs.mkdirSync('build'), 300)
`

beforeEach(async () => {
	root = await mkdtemp(path.join(os.tmpdir(), 'shirube-build-'))
	await mkdir(path.join(root, 'node_modules/@react-router/dev'), { recursive: true })
	await mkdir(path.join(root, 'src/web'), { recursive: true })
	await writeFile(path.join(root, 'node_modules/@react-router/dev/bin.cjs'), bundler)
	await writeFile(path.join(root, 'src/web/root.tsx'), 'export default null')
})

afterEach(() => rm(root, { recursive: true, force: true }))

const runs = async () => (await readFile(path.join(root, 'runs'), 'utf8')).length

test('builds only what has changed', async () => {
	const first = await buildSite({ root })
	expect(first.built).toBe(true)
	expect(await buildSite({ root })).toEqual({ id: first.id, built: false })
	await writeFile(path.join(root, 'src/web/root.tsx'), 'export default 1')
	const changed = await buildSite({ root })
	expect(changed.built).toBe(true)
	expect(changed.id).not.toBe(first.id)
	expect(await runs()).toBe(2)
})

test('a changed test needs no build', async () => {
	await buildSite({ root })
	await writeFile(path.join(root, 'src/web/root.test.tsx'), 'export {}')
	expect((await buildSite({ root })).built).toBe(false)
})

test('two starts at once build once', async () => {
	const built = await Promise.all([buildSite({ root }), buildSite({ root })])
	expect(built.filter((one) => one.built)).toHaveLength(1)
	expect(await runs()).toBe(1)
})

test('the lock of a killed build is taken over', async () => {
	const lock = path.join(root, 'node_modules/.cache/build.lock')
	await mkdir(path.dirname(lock), { recursive: true })
	await writeFile(lock, '')
	await utimes(lock, 0, 0)
	expect((await buildSite({ root })).built).toBe(true)
})

test('a build that fails says why and is tried again', async () => {
	await writeFile(path.join(root, 'node_modules/@react-router/dev/bin.cjs'), `console.error('Error: no such import'); process.exit(1)`)
	const sentence = 'The build failed (Error: no such import): npm run build shows all of it.'
	await expect(buildSite({ root })).rejects.toThrow(sentence)
	await expect(buildSite({ root })).rejects.toThrow(sentence)
})
