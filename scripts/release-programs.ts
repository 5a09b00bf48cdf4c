import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { COMMANDS } from './release-launcher.ts'

/** What a release starts, by its path without an ending, which it keeps: the server's processes, and the scripts of its commands. */
const PROGRAMS = [
	'src/platform/start-environment',
	'src/server',
	'src/web-process',
	'seed/process',
	...new Set(Object.values(COMMANDS).map(([script]) => `scripts/${script}`)),
]
/** Programs in one file each: the first may read nothing but itself and packages. */
const ALONE = ['src/platform/pdf-process', 'src/platform/busy-thread', 'src/platform/backup/key-thread', 'src/pictures/card-process']

/** Packages of hundreds of files, which a starting program would look up and read one by one. */
const MANY_FILES = ['kysely', 'zod']

const MIGRATIONS = 'migrations/packed'

/**
 * Bundles what runs beside `build/` into `folder`, as JavaScript: thousands of source files would be read and freed of their types at the
 * first start, with a compiler that stays in memory. Packages stay outside. Migrations come as one module (see `migrator.ts`).
 */
export async function bundlePrograms(root: string, folder: string): Promise<void> {
	await bundle(root, folder, [...PROGRAMS, MIGRATIONS], { chunkFileNames: 'src/chunks/[name]-[hash].js' })
	for (const program of ALONE) await bundle(root, folder, [program], { codeSplitting: false })
}

type Output = { chunkFileNames: string } | { codeSplitting: false }

async function bundle(root: string, folder: string, names: readonly string[], output: Output): Promise<void> {
	await build({
		root,
		configFile: false,
		publicDir: false,
		logLevel: 'warn',
		plugins: [packMigrations(root)],
		ssr: { noExternal: MANY_FILES },
		build: {
			ssr: true,
			target: 'node24',
			// Functions keep their names, by which statements are logged.
			minify: false,
			outDir: folder,
			emptyOutDir: false,
			reportCompressedSize: false,
			rolldownOptions: {
				input: Object.fromEntries(names.map((name) => [name, path.join(root, `${name}.ts`)])),
				output: { entryFileNames: '[name].js', ...output },
			},
		},
	})
}

/** A module that exports each migration under its name. */
const packMigrations = (root: string): Plugin => ({
	name: 'pack-migrations',
	enforce: 'pre',
	resolveId: (id) => (id === path.join(root, `${MIGRATIONS}.ts`) ? id : null),
	async load(id) {
		if (id !== path.join(root, `${MIGRATIONS}.ts`)) return null
		const names = (await readdir(path.dirname(id))).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3))
		return names.map((name) => `export * as ${JSON.stringify(name)} from './${name}.ts'`).join('\n')
	},
})
