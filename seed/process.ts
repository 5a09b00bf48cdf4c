import type { Kysely } from 'kysely'
import type { Config } from '../src/config.ts'
import type { Database, Site } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { readDataset } from './geography/dataset.ts'
import { seedAll } from './index.ts'
import { writeMark } from './marks.ts'

/** What the starting server asks for. By message, because a command line with a password could be read by others. */
export type SeedRequest = {
	url: string
	demo: boolean
	/** Stored when everything is in the database (see `when-changed.ts`). */
	sources: string
	/** For the demo accounts and their content; null without them. Without a password theirs is public. */
	accounts: { password: string | null; site: Site; files: Pick<Config, 'dataDir' | 's3'> } | null
}
/** Pages can be served from `servable` on; with accounts it comes with `done`. */
export type SeedAnswer = { line: string } | { servable: true } | { done: true } | { failed: string }

const answer = (message: SeedAnswer) => new Promise<void>((resolve) => process.send?.(message, () => resolve()))

process.once('message', (request: SeedRequest) => {
	void seed(request)
})
// Without its server the result is no longer needed.
process.once('disconnect', () => process.exit(1))
// Started before there is a schema: what an empty database needs first is read meanwhile.
if (process.argv.includes('--empty')) readDataset()

async function seed({ url, demo, sources, accounts }: SeedRequest): Promise<void> {
	try {
		const { db, close } = await openDatabase<Database>({
			url,
			poolSize: 4,
			// A connection that breaks ends the seed, and the server reports why.
			log: createLog('error'),
			name: 'shirube seed',
			statementTimeoutMs: 0,
		})
		await seedAll(db, {
			demo,
			onProgress: (line) => void answer({ line }),
			...(accounts === null && { onServable: () => void answer({ servable: true }) }),
		})
		if (accounts) await seedAccounts(db, accounts)
		await writeMark(db, 'sources', sources)
		await close()
		await answer({ done: true })
		process.exit(0)
	} catch (error) {
		await answer({ failed: error instanceof Error ? error.message : String(error) })
		process.exit(1)
	}
}

/** Its code draws pictures and does what members do; a seed without accounts is ready sooner without it. */
async function seedAccounts(db: Kysely<Database>, { password, site, files }: NonNullable<SeedRequest['accounts']>): Promise<void> {
	const [{ insertDemoAccounts }, { insertLivingDemo }, { composeStorage }] = await Promise.all([
		import('./demo/accounts.ts'),
		import('./demo/living/index.ts'),
		import('../src/compose-outside.ts'),
	])
	await insertDemoAccounts(db, password)
	await insertLivingDemo(db, { site, storage: composeStorage(files) })
}
