import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { importsOf } from './imports.ts'

/**
 * `npm run lint [-- --all]`: format, then all rules on all files. Rules that need types take as long as a compiler, so files that passed
 * them are left out as long as neither they nor anything that they import has changed. `npm test` runs them on all files.
 */
const KEPT = 'node_modules/.cache/linted.json'
/** Beyond so many, naming them saves nothing, and a command line may not hold them. */
const LISTED = 400
/** What all files depend on. */
const SETTINGS = ['oxlint.config.ts', 'tsconfig.json', 'package-lock.json']
/** Changes types that others use without an import. */
const AUGMENTS = /^\s*declare (?:module|global)\b/m

/** For each file one hash of all that its types may depend on: itself, what it imports, directly or not, and what counts for all. */
export function hashesOf(files: readonly string[], read: (file: string) => string, common: readonly string[]): Map<string, string> {
	const texts = new Map(files.map((file) => [file, read(file)]))
	const digests = new Map([...texts].map(([file, text]) => [file, digest(text)]))
	const everywhere = digest([...common, ...[...texts].filter(([, text]) => AUGMENTS.test(text)).map(([file]) => digests.get(file))].join())
	const imports = new Map([...texts].map(([file, text]) => [file, importedBy(file, text).filter((target) => texts.has(target))]))
	return new Map(
		files.map((file) => {
			const reached = new Set([file])
			for (const one of reached) for (const target of imports.get(one) ?? []) reached.add(target)
			return [file, digest([everywhere, ...[...reached].toSorted().map((one) => `${one} ${digests.get(one)}`)].join('\n'))]
		}),
	)
}

/** The types of a route are made from the table of routes and the route itself. */
const importedBy = (file: string, text: string): string[] =>
	importsOf(text)
		.filter(({ from }) => from.startsWith('.'))
		.map(({ from }) => (from.includes('/+types/') ? 'src/web/routes.ts' : path.posix.join(path.posix.dirname(file), from)))

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

function run(command: string, args: readonly string[]): boolean {
	const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
	return status === 0
}

function listFiles(): string[] {
	const { stdout } = spawnSync('oxlint', ['--debug=files'], { encoding: 'utf8', maxBuffer: 1 << 24, shell: process.platform === 'win32' })
	return stdout
		.split('\n')
		.filter((line) => /\.tsx?$/.test(line))
		.map((line) => path.relative('', line).replaceAll(path.sep, '/'))
		.toSorted()
}

function readKept(): Record<string, string> {
	try {
		return JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, string>
	} catch {
		return {}
	}
}

function lint(): boolean {
	if (!run('oxfmt', ['--check']) || !run('oxlint', ['--deny-warnings'])) return false
	const hashes = hashesOf(
		listFiles(),
		(file) => readFileSync(file, 'utf8'),
		SETTINGS.map((file) => digest(readFileSync(file, 'utf8'))),
	)
	const kept = process.argv.includes('--all') ? {} : readKept()
	const changed = [...hashes].filter(([file, hash]) => kept[file] !== hash).map(([file]) => file)
	console.log(`Rules that need types: ${changed.length} of ${hashes.size} files`)
	if (changed.length > 0 && !run('oxlint', ['--type-aware', '--deny-warnings', ...(changed.length < LISTED ? changed : [])])) return false
	mkdirSync(path.dirname(KEPT), { recursive: true })
	writeFileSync(KEPT, JSON.stringify(Object.fromEntries(hashes)))
	return true
}

if (import.meta.main && !lint()) process.exitCode = 1
