import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMigrations } from '../src/platform/migrator.ts'
import { COMMANDS } from './release-launcher.ts'
import { bundlePrograms } from './release-programs.ts'

const root = path.resolve(import.meta.dirname, '..')
let folder = ''

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'programs-'))
	await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
	await bundlePrograms(root, folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const programs = () => globSync(['src/**/*.js', 'seed/**/*.js', 'scripts/**/*.js'], { cwd: folder })

test('every program that a release starts, or that another one starts, is bundled', () => {
	const named = [...globSync(['src/**/*.ts', 'seed/**/*.ts'], { cwd: root })]
		.filter((file) => !file.endsWith('.test.ts'))
		.flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:programPath\(|PROGRAM = )'([^']+)'/g)])
		.map(([, name = '']) => `${name}.js`)
	expect(named.length).toBeGreaterThan(4)
	const started = [
		'src/server.js',
		'src/platform/start-environment.js',
		...Object.values(COMMANDS).map(([script]) => `scripts/${script}.js`),
	]
	expect([...started, ...named].filter((file) => !existsSync(path.join(folder, file)))).toEqual([])
})

test('a program that may read nothing else is one file', () => {
	const text = readFileSync(path.join(folder, 'src/platform/pdf-process.js'), 'utf8')
	expect([...text.matchAll(/\bfrom "(\.[^"]+)"|import\("(\.[^"]+)"\)/g)].map(([found]) => found)).toEqual([])
})

test('no program loads a source', () => {
	const loading = programs().flatMap((file) =>
		[...readFileSync(path.join(folder, file), 'utf8').matchAll(/(?:from |import\()["'][^"']+\.tsx?["']/g)].map(
			([found]) => `${file}: ${found}`,
		),
	)
	expect(loading).toEqual([])
})

test('the migrations are one module, each under its name', async () => {
	const packed = (await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'migrations/packed.js')).href)) as Record<
		string,
		{ up: unknown }
	>
	expect(Object.keys(packed).toSorted()).toEqual(await listMigrations())
	expect(Object.values(packed).filter(({ up }) => typeof up !== 'function')).toEqual([])
})
