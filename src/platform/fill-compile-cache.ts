import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Compiles TypeScript files that a starting server loads into NODE_COMPILE_CACHE, which is written when this process ends: those
 * of the server, or with the argument `migrations` those. The server itself reports a faulty file.
 */
const root = path.resolve(import.meta.dirname, '../..')
const ofServer = () => ['src/server.ts', 'src/web-process.ts', 'seed/demo/accounts.ts', 'seed/demo/own-figures.ts']
const ofMigrations = async () =>
	(await readdir(path.join(root, 'migrations'))).filter((file) => file.endsWith('.ts')).map((file) => `migrations/${file}`)
const files = process.argv.includes('migrations') ? await ofMigrations() : ofServer()
await Promise.allSettled(files.map((file) => import(pathToFileURL(path.join(root, file)).href)))
process.exit()
