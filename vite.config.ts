import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * What many pages share comes in few files: style sheets hold up the first look, and scripts compress better together.
 * A group takes along what its modules import unless a group before it has that: what cards of offices and working rooms both need
 * belongs to the frame, or lists load the rooms' styles.
 */
const shared = [
	// All that a plain page ever loads: nothing of React in it. The second is for members' rooms.
	{ name: 'enhance', test: /src\/web\/layout\/enhance\b|vite\/preload-helper|rolldown\/runtime/ },
	{ name: 'room', test: /src\/web\/layout\/work\/room-worker\b/ },
	{ name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler|p-limit|yocto-queue)\// },
	{
		name: 'frame',
		test: /src\/(web\/format\/(?:moment|fee-text|place-text)\b|web\/(layout|ui|session)\/(?!search-|wide-table|fact-list|change-table|version-list|filter-tabs|agreement-note|document|landing-|work\/|qr-code|charts\/|changes\/|pass|provider-|reauth|identity-|use-attempt)|domain\/(shared\/(links|encode-path)|geography|appointments\/appointment-input))(?!.*\.(page|layout)\.tsx)/,
	},
	{
		name: 'work',
		test: /src\/(web\/(layout\/work\/(?!worker\.ts|room-worker\.ts|page-copy\.ts)|accounts\/(home\/mypage-frame|mypage\.module))|domain\/accounts\/business-roles)/,
	},
	{
		name: 'field',
		test: /src\/web\/forms\/(field|choices|text-area|kept-typing|kept-note|form-outcome|draft-values|use-autosave)\b/,
	},
	// Whoever is signed in needs it to sign out alone, by a click.
	{ name: 'identity', test: /src\/web\/(forms\/identity-form|session\/(pass|provider-|reauth|identity-|use-attempt))/ },
	// What public pages have in common: one style sheet beside those of the frame and of the page itself.
	{
		name: 'public',
		test: /src\/web\/(ui\/search-|listings\/(office-card|area-nav|ask-or-register)|taxonomy\/task-(facts|list|text)|social\/mark-buttons|articles\/article-links|questions\/(question-list|question-item|expert-answers)|experts\/expert-credential)\b/,
	},
].map((group, index, all) => ({ ...group, priority: all.length - index }))

/** What no browser may load: schemas and their library, tables, whatever reads a database, a file or a socket. */
const SERVER_ONLY = /\/node_modules\/(?:zod|kysely|pg|pino|sharp)\/|\/src\/(?:platform|jobs)\/|\/src\/domain\/.*(?:schemas|tables)\.ts$/

/**
 * Fails the build when code of the server is left in the browser's files after all that no page uses was dropped.
 * React Router does this for `.server` files of src/web; modules of other layers have plain names.
 */
const refuseServerCode = (): Plugin => ({
	name: 'refuse-server-code',
	applyToEnvironment: ({ name }) => name === 'client',
	generateBundle(_options, bundle) {
		const found = Object.values(bundle).flatMap((file) =>
			file.type === 'chunk'
				? Object.entries(file.modules).flatMap(([id, { renderedLength }]) =>
						renderedLength > 0 && SERVER_ONLY.test(id) ? [`${file.fileName} holds ${id}`] : [],
					)
				: [],
		)
		if (found.length > 0) this.error(`Code of the server in files for the browser:\n${found.join('\n')}`)
	},
})

/** Builds the worker of the signed-in rooms at an address that stays the same: a browser looks there for the next one. */
const buildWorker = (): Plugin => ({
	name: 'build-worker',
	apply: 'build',
	applyToEnvironment: ({ name }) => name === 'client',
	buildStart() {
		this.emitFile({ type: 'chunk', id: path.resolve('src/web/layout/work/worker.ts'), fileName: 'work-worker.js' })
	},
})

/**
 * Leaves out of each style sheet what the one of the frame has, which every page loads first. CSS modules copy a whole file for
 * each `composes` from it.
 */
const leaveOutShared = (): Plugin => ({
	name: 'leave-out-shared',
	applyToEnvironment: ({ name }) => name === 'client',
	enforce: 'post',
	generateBundle: {
		order: 'post',
		handler(_options, bundle) {
			const sheets = Object.values(bundle).flatMap((file) =>
				file.type === 'asset' && file.fileName.endsWith('.css') ? [{ file, text: Buffer.from(file.source).toString() }] : [],
			)
			// Only the frame has what browsers are told before all else.
			const frame = sheets.find(({ text }) => text.includes('color-scheme:'))
			if (!frame) return this.error('No style sheet is that of the frame')
			const known = new Set(rulesOf(frame.text))
			for (const { file, text } of sheets)
				if (file !== frame.file)
					file.source = rulesOf(text)
						.filter((rule) => !known.has(rule))
						.join('')
		},
	},
})

/**
 * Leaves one address to each style sheet. React Router gives those that code imported later needs too a second one, ending in `#`;
 * Vite then finds them missing when that code comes, and adds them at the end of the head, where the frame's rules override those of
 * the page. No page waits for a sheet: its routes link all of them.
 */
const nameSheetsOnce = (): Plugin => ({
	name: 'name-sheets-once',
	applyToEnvironment: ({ name }) => name === 'client',
	enforce: 'post',
	generateBundle: {
		order: 'post',
		handler(_options, bundle) {
			const manifest = bundle['.vite/manifest.json']
			if (manifest?.type !== 'asset') return this.error('Vite has written no manifest')
			const chunks = JSON.parse(Buffer.from(manifest.source).toString()) as Record<string, { dynamicImports?: string[] }>
			for (const chunk of Object.values(chunks)) delete chunk.dynamicImports
			manifest.source = JSON.stringify(chunks)
		},
	},
})

/** The rules of a minified style sheet at its first level, each with its block. */
function rulesOf(css: string): string[] {
	const rules: string[] = []
	let [depth, start] = [0, 0]
	for (let index = 0; index < css.length; index += 1) {
		const letter = css[index]
		if (letter === '{') depth += 1
		else if (letter === '}') depth -= 1
		if ((letter === '}' || letter === ';') && depth === 0) {
			rules.push(css.slice(start, index + 1))
			start = index + 1
		}
	}
	return [...rules, css.slice(start)].filter((rule) => rule.trim() !== '')
}

/**
 * Packages of hundreds of files, which a starting server would look up and read one by one. Zod is extended by those below it: all
 * need the same copy.
 */
const BUNDLED = ['kysely', 'zod', '@hono/zod-openapi', '@hono/zod-validator', '@asteasolutions/zod-to-openapi', 'openapi3-ts']

export default defineConfig(({ command }) => ({
	plugins: [reactRouter(), buildWorker(), refuseServerCode(), leaveOutShared(), nameSheetsOnce()],
	build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
	environments: {
		client: { build: { rolldownOptions: { output: { codeSplitting: { groups: shared } } } } },
		// The server bundle is our own composition; React Router's server build is one import inside it.
		ssr: {
			...(command === 'build' && { resolve: { noExternal: BUNDLED } }),
			build: { rolldownOptions: { input: './src/app.ts' } },
		},
	},
}))
