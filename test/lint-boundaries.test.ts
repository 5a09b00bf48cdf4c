import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A canary: the boundary rules must fail on a file that breaks them, or they guard nothing. */
describe('import boundaries', () => {
	const root = path.resolve(import.meta.dirname, '..')
	let house = ''

	beforeAll(() => {
		house = mkdtempSync(path.join(tmpdir(), 'boundaries-'))
		cpSync(path.join(root, 'oxlint.config.ts'), path.join(house, 'oxlint.config.ts'))
		writeFileSync(path.join(house, 'package.json'), '{ "type": "module" }')
		symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'))
	})
	afterAll(() => rmSync(house, { recursive: true, force: true }))

	const lint = (file: string, source: string): string => {
		const target = path.join(house, file)
		mkdirSync(path.dirname(target), { recursive: true })
		writeFileSync(target, source)
		try {
			return execFileSync(process.execPath, [path.join(root, 'node_modules/oxlint/bin/oxlint'), file], {
				cwd: house,
				encoding: 'utf8',
				stdio: ['ignore', 'pipe', 'pipe'],
			})
		} catch (error) {
			return String((error as { stdout?: string }).stdout)
		}
	}

	it.each([
		['src/domain/geography/bad.ts', '../offices/offices.ts', 'a room that imports a later one'],
		['src/domain/shared/bad.ts', '../accounts/users.ts', 'the shared room importing another'],
		['src/domain/questions/bad.ts', '../../web/top/top.page.tsx', 'the domain importing a page'],
		['src/domain/articles/bad.ts', '../../pictures/card.ts', 'the domain importing pictures'],
		['src/pictures/bad.ts', '../http/problem.ts', 'pictures importing http'],
		['src/platform/bad.ts', '../domain/shared/errors.ts', 'the platform importing the domain'],
		['src/http/bad.ts', '../web/context.ts', 'http importing a page'],
		['src/web/top/bad.ts', '../../platform/database.ts', 'a page importing the platform'],
		['src/api/bad.ts', '../web/context.ts', 'the API importing a page'],
	])('refuses %s → %s (%s)', (file, target) => {
		expect(lint(file, `import type { Bad } from '${target}'\nexport type Worse = Bad\n`)).toContain('no-restricted-imports')
	})

	it.each(['src/domain/offices', 'src/web/offices'])('refuses a cycle of type imports in %s', (folder) => {
		lint(`${folder}/one.ts`, "import type { Two } from './two.ts'\nexport type One = Two | null\n")
		expect(lint(`${folder}/two.ts`, "import type { One } from './one.ts'\nexport type Two = One[]\n")).toContain('no-cycle')
	})

	it('lets every room import the shared room', () => {
		expect(
			lint('src/domain/accounts/good.ts', "import type { Limit } from '../shared/throttles.ts'\nexport type Own = Limit\n"),
		).not.toContain('no-restricted-imports')
	})

	it('lets a room import an earlier one', () => {
		expect(
			lint('src/domain/listings/good.ts', "import type { Area } from '../geography/areas.ts'\nexport type Place = Area\n"),
		).not.toContain('no-restricted-imports')
	})
})
