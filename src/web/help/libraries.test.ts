import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { libraries } from './libraries.ts'

const packageJson = async (path: string) =>
	JSON.parse(await readFile(path, 'utf8')) as { license?: string; dependencies?: Record<string, string> }

test.each(libraries.flatMap(({ packages, license }) => packages.map((name) => [name, license] as const)))(
	'%s is credited under its licence',
	async (name, license) => {
		const { license: real } = await packageJson(`node_modules/${name}/package.json`)
		expect(license.split(' / ')).toContain(real)
	},
)
