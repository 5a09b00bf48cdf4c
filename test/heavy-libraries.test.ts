import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from '../scripts/imports.ts'

/** Megabytes each, needed by few requests: a server must not load them before their first use. */
const heavy = [
	'sharp',
	'satori',
	'@cantoo/pdf-lib',
	'@cantoo/fontkit',
	'nodemailer',
	'postal-mime',
	'stripe',
	'openid-client',
	'oidc-provider',
	'@simplewebauthn/server',
]

/** Run in separate processes, or loaded by `import()` themselves. */
const apart = [
	'src/pictures/card-drawing.ts',
	'src/pictures/card-process.ts',
	'src/platform/google-like-issuer.ts',
	'src/platform/pdf-render.ts',
	'src/platform/pdf-sheet.ts',
]

test('heavy libraries are loaded at their first use', async () => {
	const root = path.resolve(import.meta.dirname, '..')
	const found: string[] = []
	for (const name of await readdir(path.join(root, 'src'), { recursive: true })) {
		const file = `src/${name.replaceAll(path.sep, '/')}`
		if (!/\.tsx?$/.test(file) || /(?:\.test|-for-test)\.tsx?$/.test(file)) continue
		const source = await readFile(path.join(root, file), 'utf8')
		if (importsOf(source).some(({ from, isType, isLate }) => heavy.includes(from) && !isType && !isLate)) found.push(file)
	}
	expect(found.toSorted()).toEqual(apart)
})
