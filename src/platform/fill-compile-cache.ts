import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Compiles every TypeScript file that a starting server loads into NODE_COMPILE_CACHE, which is written when this
 * process ends. The server itself reports a faulty file.
 */
const root = path.resolve(import.meta.dirname, '../..')
const migrations = (await readdir(path.join(root, 'migrations'))).filter((file) => file.endsWith('.ts'))
const files = ['src/server.ts', 'seed/demo/accounts.ts', 'seed/demo/own-figures.ts', ...migrations.map((file) => `migrations/${file}`)]
await Promise.allSettled(files.map((file) => import(pathToFileURL(path.join(root, file)).href)))
process.exit()
