import type { Database } from '../src/domain/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { seedAll } from './index.ts'

/** What the starting server asks for. By message, because a command line with a password could be read by others. */
export type SeedRequest = { url: string; demo: boolean }
export type SeedAnswer = { line: string } | { done: true } | { failed: string }

const answer = (message: SeedAnswer) => new Promise<void>((resolve) => process.send?.(message, () => resolve()))

process.once('message', (request: SeedRequest) => {
	void seed(request)
})
// Without its server nobody waits for the result any more.
process.once('disconnect', () => process.exit(1))

async function seed({ url, demo }: SeedRequest): Promise<void> {
	try {
		const { db, close } = await openDatabase<Database>({
			url,
			poolSize: 4,
			log: createLog('warn'),
			name: 'shirube seed',
			statementTimeoutMs: 0,
		})
		await seedAll(db, { demo, onProgress: (line) => void answer({ line }) })
		await close()
		await answer({ done: true })
		process.exit(0)
	} catch (error) {
		await answer({ failed: error instanceof Error ? error.message : String(error) })
		process.exit(1)
	}
}
