import { existsSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { importsOf as importStatementsOf } from '../scripts/imports.ts'
import { createApi } from '../src/api/index.ts'
import { settingsTable } from '../src/settings.ts'
import { filesOf, linesThat, pageFiles, read, root, sources, stylesheets } from './source-files.ts'

/** Rules of docs/architecture.md that span files; those of URLs are in links.test.ts. */
/** True for a source that is data: more than a quarter of the characters of a text of the demo are Japanese. */
const isText = (file: string) => {
	const text = read(file)
	return file.startsWith('seed/') && (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0) > text.length / 4
}
/** `npm run schema` */
const WRITTEN_BY_SCRIPT = 'src/domain/shared/schema.ts'

describe('files', () => {
	test('a page has at most 250 lines, any other source at most 400', () => {
		const tooLong = [...sources, ...stylesheets]
			.filter((file) => !isText(file) && file !== WRITTEN_BY_SCRIPT)
			.map((file) => ({ file, lines: read(file).trimEnd().split('\n').length, most: file.endsWith('.page.tsx') ? 250 : 400 }))
			.filter(({ lines, most }) => lines > most)
		expect(tooLong).toEqual([])
	})

	test('names are specific, in kebab-case', () => {
		const vague = new Set([
			'util',
			'utils',
			'helper',
			'helpers',
			'common',
			'lib',
			'libs',
			'service',
			'services',
			'manager',
			'managers',
			'misc',
		])
		const names = [...sources, ...stylesheets].flatMap((file) =>
			file.split('/').map((segment) => ({ file, word: segment.split('.')[0] ?? '' })),
		)
		expect(names.filter(({ word }) => vague.has(word.split('-').at(-1) ?? '') || vague.has(word)).map(({ file }) => file)).toEqual([])
		expect(names.filter(({ word }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(word)).map(({ file }) => file)).toEqual([])
	})

	test('no file imports from a page: shared code has a separate file', () => {
		const bundled = sources.filter((file) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file))
		expect(linesThat((line) => /\bfrom '[^']*\.page\.tsx'/.test(line), bundled)).toEqual([])
	})

	test('nothing is a barrel', () => {
		expect(sources.filter((file) => /^src\/(?:.*\/)?index\.tsx?$/.test(file))).toEqual(['src/api/index.ts'])
		expect(linesThat((line) => /^export (?:\*|(?:type )?\{[^}]*\}) .*\bfrom '/.test(line))).toEqual([])
	})
})

describe('plain pages', () => {
	/** What only React can wake: a plain page has none of it (docs/decisions/0019-plain-pages.md). */
	const alive =
		/\buse(?:State|Reducer|Effect|LayoutEffect|SyncExternalStore|Fetchers?|Submit|Navigation|Revalidator|Blocker|BeforeUnload|ActionState|Optimistic|Transition|Enhanced|Autosave)\(|\bon[A-Z]\w*=\{/
	const allowed = new Set([
		// layout/enhance.ts does the same on plain pages.
		'src/web/ui/search-box.tsx',
		// Scrolls up after a navigation by script, which a plain page does not have.
		'src/web/top/top.page.tsx',
		'src/web/questions/forget-posted.tsx',
		// Focuses the summary of errors, which on a plain page its attribute does.
		'src/web/ui/use-enhanced.ts',
	])
	/** Its layout, with the keys of the inbox, needs React. */
	const inHydratedLayout = ['src/web/inquiries/inbox/inbox.page.tsx']
	const importsOf = (file: string) =>
		[...read(file).matchAll(/^import (?!type )[^']*'(\.[^']+\.tsx?)'$/gm)].map(([, to]) =>
			path.posix.join(path.posix.dirname(file), to ?? ''),
		)
	const partsOf = (file: string, found = new Set<string>()): Set<string> => {
		if (found.has(file) || file.endsWith('.server.ts')) return found
		found.add(file)
		importsOf(file).forEach((one) => partsOf(one, found))
		return found
	}
	const isAlive = (file: string) => file.startsWith('src/web/') && !allowed.has(file) && alive.test(read(file))
	const plain = pageFiles.filter((file) => /^export const handle = \{ plain: true \}$/m.test(read(file)))

	test('contain nothing that needs React', () => {
		expect(plain).toContain('src/web/offices/office.page.tsx')
		const parts = new Set(plain.flatMap((file) => [...partsOf(file)]))
		expect([...allowed].filter((file) => !parts.has(file))).toEqual([])
		expect([...parts].filter(isAlive)).toEqual([])
	})

	test('are all pages without such a part, except the staff’s, whose desks follow keys and keep what is typed', () => {
		const others = pageFiles.filter((file) => !plain.includes(file) && !file.startsWith('src/web/admin/'))
		expect(others).toContain('src/web/accounts/login.page.tsx')
		expect(others.filter((file) => ![...partsOf(file)].some(isAlive))).toEqual(inHydratedLayout)
	})
})

describe('sources', () => {
	test('pages have no style attributes, and only three files of the frame write raw HTML', () => {
		const web = sources.filter((file) => file.startsWith('src/web/') && file.endsWith('.tsx'))
		expect(linesThat((line) => /\sstyle=/.test(line), web)).toEqual([])
		const frame = ['src/web/layout/head.tsx', 'src/web/layout/page-scripts.tsx', 'src/web/layout/analytics.tsx']
		expect(
			linesThat(
				(line) => line.includes('dangerouslySetInnerHTML'),
				sources.filter((file) => !frame.includes(file) && !file.includes('.test.')),
			),
		).toEqual([])
	})

	test('a loader or action uses the ctx that it is given, or takes none', () => {
		const ignoring = linesThat(
			(line) => /\b(withCtx|qaAction|staffLoader|staffAction)\(.*\basync \(_\w*[,)]/.test(line),
			filesOf('src/web/**/*.{ts,tsx}'),
		)
		// The guard renews the login: this handler only redirects back.
		expect(ignoring.filter((line) => !line.includes("'renewal'"))).toEqual([])
		// Only the makers of handlers read it out of React Router's context.
		const makers = /^src\/web\/(context|guards\.server|forms\/|session\/)/
		expect(
			linesThat((line) => line.includes('.get(ctxContext)'), filesOf('src/web/**/*.{ts,tsx}')).filter((line) => !makers.test(line)),
		).toEqual([])
	})

	test('only the checked function loads pages by code', () => {
		const allowed = ['src/web/layout/external-navigation.ts', 'src/web/session/provider-popup.ts']
		const web = sources.filter((file) => file.startsWith('src/web/') && !allowed.includes(file))
		expect(linesThat((line) => /\blocation\.(?:assign|replace|href)\s*(?:\(|=(?!=))|\bwindow\.open\(/.test(line), web)).toEqual([])
	})

	test('raw SQL is made of constants, except where statements are read back from the database or its schema is written', () => {
		const allowed = [
			// Names of tables and columns of the seed, fixed in its sources.
			'seed/rows.ts',
			// Definitions of indexes and constraints as the database itself gave them.
			'src/domain/listings/bulk-fill.ts',
			// Types of columns and shapes of rows that the catalog gave.
			'scripts/sample-rows.ts',
			'test/release-samples.ts',
			// Statements that Kysely compiled, to explain their plans.
			'src/domain/listings/list-plans.test.ts',
			// Statements of the test's own tables, one for each change that it judges.
			'src/platform/schema-compatibility.test.ts',
		]
		const constant = /sql\.raw\((?:'[^']*'|`[^`$]*`|[A-Z][A-Z0-9_]*)\)/g
		const rest = sources.filter((file) => !allowed.includes(file) && !/^(?:migrations|bench|abuse)\//.test(file))
		expect(linesThat((line) => line.replaceAll(constant, '').includes('sql.raw'), rest)).toEqual([])
	})

	test('rules between fields are reported with the faults of all fields, not after them', () => {
		const domain = sources.filter((file) => file.startsWith('src/domain/'))
		expect(linesThat((line) => /\.(?:refine|superRefine)\(\(\{ \w+(?::[^,}]*)?,/.test(line), domain)).toEqual([])
	})

	test('no TODO, no skipped test, no untyped value', () => {
		expect(linesThat((line) => /\b(?:TODO|FIXME|XXX|HACK)\b/.test(line))).toEqual([])
		expect(linesThat((line) => /\b(?:test|it|describe)\.(?:skip|only|todo|fixme)\b/.test(line))).toEqual([])
		expect(
			linesThat((line) => /(?::|\bas|=>)\s*any\b(?=\s*(?:[,;)=\]}>|[]|$))|[<,]\s*any\s*[,>]|@ts-(?:ignore|nocheck)/.test(line)),
		).toEqual([])
	})

	test('files are found by their path in the repository, not relative to a module that the build bundles elsewhere', () => {
		const bundled = sources.filter((file) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file))
		expect(linesThat((line) => /new URL\('\.{1,2}\/[^']*', import\.meta\.url\)/.test(line), bundled)).toEqual([])
	})

	test('durations, Japanese time and date formats are defined in one file', () => {
		const places = sources.filter((file) => !/^src\/domain\/shared\/japan-time\.|^test\/conventions\./.test(file))
		const duration = /\b(?:86_?400_?000|32_?400_?000|24 \* 60 \* 60|(?:9|24) \* 3_?600_?000|9 \* 60 \* 60)\b/
		expect(linesThat((line) => duration.test(line), places)).toEqual([])
		const elsewhere = places.filter((file) => file.startsWith('src/'))
		const code = elsewhere.filter((file) => !file.includes('.test.') && file !== 'src/platform/queue.ts')
		expect(linesThat((line) => /Intl\.DateTimeFormat|\.toLocale(?:Date|Time)String/.test(line), elsewhere)).toEqual([])
		// The queue names the time zones of schedules and knows nothing of the domain.
		expect(linesThat((line) => /\+09:00|Asia\/Tokyo/.test(line), code)).toEqual([])
	})

	test('tests do not sleep', () => {
		const tests = sources.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
		expect(linesThat((line) => /waitForTimeout\(|\bsleep\(/.test(line), tests)).toEqual([])
	})
})

describe('documents', () => {
	test('the README lists every setting as the code defines it', () => {
		const between = /<!-- settings -->\s*([\s\S]*?)\s*<!-- \/settings -->/.exec(read('README.md'))?.[1]
		expect(between).toBe(settingsTable())
	})

	const documents = filesOf('*.md', 'docs/**/*.md')
	const inCode = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')

	test('every source file that a document names by its full path exists', () => {
		const isPath = (text: string) => /^(src|test|e2e|scripts|seed|bench|abuse|deploy)\/[\w./-]+\.\w+$/.test(text)
		const missing = documents
			.filter((file) => !file.startsWith('docs/decisions/') && file !== 'CHANGELOG.md')
			.flatMap((file) =>
				inCode(read(file)).flatMap((name) => (isPath(name) && !existsSync(path.join(root, name)) ? [`${file}: ${name}`] : [])),
			)
		expect(missing).toEqual([])
	})

	test('the architecture counts the files of each request that it follows', () => {
		const text = read('docs/architecture.md')
		const paths = (paragraph: string) => inCode(paragraph).filter((name) => name.startsWith('src/')).length
		const before = (kind: string) => paths(new RegExp(`\\*\\*Every ${kind}\\*\\*[^]*?\n\n`).exec(text)?.[0] ?? '')
		const wayIn: Record<string, number> = { Read: before('read'), Write: before('write') }
		const requests = [...text.matchAll(/^### (\d\. .*), (\d+) files\n\n([^]*?)\n\n/gm)]
		expect(requests).toHaveLength(6)
		const counted = requests.map(([, name, , list = '']) => `${name}: ${(wayIn[list.split(',')[0] ?? ''] ?? 0) + paths(list)}`)
		expect(counted).toEqual(requests.map(([, name, count]) => `${name}: ${count}`))
	})

	test('each file of these requests is imported by one before it, or called by the framework', () => {
		const called = [
			// The bundle, the middleware of all pages, the wrapper of a page's action.
			'src/app.ts',
			'src/web/guards.server.ts',
			'src/web/forms/page-action.server.ts',
			// What listens for events, and what the queue calls.
			'src/jobs/outbox-relay.ts',
			'src/jobs/notifications.ts',
		]
		const text = read('docs/architecture.md')
		const files = (paragraph = '') => inCode(paragraph).filter((name) => name.startsWith('src/'))
		const wayIn = (kind: string) => files(new RegExp(`\\*\\*Every ${kind}\\*\\*[^]*?\n\n`).exec(text)?.[0])
		const importedBy = (file: string) => importStatementsOf(read(file)).map(({ from }) => path.posix.join(path.posix.dirname(file), from))
		const strange = [...text.matchAll(/^### \d\. (.*), \d+ files\n\n([^]*?)\n\n/gm)].flatMap(([, name, list = '']) => {
			const passed = [...wayIn(list.split(',')[0]?.toLowerCase() ?? ''), ...files(list)]
			return passed
				.filter((file, place) => {
					if (place === 0 || called.includes(file)) return false
					if (file.endsWith('.page.tsx')) return !read('src/web/routes.ts').includes(file.replace('src/web/', ''))
					return !passed.slice(0, place).some((earlier) => importedBy(earlier).includes(file))
				})
				.map((file) => `${name}: ${file}`)
		})
		expect(strange).toEqual([])
	})

	test('every identifier of the glossary exists', () => {
		const code = filesOf('{src,migrations}/**/*.{ts,tsx}').flatMap((file) => [path.basename(file), read(file)])
		const words = new Set(code.join('\n').match(/[\w.-]+/g))
		const rows = read('docs/glossary.md').split('## Words that changed')[0]?.split('\n') ?? []
		const names = rows.filter((row) => row.startsWith('| ')).flatMap((row) => inCode(row.split('|')[3] ?? ''))
		expect(names.length).toBeGreaterThan(90)
		expect(names.filter((name) => !words.has(name))).toEqual([])
	})

	test('decision records are numbered without gaps, and every reference names one', () => {
		const records = filesOf('docs/decisions/0*.md').map((file) => path.basename(file))
		expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, index) => index + 1))
		const sections = ['## Context', '## Decision', '## Consequences', '## Alternatives considered']
		const unlike = records.filter((name) => {
			const text = read(`docs/decisions/${name}`)
			const headings = text.match(/^## .*/gm) ?? []
			const isInOrder = headings.join() === sections.filter((section) => text.includes(`\n${section}\n`)).join()
			return (
				!text.startsWith(`# ${name.slice(0, 4)}: `) || !/^Date: \d{4}-\d\d-\d\d.*Status: /m.test(text) || headings.length < 2 || !isInOrder
			)
		})
		expect(unlike).toEqual([])
		const references = [...sources.filter((file) => file !== 'test/conventions.test.ts'), ...documents].flatMap((file) =>
			[...read(file).matchAll(/decisions\/(\d{4}[a-z0-9-]*(?:\.md)?)/g)].map((match) => ({ file, name: match[1] ?? '' })),
		)
		expect(references.filter(({ name }) => !records.some((record) => record.startsWith(name)))).toEqual([])
	})

	test('the API describes itself', async () => {
		const api = createApi({ config: { siteName: 'しるべ', publicUrl: 'http://localhost' }, log: pino({ level: 'silent' }) })
		const response = await api.request('/api/openapi.json')
		const document = (await response.json()) as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }
		expect(document).toMatchObject({ openapi: '3.1.0', paths: { '/api/task/category': { get: {} } } })
		expect(response.status).toBe(200)
		const silent = Object.entries(document.paths).flatMap(([path, calls]) =>
			Object.entries(calls).flatMap(([method, { responses }]) => (method === 'get' || '403' in responses ? [] : [`${method} ${path}`])),
		)
		expect(silent).toEqual([])
	})
})
