import type { Kysely } from 'kysely'
import type { Database } from '../src/domain/context.ts'
import { hashSources } from '../src/platform/source-hash.ts'
import { readMark, writeMark } from './marks.ts'
import type { SeedOptions } from './index.ts'

/** Whatever decides what the seed brings in. */
const SOURCES = ['seed', 'src/domain', 'package-lock.json']

/**
 * `seedAll` for each start: where neither texts nor code changed since it last ran on this database, it is not even
 * loaded, which is most of a second start's time. Says whether it ran.
 */
export async function seedWhenChanged(db: Kysely<Database>, options: SeedOptions & { root: string }): Promise<boolean> {
	const sources = `${await hashSources(options.root, SOURCES)}${options.demo ? ' with demo' : ''}`
	if ((await readMark(db, 'sources')) === sources) return false
	const { seedAll } = await import('./index.ts')
	await seedAll(db, options)
	await writeMark(db, 'sources', sources)
	return true
}
