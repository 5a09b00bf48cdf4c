import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from '../scripts/imports.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Files that `file` loads, now or later by `import()`; types are not loaded. */
function loadedBy(file: string): string[] {
	const text = readFileSync(path.join(root, file), 'utf8')
	return importsOf(text)
		.filter(({ from, isType }) => from.startsWith('.') && !isType)
		.map(({ from }) => path.posix.join(path.posix.dirname(file), from))
		.filter((target) => /\.tsx?$/.test(target) && existsSync(path.join(root, target)))
}

function reachableFrom(start: string): Set<string> {
	const found = new Set([start])
	for (const file of found) for (const target of loadedBy(file)) found.add(target)
	return found
}

/**
 * The server loads pages, API and jobs from one bundle (src/app.ts). What src/server.ts loads from the sources itself is
 * there a second time, so it is the platform and the composition, and of the domain constants and plain functions only.
 */
test('the start loads nothing of the rooms that the bundle has: pages, API and jobs share one copy of each module', () => {
	const sources = new Set(['src/server.ts', 'src/web-process.ts'].flatMap((start) => [...reachableFrom(start)]))
	expect(sources.size).toBeGreaterThan(40)
	const rooms = [...sources].filter((file) => /^src\/(?:domain|api|jobs|web|http|pictures)\//.test(file)).toSorted()
	expect(rooms).toEqual([
		'src/domain/accounts/audit.ts',
		'src/domain/accounts/demo-staff.ts',
		'src/domain/accounts/sign-in/second-factor-purpose.ts',
		'src/domain/accounts/sign-in/uid.ts',
		'src/domain/shared/japan-time.ts',
		'src/http/outside.ts',
		'src/http/security-headers.ts',
		'src/http/trusted-types.ts',
		'src/jobs/queues.ts',
	])
})

test('the bundle has the pages, the API, the jobs and the errors that all of them throw', () => {
	const bundle = reachableFrom('src/app.ts')
	for (const file of ['src/jobs/scheduled-jobs.ts', 'src/api/index.ts', 'src/http/problem.ts', 'src/domain/shared/errors.ts'])
		expect(bundle).toContain(file)
})
