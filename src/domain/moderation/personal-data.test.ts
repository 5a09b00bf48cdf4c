import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportParts, leavingParts } from './personal-data.ts'

const domain = path.resolve(import.meta.dirname, '..')

/** The exports of the domain's modules whose names begin with the given prefix. */
async function exported(prefix: string): Promise<unknown[]> {
	const files = globSync('**/*{leaving,export,personal}.ts', { cwd: domain })
	const modules = await Promise.all(files.map((file) => import(path.join(domain, file)) as Promise<Record<string, unknown>>))
	return modules.flatMap((module) =>
		Object.entries(module)
			.filter(([name]) => name.startsWith(prefix))
			.map(([, part]) => part),
	)
}

describe('a person’s data', () => {
	test.each([
		['exportFrom', exportParts],
		['withdrawFrom', leavingParts],
	])('no part whose name begins with %s is left out', async (prefix, parts) => {
		const found = await exported(prefix)
		expect(found.length).toBeGreaterThan(0)
		expect(new Set<unknown>(parts)).toEqual(new Set(found))
		expect(parts).toHaveLength(found.length)
	})
})
