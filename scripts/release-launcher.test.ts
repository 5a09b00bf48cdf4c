import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS, launcher } from './release-launcher.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
/** Of a checkout alone. */
const ofCheckout = new Set(['release', 'build', 'bench'])

test('a release has every command that operators are told to run, and each leads to a script', () => {
	const pages = [
		'docs/operations.md',
		'docs/installing.md',
		...readdirSync(path.join(root, 'docs/runbooks')).map((name) => `docs/runbooks/${name}`),
	]
	const told = pages.flatMap((page) =>
		[...read(page).matchAll(/(?:npm run (?:--silent )?|\.\/shirube |^(?:RELEASE=\S+ |until )?shirube )([a-z][a-z:-]*)/gm)].map(
			([, name = '']) => name,
		),
	)
	expect(told.length).toBeGreaterThan(20)
	const known = new Set([...Object.keys(COMMANDS), 'start', 'version'])
	expect(told.filter((name) => !known.has(name) && !ofCheckout.has(name))).toEqual([])
	expect(Object.values(COMMANDS).filter(([script]) => !existsSync(path.join(root, 'scripts', `${script}.ts`)))).toEqual([])
})

test('the page on installing names files of deploy/ that are there', () => {
	const named = [...read('docs/installing.md').matchAll(/\/opt\/shirube\/(deploy\/\S+)/g)].map(([, file = '']) => file)
	expect(named.length).toBeGreaterThan(5)
	expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

test('its program is one that a shell can read', () => {
	const text = launcher('node --max-semi-space-size=16 src/server.ts')
	execFileSync('sh', ['-n'], { input: text })
	expect(text).toContain('start) exec bin/node --max-semi-space-size=16 src/server.js ;;')
	expect(text).toContain('recover) exec bin/node scripts/backup.js recover "$@" ;;')
})
