import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The files that the tests of conventions read. Paths are relative to the root of the repository, with slashes. */
export const root = path.resolve(import.meta.dirname, '..')
export const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
export const filesOf = (...patterns: string[]) =>
	patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'))).sort()

export const sources = filesOf('{src,seed,scripts,migrations,bench,e2e,test,abuse}/**/*.{ts,tsx}', '*.ts')
export const stylesheets = filesOf('src/**/*.css')
export const pageFiles = filesOf('src/web/**/*.page.tsx')

/** The test of the sources, which contains the patterns that it forbids. */
const PATTERNS = 'test/conventions.test.ts'

/** Returns the matching lines of files as `file:line text`. */
export const linesThat = (matches: (line: string) => boolean, files: readonly string[] = sources) =>
	files
		.filter((file) => file !== PATTERNS)
		.flatMap((file) =>
			read(file)
				.split('\n')
				.flatMap((line, index) => (matches(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
		)
